// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/copy_image.h"

#include "gl/objects/framebuffer.h"
#include "gl/objects/texture.h"
#include "glvk/gpu/gpu.h"
#include "glvk/image/renderbuffer.h"
#include "glvk/image/texture.h"
#include "glvk/record/calling_context.h"

#include <utility>

namespace glvk {

namespace {

struct CopyEnd {
    ImageSlice slice;
    VkOffset3D offset{};
    uint32_t layers = 1;
};

CopyEnd
copyEnd(CallingContext& context, const gl::CopyImageSide& side, const format::Extent& extent) {
    CopyEnd end;
    end.offset = {side.offset.x, side.offset.y, 0};
    if (side.renderbuffer) {
        end.slice = static_cast<Renderbuffer&>(side.renderbuffer->backend()).slice();
        return end;
    }
    const gl::TextureType type = side.texture->type();
    gl::ImageIndex index = side.image;
    int32_t layer = side.offset.z;
    end.layers = uint32_t(extent.depth_px);
    if (type == gl::TextureType::Tex1DArray) {
        layer = side.offset.y;
        end.offset.y = 0;
        end.layers = uint32_t(extent.height_px);
    }
    auto& texture = static_cast<Texture&>(side.texture->backend());
    end.slice = texture.slice(context, index, type == gl::TextureType::Tex3D ? 0 : layer);
    if (type == gl::TextureType::Tex3D) {
        end.offset.z = layer;
        end.layers = 1;
    }
    return end;
}

/// Where both ends hold decoded blocks, what was decoded moves too.
void copyKeptBlocks(const gl::CopyImageCall& call) {
    if (!call.src.texture || !call.dst.texture) {
        return;
    }
    const auto end = [](const gl::CopyImageSide& side) {
        gl::ImageIndex index = side.image;
        gl::Offset offset = side.offset;
        if (side.texture->type() == gl::TextureType::Cube) {
            index.face = offset.z;
            offset.z = 0;
        }
        return std::pair(index, offset);
    };
    auto& source = static_cast<Texture&>(call.src.texture->backend());
    auto& target = static_cast<Texture&>(call.dst.texture->backend());
    const bool faces = call.src.texture->type() == gl::TextureType::Cube ||
                       call.dst.texture->type() == gl::TextureType::Cube;
    // Faces are images of their own: layer by layer.
    format::Extent extent = call.extent;
    extent.depth_px = faces ? 1 : extent.depth_px;
    for (int32_t layer = 0; layer < (faces ? call.extent.depth_px : 1); ++layer) {
        gl::CopyImageCall one = call;
        one.src.offset.z += layer;
        one.dst.offset.z += layer;
        const auto [from, at] = end(one.src);
        const auto [to, where] = end(one.dst);
        target.setBlocks(to, where, extent, source.blocksOf(from, at, extent));
    }
}

} // namespace

bool copyImage(CallingContext& context, const gl::CopyImageCall& call) {
    // The second may move the storage of the first, where both are levels of one texture.
    CopyEnd from = copyEnd(context, call.src, call.extent);
    const CopyEnd to = copyEnd(context, call.dst, call.extent);
    from = copyEnd(context, call.src, call.extent);
    if (!from.slice.image || !to.slice.image ||
        format::layout(from.slice.storage).block_B != format::layout(to.slice.storage).block_B) {
        return false;
    }
    Image& source = *from.slice.image;
    Image& target = *to.slice.image;
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    if (&source == &target) {
        recorder.write(source);
    } else {
        recorder.copy(source, target);
    }
    copyKeptBlocks(call);
    const bool volumes = from.slice.volume() || to.slice.volume();
    VkImageCopy copy{};
    copy.srcSubresource = from.slice.subresource(source.aspects(), from.layers);
    copy.srcOffset = from.offset;
    copy.dstSubresource = to.slice.subresource(target.aspects(), to.layers);
    copy.dstOffset = to.offset;
    copy.extent = {uint32_t(call.extent.width_px), uint32_t(call.extent.height_px), 1};
    const bool rows =
        (call.src.texture && call.src.texture->type() == gl::TextureType::Tex1DArray) ||
        (call.dst.texture && call.dst.texture->type() == gl::TextureType::Tex1DArray);
    if (rows) {
        copy.extent.height = 1;
    }
    if (volumes) {
        copy.extent.depth = uint32_t(call.extent.depth_px);
    }
    context.gpu().vk().vkCmdCopyImage(recorder.commands(),
                                      source.handle(),
                                      VK_IMAGE_LAYOUT_GENERAL,
                                      target.handle(),
                                      VK_IMAGE_LAYOUT_GENERAL,
                                      1,
                                      &copy);
    return true;
}

} // namespace glvk

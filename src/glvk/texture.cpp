// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/texture.h"

#include "glvk/context.h"
#include "glvk/device.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace glvk {

namespace {

int32_t mip(int32_t size, int32_t level) {
    return std::max(1, size >> level);
}

format::Extent mipExtent(const format::Extent& base, int32_t level, gl::TextureType type) {
    return {mip(base.width_px, level),
            type == gl::TextureType::Tex1D ? 1 : mip(base.height_px, level),
            type == gl::TextureType::Tex3D ? mip(base.depth_px, level) : 1};
}

/// Levels of the chain from `base` down to 1×1.
int32_t chainLength(const format::Extent& base) {
    const int32_t size_px = std::max({base.width_px, base.height_px, base.depth_px});
    return int32_t(std::bit_width(uint32_t(size_px)));
}

/// What undefined texels read as: zero, and an absent alpha one.
VkClearValue initialTexels(const format::InternalFormat& format) {
    VkClearValue clear{};
    if (format.isColor()) {
        clear.color.float32[3] = format.alphaAbsent() ? 1.0f : 0.0f;
    }
    return clear;
}

format::Swizzle depthSwizzle(GLenum mode) {
    using enum format::Channel;
    switch (mode) {
    case GL_INTENSITY:
        return {R, R, R, R};
    case GL_ALPHA:
        return {Zero, Zero, Zero, R};
    case GL_RED:
        return {R, Zero, Zero, One};
    default:
        return {R, R, R, One};
    }
}

} // namespace

VkImageType imageType(gl::TextureType type) {
    switch (type) {
    case gl::TextureType::Tex3D:
        return VK_IMAGE_TYPE_3D;
    case gl::TextureType::Tex1D:
    case gl::TextureType::Tex1DArray:
        return VK_IMAGE_TYPE_1D;
    default:
        return VK_IMAGE_TYPE_2D;
    }
}

VkImageViewType viewType(gl::TextureType type) {
    switch (type) {
    case gl::TextureType::Cube:
        return VK_IMAGE_VIEW_TYPE_CUBE;
    case gl::TextureType::CubeArray:
        return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    case gl::TextureType::Tex3D:
        return VK_IMAGE_VIEW_TYPE_3D;
    case gl::TextureType::Tex1D:
        return VK_IMAGE_VIEW_TYPE_1D;
    case gl::TextureType::Tex1DArray:
        return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case gl::TextureType::Tex2DArray:
    case gl::TextureType::Tex2DMultisampleArray:
        return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    default:
        return VK_IMAGE_VIEW_TYPE_2D;
    }
}

bool isCube(gl::TextureType type) {
    return type == gl::TextureType::Cube || type == gl::TextureType::CubeArray;
}

bool isMultisample(gl::TextureType type) {
    return type == gl::TextureType::Tex2DMultisample ||
           type == gl::TextureType::Tex2DMultisampleArray;
}

format::Extent SharedImage::extent() const {
    const VkExtent3D e = image->extent(level);
    return {int32_t(e.width), int32_t(e.height), 1};
}

Texture::Texture(Device& device, gl::TextureType type) : m_device(device), m_type(type) {}

// Defining and updating levels.

void Texture::chooseStorage(Level& level,
                            const format::InternalFormat& internalFormat,
                            const format::Extent& extent) {
    level.format = &internalFormat;
    level.storage = m_device.storageFor(internalFormat);
    level.extent = extent;
    level.inImage = false;
    level.staged.clear();
}

bool Texture::fitsImage(const gl::ImageIndex& index, const Level& level) const {
    if (!m_image || m_adopted) {
        return false;
    }
    const ImageDescription& d = m_image->description();
    if (d.format != m_device.vkFormat(level.storage) || uint32_t(index.level) >= d.levels) {
        return false;
    }
    const VkExtent3D e = m_image->extent(uint32_t(index.level));
    return level.extent == format::Extent{int32_t(e.width), int32_t(e.height), int32_t(e.depth)};
}

size_t Texture::copySize_B(format::Id storage, const format::Extent& extent) {
    const format::Layout& layout = format::layout(storage);
    if (layout.isColor()) {
        return format::storageSize_B(storage, extent);
    }
    const size_t texels = size_t(extent.width_px) * extent.height_px * extent.depth_px;
    const size_t depth_B = layout.hasDepth() ? format::depthCopySize_B(storage) : 0;
    return texels * (depth_B + (layout.hasStencil() ? 1 : 0));
}

void Texture::convert(const Level& level,
                      const format::Extent& extent,
                      const format::PixelLayout& pixels,
                      const void* src,
                      std::byte* dst) {
    const format::Layout& layout = format::layout(level.storage);
    if (layout.isColor()) {
        const size_t pitch_B = size_t(layout.block_B) * extent.width_px;
        format::unpack(pixels,
                       extent,
                       src,
                       *level.format,
                       level.storage,
                       dst,
                       pitch_B,
                       pitch_B * extent.height_px);
        return;
    }
    if (layout.hasDepth()) {
        const size_t pitch_B = format::depthCopySize_B(level.storage) * extent.width_px;
        const size_t slice_B = pitch_B * extent.height_px;
        format::unpackAspect(
            pixels, extent, src, level.storage, format::Aspect::Depth, dst, pitch_B, slice_B);
        dst += slice_B * extent.depth_px;
    }
    if (layout.hasStencil()) {
        const size_t pitch_B = extent.width_px;
        if (pixels.format == GL_DEPTH_COMPONENT) {
            std::memset(dst, 0, pitch_B * extent.height_px * extent.depth_px);
        } else {
            format::unpackAspect(pixels,
                                 extent,
                                 src,
                                 level.storage,
                                 format::Aspect::Stencil,
                                 dst,
                                 pitch_B,
                                 pitch_B * extent.height_px);
        }
    }
}

void Texture::convertBlocks(const Level& level,
                            const format::Extent& extent,
                            const void* src,
                            std::byte* dst) {
    if (format::layout(level.storage).compressed()) {
        std::memcpy(dst, src, format::storageSize_B(level.storage, extent));
        return;
    }
    const size_t pitch_B = size_t(4) * extent.width_px;
    format::decodeBlocks(
        level.format->candidates[0], extent, src, dst, pitch_B, pitch_B * extent.height_px);
}

template <class Fill>
bool Texture::writeLevel(Context& context,
                         const gl::ImageIndex& index,
                         const gl::Offset& offset,
                         const format::Extent& extent,
                         Fill fill) {
    Level& l = level(index);
    const size_t size_B = copySize_B(l.storage, extent);
    if (size_B == 0) {
        return true;
    }
    if (!l.inImage) {
        l.staged.resize(size_B);
        fill(l.staged.data());
        return true;
    }
    const StreamPiece piece = context.uploads().allocate(size_B, 16);
    if (!piece.storage) {
        return false;
    }
    fill(piece.data);
    recordUpload(
        context, *m_image, index, offset, extent, l.storage, *piece.storage, piece.offset_B);
    return true;
}

bool Texture::define(gl::ContextBackend& contextBackend,
                     const gl::ImageIndex& index,
                     const format::InternalFormat& internalFormat,
                     const format::Extent& extent,
                     const format::PixelLayout* pixels,
                     const void* src) {
    Context& context = static_cast<Context&>(contextBackend);
    if (m_adopted) {
        m_image = {};
        m_adopted = false;
        m_imageLayer = m_imageLevel = 0;
    }
    Level& l = level(index);
    chooseStorage(l, internalFormat, extent);
    l.inImage = fitsImage(index, l);
    m_staged |= !l.inImage;
    m_preparedVersion = 0;
    if (!pixels || !src || extent.width_px == 0 || extent.height_px == 0) {
        return true;
    }
    return writeLevel(
        context, index, {}, extent, [&](std::byte* dst) { convert(l, extent, *pixels, src, dst); });
}

bool Texture::prepareUpdate(Context& context, const gl::ImageIndex& index) {
    return level(index).inImage || realise(context, index.level);
}

bool Texture::update(gl::ContextBackend& contextBackend,
                     const gl::ImageIndex& index,
                     const gl::Offset& offset,
                     const format::Extent& extent,
                     const format::PixelLayout& pixels,
                     const void* src) {
    Context& context = static_cast<Context&>(contextBackend);
    if (!prepareUpdate(context, index)) {
        return false;
    }
    const Level& l = level(index);
    return writeLevel(context, index, offset, extent, [&](std::byte* dst) {
        convert(l, extent, pixels, src, dst);
    });
}

bool Texture::defineCompressed(gl::ContextBackend& contextBackend,
                               const gl::ImageIndex& index,
                               const format::InternalFormat& internalFormat,
                               const format::Extent& extent,
                               const void* src) {
    if (!define(contextBackend, index, internalFormat, extent, nullptr, nullptr)) {
        return false;
    }
    if (!src) {
        return true;
    }
    const Level& l = level(index);
    return writeLevel(
        static_cast<Context&>(contextBackend), index, {}, extent, [&](std::byte* dst) {
            convertBlocks(l, extent, src, dst);
        });
}

bool Texture::updateCompressed(gl::ContextBackend& contextBackend,
                               const gl::ImageIndex& index,
                               const gl::Offset& offset,
                               const format::Extent& extent,
                               const void* src) {
    Context& context = static_cast<Context&>(contextBackend);
    if (!prepareUpdate(context, index)) {
        return false;
    }
    const Level& l = level(index);
    return writeLevel(context, index, offset, extent, [&](std::byte* dst) {
        convertBlocks(l, extent, src, dst);
    });
}

namespace {

/// Regions between an image and a buffer that holds depth, then stencil, tightly packed.
uint32_t copyRegions(const gl::ImageIndex& index,
                     const gl::Offset& offset,
                     const format::Extent& extent,
                     format::Id storage,
                     VkDeviceSize bufferOffset_B,
                     VkBufferImageCopy copies[2]) {
    const format::Layout& layout = format::layout(storage);
    uint32_t count = 0;
    const auto add = [&](VkImageAspectFlagBits aspect) {
        VkBufferImageCopy& copy = copies[count++];
        copy.bufferOffset = bufferOffset_B;
        copy.imageSubresource = {
            VkImageAspectFlags(aspect), uint32_t(index.level), uint32_t(index.face), 1};
        copy.imageOffset = {offset.x, offset.y, offset.z};
        copy.imageExtent = {
            uint32_t(extent.width_px), uint32_t(extent.height_px), uint32_t(extent.depth_px)};
    };
    if (layout.isColor()) {
        add(VK_IMAGE_ASPECT_COLOR_BIT);
    }
    if (layout.hasDepth()) {
        add(VK_IMAGE_ASPECT_DEPTH_BIT);
        bufferOffset_B += format::depthCopySize_B(storage) * extent.width_px *
                          size_t(extent.height_px) * extent.depth_px;
    }
    if (layout.hasStencil()) {
        add(VK_IMAGE_ASPECT_STENCIL_BIT);
    }
    return count;
}

} // namespace

void Texture::recordUpload(Context& context,
                           Image& image,
                           const gl::ImageIndex& index,
                           const gl::Offset& offset,
                           const format::Extent& extent,
                           format::Id storage,
                           BufferStorage& source,
                           VkDeviceSize sourceOffset_B) {
    VkBufferImageCopy copies[2]{};
    const uint32_t count = copyRegions(index, offset, extent, storage, sourceOffset_B, copies);
    const VkCommandBuffer commands = context.recorder().transferInto(image);
    m_device.vk().vkCmdCopyBufferToImage(
        commands, source.handle(), image.handle(), VK_IMAGE_LAYOUT_GENERAL, count, copies);
}

// Making one image of the levels that belong together.

bool Texture::realise(Context& context, int32_t wanted) {
    const Level& reference = m_levels[0][wanted];
    if (m_image && !m_staged && reference.inImage) {
        return true;
    }
    if (m_adopted || !reference.format || reference.extent.width_px <= 0 ||
        reference.storage == format::Id::None) {
        return m_image && m_adopted;
    }
    // Level 0's size: as defined where it goes with the wanted level, else scaled up from that.
    format::Extent base = m_levels[0][0].extent;
    const bool fromLevelZero = m_levels[0][0].format && base.width_px > 0 &&
                               wanted < chainLength(base) &&
                               mipExtent(base, wanted, m_type) == reference.extent;
    if (!fromLevelZero) {
        base = {reference.extent.width_px << wanted,
                m_type == gl::TextureType::Tex1D ? 1 : reference.extent.height_px << wanted,
                m_type == gl::TextureType::Tex3D ? reference.extent.depth_px << wanted : 1};
    }
    const auto belongs = [&](const Level& l, int32_t number) {
        return l.format && l.storage == reference.storage &&
               l.extent == mipExtent(base, number, m_type);
    };
    // Levels beyond 1×1 may be defined; they belong to no chain.
    const int32_t chain = std::min(chainLength(base), gl::kMaxLevels);
    int32_t last = wanted;
    for (int32_t number = wanted; number < chain; ++number) {
        for (int face = 0; face < faces(); ++face) {
            if (belongs(m_levels[face][number], number)) {
                last = number;
            }
        }
    }
    const format::Layout& layout = format::layout(reference.storage);
    const VkFormatFeatureFlags features = m_device.formatFeatures(reference.storage);
    ImageDescription description;
    description.type = m_type == gl::TextureType::Tex3D   ? VK_IMAGE_TYPE_3D
                       : m_type == gl::TextureType::Tex1D ? VK_IMAGE_TYPE_1D
                                                          : VK_IMAGE_TYPE_2D;
    description.format = m_device.vkFormat(reference.storage);
    description.extent = {
        uint32_t(base.width_px), uint32_t(base.height_px), uint32_t(base.depth_px)};
    description.levels = uint32_t(last) + 1;
    description.layers = uint32_t(faces());
    description.cube = m_type == gl::TextureType::Cube;
    description.mutableFormat =
        format::layout(reference.storage).numeric == format::Numeric::Srgb;
    description.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) {
        description.usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
    }
    if (features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) {
        description.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    }
    if (features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) {
        description.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    }
    const VkClearValue clear = initialTexels(*reference.format);
    ResourceRef<Image> fresh =
        Image::create(m_device, description, layout.compressed() ? nullptr : &clear);
    if (!fresh) {
        context.recorder().finish();
        fresh = Image::create(m_device, description, layout.compressed() ? nullptr : &clear);
    }
    if (!fresh) {
        return false;
    }
    const auto stays = [&](const Level& l, int32_t number) {
        return number <= last && belongs(l, number);
    };
    for (int face = 0; face < faces(); ++face) {
        for (int32_t number = 0; number < gl::kMaxLevels; ++number) {
            const Level& l = m_levels[face][number];
            if (l.inImage && !stays(l, number) && !stageLevel(context, {number, face})) {
                return false;
            }
        }
    }
    for (int face = 0; face < faces(); ++face) {
        for (int32_t number = 0; number <= last; ++number) {
            Level& l = m_levels[face][number];
            if (stays(l, number)) {
                keepLevel(context, *fresh, {number, face});
                l.inImage = true;
                l.staged = {};
            }
        }
    }
    if (m_image) {
        context.noteMovedStorage();
    }
    m_image = std::move(fresh);
    m_staged = false;
    m_preparedVersion = 0;
    return true;
}

void Texture::keepLevel(Context& context, Image& fresh, const gl::ImageIndex& index) {
    Level& l = level(index);
    if (l.inImage && m_image) {
        Recorder& recorder = context.recorder();
        recorder.endRendering();
        recorder.copy(*m_image, fresh);
        VkImageCopy copy{};
        copy.srcSubresource = {m_image->aspects(), uint32_t(index.level), uint32_t(index.face), 1};
        copy.dstSubresource = copy.srcSubresource;
        copy.extent = m_image->extent(uint32_t(index.level));
        m_device.vk().vkCmdCopyImage(recorder.commands(),
                                     m_image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     fresh.handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     1,
                                     &copy);
    } else if (!l.staged.empty()) {
        const StreamPiece piece = context.uploads().allocate(l.staged.size(), 16);
        if (piece.storage) {
            std::memcpy(piece.data, l.staged.data(), l.staged.size());
            recordUpload(
                context, fresh, index, {}, l.extent, l.storage, *piece.storage, piece.offset_B);
        }
    }
}

bool Texture::stageLevel(Context& context, const gl::ImageIndex& index) {
    Level& l = level(index);
    const size_t size_B = copySize_B(l.storage, l.extent);
    ResourceRef<BufferStorage> readback = BufferStorage::create(
        m_device, size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
    if (!readback) {
        return false;
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.copy(*m_image, *readback);
    VkBufferImageCopy copies[2]{};
    const uint32_t count = copyRegions(index, {}, l.extent, l.storage, 0, copies);
    m_device.vk().vkCmdCopyImageToBuffer(recorder.commands(),
                                         m_image->handle(),
                                         VK_IMAGE_LAYOUT_GENERAL,
                                         readback->handle(),
                                         count,
                                         copies);
    recorder.makeVisibleToHost();
    if (!recorder.finish()) {
        return false;
    }
    l.staged.assign(readback->mapped(), readback->mapped() + size_B);
    l.inImage = false;
    return true;
}

// Using textures.

ViewKey Texture::samplingView(const gl::Texture& texture, const Level& base) const {
    ViewKey key;
    key.type = viewType(m_type);
    key.aspects = m_image->aspects();
    format::Swizzle swizzle = base.format->view;
    if (key.aspects & VK_IMAGE_ASPECT_DEPTH_BIT) {
        key.aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
        swizzle = depthSwizzle(texture.depthTextureMode());
    }
    key.swizzle = packSwizzle(swizzle);
    key.layers = uint16_t(faces());
    if (m_adopted) {
        key.baseLevel = uint16_t(m_imageLevel);
        key.baseLayer = uint16_t(m_imageLayer);
        return key;
    }
    const uint32_t levels = m_image->description().levels;
    key.baseLevel = uint16_t(std::min<uint32_t>(uint32_t(texture.baseLevel()), levels - 1));
    if (texture.parameters().mipmapped()) {
        const uint32_t last =
            std::clamp<uint32_t>(uint32_t(texture.lastCompleteLevel()), key.baseLevel, levels - 1);
        key.levels = uint16_t(last - key.baseLevel + 1);
    }
    return key;
}

bool Texture::prepareAnew(Context& context, const gl::Texture& texture, float unitLodBias) {
    const int32_t baseLevel = texture.baseLevel();
    const bool complete = texture.complete(texture.parameters());
    if (complete && !m_adopted && !realise(context, baseLevel)) {
        return false;
    }
    View view;
    Sampler sampler;
    if (complete) {
        const Level& base = m_levels[0][std::min(baseLevel, gl::kMaxLevels - 1)];
        const ViewKey key = samplingView(texture, base);
        const bool filterable = m_device.formatFeatures(base.storage) &
                                VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
        const SampledTexture facts{filterable,
                                   bool(key.aspects & VK_IMAGE_ASPECT_DEPTH_BIT),
                                   m_type == gl::TextureType::Cube};
        view = m_image->view(key);
        sampler = m_device.samplers().get(
            translateSampler(texture.parameters(), unitLodBias, facts, m_device.samplers().caps()));
        m_preparedImage = m_image.get();
    } else {
        m_preparedImage = m_device.blackTexture(m_type).get(); // The device keeps it.
        if (!m_preparedImage) {
            return false;
        }
        ViewKey key;
        key.type = viewType(m_type);
        key.layers = uint16_t(faces());
        view = m_preparedImage->view(key);
        sampler = m_device.samplers().get({});
    }
    if (!view.handle || !sampler.handle) {
        return false;
    }
    m_prepared = {view.id, sampler.id, view.handle, sampler.handle};
    m_preparedVersion = texture.version();
    m_preparedBias = unitLodBias;
    return true;
}

ImageSlice Texture::slice(Context& context, const gl::ImageIndex& index, int32_t layer) {
    if (!m_adopted && !prepareUpdate(context, index)) {
        return {};
    }
    const Level& l = level(index);
    ImageSlice slice;
    slice.image = m_image.get();
    slice.level = m_adopted ? m_imageLevel : uint32_t(index.level);
    slice.layer = m_adopted ? m_imageLayer : uint32_t(index.face + layer);
    slice.format = l.format;
    slice.storage = l.storage;
    return slice;
}

bool Texture::copyOnDevice(Context& context,
                           const gl::ImageIndex& index,
                           const gl::Offset& offset,
                           const ImageSlice& source,
                           const gl::Rect& area) {
    const Level& l = level(index);
    const bool alphaSafe = !l.format->alphaAbsent() || source.format->alphaAbsent();
    // An absent source alpha was stored as one, which is what the copy has to give.
    constexpr VkFormatFeatureFlags kSource = VK_FORMAT_FEATURE_BLIT_SRC_BIT;
    constexpr VkFormatFeatureFlags kTarget = VK_FORMAT_FEATURE_BLIT_DST_BIT;
    const bool blit = source.storage != l.storage;
    const bool possible =
        !blit || ((m_device.formatFeatures(source.storage) & kSource) &&
                  (m_device.formatFeatures(l.storage) & kTarget) && l.format->isColor());
    if (!possible || !alphaSafe || source.image == m_image.get() ||
        l.format->base != source.format->base || l.format->view != source.format->view) {
        return false;
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.copy(*source.image, *m_image);
    if (blit) { // Same meaning, other component order or size: a blit converts.
        VkImageBlit region{};
        region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, source.level, source.layer, 1};
        region.srcOffsets[0] = {area.x, area.y, 0};
        region.srcOffsets[1] = {area.x + area.width_px, area.y + area.height_px, 1};
        region.dstSubresource = {
            VK_IMAGE_ASPECT_COLOR_BIT, uint32_t(index.level), uint32_t(index.face), 1};
        region.dstOffsets[0] = {offset.x, offset.y, offset.z};
        region.dstOffsets[1] = {offset.x + area.width_px, offset.y + area.height_px, offset.z + 1};
        m_device.vk().vkCmdBlitImage(recorder.commands(),
                                     source.image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     m_image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     1,
                                     &region,
                                     VK_FILTER_NEAREST);
        return true;
    }
    VkImageCopy copy{};
    copy.srcSubresource = {source.image->aspects(), source.level, source.layer, 1};
    copy.srcOffset = {area.x, area.y, 0};
    copy.dstSubresource = {m_image->aspects(), uint32_t(index.level), uint32_t(index.face), 1};
    copy.dstOffset = {offset.x, offset.y, offset.z};
    copy.extent = {uint32_t(area.width_px), uint32_t(area.height_px), 1};
    m_device.vk().vkCmdCopyImage(recorder.commands(),
                                 source.image->handle(),
                                 VK_IMAGE_LAYOUT_GENERAL,
                                 m_image->handle(),
                                 VK_IMAGE_LAYOUT_GENERAL,
                                 1,
                                 &copy);
    return true;
}

bool Texture::copyFrom(gl::ContextBackend& contextBackend,
                       const gl::ImageIndex& index,
                       const gl::Offset& offset,
                       const gl::Framebuffer& source,
                       const gl::Rect& area) {
    Context& context = static_cast<Context&>(contextBackend);
    if (area.width_px <= 0 || area.height_px <= 0) {
        return true;
    }
    if (!prepareUpdate(context, index)) {
        return false;
    }
    const Level& l = level(index);
    const bool color = l.format->isColor();
    const ImageSlice from =
        context.readSlice(source, color ? ReadAspect::Color : ReadAspect::Depth);
    if (!from.image) {
        return false;
    }
    if (copyOnDevice(context, index, offset, from, area)) {
        return true;
    }
    // Formats differ: through the host, which knows every conversion.
    format::PixelLayout pixels;
    pixels.alignment_B = 1;
    const bool wide = l.format->numeric == format::Numeric::Float ||
                      std::max({l.format->red, l.format->luminance, l.format->alpha}) > 8;
    pixels.format = color ? GL_RGBA : GL_DEPTH_COMPONENT;
    pixels.type = !color ? GL_UNSIGNED_INT : wide ? GL_FLOAT : GL_UNSIGNED_BYTE;
    std::vector<std::byte> host(size_t(area.width_px) * area.height_px *
                                format::pixelSize_B(pixels.format, pixels.type));
    if (!context.readPixels(source, area, pixels, host.data())) {
        return false;
    }
    return update(context, index, offset, {area.width_px, area.height_px, 1}, pixels, host.data());
}

bool Texture::generateMipmap(gl::ContextBackend& contextBackend,
                             int32_t baseLevel,
                             int32_t lastLevel) {
    Context& context = static_cast<Context&>(contextBackend);
    if (lastLevel <= baseLevel) {
        return true;
    }
    if (!realise(context, baseLevel) || uint32_t(lastLevel) >= m_image->description().levels) {
        return false;
    }
    const VkFormatFeatureFlags features = m_device.formatFeatures(m_levels[0][baseLevel].storage);
    constexpr VkFormatFeatureFlags kBlit =
        VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
    if ((features & kBlit) != kBlit) {
        return generateMipmapOnHost(context, baseLevel, lastLevel);
    }
    const VkFilter filter = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT
                                ? VK_FILTER_LINEAR
                                : VK_FILTER_NEAREST;
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    for (int32_t number = baseLevel + 1; number <= lastLevel; ++number) {
        recorder.write(*m_image); // Each level reads the one before: a barrier in between.
        const VkExtent3D from = m_image->extent(uint32_t(number - 1));
        const VkExtent3D to = m_image->extent(uint32_t(number));
        VkImageBlit blit{};
        blit.srcSubresource = {m_image->aspects(), uint32_t(number - 1), 0, uint32_t(faces())};
        blit.dstSubresource = {m_image->aspects(), uint32_t(number), 0, uint32_t(faces())};
        blit.srcOffsets[1] = {int32_t(from.width), int32_t(from.height), int32_t(from.depth)};
        blit.dstOffsets[1] = {int32_t(to.width), int32_t(to.height), int32_t(to.depth)};
        m_device.vk().vkCmdBlitImage(recorder.commands(),
                                     m_image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     m_image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     1,
                                     &blit,
                                     filter);
    }
    return true;
}

bool Texture::generateMipmapOnHost(Context& context, int32_t baseLevel, int32_t lastLevel) {
    format::PixelLayout pixels;
    pixels.alignment_B = 1;
    pixels.format = m_levels[0][baseLevel].format->isColor() ? GL_RGBA : GL_DEPTH_COMPONENT;
    pixels.type = GL_FLOAT;
    const size_t components = pixels.format == GL_RGBA ? 4 : 1;
    for (int face = 0; face < faces(); ++face) {
        format::Extent from = m_levels[face][baseLevel].extent;
        std::vector<float> above(components * from.width_px * from.height_px * from.depth_px);
        if (!read(context, {baseLevel, face}, pixels, above.data())) {
            return false;
        }
        for (int32_t number = baseLevel + 1; number <= lastLevel; ++number) {
            const format::Extent to = m_levels[face][number].extent;
            std::vector<float> below(components * to.width_px * to.height_px * to.depth_px);
            const int32_t stepX = from.width_px > 1;
            const int32_t stepY = from.height_px > 1;
            const int32_t stepZ = from.depth_px > 1;
            for (int32_t z = 0; z < to.depth_px; ++z) {
                for (int32_t y = 0; y < to.height_px; ++y) {
                    for (int32_t x = 0; x < to.width_px; ++x) {
                        for (size_t c = 0; c < components; ++c) {
                            float sum = 0;
                            for (int32_t tap = 0; tap < 8; ++tap) {
                                const int32_t sx = (x << stepX) + (tap & 1) * stepX;
                                const int32_t sy = (y << stepY) + (tap >> 1 & 1) * stepY;
                                const int32_t sz = (z << stepZ) + (tap >> 2) * stepZ;
                                const size_t texel =
                                    (size_t(sz) * from.height_px + sy) * from.width_px + sx;
                                sum += above[texel * components + c];
                            }
                            const size_t texel = (size_t(z) * to.height_px + y) * to.width_px + x;
                            below[texel * components + c] = sum / 8;
                        }
                    }
                }
            }
            if (!update(context, {number, face}, {}, to, pixels, below.data())) {
                return false;
            }
            above = std::move(below);
            from = to;
        }
    }
    return true;
}

bool Texture::read(gl::ContextBackend& contextBackend,
                   const gl::ImageIndex& index,
                   const format::PixelLayout& pixels,
                   void* dst) {
    Context& context = static_cast<Context&>(contextBackend);
    const Level& l = level(index);
    ImageSlice from = slice(context, index, 0);
    if (!from.image) {
        return false;
    }
    return context.readImage(from, {}, l.extent, pixels, dst, false);
}

std::shared_ptr<gl::SharedImage> Texture::share(gl::ContextBackend& contextBackend,
                                                const gl::ImageIndex& index) {
    const ImageSlice from = slice(static_cast<Context&>(contextBackend), index, 0);
    if (!from.image) {
        return nullptr;
    }
    auto shared = std::make_shared<SharedImage>();
    shared->device = m_device.shared_from_this();
    shared->image = m_image;
    shared->format = from.format;
    shared->level = from.level;
    shared->layer = from.layer;
    return shared;
}

void Texture::adopt(gl::ContextBackend&, std::shared_ptr<gl::SharedImage> sharedImage) {
    const auto& shared = static_cast<const SharedImage&>(*sharedImage);
    for (auto& face : m_levels) {
        for (Level& l : face) {
            l = {};
        }
    }
    m_image = shared.image;
    m_imageLevel = shared.level;
    m_imageLayer = shared.layer;
    m_adopted = true;
    m_preparedVersion = 0;
    m_staged = false;
    Level& l = m_levels[0][0];
    chooseStorage(l, *shared.format, shared.extent());
    l.inImage = true;
}

} // namespace glvk

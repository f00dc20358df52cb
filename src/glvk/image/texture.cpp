// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/texture.h"

#include "glvk/gpu/gpu.h"
#include "glvk/record/calling_context.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace glvk {

namespace {

/// What undefined texels read as: zero, and an absent alpha one.
VkClearValue initialTexels(const format::InternalFormat& format) {
    VkClearValue clear{};
    if (format.isColor()) {
        if (format.integer()) {
            clear.color.uint32[3] = format.alphaAbsent() ? 1 : 0;
        } else {
            clear.color.float32[3] = format.alphaAbsent() ? 1.0f : 0.0f;
        }
    }
    return clear;
}

} // namespace

Texture::Texture(Gpu& gpu, gl::TextureType type) : m_gpu(gpu), m_type(type), m_levels(faces()) {}

// GL counts layers as rows or slices.

uint32_t Texture::layerCount(const format::Extent& extent) const {
    return !gl::isArray(m_type)                    ? 1
           : m_type == gl::TextureType::Tex1DArray ? uint32_t(extent.height_px)
                                                   : uint32_t(extent.depth_px);
}

VkExtent3D Texture::texelExtent(const format::Extent& extent) const {
    return {uint32_t(extent.width_px),
            m_type == gl::TextureType::Tex1DArray ? 1 : uint32_t(extent.height_px),
            m_type == gl::TextureType::Tex3D ? uint32_t(extent.depth_px) : 1};
}

VkOffset3D Texture::texelOffset(const gl::Offset& offset) const {
    return {offset.x,
            m_type == gl::TextureType::Tex1DArray ? 0 : offset.y,
            m_type == gl::TextureType::Tex3D ? offset.z : 0};
}

VkImageSubresourceLayers Texture::subresource(VkImageAspectFlags aspects,
                                              const gl::ImageIndex& index,
                                              const gl::Offset& offset,
                                              const format::Extent& extent) const {
    const int32_t layer = !gl::isArray(m_type)                    ? index.face
                          : m_type == gl::TextureType::Tex1DArray ? offset.y
                                                                  : offset.z;
    return {aspects,
            m_imageLevel + uint32_t(index.level),
            m_imageLayer + uint32_t(layer),
            layerCount(extent)};
}

bool Texture::sameFormat(const Level& level) const {
    return m_image && m_image->description().format == m_gpu.vkFormat(level.storage);
}

// Defining and updating levels.

void Texture::chooseStorage(Level& level,
                            const format::InternalFormat& internalFormat,
                            const format::Extent& extent) {
    level.format = &internalFormat;
    level.storage = m_gpu.storageFor(internalFormat);
    level.extent = extent;
    level.inImage = false;
    level.staged.clear();
    level.blocks = {};
}

bool Texture::fitsImage(const gl::ImageIndex& index, const Level& level) const {
    if (!m_image || m_owner != Owner::Self) {
        return false;
    }
    const ImageDescription& d = m_image->description();
    if (!sameFormat(level) || uint32_t(index.level) >= d.levels || level.extent.width_px <= 0 ||
        level.extent.height_px <= 0 || level.extent.depth_px <= 0 ||
        d.layers != uint32_t(faces()) * layerCount(level.extent)) {
        return false;
    }
    const VkExtent3D e = m_image->extent(uint32_t(index.level));
    const VkExtent3D own = texelExtent(level.extent);
    return own.width == e.width && own.height == e.height && own.depth == e.depth;
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
    format::decodeBlocksTo(level.format->candidates[0], extent, src, level.storage, dst);
}

template <class Fill>
bool Texture::writeLevel(CallingContext& context,
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
        context.uploads().prepare(); // The draw that needs the image should allocate no memory.
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
    CallingContext& context = CallingContext::of(contextBackend);
    if (m_owner == Owner::Shared) {
        m_image = {};
        m_owner = Owner::Self;
        m_imageLayer = m_imageLevel = 0;
    }
    Level& l = level(index);
    chooseStorage(l, internalFormat, extent);
    l.inImage = fitsImage(index, l);
    m_staged |= !l.inImage;
    forgetPrepared();
    if (!pixels || !src || extent.width_px == 0 || extent.height_px == 0 || extent.depth_px == 0) {
        return true;
    }
    return writeLevel(
        context, index, {}, extent, [&](std::byte* dst) { convert(l, extent, *pixels, src, dst); });
}

bool Texture::prepareUpdate(CallingContext& context, const gl::ImageIndex& index) {
    return level(index).inImage || realise(context, index);
}

bool Texture::update(gl::ContextBackend& contextBackend,
                     const gl::ImageIndex& index,
                     const gl::Offset& offset,
                     const format::Extent& extent,
                     const format::PixelLayout& pixels,
                     const void* src) {
    CallingContext& context = CallingContext::of(contextBackend);
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
    Level& l = level(index);
    keepBlocks(l, {}, extent, src);
    return writeLevel(CallingContext::of(contextBackend), index, {}, extent, [&](std::byte* dst) {
        convertBlocks(l, extent, src, dst);
    });
}

bool Texture::updateCompressed(gl::ContextBackend& contextBackend,
                               const gl::ImageIndex& index,
                               const gl::Offset& offset,
                               const format::Extent& extent,
                               const void* src) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (!prepareUpdate(context, index)) {
        return false;
    }
    Level& l = level(index);
    keepBlocks(l, offset, extent, src);
    return writeLevel(context, index, offset, extent, [&](std::byte* dst) {
        convertBlocks(l, extent, src, dst);
    });
}

uint32_t Texture::copyRegions(const gl::ImageIndex& index,
                              const gl::Offset& offset,
                              const format::Extent& extent,
                              format::Id storage,
                              VkDeviceSize bufferOffset_B,
                              VkBufferImageCopy copies[2]) const {
    const format::Layout& layout = format::layout(storage);
    uint32_t count = 0;
    const auto add = [&](VkImageAspectFlagBits aspect) {
        VkBufferImageCopy& copy = copies[count++];
        copy.bufferOffset = bufferOffset_B;
        copy.imageSubresource = subresource(aspect, index, offset, extent);
        copy.imageOffset = texelOffset(offset);
        copy.imageExtent = texelExtent(extent);
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

void Texture::recordUpload(CallingContext& context,
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
    m_gpu.vk().vkCmdCopyBufferToImage(
        commands, source.handle(), image.handle(), VK_IMAGE_LAYOUT_GENERAL, count, copies);
}

// Making one image of the levels that belong together.

ImageDescription
Texture::describe(const Level& reference, const format::Extent& base, int32_t levels) const {
    const VkFormatFeatureFlags features = m_gpu.formatFeatures(reference.storage);
    ImageDescription description;
    description.type = imageType(m_type);
    description.format = m_gpu.vkFormat(reference.storage);
    description.extent = texelExtent(base);
    description.levels = uint32_t(levels);
    description.layers = uint32_t(faces()) * layerCount(base);
    description.samples = VkSampleCountFlagBits(std::max(m_samples, 1));
    // A view may show layers of an array as a cube map.
    description.cube =
        isCube(m_type) || (m_viewable && m_type == gl::TextureType::Tex2DArray &&
                           base.width_px == base.height_px && description.layers >= 6);
    description.mutableFormat =
        m_viewable || format::layout(reference.storage).numeric == format::Numeric::Srgb;
    // Others know of nothing else.
    description.exportable = m_exportable && m_type == gl::TextureType::Tex2D && levels == 1 &&
                             !description.mutableFormat;
    description.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) {
        description.usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
    }
    if (features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) {
        description.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    }
    if ((features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) &&
        m_type != gl::TextureType::Tex3D) {
        description.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    }
    return description;
}

bool Texture::realise(CallingContext& context, const gl::ImageIndex& index) {
    if (m_owner != Owner::Self) {
        return bool(m_image);
    }
    const int32_t wanted = index.level;
    const Level& reference = level(index);
    if (m_image && !m_staged && reference.inImage) {
        return true;
    }
    if (!reference.format || reference.extent.width_px <= 0 ||
        reference.storage == format::Id::None) {
        return false;
    }
    // Level 0's size: as defined where it goes with the wanted level, else scaled up from that.
    const Level& zero = m_levels[{0, index.face}];
    format::Extent base = zero.extent;
    const bool fromLevelZero = zero.format && base.width_px > 0 &&
                               wanted < gl::chainLength(m_type, base) &&
                               gl::levelExtent(m_type, base, wanted) == reference.extent;
    if (!fromLevelZero) {
        const VkExtent3D texels = texelExtent(reference.extent);
        base = reference.extent;
        base.width_px <<= wanted;
        if (texels.height > 1 || m_type == gl::TextureType::Cube) {
            base.height_px <<= wanted;
        }
        if (texels.depth > 1) {
            base.depth_px <<= wanted;
        }
    }
    const auto belongs = [&](const Level& l, int32_t number) {
        return l.format && l.storage == reference.storage &&
               l.extent == gl::levelExtent(m_type, base, number);
    };
    // Levels beyond 1×1 may be defined; they belong to no chain.
    const int32_t chain = std::min(gl::chainLength(m_type, base), gl::kMaxLevels);
    int32_t last = wanted;
    for (int32_t number = wanted; number < chain; ++number) {
        for (int face = 0; face < faces(); ++face) {
            if (belongs(m_levels[{number, face}], number)) {
                last = number;
            }
        }
    }
    const ImageDescription description = describe(reference, base, last + 1);
    const bool clears =
        !format::layout(reference.storage).compressed() &&
        m_gpu.formatFeatures(reference.storage) & VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    const VkClearValue clear = initialTexels(*reference.format);
    ResourceRef<Image> fresh = Image::create(m_gpu, description, clears ? &clear : nullptr);
    if (!fresh) {
        context.recorder().finish("memory for a texture");
        fresh = Image::create(m_gpu, description, clears ? &clear : nullptr);
    }
    if (!fresh) {
        return false;
    }
    const auto stays = [&](const Level& l, int32_t number) {
        return number <= last && belongs(l, number);
    };
    for (int face = 0; face < faces(); ++face) {
        for (int32_t number = 0; number < gl::kMaxLevels; ++number) {
            const Level& l = m_levels[{number, face}];
            if (l.inImage && !stays(l, number) && !stageLevel(context, {number, face})) {
                return false;
            }
        }
    }
    const auto forEachThatStays = [&](const auto& step) {
        for (int face = 0; face < faces(); ++face) {
            for (int32_t number = 0; number <= last; ++number) {
                if (stays(m_levels[{number, face}], number)) {
                    step(gl::ImageIndex{number, face});
                }
            }
        }
    };
    forEachThatStays([&](const gl::ImageIndex& kept) { keepLevel(context, *fresh, kept); });
    // Nothing fails any more.
    forEachThatStays([&](const gl::ImageIndex& kept) {
        Level& l = level(kept);
        l.inImage = true;
        l.staged = {};
    });
    if (m_image) {
        context.noteMovedStorage();
    }
    m_image = std::move(fresh);
    m_staged = false;
    forgetPrepared();
    return true;
}

void Texture::keepLevel(CallingContext& context, Image& fresh, const gl::ImageIndex& index) {
    Level& l = level(index);
    if (l.inImage && m_image) {
        Recorder& recorder = context.recorder();
        recorder.endRendering();
        recorder.copy(*m_image, fresh);
        VkImageCopy copy{};
        copy.srcSubresource = subresource(m_image->aspects(), index, {}, l.extent);
        copy.dstSubresource = copy.srcSubresource;
        copy.extent = texelExtent(l.extent);
        m_gpu.vk().vkCmdCopyImage(recorder.commands(),
                                  m_image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  fresh.handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &copy);
    } else if (!l.staged.empty()) {
        const StreamPiece piece = context.uploads().allocate(l.staged.size(), 16);
        if (!piece.storage) {
            throw std::bad_alloc();
        }
        std::memcpy(piece.data, l.staged.data(), l.staged.size());
        recordUpload(
            context, fresh, index, {}, l.extent, l.storage, *piece.storage, piece.offset_B);
    }
}

std::vector<std::byte> Texture::download(CallingContext& context, const gl::ImageIndex& index) {
    const Level& l = level(index);
    const size_t size_B = copySize_B(l.storage, l.extent);
    ResourceRef<BufferStorage> readback =
        BufferStorage::create(m_gpu, size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
    if (!readback) {
        return {};
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.copy(*m_image, *readback);
    VkBufferImageCopy copies[2]{};
    const uint32_t count = copyRegions(index, {}, l.extent, l.storage, 0, copies);
    m_gpu.vk().vkCmdCopyImageToBuffer(recorder.commands(),
                                      m_image->handle(),
                                      VK_IMAGE_LAYOUT_GENERAL,
                                      readback->handle(),
                                      count,
                                      copies);
    recorder.makeVisibleToHost();
    if (!recorder.finish("a texture's texels")) {
        return {};
    }
    return {readback->mapped(), readback->mapped() + size_B};
}

bool Texture::stageLevel(CallingContext& context, const gl::ImageIndex& index) {
    Level& l = level(index);
    std::vector<std::byte> bytes = download(context, index);
    if (bytes.empty()) {
        return false;
    }
    l.staged = std::move(bytes);
    l.inImage = false;
    return true;
}

// Storage as a whole.

bool Texture::defineStorage(gl::ContextBackend& contextBackend,
                            const format::InternalFormat& internalFormat,
                            const format::Extent& extent,
                            int32_t levels,
                            int32_t samples) {
    CallingContext& context = CallingContext::of(contextBackend);
    gl::LevelTable<Level> defined(faces());
    for (int face = 0; face < faces(); ++face) {
        for (int32_t number = 0; number < levels; ++number) {
            chooseStorage(defined.at({number, face}),
                          internalFormat,
                          gl::levelExtent(m_type, extent, number));
        }
    }
    auto before = std::exchange(m_levels, std::move(defined));
    const ResourceRef<Image> imageBefore = std::exchange(m_image, {});
    const auto ownerBefore = std::exchange(m_owner, Owner::Self);
    const auto samplesBefore = std::exchange(m_samples, samples);
    const uint32_t offsetsBefore[2] = {std::exchange(m_imageLevel, 0),
                                       std::exchange(m_imageLayer, 0)};
    const bool stagedBefore = std::exchange(m_staged, false);
    forgetPrepared();
    if (realise(context, {})) {
        if (imageBefore) {
            context.noteMovedStorage();
        }
        return true;
    }
    m_levels = std::move(before);
    m_image = imageBefore;
    m_owner = ownerBefore;
    m_samples = samplesBefore;
    m_imageLevel = offsetsBefore[0];
    m_imageLayer = offsetsBefore[1];
    m_staged = stagedBefore;
    return false;
}

bool Texture::makeViewable(CallingContext& context) {
    if (m_owner != Owner::Self || m_viewable) {
        return bool(m_image);
    }
    m_viewable = true;
    m_staged = true; // Has the image made anew.
    return realise(context, {});
}

bool Texture::reduces(const format::InternalFormat& internalFormat) const {
    return m_gpu.formatCaps(internalFormat, m_type).reducible;
}

bool Texture::showView(gl::ContextBackend& contextBackend,
                       gl::TextureBackend& sourceBackend,
                       const format::InternalFormat& internalFormat,
                       const format::Extent& extent,
                       int32_t minLevel,
                       int32_t levels,
                       int32_t minLayer) {
    auto& source = static_cast<Texture&>(sourceBackend);
    if (!source.makeViewable(CallingContext::of(contextBackend))) {
        return false;
    }
    m_image = source.m_image;
    m_samples = source.m_samples;
    m_imageLevel = source.m_imageLevel + uint32_t(minLevel);
    m_imageLayer = source.m_imageLayer + uint32_t(minLayer);
    m_owner = Owner::View;
    forgetPrepared();
    m_staged = false;
    m_levels = gl::LevelTable<Level>(faces());
    for (int face = 0; face < faces(); ++face) {
        for (int32_t number = 0; number < levels; ++number) {
            Level& l = level({number, face});
            chooseStorage(l, internalFormat, gl::levelExtent(m_type, extent, number));
            l.inImage = true;
        }
    }
    return true;
}

// EGL images.

void Texture::makeExportable(CallingContext& context, const gl::ImageIndex& index) {
    const DmaBufFormats* const formats = m_gpu.dmaBufFormats();
    if (m_owner != Owner::Self || m_exportable || !formats ||
        formats->exported(m_gpu.vkFormat(level(index).storage)).empty()) {
        return;
    }
    m_exportable = true;
    m_staged = true; // Has the image made anew; failing, it stays as it is.
    realise(context, index);
}

std::shared_ptr<gl::SharedImage> Texture::share(gl::ContextBackend& contextBackend,
                                                const gl::ImageIndex& index) {
    CallingContext& context = CallingContext::of(contextBackend);
    makeExportable(context, index);
    const ImageSlice from = slice(context, index, 0);
    if (!from.image) {
        return nullptr;
    }
    auto shared = std::make_shared<SharedImage>();
    shared->gpu = m_gpu.shared_from_this();
    shared->image = m_image;
    shared->format = from.format;
    shared->storage = from.storage;
    shared->level = from.level;
    shared->layer = from.layer;
    return shared;
}

void Texture::adopt(gl::ContextBackend&, std::shared_ptr<gl::SharedImage> sharedImage) {
    const auto& shared = static_cast<const SharedImage&>(*sharedImage);
    m_levels = gl::LevelTable<Level>(faces());
    m_image = shared.image;
    m_imageLevel = shared.level;
    m_imageLayer = shared.layer;
    m_owner = Owner::Shared;
    forgetPrepared();
    m_staged = false;
    Level& l = level({});
    chooseStorage(l, *shared.format, shared.extent());
    l.storage = shared.storage;
    l.inImage = true;
}

ImageSlice Texture::slice(CallingContext& context, const gl::ImageIndex& index, int32_t layer) {
    if (!prepareUpdate(context, index)) {
        return {};
    }
    const Level& l = level(index);
    ImageSlice slice;
    slice.image = m_image.get();
    slice.level = m_imageLevel + uint32_t(index.level);
    slice.layer = m_imageLayer + uint32_t(index.face + layer);
    slice.format = l.format;
    slice.storage = l.storage;
    if (!sameFormat(l)) {
        slice.viewFormat = m_gpu.vkFormat(l.storage);
    }
    return slice;
}

} // namespace glvk

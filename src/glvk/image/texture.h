// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/texture.h"
#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/image.h"
#include "glvk/image/image_slice.h"
#include "glvk/image/sampled_image.h"
#include "glvk/image/sampled_kind.h"
#include "glvk/image/sampler.h"
#include "glvk/image/sampler_cache.h"
#include "glvk/image/texture_type.h"

#include <array>
#include <memory>
#include <vector>

namespace glvk {

class CallingContext;
class Placeholders;
class Recorder;
class Gpu;

/// What textures are sampled with.
struct Sampling {
    CallingContext& context;
    SamplerCache& samplers;
    Placeholders& placeholders;
    WhenFull whenFull = WhenFull::Refuse;
};

/// How it went to find what a sampler reads.
enum class SamplingResult : uint8_t {
    Ready,
    OutOfMemory,
    SamplersFull, ///< All that the device allows are held.
};

/// What a buffer texture reads; zeros where it has no buffer.
struct TexelBuffer {
    BufferStorage* storage = nullptr;
    const TexelView* view = nullptr;
};

/// A texture's pixels. GL defines images one by one, Vulkan all levels at once: definitions that do
/// not fit the image at hand are kept in host memory until the texture is used, then `realise`
/// makes an image with all levels that belong together. See docs/texture-storage.md.
class Texture final : public gl::TextureBackend {
public:
    Texture(Gpu& gpu, gl::TextureType type);

    bool define(gl::ContextBackend& context,
                const gl::ImageIndex& index,
                const format::InternalFormat& internalFormat,
                const format::Extent& extent,
                const format::PixelLayout* pixels,
                const void* src) override;
    bool update(gl::ContextBackend& context,
                const gl::ImageIndex& index,
                const gl::Offset& offset,
                const format::Extent& extent,
                const format::PixelLayout& pixels,
                const void* src) override;
    bool defineCompressed(gl::ContextBackend& context,
                          const gl::ImageIndex& index,
                          const format::InternalFormat& internalFormat,
                          const format::Extent& extent,
                          const void* src) override;
    bool updateCompressed(gl::ContextBackend& context,
                          const gl::ImageIndex& index,
                          const gl::Offset& offset,
                          const format::Extent& extent,
                          const void* src) override;
    bool copyFrom(gl::ContextBackend& context,
                  const gl::ImageIndex& index,
                  const gl::Offset& offset,
                  const gl::Framebuffer& source,
                  const gl::Rect& area) override;
    bool generateMipmap(gl::ContextBackend& context, int32_t baseLevel, int32_t lastLevel) override;
    bool defineStorage(gl::ContextBackend& context,
                       const format::InternalFormat& internalFormat,
                       const format::Extent& extent,
                       int32_t levels,
                       int32_t samples) override;
    bool showView(gl::ContextBackend& context,
                  gl::TextureBackend& source,
                  const format::InternalFormat& internalFormat,
                  const format::Extent& extent,
                  int32_t minLevel,
                  int32_t levels,
                  int32_t minLayer) override;
    bool reduces(const format::InternalFormat& internalFormat) const override;
    bool read(gl::ContextBackend& context,
              const gl::ImageIndex& index,
              const format::PixelLayout& pixels,
              void* dst) override;
    bool
    readCompressed(gl::ContextBackend& context, const gl::ImageIndex& index, void* dst) override;
    std::shared_ptr<gl::SharedImage> share(gl::ContextBackend& context,
                                           const gl::ImageIndex& index) override;
    void adopt(gl::ContextBackend& context, std::shared_ptr<gl::SharedImage> image) override;

    /// The texture as a sampler of a draw reads it, by a sampler object (null: none, its own
    /// parameters count).
    SamplingResult prepareSampling(const Sampling& sampling,
                                   const gl::Texture& texture,
                                   const gl::Sampler* sampler,
                                   const UnitSampling& unit,
                                   SampledKind kind,
                                   Image*& image,
                                   SampledImage& sampled) {
        const Asked asked{texture.version(), sampler ? sampler->version() : 0, unit, kind};
        const Prepared* found = nullptr;
        for (const Prepared& prepared : m_prepared) {
            if (prepared.asked == asked) [[likely]] {
                found = &prepared;
                break;
            }
        }
        if (!found && !(found = prepareAgain(texture, sampler, asked))) {
            const SamplingResult result = prepareAnew(sampling, texture, sampler, asked, found);
            if (result != SamplingResult::Ready) {
                return result;
            }
        }
        image = found->image;
        sampled = found->sampled;
        return SamplingResult::Ready;
    }
    /// What prepareSampling() remembers is not to be had any more.
    bool forgetPrepared() {
        m_prepared = {};
        return true;
    }
    /// What samplers read of it.
    SampledKind numbers(const gl::Texture& texture) const;
    /// A buffer texture as a draw reads it. Not remembered: the buffer may get other storage at
    /// any time (gl::Dirty::Textures says so). False: out of memory.
    bool prepareTexels(Placeholders& placeholders,
                       const gl::Texture& texture,
                       SampledKind kind,
                       TexelBuffer& texels);
    /// The blocks of a part of a compressed level that is stored decoded: empty otherwise.
    std::vector<std::byte>
    blocksOf(const gl::ImageIndex& index, const gl::Offset& offset, const format::Extent& extent);
    void setBlocks(const gl::ImageIndex& index,
                   const gl::Offset& offset,
                   const format::Extent& extent,
                   const std::vector<std::byte>& blocks);
    /// One image to render to or read from.
    ImageSlice slice(CallingContext& context, const gl::ImageIndex& index, int32_t layer);

private:
    /// One level of one face. Pixels are in `image` of the texture, or in `staged`, or nowhere yet.
    struct Level {
        const format::InternalFormat* format = nullptr;
        format::Id storage = format::Id::None;
        format::Extent extent{0, 0, 0};
        bool inImage = false;
        std::vector<std::byte> staged; ///< Tightly packed, storage layout; depth then stencil.
        /// Of a compressed format that the device lacks and that is stored decoded: the blocks as
        /// they were given, for glGetCompressedTexImage. Empty: none were.
        std::vector<std::byte> blocks;
    };

    /// Whose storage `m_image` is.
    enum class Owner : uint8_t {
        Self,
        Shared, ///< Of an EGL image: a new definition lets go of it.
        View,   ///< Of a texture that this is a view of: it stays for ever.
    };

    /// How the texture is to be sampled. Version 0: not at all.
    struct Asked {
        uint64_t version = 0; ///< gl::Texture::version()
        uint64_t sampler = 0; ///< gl::Sampler::version(); 0: by the texture's own parameters.
        UnitSampling unit;
        SampledKind kind = SampledKind::Float;
        bool operator==(const Asked&) const = default;
    };
    /// How it was sampled, and what with.
    struct Prepared {
        Asked asked;
        Image* image = nullptr;
        SampledImage sampled{};
        // What it was made of, for parameters that come back: versions never do.
        uint64_t contents = 0; ///< gl::Texture::contents()
        gl::SamplerParameters parameters;
    };

    int faces() const { return m_type == gl::TextureType::Cube ? 6 : 1; }
    /// The regions' parts of an image, of which GL counts layers in one of the dimensions.
    uint32_t layerCount(const format::Extent& extent) const;
    VkExtent3D texelExtent(const format::Extent& extent) const;
    VkOffset3D texelOffset(const gl::Offset& offset) const;
    VkImageSubresourceLayers subresource(VkImageAspectFlags aspects,
                                         const gl::ImageIndex& index,
                                         const gl::Offset& offset,
                                         const format::Extent& extent) const;
    /// Regions between an image and a buffer that holds depth, then stencil, tightly packed.
    uint32_t copyRegions(const gl::ImageIndex& index,
                         const gl::Offset& offset,
                         const format::Extent& extent,
                         format::Id storage,
                         VkDeviceSize bufferOffset_B,
                         VkBufferImageCopy copies[2]) const;
    /// Blits and clears see the format of the image, not that of a view.
    bool sameFormat(const Level& level) const;
    /// A level in the image, as bytes on the host. Waits for the device. Empty: failed.
    std::vector<std::byte> download(CallingContext& context, const gl::ImageIndex& index);
    /// Makes the storage one that views of any format may show.
    bool makeViewable(CallingContext& context);
    /// Makes it one that others can have too, where the device has a way for it.
    void makeExportable(CallingContext& context, const gl::ImageIndex& index);
    Level& level(const gl::ImageIndex& index) { return m_levels.at(index); }
    bool fitsImage(const gl::ImageIndex& index, const Level& level) const;
    void chooseStorage(Level& level,
                       const format::InternalFormat& internalFormat,
                       const format::Extent& extent);
    /// Bytes of `extent` as buffer copies want them: depth, then stencil, for packed formats.
    static size_t copySize_B(format::Id storage, const format::Extent& extent);
    /// Client pixels into such bytes.
    static void convert(const Level& level,
                        const format::Extent& extent,
                        const format::PixelLayout& pixels,
                        const void* src,
                        std::byte* dst);
    static void convertBlocks(const Level& level,
                              const format::Extent& extent,
                              const void* src,
                              std::byte* dst);
    /// Blocks for Level::blocks, where the level is stored decoded.
    static void keepBlocks(Level& level,
                           const gl::Offset& offset,
                           const format::Extent& extent,
                           const void* src);
    /// Runs `fill` on memory that becomes the texels of a part of a level: on upload memory when
    /// the level lies in the image, else on its staged bytes (whole levels only).
    template <class Fill>
    bool writeLevel(CallingContext& context,
                    const gl::ImageIndex& index,
                    const gl::Offset& offset,
                    const format::Extent& extent,
                    Fill fill);
    const Prepared* remember(const Prepared& prepared) {
        return &(m_prepared[m_nextPrepared++ % m_prepared.size()] = prepared);
    }
    const Prepared*
    prepareAgain(const gl::Texture& texture, const gl::Sampler* sampler, const Asked& asked);
    SamplingResult prepareAnew(const Sampling& sampling,
                               const gl::Texture& texture,
                               const gl::Sampler* sampler,
                               const Asked& asked,
                               const Prepared*& found);
    SamplingResult
    prepareBlack(const Sampling& sampling, SampledKind kind, Prepared& prepared) const;
    SampledTexture sampledTexture(const Level& base, const ViewKey& view) const;
    static SamplingResult
    findSampler(const Sampling& sampling, const SamplerKey& key, Prepared& prepared);
    bool prepareUpdate(CallingContext& context, const gl::ImageIndex& index);
    /// Makes the image hold every level that belongs together with that of `index`.
    bool realise(CallingContext& context, const gl::ImageIndex& index);
    ImageDescription
    describe(const Level& reference, const format::Extent& base, int32_t levels) const;
    void keepLevel(CallingContext& context, Image& fresh, const gl::ImageIndex& index);
    /// Takes a level out of the image, into host memory. Waits for the device.
    bool stageLevel(CallingContext& context, const gl::ImageIndex& index);
    void recordUpload(CallingContext& context,
                      Image& image,
                      const gl::ImageIndex& index,
                      const gl::Offset& offset,
                      const format::Extent& extent,
                      format::Id storage,
                      BufferStorage& source,
                      VkDeviceSize sourceOffset_B);
    /// For formats the device cannot blit: a box filter over floats.
    bool generateMipmapOnHost(CallingContext& context, int32_t baseLevel, int32_t lastLevel);
    ViewKey samplingView(const gl::Texture& texture,
                         const gl::SamplerParameters& parameters,
                         const Level& base) const;
    bool copyOnDevice(CallingContext& context,
                      const gl::ImageIndex& index,
                      const gl::Offset& offset,
                      const ImageSlice& source,
                      const gl::Rect& area);

    Gpu& m_gpu;
    const gl::TextureType m_type;
    gl::LevelTable<Level> m_levels;
    ResourceRef<Image> m_image;
    uint32_t m_imageLayer = 0; ///< Of this texture's first layer and level in the image: not zero
    uint32_t m_imageLevel = 0; ///< only where it is not the texture's own.
    Owner m_owner = Owner::Self;
    bool m_staged = false;     ///< Some level waits to be put into an image.
    bool m_viewable = false;   ///< Views of other formats are possible.
    bool m_exportable = false; ///< An EGL image was made of it, whose memory others may get.
    int32_t m_samples = 0;

    /// The last answers of prepareSampling(), good while the image stays: a texture may be read in
    /// several ways in turn.
    std::array<Prepared, 4> m_prepared;
    uint32_t m_nextPrepared = 0;
};

} // namespace glvk

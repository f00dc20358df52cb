// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/buffer.h"
#include "gl/objects/level_table.h"
#include "gl/objects/ref.h"
#include "gl/objects/sampler.h"
#include "gl/rules/api_version.h"

#include <array>
#include <atomic>

namespace gl {

/// Facts of one image (a level of a face) as the application defined it.
struct TextureImage {
    const format::InternalFormat* format = nullptr; ///< Null: not defined.
    format::Extent extent{0, 0, 0};

    bool defined() const {
        return format != nullptr && extent.width_px > 0 && extent.height_px > 0 &&
               extent.depth_px > 0;
    }
    bool operator==(const TextureImage&) const = default;
};

/// What a level is with `steps` levels between it and `base`: layers do not shrink.
format::Extent levelExtent(TextureType type, const format::Extent& base, int32_t steps);
/// Levels of a chain from `base` down to one texel.
int32_t chainLength(TextureType type, const format::Extent& base);
bool isMultisample(TextureType type);
/// Layers are a dimension of its images.
bool isArray(TextureType type);
/// Has no levels but one: lone images, multisample and buffer textures.
bool isSingleLevel(TextureType type);
/// Knows neither mipmaps nor repetition: rectangles (GL 3.1 section 3.8.4), external images
/// (OES_EGL_image_external).
bool isLoneImage(TextureType type);
bool allowsWrap(TextureType type, GLenum wrap);

/// glTexBufferRange: what a buffer texture reads.
struct TexelRange {
    Ref<Buffer> buffer;
    const format::InternalFormat* format = nullptr; ///< GL_R8 where none was given.
    size_t offset_B = 0;
    size_t size_B = 0; ///< 0: all of the buffer as it is when used.

    /// Whole texels that there are now, `limit` at most.
    size_t count(size_t limit) const;
};

/// The part of another texture's storage that a view shows (GL 4.3 section 8.18).
struct TextureViewRange {
    int32_t minLevel = 0;
    int32_t levels = 0;
    int32_t minLayer = 0;
    int32_t layers = 0;
    int32_t storageLevels = 0; ///< Of the texture that was no view: GL_TEXTURE_IMMUTABLE_LEVELS.
};

/// A texture object: the application's view of it. Pixels live in the back end.
class Texture : public Object {
public:
    Texture(uint32_t name, TextureType type, std::unique_ptr<TextureBackend> backend);
    ~Texture() override;

    TextureType type() const { return m_type; }
    TextureBackend& backend() const { return *m_backend; }
    int faceCount() const { return m_type == TextureType::Cube ? 6 : 1; }

    const SamplerParameters& parameters() const { return m_parameters; }
    /// As the application set them.
    int32_t baseLevel() const { return m_baseLevel; }
    int32_t maxLevel() const { return m_maxLevel; }
    /// As they count: within the levels of an immutable texture (ES 3.0 section 3.8.10).
    int32_t firstLevel() const;
    int32_t lastLevel() const;
    GLenum depthTextureMode() const { return m_depthTextureMode; }
    /// GL_DEPTH_STENCIL_TEXTURE_MODE.
    GLenum depthStencilMode() const { return m_depthStencilMode; }
    /// Reads of it are of stencil indices, integers.
    bool samplesStencil() const;
    /// GL_TEXTURE_SWIZZLE_R…A.
    const std::array<GLenum, 4>& swizzle() const { return m_swizzle; }
    bool generateMipmapOnChange() const { return m_generateMipmap; } ///< GL_GENERATE_MIPMAP.
    float priority() const { return m_priority; }                    ///< GL_TEXTURE_PRIORITY.
    /// GL_TEXTURE_CROP_RECT_OES: the texels that glDrawTexOES draws, u, v, width and height.
    const std::array<GLint, 4>& cropRect() const { return m_cropRect; }
    /// Levels that glTexStorage (or glTextureView) gave it for good; 0: it is not immutable.
    int32_t immutableLevels() const { return m_immutableLevels; }
    int32_t samples() const { return m_samples; } ///< 0: single-sampled.
    bool fixedSampleLocations() const { return m_fixedSampleLocations; }
    const TextureViewRange& viewRange() const { return m_viewRange; }
    const TexelRange& texels() const { return m_texels; } ///< Of a buffer texture.

    const TextureImage& image(const ImageIndex& index) const { return m_images[index]; }

    /// Complete with the given sampler state (ES 3.0 section 3.8.13, GL 4.1 section 3.8.14). An
    /// incomplete texture samples as (0, 0, 0, 1).
    bool complete(const SamplerParameters& sampler) const;
    /// Levels first…last that make a mipmap-complete chain (at least the base level itself);
    /// last < first: the base level is not defined or, in a cube map, faces differ.
    int32_t lastCompleteLevel() const { return m_lastComplete; }
    /// The last level a chain down to 1×1 has, at most lastLevel(); firstLevel() - 1 without base
    /// level.
    int32_t lastChainLevel() const { return m_lastChain; }
    /// All six faces of `level` are defined, square and alike (ES 2.0 section 3.7.10).
    bool cubeLevelComplete(int32_t level) const;
    /// The level is defined, in all faces alike.
    bool levelDefined(int32_t level) const;
    bool attached() const { return m_attachments.load(std::memory_order_relaxed) > 0; }

    /// Grows with every change that sampling may see; never 0.
    uint64_t version() const { return m_contents + m_parameterChanges; }
    /// The same but for parameters().
    uint64_t contents() const { return m_contents; }

    /// What a new texture owes to the context that made it.
    void suit(const ApiVersion& version, const Caps& caps);

    // Changes, by the texture commands after validation.
    void setParameters(const SamplerParameters& parameters);
    void setLevels(int32_t baseLevel, int32_t maxLevel);
    void setDepthTextureMode(GLenum mode) {
        m_depthTextureMode = mode;
        ++m_contents;
    }
    void setDepthStencilMode(GLenum mode) {
        m_depthStencilMode = mode;
        ++m_contents;
    }
    void setSwizzle(const std::array<GLenum, 4>& swizzle) {
        m_swizzle = swizzle;
        ++m_contents;
    }
    void setGenerateMipmapOnChange(bool on) { m_generateMipmap = on; }
    void setPriority(float priority) { m_priority = priority; }
    void setCropRect(const std::array<GLint, 4>& rectangle) { m_cropRect = rectangle; }
    void setImage(const ImageIndex& index, const TextureImage& image);
    void setSamples(int32_t samples, bool fixedLocations);
    /// All images at once, for good. `extent` is level 0's.
    void setImmutable(const format::InternalFormat& format,
                      const format::Extent& extent,
                      int32_t levels,
                      const TextureViewRange& range);
    void setTexels(TexelRange texels);
    /// By framebuffers, for attached().
    void attach() const { m_attachments.fetch_add(1, std::memory_order_relaxed); }
    void detach() const { m_attachments.fetch_sub(1, std::memory_order_relaxed); }
    /// ES 2.0 without OES_texture_npot: NPOT needs edge clamps, no mipmaps.
    bool npotRestricted = false;
    /// OES_texture_(half_)float without …_linear: anything but nearest filters is incomplete.
    bool floatNearestOnly = false;
    bool halfFloatNearestOnly = false;
    /// ES 3.0: sized depth formats are filtered only while comparing.
    bool depthNearestOnly = false;

private:
    void updateCompleteness();
    void storageChanged();

    std::unique_ptr<TextureBackend> m_backend;
    const TextureType m_type;
    mutable std::atomic<int32_t> m_attachments{0};
    int32_t m_lastComplete = -1;
    int32_t m_lastChain = -1;
    bool m_generateMipmap = false;
    float m_priority = 1;
    std::array<GLint, 4> m_cropRect{};
    bool m_fixedSampleLocations = true;
    uint64_t m_contents = 1;
    uint64_t m_parameterChanges = 0;
    SamplerParameters m_parameters;
    int32_t m_baseLevel = 0;
    int32_t m_maxLevel = 1000;
    GLenum m_depthTextureMode = GL_LUMINANCE;
    GLenum m_depthStencilMode = GL_DEPTH_COMPONENT;
    std::array<GLenum, 4> m_swizzle{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
    int32_t m_immutableLevels = 0;
    int32_t m_samples = 0;
    TextureViewRange m_viewRange;
    TexelRange m_texels;
    LevelTable<TextureImage> m_images;
};

} // namespace gl

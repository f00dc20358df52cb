// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/ref.h"
#include "gl/sampler.h"

#include <array>
#include <atomic>

namespace gl {

inline constexpr int kMaxLevels = 15; ///< 16384 texels and less.

/// Grows when storage that some framebuffer has attached is redefined: cached completeness of
/// framebuffers older than this is stale (docs/textures.md).
uint64_t attachedStorageSerial();
void bumpAttachedStorageSerial();

/// Facts of one image (a level of a face) as the application defined it.
struct TextureImage {
    const format::InternalFormat* format = nullptr; ///< Null: not defined.
    format::Extent extent{0, 0, 0};
    int32_t samples = 0; ///< 0: not multisampled.
    bool fixedSampleLocations = true;

    bool defined() const {
        return format != nullptr && extent.width_px > 0 && extent.height_px > 0 &&
               extent.depth_px > 0;
    }
    bool operator==(const TextureImage&) const = default;
};

/// A texture object: the application's view of it. Pixels live in the back end.
class Texture : public Object {
public:
    Texture(uint32_t name, TextureType type, std::unique_ptr<TextureBackend> backend);

    TextureType type() const { return m_type; }
    TextureBackend& backend() const { return *m_backend; }
    int faceCount() const { return m_type == TextureType::Cube ? 6 : 1; }

    const SamplerParameters& parameters() const { return m_parameters; }
    int32_t baseLevel() const { return m_baseLevel; }
    int32_t maxLevel() const { return m_maxLevel; }
    GLenum depthTextureMode() const { return m_depthTextureMode; }
    bool generateMipmapOnChange() const { return m_generateMipmap; } ///< GL_GENERATE_MIPMAP.

    const TextureImage& image(const ImageIndex& index) const;

    /// Complete with the given sampler state (ES 2.0 section 3.7.10 and 3.8.2, GL 2.1
    /// section 3.8.10). An incomplete texture samples as (0, 0, 0, 1).
    bool complete(const SamplerParameters& sampler) const;
    /// Levels base…last that make a mipmap-complete chain (at least the base level itself);
    /// last < base: the base level is not defined or, in a cube map, faces differ.
    int32_t lastCompleteLevel() const { return m_lastComplete; }
    /// The last level a chain down to 1×1 has, clamped to maxLevel(); base - 1 without base level.
    int32_t lastChainLevel() const { return m_lastChain; }
    /// All six faces of `level` are defined, square and alike (ES 2.0 section 3.7.10).
    bool cubeLevelComplete(int32_t level) const;
    bool attached() const { return m_attachments.load(std::memory_order_relaxed) > 0; }

    /// Grows with every change that sampling may see; never 0.
    uint64_t version() const { return m_version; }

    // Changes, by the texture commands after validation.
    void setParameters(const SamplerParameters& parameters);
    void setLevels(int32_t baseLevel, int32_t maxLevel);
    void setDepthTextureMode(GLenum mode) {
        m_depthTextureMode = mode;
        ++m_version;
    }
    void setGenerateMipmapOnChange(bool on) { m_generateMipmap = on; }
    void setImage(const ImageIndex& index, const TextureImage& image);
    /// By framebuffers, for attached().
    void attach() const { m_attachments.fetch_add(1, std::memory_order_relaxed); }
    void detach() const { m_attachments.fetch_sub(1, std::memory_order_relaxed); }
    /// ES 2.0 without OES_texture_npot: NPOT needs edge clamps, no mipmaps.
    bool npotRestricted = false;
    /// OES_texture_(half_)float without …_linear: anything but nearest filters is incomplete.
    bool floatNearestOnly = false;
    bool halfFloatNearestOnly = false;

private:
    void updateCompleteness();

    std::unique_ptr<TextureBackend> m_backend;
    const TextureType m_type;
    mutable std::atomic<int32_t> m_attachments{0};
    int32_t m_lastComplete = -1;
    int32_t m_lastChain = -1;
    bool m_generateMipmap = false;
    uint64_t m_version = 1;
    SamplerParameters m_parameters;
    int32_t m_baseLevel = 0;
    int32_t m_maxLevel = 1000;
    GLenum m_depthTextureMode = GL_LUMINANCE;
    std::array<std::array<TextureImage, kMaxLevels>, 6> m_images;
};

} // namespace gl

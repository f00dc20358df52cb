// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/ref.h"

#include <array>
#include <bit>

namespace gl {

/// Sampler state (ES 3.0 table 6.10, GL 4.1 table 6.18): what sampler objects hold, and textures
/// for themselves.
struct SamplerParameters {
    GLenum minFilter = GL_NEAREST_MIPMAP_LINEAR;
    GLenum magFilter = GL_LINEAR;
    GLenum wrapS = GL_REPEAT;
    GLenum wrapT = GL_REPEAT;
    GLenum wrapR = GL_REPEAT;
    float minLod = -1000;
    float maxLod = 1000;
    float lodBias = 0;
    float maxAnisotropy = 1;
    GLenum compareMode = GL_NONE;
    GLenum compareFunc = GL_LEQUAL;
    GLenum srgbDecode = GL_DECODE_EXT;
    GLenum reductionMode = GL_WEIGHTED_AVERAGE_ARB;
    /// GL_TEXTURE_CUBE_MAP_SEAMLESS of this one: cubes are seamless where it or the context says
    /// so.
    bool seamlessCube = false;
    /// Bits of four floats or, given by a command for integers, of four integers. Which they are
    /// is the texture's: GL leaves borders of the other kind undefined.
    std::array<uint32_t, 4> borderBits{0, 0, 0, 0};

    bool reduces() const { return reductionMode != GL_WEIGHTED_AVERAGE_ARB; }
    bool mipmapped() const { return minFilter != GL_NEAREST && minFilter != GL_LINEAR; }
    std::array<float, 4> borderColor() const {
        return std::bit_cast<std::array<float, 4>>(borderBits);
    }
    void setBorderColor(const std::array<float, 4>& color) {
        borderBits = std::bit_cast<std::array<uint32_t, 4>>(color);
    }
    bool operator==(const SamplerParameters&) const = default;
};

/// A sampler object (GL 3.3 section 3.8.2). Bound to a unit it takes the place of the texture's own
/// parameters, completeness included.
class Sampler : public Object {
public:
    explicit Sampler(uint32_t name);

    const SamplerParameters& parameters() const { return m_parameters; }
    void setParameters(const SamplerParameters& parameters);
    /// Differs between samplers and after every change; never 0.
    uint64_t version() const { return m_version; }

private:
    SamplerParameters m_parameters;
    uint64_t m_version;
};

} // namespace gl

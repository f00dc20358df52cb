// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What a lookup gives by the text of the OpenGL specification (4.6 compatibility profile,
// sections 8.14 "Texture Minification", 8.15 "Texture Magnification", 8.23 "Texture Comparison
// Modes"), in doubles and one texel after the other. Nothing here is taken from, or shared with,
// what is tested.

#pragma once

#include "samplers/gl_names.h"

#include <array>
#include <cstddef>
#include <vector>

namespace reference {

using Vec4 = std::array<double, 4>;

/// Which components a texture has (tables 8.11 and 16.1).
enum class Base { Red, Rg, Rgb, Rgba, Luminance, LuminanceAlpha, Alpha, Intensity, Depth, Stencil };

/// One level. A texel keeps its components where RGBA has them: luminance, intensity, depth and
/// stencil in the first, alpha in the last.
struct Level {
    int width = 1;
    int height = 1;
    int depth = 1; ///< Layers of arrays, faces of cube maps (six for each layer).
    std::vector<Vec4> texels;

    const Vec4& at(int x, int y, int z) const {
        return texels[size_t((z * height + y) * width + x)];
    }
};

struct Texture {
    GLenum target = GL_TEXTURE_2D;
    Base base = Base::Rgba;
    std::vector<Level> levels;
    /// What the format can represent: border colours are clamped to it.
    Vec4 low{};
    Vec4 high{};
    /// Depth is kept in fixed point: references of comparisons are clamped to [0, 1].
    bool fixedDepth = false;
    GLenum depthMode = GL_RED; ///< GL_DEPTH_TEXTURE_MODE
    std::array<GLenum, 4> swizzle{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
    int baseLevel = 0;
    int maxLevel = 1000;
};

/// Parameters that a sampler object has.
struct Sampler {
    std::array<GLenum, 3> wrap{GL_REPEAT, GL_REPEAT, GL_REPEAT};
    GLenum minFilter = GL_NEAREST;
    GLenum magFilter = GL_NEAREST;
    Vec4 border{};
    double minLod = -1000;
    double maxLod = 1000;
    double lodBias = 0;
    GLenum compareFunc = GL_NONE; ///< GL_NONE: GL_TEXTURE_COMPARE_MODE is that.
    GLenum reduction = GL_WEIGHTED_AVERAGE_ARB;
    bool seamless = false;

    bool mipmapped() const { return minFilter != GL_NEAREST && minFilter != GL_LINEAR; }
};

struct Position {
    /// As the shader has them: s, t, r and q or the layer; in texels for rectangle textures.
    Vec4 coords{};
    double lod = 0; ///< λ_base
    double reference = 0;
    std::array<int, 3> offset{}; ///< In texels of the level.
};

/// How far an implementation's numbers are off. A result is good when the reference gives it for
/// some displacement within the precision.
struct Displacement {
    std::array<double, 3> texels{}; ///< Of the coordinates, once wrapped.
    double lod = 0;
    /// Which of the three texels around a corner of a cube stands for the one that is not there;
    /// −1: their mean, which is recommended.
    int corner = -1;
};

/// The texel or border colour of `base` as RGBA.
Vec4 asRgba(Base base, const Vec4& texel, GLenum depthMode);

Vec4 sample(const Texture& texture,
            const Sampler& sampler,
            const Position& position,
            const Displacement& displacement = {});

bool compares(GLenum func, double reference, double texel);

/// How many coordinates are wrapped: not layers.
int dimensions(GLenum target);
bool isCube(GLenum target);

} // namespace reference

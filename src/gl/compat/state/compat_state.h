// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "gl/compat/state/matrix.h"
#include "gl/compat/state/pixel_transfer.h"
#include "gl/compat/state/raster_position.h"
#include "gl/rules/limits.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gl {

/// What the compatibility profile keeps for shaders that read gl_Vertex, gl_ModelViewMatrix, gl_Fog
/// and the like (GLSL 1.20 section 7.5). Desktop contexts only.
struct CompatState {
    GLenum matrixMode = GL_MODELVIEW;
    MatrixStack modelView{kModelViewDepth};
    MatrixStack projection{kOtherMatrixDepth};
    std::array<MatrixStack, kTextureCoordUnits> texture{MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth),
                                                        MatrixStack(kOtherMatrixDepth)};
    int clientActiveTexture = 0;

    struct Fog {
        GLenum mode = GL_EXP;
        float density = 1;
        float start = 0;
        float end = 1;
        std::array<float, 4> color{0, 0, 0, 0};
        GLenum coordSource = GL_FRAGMENT_DEPTH;
        bool operator==(const Fog&) const = default;
    } fog;
    struct Point {
        float sizeMin_px = 0;
        float sizeMax_px = 1;
        std::array<float, 3> attenuation{1, 0, 0};
        bool operator==(const Point&) const = default;
    } point;
    struct TextureEnv {
        GLenum mode = GL_MODULATE;
        std::array<float, 4> color{0, 0, 0, 0};
        bool coordReplace = false;
        bool operator==(const TextureEnv&) const = default;
    };
    std::array<TextureEnv, kTextureCoordUnits> textureEnv;
    /// Of glClipPlane(), in eye coordinates.
    std::array<std::array<double, 4>, kMaxClipDistances> clipPlanes{};
    RasterPosition raster;
    PixelTransfer pixelTransfer;
    std::array<float, 2> pixelZoom{1, 1};
    /// Fixed-function switches that are only remembered (GL_LIGHTING, GL_TEXTURE_2D …).
    std::vector<GLenum> switches; ///< Those that are on.
    std::array<uint32_t, kTextureCoordUnits> textureSwitches{};
};

} // namespace gl

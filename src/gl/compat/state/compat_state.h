// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "gl/compat/state/accumulation.h"
#include "gl/compat/state/alpha_test.h"
#include "gl/compat/state/assembly_programs.h"
#include "gl/compat/state/color_indices.h"
#include "gl/compat/state/evaluators.h"
#include "gl/compat/state/fog.h"
#include "gl/compat/state/lighting.h"
#include "gl/compat/state/matrix.h"
#include "gl/compat/state/pixel_transfer.h"
#include "gl/compat/state/polygon_stipple.h"
#include "gl/compat/state/raster_position.h"
#include "gl/compat/state/texture_environment.h"
#include "gl/compat/state/texture_generation.h"
#include "gl/rules/limits.h"
#include "glsl/fixed/key.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gl {

/// What only the compatibility profile and OpenGL ES 1.1 keep: for fixed function, and for shaders
/// that read gl_ModelViewMatrix, gl_Fog and the like (GLSL 1.20 section 7.5).
struct CompatState {
    /// What OpenGL ES 1.1 begins with where OpenGL does not.
    void useES1Defaults();

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

    Lighting lighting;
    bool normalize = false;
    bool rescaleNormal = false;
    Fog fog;
    AlphaTest alphaTest;
    /// glClampColor (GL 4.6 compatibility profile, sections 12.3.1 and 15.2.3).
    GLenum clampVertexColor = GL_TRUE;
    GLenum clampFragmentColor = GL_FIXED_ONLY;
    bool colorSum = false;
    ColorIndices colorIndices;
    struct Point {
        float sizeMin_px = 0;
        float sizeMax_px = 1;
        std::array<float, 3> attenuation{1, 0, 0};
        bool sprite = false;
        bool smooth = false;
        bool operator==(const Point&) const = default;
    } point;
    std::array<TextureEnvironment, kTextureCoordUnits> textureEnv;
    std::array<TextureGenerations, kTextureCoordUnits> textureGen;
    GLuint listBase = 0; ///< glListBase
    EvalMaps evalMaps;
    EvalGrid evalGrid;
    uint32_t evalSwitches = 0; ///< GL_MAP1_COLOR_4 …, then GL_MAP2_COLOR_4 …
    /// Of glClipPlane(), in eye coordinates.
    std::array<std::array<double, 4>, kMaxClipDistances> clipPlanes{};
    Accumulation accumulation;
    RasterPosition raster;
    PixelTransfer pixelTransfer;
    std::array<float, 2> pixelZoom{1, 1};
    PolygonStipple polygonStipple;
    ProgramModes programModes;
    AssemblyPrograms assembly;
    /// What fixed function's programs do, as of the last draw.
    glsl::FixedFunctionKey fixedKey;
    /// Switches that are only remembered (GL_AUTO_NORMAL …).
    std::vector<GLenum> switches; ///< Those that are on.

    /// Of the matrix mode; `unit`: the active texture unit, below kTextureCoordUnits.
    MatrixStack& matrixStack(int unit) {
        return matrixMode == GL_MODELVIEW    ? modelView
               : matrixMode == GL_PROJECTION ? projection
               : matrixMode == GL_TEXTURE    ? texture[size_t(unit)]
                                             : assembly.matrices[matrixMode - GL_MATRIX0_ARB];
    }
    const MatrixStack& matrixStack(int unit) const {
        return const_cast<CompatState*>(this)->matrixStack(unit);
    }
};

} // namespace gl

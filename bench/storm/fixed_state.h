// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/harness/gl.h"
#include "canvas.h"
#include "random.h"

#include <compare>
#include <optional>
#include <string>

namespace storm {

/// Depths at which geometry lies, beside Canvas::kClearedDepth.
enum class Depth { Before, Same, Behind };

/// One target's blending and write mask.
struct Merge {
    bool blends = false;
    GLenum equationColor = GL_FUNC_ADD, equationAlpha = GL_FUNC_ADD;
    GLenum sourceColor = GL_ONE, sourceAlpha = GL_ONE;
    GLenum targetColor = GL_ZERO, targetAlpha = GL_ZERO;
    int writes = 15; ///< A bit for each channel, red the lowest.

    static Merge random(Random& random);
    auto operator<=>(const Merge&) const = default;
};

struct StencilFace {
    GLenum func = GL_ALWAYS;
    GLint reference = 0;
    GLuint readMask = 0xff, writeMask = 0xff;
    GLenum fail = GL_KEEP, depthFail = GL_KEEP, pass = GL_KEEP;

    static StencilFace random(Random& random);
    auto operator<=>(const StencilFace&) const = default;
};

/// Whatever GL calls state of rasterisation and of what comes after fragment shaders. What is off
/// has its default values, so that two that are not equal do differ for a driver.
struct FixedState {
    GLenum topology = GL_TRIANGLES;
    Depth depth = Depth::Before;

    GLenum polygonMode = GL_FILL;
    bool culls = false;
    GLenum cullFace = GL_BACK, frontFace = GL_CCW;
    bool offsets = false; ///< Polygons of any mode, a little.
    bool clampsDepth = false;
    bool restarts = false;
    GLenum provoking = GL_LAST_VERTEX_CONVENTION;

    bool testsDepth = false, writesDepth = true;
    GLenum depthFunc = GL_LESS;
    bool testsStencil = false;
    StencilFace front, back;

    bool logic = false;
    GLenum logicOp = GL_COPY;
    Merge merge[kMaxTargets];

    /// Where the canvas has samples.
    bool multisamples = true;
    bool alphaToCoverage = false, alphaToOne = false;
    bool samplesShading = false;
    bool covers = false, inverts = false; ///< GL_SAMPLE_COVERAGE; of a half.
    GLbitfield sampleMask = ~0u;          ///< All: GL_SAMPLE_MASK is off.

    /// Draws with it change a cell of a canvas visibly where a shader writes `source`, of 255ths
    /// with an alpha of 200 or more.
    static FixedState random(Random& random, int samples, int targets, const Color& source);

    /// All of it, whatever is set already, as an engine without a shadow of GL's state would.
    void apply(const Canvas& canvas) const;

    auto operator<=>(const FixedState&) const = default;
};

/// What a cell has after a draw whose shader wrote `source`; nothing where that is not to be seen.
std::optional<Expected>
expectedOf(const FixedState& state, int samples, int targets, const Color& source);

/// What blending makes of a cleared pixel.
Color merged(const Merge& merge, const Color& source);

std::string describe(const FixedState& state, int targets);

} // namespace storm

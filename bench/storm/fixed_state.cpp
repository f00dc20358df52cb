// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "fixed_state.h"

#include "shader_text.h"
#include "tests/gl_harness/blend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace storm {

namespace {

constexpr double kBlendColor[4] = {0.25, 0.75, 0.5, 0.25};

constexpr GLenum kFuncs[] = {
    GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};
constexpr GLenum kStencilOps[] = {
    GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
constexpr GLenum kTopologies[] = {GL_TRIANGLES,
                                  GL_TRIANGLES,
                                  GL_TRIANGLE_STRIP,
                                  GL_TRIANGLE_FAN,
                                  GL_LINES,
                                  GL_LINE_STRIP,
                                  GL_POINTS};

bool compares(GLenum func, double incoming, double stored) {
    switch (func) {
    case GL_NEVER:
        return false;
    case GL_LESS:
        return incoming < stored;
    case GL_EQUAL:
        return incoming == stored;
    case GL_LEQUAL:
        return incoming <= stored;
    case GL_GREATER:
        return incoming > stored;
    case GL_NOTEQUAL:
        return incoming != stored;
    case GL_GEQUAL:
        return incoming >= stored;
    default:
        return true;
    }
}

int logicOf(GLenum op, int s, int d) {
    switch (op) {
    case GL_CLEAR:
        return 0;
    case GL_AND:
        return s & d;
    case GL_AND_REVERSE:
        return s & ~d;
    case GL_COPY:
        return s;
    case GL_AND_INVERTED:
        return ~s & d;
    case GL_NOOP:
        return d;
    case GL_XOR:
        return s ^ d;
    case GL_OR:
        return s | d;
    case GL_NOR:
        return ~(s | d);
    case GL_EQUIV:
        return ~(s ^ d);
    case GL_INVERT:
        return ~d;
    case GL_OR_REVERSE:
        return s | ~d;
    case GL_COPY_INVERTED:
        return ~s;
    case GL_OR_INVERTED:
        return ~s | d;
    case GL_NAND:
        return ~(s & d);
    default: // GL_SET
        return 255;
    }
}

bool isPolygon(GLenum topology) {
    return topology == GL_TRIANGLES || topology == GL_TRIANGLE_STRIP || topology == GL_TRIANGLE_FAN;
}

/// Of geometry in the order of GL_CCW.
bool reachesTarget(const FixedState& state) {
    const bool front = !isPolygon(state.topology) || state.frontFace == GL_CCW;
    if (state.culls && isPolygon(state.topology) &&
        (state.cullFace == (front ? GL_FRONT : GL_BACK))) {
        return false;
    }
    if (state.testsStencil) {
        const StencilFace& face = front ? state.front : state.back;
        if (!compares(face.func,
                      double(GLuint(face.reference) & face.readMask),
                      double(GLuint(Canvas::kClearedStencil) & face.readMask))) {
            return false;
        }
    }
    return !state.testsDepth || compares(state.depthFunc, double(state.depth), double(Depth::Same));
}

bool reducesCoverage(const FixedState& state) {
    return state.alphaToCoverage || state.covers || state.sampleMask != ~0u;
}

void enable(GLenum capability, bool on) {
    (on ? glEnable : glDisable)(capability);
}

void applyStencil(GLenum face, const StencilFace& stencil) {
    glStencilFuncSeparate(face, stencil.func, stencil.reference, stencil.readMask);
    glStencilMaskSeparate(face, stencil.writeMask);
    glStencilOpSeparate(face, stencil.fail, stencil.depthFail, stencil.pass);
}

void randomizeSamples(FixedState& state, Random& random) {
    state.multisamples = !random.chance(20);
    if (!state.multisamples) {
        return; // The rest of it has no effect then.
    }
    state.alphaToCoverage = random.chance(30);
    state.alphaToOne = random.chance(30);
    state.samplesShading = random.chance(25);
    state.covers = random.chance(30);
    state.inverts = state.covers && random.chance(50);
    // A sample stays in any case: of four, these leave three, two and three.
    if (random.chance(50) && !(state.alphaToCoverage && state.covers)) {
        state.sampleMask = 15u & ~(1u << random.below(4));
    }
}

} // namespace

Merge Merge::random(Random& random) {
    Merge merge;
    merge.writes = random.chance(50) ? 15 : 1 + random.below(15);
    merge.blends = random.chance(75);
    if (!merge.blends) {
        return merge;
    }
    merge.equationColor = random.of(harness::kBlendEquations);
    merge.equationAlpha = random.of(harness::kBlendEquations);
    // The minimum and the maximum have no factors.
    if (merge.equationColor != GL_MIN && merge.equationColor != GL_MAX) {
        merge.sourceColor = random.of(harness::kBlendFactors);
        merge.targetColor =
            harness::kBlendFactors[random.below(std::size(harness::kBlendFactors) - 1)];
    }
    if (merge.equationAlpha != GL_MIN && merge.equationAlpha != GL_MAX) {
        merge.sourceAlpha = random.of(harness::kBlendFactors);
        merge.targetAlpha =
            harness::kBlendFactors[random.below(std::size(harness::kBlendFactors) - 1)];
    }
    return merge;
}

StencilFace StencilFace::random(Random& random) {
    constexpr GLuint kMasks[] = {0xff, 0xff, 0x0f, 0x01};
    StencilFace face;
    face.func = random.of(kFuncs);
    face.reference = random.below(3);
    face.readMask = random.of(kMasks);
    face.writeMask = random.of(kMasks);
    face.fail = random.of(kStencilOps);
    face.depthFail = random.of(kStencilOps);
    face.pass = random.of(kStencilOps);
    return face;
}

FixedState FixedState::random(Random& random, int samples, int targets, const Color& source) {
    constexpr GLenum kModes[] = {GL_FILL, GL_FILL, GL_FILL, GL_LINE, GL_POINT};
    constexpr GLenum kFaces[] = {GL_FRONT, GL_BACK};
    constexpr GLenum kOrders[] = {GL_CW, GL_CCW};
    for (;;) {
        FixedState state;
        state.topology = random.of(kTopologies);
        state.depth = Depth(random.below(3));
        if (isPolygon(state.topology)) {
            state.polygonMode = random.of(kModes);
            state.frontFace = random.of(kOrders);
            state.culls = random.chance(50);
            state.cullFace = state.culls ? random.of(kFaces) : GLenum(GL_BACK);
            state.offsets = state.depth != Depth::Same && random.chance(20);
        }
        state.clampsDepth = random.chance(20);
        state.restarts = random.chance(10);
        state.provoking =
            random.chance(20) ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION;
        state.testsDepth = random.chance(70);
        if (state.testsDepth) {
            state.writesDepth = random.chance(50);
            state.depthFunc = random.of(kFuncs);
        }
        state.testsStencil = random.chance(50);
        if (state.testsStencil) {
            state.front = StencilFace::random(random);
            // Mesa 22 takes outlines of polygons for lines, which are always in front.
            const bool outlined = state.polygonMode != GL_FILL;
            state.back = outlined || random.chance(50) ? state.front : StencilFace::random(random);
        }
        state.logic = random.chance(8);
        if (state.logic) {
            state.logicOp = GLenum(GL_CLEAR + random.below(16));
            for (int i = 0; i < targets; ++i) {
                state.merge[i].writes = 1 + random.below(15);
            }
        } else {
            for (int i = 0; i < targets; ++i) {
                state.merge[i] = Merge::random(random);
            }
        }
        if (samples > 1) {
            randomizeSamples(state, random);
        }
        if (expectedOf(state, samples, targets, source)) {
            return state;
        }
    }
}

void FixedState::apply(const Canvas& canvas) const {
    glPolygonMode(GL_FRONT_AND_BACK, polygonMode);
    enable(GL_CULL_FACE, culls);
    glCullFace(cullFace);
    glFrontFace(frontFace);
    for (const GLenum kind :
         {GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_LINE, GL_POLYGON_OFFSET_POINT}) {
        enable(kind, offsets);
    }
    glPolygonOffset(offsets ? 1.0f : 0.0f, offsets ? 1.0f : 0.0f);
    enable(GL_DEPTH_CLAMP, clampsDepth);
    enable(GL_PRIMITIVE_RESTART, restarts);
    glProvokingVertex(provoking);

    enable(GL_DEPTH_TEST, testsDepth);
    glDepthMask(writesDepth);
    glDepthFunc(depthFunc);
    enable(GL_STENCIL_TEST, testsStencil);
    applyStencil(GL_FRONT, front);
    applyStencil(GL_BACK, back);

    enable(GL_COLOR_LOGIC_OP, logic);
    glLogicOp(logicOp);
    glBlendColor(
        float(kBlendColor[0]), float(kBlendColor[1]), float(kBlendColor[2]), float(kBlendColor[3]));
    for (int i = 0; i < canvas.targets(); ++i) {
        const Merge& m = merge[i];
        const auto writes = [&](int bit) { return GLboolean((m.writes & bit) != 0); };
        if (canvas.targets() == 1) {
            enable(GL_BLEND, m.blends);
            glBlendEquationSeparate(m.equationColor, m.equationAlpha);
            glBlendFuncSeparate(m.sourceColor, m.targetColor, m.sourceAlpha, m.targetAlpha);
            glColorMask(writes(1), writes(2), writes(4), writes(8));
        } else {
            const auto target = GLuint(i);
            (m.blends ? glEnablei : glDisablei)(GL_BLEND, target);
            glBlendEquationSeparatei(target, m.equationColor, m.equationAlpha);
            glBlendFuncSeparatei(
                target, m.sourceColor, m.targetColor, m.sourceAlpha, m.targetAlpha);
            glColorMaski(target, writes(1), writes(2), writes(4), writes(8));
        }
    }
    if (canvas.samples() > 1) {
        enable(GL_MULTISAMPLE, multisamples);
        enable(GL_SAMPLE_ALPHA_TO_COVERAGE, alphaToCoverage);
        enable(GL_SAMPLE_ALPHA_TO_ONE, alphaToOne);
        enable(GL_SAMPLE_SHADING, samplesShading);
        glMinSampleShading(samplesShading ? 1.0f : 0.0f);
        enable(GL_SAMPLE_COVERAGE, covers);
        glSampleCoverage(covers ? 0.5f : 1.0f, inverts);
        enable(GL_SAMPLE_MASK, sampleMask != ~0u);
        glSampleMaski(0, sampleMask);
    }
}

Color merged(const Merge& merge, const Color& source) {
    double s[4], d[4];
    for (size_t i = 0; i < 4; ++i) {
        s[i] = source[i] / 255.0;
        d[i] = Canvas::kCleared[i] / 255.0;
    }
    const harness::BlendColors colors = {s, d, kBlendColor};
    Color result = Canvas::kCleared;
    for (size_t i = 0; i < 4; ++i) {
        if (!(merge.writes >> i & 1)) {
            continue;
        }
        double value = s[i];
        if (merge.blends) {
            const bool alpha = i == 3;
            value = harness::blended(
                alpha ? merge.equationAlpha : merge.equationColor,
                s[i],
                harness::blendFactor(alpha ? merge.sourceAlpha : merge.sourceColor, i, colors),
                d[i],
                harness::blendFactor(alpha ? merge.targetAlpha : merge.targetColor, i, colors));
        }
        result[i] = int(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    }
    return result;
}

std::optional<Expected>
expectedOf(const FixedState& state, int samples, int targets, const Color& source) {
    if (!reachesTarget(state)) {
        return std::nullopt;
    }
    Expected expected;
    // Of lines, points and the outlines of polygons some pixels are drawn to, some of them twice.
    const bool exact = isPolygon(state.topology) && state.polygonMode == GL_FILL &&
                       !(samples > 1 && reducesCoverage(state));
    expected.how = exact ? Expected::How::Exact : Expected::How::Changed;
    for (int i = 0; i < targets; ++i) {
        Color& color = expected.colors[size_t(i)];
        color = i == 0 ? source : secondColor(source);
        if (state.alphaToOne) {
            color[3] = 255;
        }
        if (state.logic) {
            const Color incoming = color;
            for (size_t channel = 0; channel < 4; ++channel) {
                const bool writes = state.merge[i].writes >> channel & 1;
                const int cleared = Canvas::kCleared[channel];
                color[channel] =
                    writes ? logicOf(state.logicOp, incoming[channel], cleared) & 255 : cleared;
            }
        } else {
            color = merged(state.merge[i], color);
        }
        int change = 0;
        for (size_t channel = 0; channel < 4; ++channel) {
            change = std::max(change, std::abs(color[channel] - Canvas::kCleared[channel]));
        }
        // A quarter of the samples may be all that is covered.
        if (change < (samples > 1 ? 48 : 16)) {
            return std::nullopt;
        }
    }
    return expected;
}

std::string describe(const FixedState& state, int targets) {
    std::string text = fmt::format("topology {:#x}", state.topology);
    if (state.polygonMode != GL_FILL) {
        text += state.polygonMode == GL_LINE ? ", lines" : ", points";
    }
    if (state.testsDepth) {
        text +=
            fmt::format(", depth {:#x}{}", state.depthFunc, state.writesDepth ? " written" : "");
    }
    if (state.testsStencil) {
        text += fmt::format(", stencil {:#x} {:#x}", state.front.func, state.back.func);
    }
    if (state.logic) {
        text += fmt::format(", logic {:#x}", state.logicOp);
    }
    for (int i = 0; i < targets; ++i) {
        const Merge& m = state.merge[i];
        if (m.blends) {
            text += fmt::format(", blend {:#x} {:#x} {:#x} · {:#x} {:#x} {:#x}",
                                m.equationColor,
                                m.sourceColor,
                                m.targetColor,
                                m.equationAlpha,
                                m.sourceAlpha,
                                m.targetAlpha);
        }
        text += fmt::format(", writes {:x}", m.writes);
    }
    if (!state.multisamples) {
        text += ", no multisampling";
    }
    if (state.alphaToCoverage || state.alphaToOne) {
        text += fmt::format(", alpha to{}{}",
                            state.alphaToCoverage ? " coverage" : "",
                            state.alphaToOne ? " one" : "");
    }
    if (reducesCoverage(state)) {
        text +=
            fmt::format(", samples {:x}{}", state.sampleMask & 15, state.covers ? ", half" : "");
    }
    return text;
}

} // namespace storm

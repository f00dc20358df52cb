// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/calls.h"
#include "gl/objects/buffer.h"
#include "gl/objects/current_attrib.h"
#include "gl/objects/executable.h"
#include "gl/objects/framebuffer.h"
#include "gl/objects/sampler.h"
#include "gl/objects/texture.h"
#include "gl/objects/transform_feedback.h"
#include "gl/objects/vertex_array.h"
#include "gl/rules/limits.h"
#include "glsl/link/program.h"

#include <array>
#include <optional>

namespace gl {

struct StencilFace {
    GLenum func = GL_ALWAYS;
    GLint ref = 0; ///< As given; clamped to the buffer's range when used.
    GLuint readMask = ~0u;
    GLuint writeMask = ~0u;
    GLenum fail = GL_KEEP;
    GLenum depthFail = GL_KEEP;
    GLenum depthPass = GL_KEEP;
    bool operator==(const StencilFace&) const = default;
};

struct BlendState {
    bool enabled = false;
    // GLenums, all of them below 2^16.
    uint16_t equationRgb = GL_FUNC_ADD;
    uint16_t equationAlpha = GL_FUNC_ADD;
    uint16_t srcRgb = GL_ONE;
    uint16_t dstRgb = GL_ZERO;
    uint16_t srcAlpha = GL_ONE;
    uint16_t dstAlpha = GL_ZERO;
    bool operator==(const BlendState&) const = default;
};

/// A viewport and the depth range that goes with it.
struct Viewport {
    float x = 0, y = 0, width_px = 0, height_px = 0;
    std::array<double, 2> depthRange{0, 1};
    bool operator==(const Viewport&) const = default;
};

struct TextureUnit {
    std::array<Ref<Texture>, size_t(TextureType::Count)>
        bound;            ///< Never null once a context is set up.
    Ref<Sampler> sampler; ///< Null: the texture's own parameters count.
    float lodBias = 0;    ///< GL_TEXTURE_FILTER_CONTROL.
};

inline constexpr uint8_t kColorMaskAll = 0xf;

/// Of GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT.
constexpr uint32_t highestIndex(GLenum type) {
    return type == GL_UNSIGNED_INT ? ~0u : type == GL_UNSIGNED_SHORT ? 0xffff : 0xff;
}

/// The part of a context that drawing reads: plain data in GL's terms. Written by the front end,
/// read by the back end.
struct State {
    // ia
    bool primitiveRestart = false;      ///< GL_PRIMITIVE_RESTART, with `restartIndex`.
    bool primitiveRestartFixed = false; ///< GL_PRIMITIVE_RESTART_FIXED_INDEX: the type's maximum.
    GLuint restartIndex = 0;            ///< As it was set; see restartIndexOf().
    // ts
    uint8_t patchVertices = 3; ///< GL_PATCH_VERTICES
    /// GL_CONTEXT_ROBUST_ACCESS: what draws read beyond buffers is zero, or something in them.
    bool robustAccess = false;
    std::array<float, 4> patchOuterLevels{1, 1, 1, 1};
    std::array<float, 2> patchInnerLevels{1, 1};
    uint64_t patchLevelSerial = 1; ///< Grows with every change of the two.
    // vp
    std::array<Viewport, kMaxViewports> viewports;
    std::array<Rect, kMaxViewports> scissors;
    uint32_t scissorMask = 0; ///< GL_SCISSOR_TEST, a bit per viewport.
    // rs
    bool cullEnabled = false;
    GLenum cullFace = GL_BACK;
    GLenum frontFace = GL_CCW;
    GLenum polygonModeFront = GL_FILL;
    GLenum polygonModeBack = GL_FILL; ///< As the front's but in contexts that are not core.
    bool polygonOffsetFill = false;
    bool polygonOffsetLine = false;
    bool polygonOffsetPoint = false;
    float polygonOffsetFactor = 0;
    float polygonOffsetUnits = 0;
    float lineWidth_px = 1;
    bool lineSmooth = false;          ///< GL_LINE_SMOOTH
    bool lineStipple = false;         ///< GL_LINE_STIPPLE, with the two that follow.
    uint16_t lineStippleFactor = 1;   ///< 1 … 256
    uint16_t lineStipplePattern = ~0; ///< From the lowest bit on.
    bool polygonStipple = false;      ///< GL_POLYGON_STIPPLE; the pattern is a uniform.
    bool pointSmooth = false;         ///< GL_POINT_SMOOTH, unless points are sprites.
    /// Bits of the sets of gl_TexCoord that GL_COORD_REPLACE is on for, where sprites are drawn by
    /// an application's fragment shader.
    uint8_t spriteSets = 0;
    float pointSize_px = 1;
    float pointFadeThreshold_px = 1;
    GLenum pointSpriteOrigin = GL_UPPER_LEFT;
    bool programPointSize = true; ///< Always true in ES; GL_PROGRAM_POINT_SIZE in desktop GL.
    bool dither = true;
    bool rasterizerDiscard = false; ///< Nothing behind transform feedback happens.
    bool depthClamp = false;
    uint32_t clipDistanceMask = 0; ///< GL_CLIP_DISTANCEi, a bit each.
    GLenum provokingVertex = GL_LAST_VERTEX_CONVENTION;
    bool flatColors = false;       ///< glShadeModel(GL_FLAT): vertex colours without a qualifier.
    bool twoSidedColors = false;   ///< GL_VERTEX_PROGRAM_TWO_SIDE
    bool twoSidedLighting = false; ///< The same, where fixed function makes the vertices.
    bool alphaTest = false;        ///< GL_ALPHA_TEST; the function and the reference are uniforms.
    /// What glClampColor() comes to in this framebuffer: colours of vertices and of fragments are
    /// taken to [0, 1].
    bool clampVertexColors = true;
    bool clampFragmentColors = true;
    /// Fragment shaders have to do that themselves, as what follows them does not.
    bool clampOutputs = false;
    // ms
    bool multisample = true;
    bool sampleAlphaToCoverage = false;
    bool sampleAlphaToOne = false;
    bool sampleCoverage = false;
    float sampleCoverageValue = 1;
    bool sampleCoverageInvert = false;
    bool sampleMaskEnabled = false;
    uint32_t sampleMask = ~0u;
    bool sampleShading = false;
    float minSampleShading = 0;
    // ds
    bool depthTest = false;
    bool depthMask = true;
    GLenum depthFunc = GL_LESS;
    bool stencilTest = false;
    StencilFace stencilFront, stencilBack;
    // cb
    std::array<BlendState, kMaxColorAttachments> blends; ///< By draw buffer.
    bool blendsDiffer = false; ///< False: all of `blends` are as the first.
    std::array<float, 4> blendColor{0, 0, 0, 0};
    std::array<uint8_t, kMaxColorAttachments> colorMasks{
        kColorMaskAll,
        kColorMaskAll,
        kColorMaskAll,
        kColorMaskAll,
        kColorMaskAll,
        kColorMaskAll,
        kColorMaskAll,
        kColorMaskAll}; ///< By draw buffer: R 1, G 2, B 4, A 8.
    bool logicOpEnabled = false;
    GLenum logicOp = GL_COPY;
    // clears
    ClearKind clearColorKind = ClearKind::Float;
    std::array<uint32_t, 4> clearColor{}; ///< The bits of four numbers of that kind.
    float clearDepth = 1;
    GLint clearStencil = 0;
    /// Writes to sRGB images encode (GL_FRAMEBUFFER_SRGB); always so in OpenGL ES.
    bool framebufferSrgb = false;
    // vi
    VertexArrayState* vertexArray = nullptr;               ///< Never null.
    std::array<CurrentAttrib, kArrayCount> currentAttribs; ///< (0, 0, 0, 1) at first.
    // tx
    std::array<TextureUnit, kMaxTextureUnits + 1> textureUnits; ///< kRasterTextureUnit too.
    bool seamlessCubes = true; ///< GL_TEXTURE_CUBE_MAP_SEAMLESS: always so in OpenGL ES.
    std::array<BufferBinding, kMaxUniformBufferBindings> uniformBuffers;
    /// Of the bound transform feedback object; null: none was ever made.
    const FeedbackState* feedback = nullptr;
    bool countsPrimitives = true; ///< Draws do, for queries of primitives; Dirty::Feedback tells.
    // Objects
    /// What draws run, by glsl::Stage: one executable in all its stages (a program), or several (a
    /// program pipeline). Null: no such stage.
    std::array<Executable*, kShaderStages> stages{};
    Executable* executable = nullptr; ///< Of the current program; null: none, draws do nothing.
    Framebuffer* drawFramebuffer = nullptr; ///< Never null while a context is current.
    Framebuffer* readFramebuffer = nullptr;

    /// Some index may restart primitives in draws with indices of the type; 0: without indices.
    bool mayRestart(GLenum indexType) const {
        return (primitiveRestart || primitiveRestartFixed) && indexType;
    }
    /// The index that restarts primitives in draws with indices of the type (ES 3.0 section 2.8.3,
    /// GL 4.1 section 2.8.1); none: no index does.
    std::optional<uint32_t> restartIndexOf(GLenum indexType) const {
        if (!mayRestart(indexType)) {
            return std::nullopt;
        }
        const uint32_t highest = highestIndex(indexType);
        const uint32_t index = primitiveRestartFixed ? highest : restartIndex;
        return index <= highest ? std::optional(index) : std::nullopt;
    }

    /// Fixed function makes the vertices, and no stage of the application's comes behind it.
    bool fixedVertices() const {
        const Executable* vertices = stages[size_t(glsl::Stage::Vertex)];
        return vertices && vertices->linked->isFixedFunction &&
               !stages[size_t(glsl::Stage::TessEvaluation)] &&
               !stages[size_t(glsl::Stage::Geometry)];
    }
    bool fixedFragments() const {
        const Executable* fragments = stages[size_t(glsl::Stage::Fragment)];
        return fragments && fragments->linked->isFixedFunction;
    }
    /// Back faces have colours of their own.
    bool twoSided() const { return fixedVertices() ? twoSidedLighting : twoSidedColors; }
    /// The mode of the faces that are drawn; where both are, the front's.
    GLenum polygonMode() const {
        return cullEnabled && cullFace == GL_FRONT ? polygonModeBack : polygonModeFront;
    }
};

} // namespace gl

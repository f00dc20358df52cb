// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/calls.h"
#include "gl/objects/buffer.h"
#include "gl/objects/executable.h"
#include "gl/objects/framebuffer.h"
#include "gl/objects/ref.h"
#include "gl/objects/sampler.h"
#include "gl/objects/texture.h"

#include <array>

namespace gl {

inline constexpr int kMaxTextureUnits = 80;
inline constexpr int kMaxUniformBufferBindings = 84;
inline constexpr int kMaxFeedbackBuffers = 4;
inline constexpr int kMaxViewports = 16;
inline constexpr int kMaxClipDistances = 8;
inline constexpr int kMaxRelativeOffset_B = 2047; ///< Of an array in its binding.

/// Conventional vertex arrays (GL 2.1 section 2.8) follow the generic ones in `VertexArrayState`.
enum ConventionalArray : uint8_t {
    kArrayVertex = kMaxVertexAttribs,
    kArrayNormal,
    kArrayColor,
    kArraySecondaryColor,
    kArrayFogCoord,
    kArrayTexCoord0, ///< …7
    kArrayCount = kArrayTexCoord0 + 8
};

struct VertexAttrib {
    bool enabled = false;
    bool normalized = false;
    bool integer = false; ///< glVertexAttribIPointer.
    bool isLong = false;  ///< glVertexAttribLPointer.
    uint8_t size = 4;     ///< Components; GL_BGRA is size 4 with `bgra`.
    bool bgra = false;
    GLenum type = GL_FLOAT;
    GLsizei stride_B = 0;    ///< As given; 0: tightly packed, unless
    bool zeroStride = false; ///< all elements are the first (glBindVertexBuffer's stride 0).
    GLuint divisor = 0;
    const void* pointer = nullptr; ///< Offset into `buffer`, or client memory.
    Ref<Buffer> buffer;
};

struct VertexArrayState {
    std::array<VertexAttrib, kArrayCount> arrays;
    Ref<Buffer> elementBuffer;
    uint32_t enabledMask = 0; ///< Bit per array.
    uint32_t clientMask = 0;  ///< Bit per array without a buffer (enabled or not).
};

/// The value of an array that is off: numbers, and which command family gave them.
struct CurrentAttrib {
    enum class Kind : uint8_t { Float, Int, Uint, Double };
    Kind kind = Kind::Float;
    std::array<uint32_t, 8> words{}; ///< Four of 32 bits, or four doubles.

    static CurrentAttrib of(const std::array<float, 4>& values) {
        CurrentAttrib attrib;
        std::memcpy(attrib.words.data(), values.data(), sizeof values);
        return attrib;
    }
    static CurrentAttrib of(const std::array<double, 4>& values) {
        CurrentAttrib attrib{Kind::Double, {}};
        std::memcpy(attrib.words.data(), values.data(), sizeof values);
        return attrib;
    }
    static CurrentAttrib of(Kind kind, const std::array<uint32_t, 4>& values) {
        CurrentAttrib attrib{kind, {}};
        std::memcpy(attrib.words.data(), values.data(), sizeof values);
        return attrib;
    }
    std::array<double, 4> doubles() const;
    std::array<float, 4> floats() const {
        const std::array<double, 4> d = doubles();
        return {float(d[0]), float(d[1]), float(d[2]), float(d[3])};
    }
    bool operator==(const CurrentAttrib&) const = default;
};

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

/// An indexed buffer binding point (glBindBufferRange).
struct BufferBinding {
    Ref<Buffer> buffer;
    size_t offset_B = 0;
    size_t size_B = 0; ///< 0: by glBindBufferBase, all of the buffer as it is when used.
};

/// A transform feedback object's part of what drawing reads.
struct FeedbackState {
    bool active = false;
    bool paused = false;
    GLenum mode = GL_NONE; ///< GL_POINTS, GL_LINES, GL_TRIANGLES.
    std::array<BufferBinding, kMaxFeedbackBuffers> buffers;
    /// How many bytes of each may be written, as found when it became active.
    std::array<size_t, kMaxFeedbackBuffers> room_B{};
    std::unique_ptr<FeedbackBackend> backend; ///< Made when first begun.

    bool capturing() const { return active && !paused; }
};
inline constexpr uint8_t kColorMaskAll = 0xf;

/// The part of a context that drawing reads: plain data in GL's terms. Written by the front end,
/// read by the back end.
struct State {
    // ia
    bool primitiveRestart = false;      ///< GL_PRIMITIVE_RESTART, with `restartIndex`.
    bool primitiveRestartFixed = false; ///< GL_PRIMITIVE_RESTART_FIXED_INDEX: the type's maximum.
    GLuint restartIndex = 0;
    // ts
    uint8_t patchVertices = 3; ///< GL_PATCH_VERTICES
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
    float pointSize_px = 1;
    float pointFadeThreshold_px = 1;
    GLenum pointSpriteOrigin = GL_UPPER_LEFT;
    bool programPointSize = true; ///< Always true in ES; GL_PROGRAM_POINT_SIZE in desktop GL.
    bool dither = true;
    bool rasterizerDiscard = false; ///< Nothing behind transform feedback happens.
    bool depthClamp = false;
    uint32_t clipDistanceMask = 0; ///< GL_CLIP_DISTANCEi, a bit each.
    GLenum provokingVertex = GL_LAST_VERTEX_CONVENTION;
    bool flatColors = false;     ///< glShadeModel(GL_FLAT): vertex colours without a qualifier.
    bool twoSidedColors = false; ///< GL_VERTEX_PROGRAM_TWO_SIDE
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
    std::array<TextureUnit, kMaxTextureUnits> textureUnits;
    bool seamlessCubes = true; ///< GL_TEXTURE_CUBE_MAP_SEAMLESS: always so in OpenGL ES.
    std::array<BufferBinding, kMaxUniformBufferBindings> uniformBuffers;
    /// Of the bound transform feedback object; null: none was ever made.
    const FeedbackState* feedback = nullptr;
    // Objects
    /// What draws run, by glsl::Stage: one executable in all its stages (a program), or several (a
    /// program pipeline). Null: no such stage.
    std::array<Executable*, kShaderStages> stages{};
    Executable* executable = nullptr; ///< Of the current program; null: none, draws do nothing.
    Framebuffer* drawFramebuffer = nullptr; ///< Never null while a context is current.
    Framebuffer* readFramebuffer = nullptr;

    /// The mode of the faces that are drawn; where both are, the front's.
    GLenum polygonMode() const {
        return cullEnabled && cullFace == GL_FRONT ? polygonModeBack : polygonModeFront;
    }
};

} // namespace gl

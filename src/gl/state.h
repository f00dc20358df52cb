// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/buffer.h"
#include "gl/framebuffer.h"
#include "gl/program.h"
#include "gl/ref.h"
#include "gl/sampler.h"
#include "gl/texture.h"

#include <array>

namespace gl {

inline constexpr int kMaxTextureUnits = 80;
inline constexpr int kMaxUniformBufferBindings = 84;
inline constexpr int kMaxFeedbackBuffers = 4;

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
    uint8_t size = 4;     ///< Components; GL_BGRA is size 4 with `bgra`.
    bool bgra = false;
    GLenum type = GL_FLOAT;
    GLsizei stride_B = 0; ///< As given; 0: tightly packed.
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
    GLenum equationRgb = GL_FUNC_ADD;
    GLenum equationAlpha = GL_FUNC_ADD;
    GLenum srcRgb = GL_ONE;
    GLenum dstRgb = GL_ZERO;
    GLenum srcAlpha = GL_ONE;
    GLenum dstAlpha = GL_ZERO;
    bool operator==(const BlendState&) const = default;
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

/// The part of a context that drawing reads: plain data in GL's terms. Written by the front end,
/// read by the back end.
struct State {
    // vp
    Rect viewport;
    std::array<float, 2> depthRange{0, 1};
    bool scissorEnabled = false;
    Rect scissor;
    // rs
    bool cullEnabled = false;
    GLenum cullFace = GL_BACK;
    GLenum frontFace = GL_CCW;
    GLenum polygonMode = GL_FILL;
    bool polygonOffsetFill = false;
    bool polygonOffsetLine = false;
    bool polygonOffsetPoint = false;
    float polygonOffsetFactor = 0;
    float polygonOffsetUnits = 0;
    float lineWidth_px = 1;
    float pointSize_px = 1;
    bool programPointSize = true; ///< Always true in ES; GL_PROGRAM_POINT_SIZE in desktop GL.
    bool dither = true;
    bool rasterizerDiscard = false; ///< Nothing behind transform feedback happens.
    // ms
    bool multisample = true;
    bool sampleAlphaToCoverage = false;
    bool sampleCoverage = false;
    float sampleCoverageValue = 1;
    bool sampleCoverageInvert = false;
    // ds
    bool depthTest = false;
    bool depthMask = true;
    GLenum depthFunc = GL_LESS;
    bool stencilTest = false;
    StencilFace stencilFront, stencilBack;
    // cb
    BlendState blend;
    std::array<float, 4> blendColor{0, 0, 0, 0};
    std::array<bool, 4> colorMask{true, true, true, true};
    // clears
    std::array<float, 4> clearColor{0, 0, 0, 0};
    float clearDepth = 1;
    GLint clearStencil = 0;
    /// Writes to sRGB images encode (GL_FRAMEBUFFER_SRGB); always so in OpenGL ES.
    bool framebufferSrgb = false;
    // vi
    VertexArrayState* vertexArray = nullptr;                      ///< Never null.
    std::array<std::array<float, 4>, kArrayCount> currentAttribs; ///< (0, 0, 0, 1) at first.
    // ts
    uint8_t patchVertices = 3; ///< GL_PATCH_VERTICES
    // tx
    std::array<TextureUnit, kMaxTextureUnits> textureUnits;
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
};

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "format/gl_enums.h"
#include "gl/regions.h"

#include <array>
#include <cstdint>

/// The arguments of commands, as the back end gets them.
namespace gl {

class BufferBackend;
class FeedbackBackend;
class Renderbuffer;
class Texture;

/// One draw call's arguments. The index type is GL_UNSIGNED_BYTE, _SHORT or _INT; `indices` is an
/// offset into the bound element array buffer where there is one, else a client pointer.
struct DrawCall {
    GLenum mode = GL_TRIANGLES;
    GLint first = 0;
    GLsizei count = 0;
    GLenum indexType = 0; ///< 0: glDrawArrays.
    const void* indices = nullptr;
    GLsizei instances = 1;
    GLint baseVertex = 0;
    GLuint baseInstance = 0;
    /// glDraw*Indirect: `drawCount` commands, `indirectStride_B` apart, from this place of a buffer
    /// on.
    BufferBackend* indirect = nullptr;
    size_t indirectOffset_B = 0;
    GLsizei drawCount = 1;
    GLsizei indirectStride_B = 0;
    /// glDrawTransformFeedback*: `count` is what was written to `feedbackStream`.
    FeedbackBackend* feedback = nullptr;
    GLuint feedbackStream = 0;
};

/// The kind of numbers that a colour is cleared to.
enum class ClearKind : uint8_t { Float, Int, Uint };

struct ClearCall {
    GLbitfield mask = 0;        ///< GL_COLOR_BUFFER_BIT | …
    uint32_t drawBuffers = ~0u; ///< Bit i: draw buffer i is among the colour buffers meant.
    ClearKind colorKind = ClearKind::Float;
    std::array<uint32_t, 4> color{}; ///< The bits of four numbers of that kind.
    float depth = 1;                 ///< Clamped to [0, 1].
    GLint stencil = 0;
};

struct InvalidateCall {
    uint32_t colors = 0; ///< Bit i: colour attachment i; the default framebuffer has one.
    bool depth = false;
    bool stencil = false;
};

struct BlitCall {
    Rect src, dst; ///< Widths and heights may be negative: mirrored.
    GLbitfield mask = 0;
    GLenum filter = GL_NEAREST;
};

/// One side of a glCopyImageSubData: an image of a texture, or a renderbuffer.
struct CopyImageSide {
    const Texture* texture = nullptr;
    const Renderbuffer* renderbuffer = nullptr;
    ImageIndex image;
    Offset offset; ///< z: depth or layer (cube maps: the face, `image.face` is 0).
};

struct CopyImageCall {
    CopyImageSide src, dst;
    format::Extent extent; ///< In texels of the source; depth: layers.
};

} // namespace gl

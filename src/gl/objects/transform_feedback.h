// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend_objects.h"
#include "gl/objects/buffer.h"
#include "gl/objects/executable.h"
#include "gl/objects/ref.h"

#include <array>
#include <memory>

namespace gl {

inline constexpr int kMaxFeedbackBuffers = 4;

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

/// A transform feedback object (OpenGL 4.0 section 2.17). Not shared.
class TransformFeedback : public Object {
public:
    explicit TransformFeedback(uint32_t name) : Object(name) {}

    FeedbackState state;
    /// What it captures, since it was begun.
    std::shared_ptr<Executable> executable;
    bool everEnded = false; ///< There is a count to draw from.
    /// ES 3.0: vertices that still fit; ES forbids to draw more.
    uint64_t room_vertices = 0;
};

} // namespace gl

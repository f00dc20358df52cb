// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"
#include "gl/objects/ref.h"

#include <memory>

namespace gl {

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

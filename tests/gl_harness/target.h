// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "image.h"

#include <GLES2/gl2.h>

namespace harness {

enum class Depth {
    None,
    Depth16,
    Stencil8,
    /// GL_OES_packed_depth_stencil; tests that need it skip where it is missing.
    Packed,
};

/// A framebuffer object over an RGBA8 texture, bound and cleared to black when made.
class Target {
public:
    Target(int width, int height, Depth depth = Depth::None);
    ~Target();
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;

    /// Binds it and sets the viewport to all of it.
    void bind() const;
    /// Binds and reads all of it.
    Image read() const;

    bool complete() const { return m_complete; }
    GLuint framebuffer() const { return m_framebuffer; }
    GLuint texture() const { return m_texture; }

private:
    int m_width;
    int m_height;
    bool m_complete = false;
    GLuint m_framebuffer = 0;
    GLuint m_texture = 0;
    GLuint m_renderbuffer = 0;
};

} // namespace harness

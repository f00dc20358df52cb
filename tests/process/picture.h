// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <EGL/egl.h>
#include <GLES2/gl2.h>

#include <cstdint>

namespace process {

/// A display, a context and a pbuffer, and a picture drawn with them: a small program that asks for
/// each thing by itself and says what it got.
class Picture {
public:
    /// Nothing is asked for yet.
    Picture() = default;
    /// Lets go of what there is, but for the display.
    ~Picture();
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    // Each returns false where it did not get what it asked for, with EGL's or GL's error set.

    bool openDisplay();
    bool makeCurrent();
    /// Lets another thread have the context and the pbuffer.
    bool release() const;
    bool resume() const;
    /// A program of its own: `salt` makes its text another.
    bool link(int salt);
    /// Draws what shows `red`, through a texture and a buffer, and reads it back. False also where
    /// the picture is wrong and no error is set (wrong() then).
    bool draw(uint8_t red);
    bool swap();
    bool terminate();

    bool wrong() const { return m_wrong; }
    EGLDisplay display() const { return m_display; }
    EGLContext context() const { return m_context; }
    EGLSurface surface() const { return m_surface; }

private:
    EGLDisplay m_display = EGL_NO_DISPLAY;
    EGLContext m_context = EGL_NO_CONTEXT;
    EGLSurface m_surface = EGL_NO_SURFACE;
    GLuint m_program = 0;
    bool m_wrong = false;
};

/// How far a program came, from a display to its end.
struct WholeProgram {
    const char* failed = nullptr; ///< The first step that did not succeed; null: all did.
    bool wrong = false;           ///< A step failed, and no error says so.
    bool stayed = false;          ///< Its context could not be left, and is current still.
};

/// Its display is terminated if there is one, whatever failed. `salt`, `red`: see Picture.
WholeProgram runWholeProgram(int salt, uint8_t red);

} // namespace process

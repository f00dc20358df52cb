// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "picture.h"

#include <EGL/eglext.h>

#include <array>
#include <cstdlib>
#include <string>

namespace process {

namespace {

constexpr EGLint kSize_px = 16;

GLuint compile(GLenum stage, const std::string& text) {
    const GLuint shader = glCreateShader(stage);
    const char* const source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
}

/// Two triangles, all over.
constexpr float kCorners[] = {-1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, 1};

} // namespace

Picture::~Picture() {
    if (m_context) {
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(m_display, m_context);
    }
    if (m_surface) {
        eglDestroySurface(m_display, m_surface);
    }
}

bool Picture::openDisplay() {
    m_display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    return m_display && eglInitialize(m_display, nullptr, nullptr);
}

bool Picture::makeCurrent() {
    constexpr EGLint wanted[] = {EGL_SURFACE_TYPE,
                                 EGL_PBUFFER_BIT,
                                 EGL_RENDERABLE_TYPE,
                                 EGL_OPENGL_ES2_BIT,
                                 EGL_RED_SIZE,
                                 8,
                                 EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(m_display, wanted, &config, 1, &count) || count == 0 ||
        !eglBindAPI(EGL_OPENGL_ES_API)) {
        return false;
    }
    // A device may be lost for lack of memory: who did not ask for it hears nothing of that.
    constexpr EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION,
                                     2,
                                     EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                     EGL_LOSE_CONTEXT_ON_RESET,
                                     EGL_NONE};
    m_context = eglCreateContext(m_display, config, EGL_NO_CONTEXT, attributes);
    constexpr EGLint size[] = {EGL_WIDTH, kSize_px, EGL_HEIGHT, kSize_px, EGL_NONE};
    m_surface = m_context ? eglCreatePbufferSurface(m_display, config, size) : EGL_NO_SURFACE;
    return m_surface && eglMakeCurrent(m_display, m_surface, m_surface, m_context);
}

bool Picture::release() const {
    return eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

bool Picture::resume() const {
    return eglMakeCurrent(m_display, m_surface, m_surface, m_context);
}

bool Picture::link(int salt) {
    const GLuint vertex = compile(GL_VERTEX_SHADER,
                                  "attribute vec2 corner;\n"
                                  "varying vec2 at;\n"
                                  "void main() {\n"
                                  "  at = corner * 0.5 + 0.5;\n"
                                  "  gl_Position = vec4(corner, 0.0, 1.0);\n"
                                  "}\n");
    const GLuint fragment =
        compile(GL_FRAGMENT_SHADER,
                "precision mediump float;\n"
                "uniform sampler2D image;\n"
                "uniform float none;\n"
                "varying vec2 at;\n"
                "void main() { gl_FragColor = texture2D(image, at) + none * float(" +
                    std::to_string(salt) + "); }\n");
    m_program = glCreateProgram();
    glAttachShader(m_program, vertex);
    glAttachShader(m_program, fragment);
    glBindAttribLocation(m_program, 0, "corner");
    glLinkProgram(m_program);
    GLint linked = GL_FALSE;
    glGetProgramiv(m_program, GL_LINK_STATUS, &linked);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return linked == GL_TRUE && glGetError() == GL_NO_ERROR;
}

bool Picture::draw(uint8_t red) {
    GLuint buffer = 0, texture = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof kCorners, kCorners, GL_STATIC_DRAW);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    std::array<std::array<uint8_t, 4>, 4> texels;
    texels.fill({red, 0, 255, 255});
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glUseProgram(m_program);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    std::array<uint8_t, 4> pixel{};
    glReadPixels(kSize_px / 2, kSize_px / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    glDeleteTextures(1, &texture);
    glDeleteBuffers(1, &buffer);
    if (glGetError() != GL_NO_ERROR) {
        return false;
    }
    m_wrong = pixel != std::array<uint8_t, 4>{red, 0, 255, 255};
    return !m_wrong;
}

bool Picture::swap() {
    return eglSwapBuffers(m_display, m_surface);
}

bool Picture::terminate() {
    eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    m_context = EGL_NO_CONTEXT;
    m_surface = EGL_NO_SURFACE;
    return eglTerminate(m_display);
}

WholeProgram runWholeProgram(int salt, uint8_t red) {
    Picture picture;
    WholeProgram whole;
    const auto step = [&](const char* name, bool succeeded) {
        whole.failed = succeeded ? nullptr : name;
        return succeeded;
    };
    (void)(step("openDisplay", picture.openDisplay()) &&
           step("makeCurrent", picture.makeCurrent()) && step("link", picture.link(salt)) &&
           step("draw", picture.draw(red)) && step("swap", picture.swap()));
    whole.wrong = picture.wrong();
    if (picture.display() && !picture.terminate() && !whole.failed) {
        whole.failed = "terminate";
    }
    whole.stayed = eglGetCurrentContext() != EGL_NO_CONTEXT;
    return whole;
}

} // namespace process

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// waiting [kill]: a program that has to wait, for its shaders and for the device, and shows frames.
// With `kill` it is killed in the middle of a frame.

#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <cstdio>
#include <signal.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

constexpr int kFrames = 40;
constexpr int kLinkFrame = 25;
constexpr int kReadFrame = 32;
constexpr int kUploadFrame = 20;
constexpr int kUpload_B = 8 << 20;
constexpr int kSize_px = 128;

constexpr char kVertices[] = "attribute vec2 at; void main() { gl_Position = vec4(at, 0, 1); }";

/// Another text, and much to compile, for each frame that asks.
std::string fragments(int frame) {
    std::string text = "precision highp float; void main() { vec4 c = gl_FragCoord / 128.0;\n";
    for (int i = 0; i < 30; ++i) {
        text += "c = sin(c * " + std::to_string(frame + i) + ".5) + cos(c.yzwx);\n";
    }
    return text + "gl_FragColor = abs(c); }";
}

GLuint shader(GLenum type, const char* text) {
    const GLuint name = glCreateShader(type);
    glShaderSource(name, 1, &text, nullptr);
    glCompileShader(name);
    return name;
}

/// KHR_debug's, which libGLESv2 does not export.
void label(GLenum kind, GLuint name, const char* text) {
    const auto set =
        reinterpret_cast<PFNGLOBJECTLABELKHRPROC>(eglGetProcAddress("glObjectLabelKHR"));
    if (set) {
        set(kind, name, -1, text);
    }
}

/// Asks at once whether it is linked.
bool use(int frame) {
    const GLuint program = glCreateProgram();
    label(GL_PROGRAM_KHR, program, frame ? "water" : "");
    glAttachShader(program, shader(GL_VERTEX_SHADER, kVertices));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragments(frame).c_str()));
    glBindAttribLocation(program, 0, "at");
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    glUseProgram(program);
    return linked;
}

} // namespace

int main(int argc, char** argv) {
    const bool isKilled = argc > 1 && std::string_view(argv[1]) == "kill";
    const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    const EGLint wanted[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
    const EGLint size[] = {EGL_WIDTH, kSize_px, EGL_HEIGHT, kSize_px, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglInitialize(display, nullptr, nullptr) ||
        !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) {
        std::fprintf(stderr, "waiting: no display\n");
        return 1;
    }
    const EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context) || !use(0)) {
        std::fprintf(stderr, "waiting: no context\n");
        return 1;
    }
    const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    std::string pixels(size_t(kSize_px) * kSize_px * 4, '\0');
    for (int frame = 0; frame < kFrames; ++frame) {
        if (frame == kLinkFrame && !use(frame)) {
            return 1;
        }
        if (frame == kUploadFrame) {
            GLuint buffer = 0;
            glGenBuffers(1, &buffer);
            glBindBuffer(GL_ARRAY_BUFFER, buffer);
            glBufferData(GL_ARRAY_BUFFER, 4, nullptr, GL_STATIC_DRAW);
            label(GL_BUFFER_KHR, buffer, "terrain");
            const std::string bytes(kUpload_B, 'x');
            glBufferData(GL_ARRAY_BUFFER, kUpload_B, bytes.data(), GL_STATIC_DRAW);
            glBindBuffer(GL_ARRAY_BUFFER, 0);
        }
        glDrawArrays(GL_TRIANGLES, 0, 3);
        if (frame == kReadFrame) {
            glReadPixels(0, 0, kSize_px, kSize_px, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
            if (isKilled) {
                kill(getpid(), SIGKILL);
            }
        }
        eglSwapBuffers(display, surface);
    }
    eglTerminate(display);
    return 0;
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A window whose first frame needs twenty programs. Prints GL_RENDERER, then draws until it is
// ended, ten frames a second: what is measured is the first (first_frame.cpp).

#include "meshes.h"
#include "programs.h"

#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <X11/Xlib.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace bench;

constexpr int kColumns = 5;
constexpr int kRows = 4;
constexpr int kCell_px = 128;

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "start_scene: %s\n", what.c_str());
    _exit(3);
}

void openWindow(EGLDisplay& display, EGLSurface& surface) {
    Display* const x = XOpenDisplay(nullptr);
    if (!x) {
        die("no X server");
    }
    display = eglGetDisplay(EGLNativeDisplayType(x));
    const EGLint wanted[] = {EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_DEPTH_SIZE,
                             16,
                             EGL_RENDERABLE_TYPE,
                             EGL_OPENGL_ES2_BIT,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_ES_API) ||
        !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) {
        die("no EGL config");
    }
    const Window window = XCreateSimpleWindow(
        x, DefaultRootWindow(x), 0, 0, kColumns * kCell_px, kRows * kCell_px, 0, 0, 0);
    XMapWindow(x, window);
    surface = eglCreateWindowSurface(display, config, EGLNativeWindowType(window), nullptr);
    const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context)) {
        die("no context");
    }
}

GLuint compile(GLenum stage, const char* source, const char* name) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof log, nullptr, log);
        die(std::string(name) + ": " + log);
    }
    return shader;
}

GLuint link(const ProgramSource& source) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER, source.vertex, source.name));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, source.fragment, source.name));
    const char* const attributes[] = {
        "position", "normal", "tangent", "texCoord", "boneIndices", "boneWeights"};
    for (GLuint i = 0; i < std::size(attributes); ++i) {
        glBindAttribLocation(program, i, attributes[i]);
    }
    glLinkProgram(program);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        die(std::string(source.name) + " does not link");
    }
    return program;
}

/// Bricks; in alpha their height.
std::vector<uint8_t> picture(int size_px, int kind) {
    std::vector<uint8_t> texels;
    for (int y = 0; y < size_px; ++y) {
        for (int x = 0; x < size_px; ++x) {
            const bool mortar = y % 32 < 3 || (x + (y / 32 % 2) * 32) % 64 < 3;
            const int grain = (x * 7919 + y * 104729) % 41;
            const uint8_t texel[3][4] = {
                {uint8_t(mortar ? 150 : 170 + grain), uint8_t(mortar ? 150 : 60 + grain), 70, 255},
                {uint8_t(108 + grain), uint8_t(148 - grain), 240, uint8_t(mortar ? 40 : 220)},
                {uint8_t(x * 255 / size_px),
                 uint8_t(x * x * 255 / (size_px * size_px)),
                 uint8_t(255 - x),
                 255}};
            texels.insert(texels.end(), texel[kind], texel[kind] + 4);
        }
    }
    return texels;
}

void bindTextures() {
    constexpr int kSize_px = 128;
    for (int unit = 0; unit < 3; ++unit) {
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glActiveTexture(GL_TEXTURE0 + GLenum(unit));
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D,
                     0,
                     GL_RGBA,
                     kSize_px,
                     kSize_px,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     picture(kSize_px, unit).data());
        glGenerateMipmap(GL_TEXTURE_2D);
        glTexParameteri(
            GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, unit == 2 ? GL_LINEAR : GL_LINEAR_MIPMAP_LINEAR);
        if (unit == 2) {
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        }
    }
    GLuint sky = 0;
    glGenTextures(1, &sky);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_CUBE_MAP, sky);
    for (GLenum face = 0; face < 6; ++face) {
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face,
                     0,
                     GL_RGBA,
                     kSize_px,
                     kSize_px,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     picture(kSize_px, int(face % 3)).data());
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

struct Buffers {
    explicit Buffers(const Mesh& mesh) : count(GLsizei(mesh.indices.size())) {
        glGenBuffers(1, &vertices);
        glBindBuffer(GL_ARRAY_BUFFER, vertices);
        glBufferData(GL_ARRAY_BUFFER,
                     GLsizeiptr(mesh.vertices.size() * sizeof(Vertex)),
                     mesh.vertices.data(),
                     GL_STATIC_DRAW);
        glGenBuffers(1, &indices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                     GLsizeiptr(mesh.indices.size() * sizeof(uint16_t)),
                     mesh.indices.data(),
                     GL_STATIC_DRAW);
    }

    void draw() const {
        glBindBuffer(GL_ARRAY_BUFFER, vertices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
        const struct {
            int size;
            size_t offset_B;
        } attributes[] = {{3, offsetof(Vertex, position)},
                          {3, offsetof(Vertex, normal)},
                          {3, offsetof(Vertex, tangent)},
                          {2, offsetof(Vertex, texCoord)},
                          {2, offsetof(Vertex, bones)},
                          {2, offsetof(Vertex, weights)}};
        for (GLuint i = 0; i < std::size(attributes); ++i) {
            glEnableVertexAttribArray(i);
            glVertexAttribPointer(i,
                                  attributes[i].size,
                                  GL_FLOAT,
                                  GL_FALSE,
                                  sizeof(Vertex),
                                  reinterpret_cast<const void*>(attributes[i].offset_B));
        }
        glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, nullptr);
    }

    GLuint vertices = 0;
    GLuint indices = 0;
    GLsizei count;
};

void setUniforms(GLuint program, float time) {
    const float c = std::cos(0.6f + time);
    const float s = std::sin(0.6f + time);
    const float view[] = {1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1};
    // Perspective from z = 3, near 1 and far 5, after the turn around x.
    const float transform[] = {
        2.5f, 0, 0, 0, 0, 2.5f * c, -1.5f * s, -s, 0, -2.5f * s, -1.5f * c, -c, 0, 0, 2, 3};
    const float normalMatrix[] = {1, 0, 0, 0, c, s, 0, -s, c};
    const float bones[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0,    1,
                           1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.2f, 1};
    const auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    glUniformMatrix4fv(at("transform"), 1, GL_FALSE, transform);
    glUniformMatrix4fv(at("view"), 1, GL_FALSE, view);
    glUniformMatrix3fv(at("normalMatrix"), 1, GL_FALSE, normalMatrix);
    glUniformMatrix4fv(at("bones"), 2, GL_FALSE, bones);
    glUniform3f(at("light"), 1.0f, 2.0f, 3.0f);
    glUniform3f(at("eye"), 0.0f, 0.0f, 3.0f);
    glUniform4f(at("tint"), 0.9f, 0.6f, 0.2f, 1.0f);
    glUniform1f(at("time"), time);
    glUniform1i(at("albedo"), 0);
    glUniform1i(at("bumps"), 1);
    glUniform1i(at("ramp"), 2);
    glUniform1i(at("sky"), 3);
}

} // namespace

int main(int argc, char** argv) {
    const int fast = argc > 1 ? std::atoi(argv[1]) : 0;
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLSurface surface = EGL_NO_SURFACE;
    openWindow(display, surface);
    std::printf("GL_RENDERER   = %s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
    std::fflush(stdout);

    std::vector<GLuint> linked;
    for (const ProgramSource& source : programs()) {
        linked.push_back(link(source));
    }
    bindTextures();
    const Buffers torusBuffers(torus());
    const Buffers screenBuffers(screen());
    glEnable(GL_DEPTH_TEST);
    for (int frame = 0;; ++frame) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        for (size_t i = 0; i < linked.size(); ++i) {
            glViewport(
                int(i % kColumns) * kCell_px, int(i / kColumns) * kCell_px, kCell_px, kCell_px);
            glUseProgram(linked[i]);
            setUniforms(linked[i], float(frame) * 0.1f);
            (programs()[i].onScreen ? screenBuffers : torusBuffers).draw();
        }
        if (const GLenum error = glGetError()) {
            die("GL error " + std::to_string(error));
        }
        eglSwapBuffers(display, surface);
        if (frame >= fast) {
            usleep(100000);
        }
    }
}

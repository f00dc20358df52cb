// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/osmesa_test.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace osmesa_test {

bool onMesa() {
    const char* const renderer = std::getenv("GLISSADE_TEST_RENDERER");
    return renderer != nullptr && std::string_view(renderer) == "llvmpipe";
}

Context Context::ofFormat(GLenum format, const Context* share) {
    return Context(OSMesaCreateContext(format, share != nullptr ? share->m_handle : nullptr));
}

Context Context::with(std::initializer_list<int> attributes) {
    std::vector<int> list(attributes);
    list.push_back(0);
    return Context(OSMesaCreateContextAttribs(list.data(), nullptr));
}

Context::~Context() {
    if (m_handle != nullptr) {
        OSMesaDestroyContext(m_handle);
    }
}

Context::Context(Context&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}

Context& Context::operator=(Context&& other) noexcept {
    std::swap(m_handle, other.m_handle);
    return *this;
}

bool Picture::is(uint32_t pixel) const {
    return std::ranges::all_of(pixels, [&](uint32_t each) { return each == pixel; });
}

bool makeCurrent(const Context& context, Picture& picture) {
    return OSMesaMakeCurrent(context.handle(),
                             picture.pixels.data(),
                             GL_UNSIGNED_BYTE,
                             picture.width_px,
                             picture.height_px) != GL_FALSE;
}

void release() {
    OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0);
}

void clear(const Color& color) {
    glClearColor(color[0], color[1], color[2], color[3]);
    glClear(GL_COLOR_BUFFER_BIT);
}

namespace {

GLuint makeShader(GLenum type, const char* source) {
    const GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
}

} // namespace

GLuint makeProgram(const char* vertexShader, const char* fragmentShader) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, makeShader(GL_VERTEX_SHADER, vertexShader));
    glAttachShader(program, makeShader(GL_FRAGMENT_SHADER, fragmentShader));
    glBindAttribLocation(program, 0, "position");
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE) {
        char log[4096] = "";
        glGetProgramInfoLog(program, sizeof log, nullptr, log);
        std::fprintf(stderr, "%s\n", log);
        return 0;
    }
    return program;
}

void drawRectangle(float left, float bottom, float right, float top) {
    const float corners[] = {left, bottom, right, bottom, left, top, right, top};
    GLuint array = 0, buffer = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDeleteBuffers(1, &buffer);
    glDeleteVertexArrays(1, &array);
}

} // namespace osmesa_test

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "gl_test.h"

#include <cstdio>
#include <string_view>

namespace harness {

std::string enumName(GLenum value) {
    switch (value) {
    case GL_NO_ERROR:
        return "GL_NO_ERROR";
    case GL_INVALID_ENUM:
        return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
        return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
        return "GL_INVALID_OPERATION";
    case GL_OUT_OF_MEMORY:
        return "GL_OUT_OF_MEMORY";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
        return "GL_INVALID_FRAMEBUFFER_OPERATION";
    }
    char text[16];
    std::snprintf(text, sizeof(text), "0x%04x", value);
    return text;
}

void GlTest::SetUp() {
    ASSERT_NE(EGL_NO_DISPLAY, surfacelessDisplay()) << "no surfaceless display";
    m_context = std::make_unique<Context>(request());
    if (request().version != 0 && !m_context->valid()) {
        GTEST_SKIP() << "the device does not have version " << request().version;
    }
    ASSERT_TRUE(m_context->valid()) << "no context, EGL error " << std::hex << eglGetError();
    ASSERT_TRUE(m_context->makeCurrent()) << "EGL error " << std::hex << eglGetError();
}

void GlTest::TearDown() {
    if (m_context && eglGetCurrentContext() == m_context->handle()) {
        EXPECT_GL_OK() << "at the end of the test";
    }
    m_context.reset();
}

bool GlTest::hasExtension(const char* name) {
    return listHas(reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS)), name);
}

void GlTest::bindNewVertexArray() {
    void (*gen)(GLsizei, GLuint*) = nullptr;
    void (*bind)(GLuint) = nullptr;
    require("glGenVertexArrays", gen);
    require("glBindVertexArray", bind);
    GLuint array = 0;
    gen(1, &array);
    bind(array);
}

bool GlTest::isEs2() {
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    return version.rfind("OpenGL ES 2.", 0) == 0;
}

namespace {

std::string_view renderer() {
    return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

} // namespace

bool GlTest::isLlvmpipe() {
    return renderer().starts_with("llvmpipe");
}

bool GlTest::isOverSwiftShader() {
    return renderer().find("SwiftShader") != std::string_view::npos;
}

GLint getInteger(GLenum name) {
    GLint value = -12345;
    glGetIntegerv(name, &value);
    return value;
}

} // namespace harness

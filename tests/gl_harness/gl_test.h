// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "context.h"
#include "image.h"
#include "program.h"
#include "target.h"

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace harness {

std::string enumName(GLenum value);

/// A test with an OpenGL ES 2.0 context of its own. It fails when a GL error is left at its end.
class GlTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// What a derived fixture wants other than a plain ES 2.0 context.
    virtual ContextRequest request() const { return {}; }

    static bool hasExtension(const char* name);
    static void bindNewVertexArray();
    /// ES 3 contexts (which may answer a request for ES 2) allow some things that ES 2.0 forbids.
    static bool isEs2();
    /// Mesa's llvmpipe shows that the tests are right; where it deviates from the specification a
    /// test says so by asking this.
    static bool isLlvmpipe();
    /// A device that lacks what GL cannot ask about: lines have no stipple there and are not smooth
    /// (VK_EXT_line_rasterization).
    static bool isOverSwiftShader();

    /// Finds a command; the test fails where there is none of that name.
    template <typename Function>
    static void require(const char* name, Function& function) {
        function = load<Function>(name);
        ASSERT_NE(nullptr, function) << name;
    }

    std::unique_ptr<Context> m_context;
};

/// A test in a core context with a vertex array bound, skipped where the device has none of that
/// version (10 · major + minor). A SetUp() that goes on asks ready() first.
template <int kVersion>
class CoreTest : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl, .version = kVersion}; }
    void SetUp() override {
        GlTest::SetUp();
        if (ready()) {
            bindNewVertexArray();
        }
    }
    static bool ready() { return !IsSkipped() && !HasFatalFailure(); }
};

// The error that is set, which is cleared by looking.
#define EXPECT_GL_ERROR(error) EXPECT_EQ(harness::enumName(error), harness::enumName(glGetError()))
#define EXPECT_GL_OK() EXPECT_GL_ERROR(GL_NO_ERROR)

// The whole state that a failed call must leave alone: the next statement raises `error`.
#define EXPECT_FAILS(error, statement)                                                             \
    do {                                                                                           \
        statement;                                                                                 \
        EXPECT_EQ(harness::enumName(error), harness::enumName(glGetError())) << #statement;        \
    } while (false)

GLint getInteger(GLenum name);

} // namespace harness

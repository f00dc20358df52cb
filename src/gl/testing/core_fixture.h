// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "gl/testing/fake_backend.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace gl::testing {

/// Contexts of either API over the fake back end; `context` is current, with a 64×48 surface.
class CoreTest : public ::testing::Test {
protected:
    void SetUp() override { use(Api::ES); }
    void TearDown() override {
        Context::setCurrent(nullptr);
        context.reset();
    }

    void use(Api api, bool debug = false) {
        Context::setCurrent(nullptr);
        context = make(api, debug);
        Context::setCurrent(context.get());
        context->bindSurfaces(&surface, &surface);
    }
    std::unique_ptr<Context> make(Api api, bool debug = false, Context* share = nullptr) {
        ContextAttributes attributes;
        attributes.api = api;
        attributes.minor = api == Api::ES ? 0 : 1;
        attributes.debug = debug;
        std::string error;
        auto made = Context::create(device, attributes, share, error);
        EXPECT_TRUE(made) << error;
        return made;
    }
    GLuint link(const char* vertex, const char* fragment) {
        const GLuint program = context->createProgram();
        for (const auto& [type, source] :
             {std::pair(GL_VERTEX_SHADER, vertex), std::pair(GL_FRAGMENT_SHADER, fragment)}) {
            const GLuint shader = context->createShader(GLenum(type));
            context->shaderSource(shader, 1, &source, nullptr);
            context->compileShader(shader);
            context->attachShader(program, shader);
            context->deleteShader(shader);
        }
        context->linkProgram(program);
        GLint ok = 0;
        context->getProgramiv(program, GL_LINK_STATUS, &ok);
        char log[1000] = "";
        context->getProgramInfoLog(program, sizeof(log), nullptr, log);
        EXPECT_TRUE(ok) << log;
        return program;
    }
    /// A program that reads one attribute, "position" at location 0, in use.
    GLuint useSimpleProgram() {
        const GLuint program =
            link("attribute vec4 position; void main() { gl_Position = position; }",
                 "void main() { gl_FragColor = vec4(1.0); }");
        context->useProgram(program);
        return program;
    }
    GLint integer(GLenum name) {
        GLint value = -12345;
        context->getIntegerv(name, &value);
        return value;
    }

    std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    FakeSurface surface;
    std::unique_ptr<Context> context;
};

} // namespace gl::testing

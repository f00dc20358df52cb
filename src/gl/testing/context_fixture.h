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

/// Contexts over the fake back end. `gl` is the current one, with a 64×48 surface; commands are its
/// methods.
class ContextFixture : public ::testing::Test {
protected:
    void TearDown() override {
        Context::setCurrent(nullptr);
        gl.reset();
    }

    /// Version: 10 · major + minor; from 3.2 on with the core profile.
    static ContextAttributes attributesOf(Api api, int version) {
        ContextAttributes attributes;
        attributes.api = api;
        attributes.major = version / 10;
        attributes.minor = version % 10;
        attributes.coreProfile = api == Api::Desktop && version >= 32;
        return attributes;
    }
    std::unique_ptr<Context> make(const ContextAttributes& attributes, Context* share = nullptr) {
        std::string error;
        auto made = Context::create(device, attributes, share, error);
        EXPECT_TRUE(made) << error;
        return made;
    }
    void makeCurrent(const ContextAttributes& attributes) {
        Context::setCurrent(nullptr);
        gl = make(attributes);
        ASSERT_TRUE(gl);
        Context::setCurrent(gl.get());
        gl->bindSurfaces(&surface, &surface);
    }

    std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    FakeSurface surface;
    std::unique_ptr<Context> gl;
};

/// Contexts of either API in their lowest versions: OpenGL ES 2.0 from the start.
class CoreTest : public ContextFixture {
protected:
    void SetUp() override { use(Api::ES); }

    void use(Api api, bool debug = false) { makeCurrent(lowest(api, debug)); }
    std::unique_ptr<Context> make(Api api, bool debug = false, Context* share = nullptr) {
        return ContextFixture::make(lowest(api, debug), share);
    }
    GLuint link(const char* vertex, const char* fragment) {
        const GLuint program = gl->createProgram();
        for (const auto& [type, source] :
             {std::pair(GL_VERTEX_SHADER, vertex), std::pair(GL_FRAGMENT_SHADER, fragment)}) {
            const GLuint shader = gl->createShader(GLenum(type));
            gl->shaderSource(shader, 1, &source, nullptr);
            gl->compileShader(shader);
            gl->attachShader(program, shader);
            gl->deleteShader(shader);
        }
        gl->linkProgram(program);
        GLint ok = 0;
        gl->getProgramiv(program, GL_LINK_STATUS, &ok);
        char log[1000] = "";
        gl->getProgramInfoLog(program, sizeof(log), nullptr, log);
        EXPECT_TRUE(ok) << log;
        return program;
    }
    /// A program that reads one attribute, "position" at location 0, in use.
    GLuint useSimpleProgram() {
        const GLuint program =
            link("attribute vec4 position; void main() { gl_Position = position; }",
                 "void main() { gl_FragColor = vec4(1.0); }");
        gl->useProgram(program);
        return program;
    }
    GLint integer(GLenum name) {
        GLint value = -12345;
        gl->getIntegerv(name, &value);
        return value;
    }

private:
    static ContextAttributes lowest(Api api, bool debug) {
        ContextAttributes attributes = attributesOf(api, api == Api::ES ? 20 : 21);
        attributes.debug = debug;
        return attributes;
    }
};

/// Contexts of OpenGL ES 3.0 (from the start) and core OpenGL.
class Version3Test : public CoreTest {
protected:
    void SetUp() override {
        Caps& caps = device->fakeCaps;
        caps.transformFeedback = caps.independentBlend = caps.clipDistance = true;
        caps.geometryShader = caps.depthClamp = caps.provokingVertex = true;
        caps.dualSourceBlend = caps.preciseOcclusion = caps.timestamps = true;
        caps.primitiveQueries = true;
        caps.vertexStreams = 4;
        caps.timestampBits = 64;
        useVersion(Api::ES, 3, 0);
    }
    std::unique_ptr<Context> makeVersion(Api api, int major, int minor, Context* share = nullptr) {
        return ContextFixture::make(attributesOf(api, major * 10 + minor), share);
    }
    void useVersion(Api api, int major, int minor) {
        makeCurrent(attributesOf(api, major * 10 + minor));
    }
    GLenum error() { return gl->getError(); }
    GLuint buffer(GLenum target, GLsizeiptr size_B) {
        GLuint name = 0;
        gl->genBuffers(1, &name);
        gl->bindBuffer(target, name);
        gl->bufferData(target, size_B, nullptr, GL_STATIC_DRAW);
        return name;
    }
    GLuint query() {
        GLuint name = 0;
        gl->genQueries(1, &name);
        return name;
    }
};

/// One context, in which no error is left behind.
class ContextTest : public ContextFixture {
protected:
    /// Version 0: 2.0 or 2.1 on a device that has no more; else of one that has everything.
    explicit ContextTest(Api api = Api::ES, int version = 0) : m_api(api), m_version(version) {}

    void SetUp() override {
        if (m_version != 0) {
            device->offerEverything();
            return makeCurrent(attributesOf(m_api, m_version));
        }
        makeCurrent(attributesOf(m_api, m_api == Api::ES ? 20 : 21));
    }
    void TearDown() override {
        if (gl) {
            EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
            gl->bindSurfaces(nullptr, nullptr);
            Context::setCurrent(nullptr);
        }
    }

    GLuint makeTexture(GLenum target) {
        GLuint name = 0;
        gl->genTextures(1, &name);
        gl->bindTexture(target, name);
        return name;
    }
    GLuint makeFramebuffer() {
        GLuint name = 0;
        gl->genFramebuffers(1, &name);
        gl->bindFramebuffer(GL_FRAMEBUFFER, name);
        return name;
    }
    GLuint makeRenderbuffer(GLenum format, int width_px, int height_px) {
        GLuint name = 0;
        gl->genRenderbuffers(1, &name);
        gl->bindRenderbuffer(GL_RENDERBUFFER, name);
        gl->renderbufferStorage(GL_RENDERBUFFER, format, width_px, height_px);
        return name;
    }

    Api m_api;
    int m_version;
};

class DesktopContextTest : public ContextTest {
protected:
    DesktopContextTest() : ContextTest(Api::Desktop) {}
};

class CoreContextTest : public ContextTest {
protected:
    CoreContextTest() : ContextTest(Api::Desktop, 41) {}
};

} // namespace gl::testing

/// The error of the call before, which is then cleared.
#define EXPECT_GL_ERROR(error) EXPECT_EQ(gl->getError(), GLenum(error))
#define EXPECT_NO_GL_ERROR() EXPECT_GL_ERROR(GL_NO_ERROR)

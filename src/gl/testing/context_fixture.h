// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "gl/testing/fake_backend.h"

#include <gtest/gtest.h>

namespace gl::testing {

/// A context over the fake back end, current while the test runs. Commands are its methods.
class ContextTest : public ::testing::Test {
protected:
    /// Version 0: 2.0 or 2.1 on a device that has no more; else of one that has everything.
    explicit ContextTest(Api api = Api::ES, int version = 0) : m_api(api), m_version(version) {}

    void SetUp() override {
        ContextAttributes attributes;
        attributes.api = m_api;
        attributes.major = 2;
        attributes.minor = m_api == Api::ES ? 0 : 1;
        if (m_version != 0) {
            device->offerEverything();
            attributes.major = m_version / 10;
            attributes.minor = m_version % 10;
            attributes.coreProfile = m_api == Api::Desktop && m_version >= 32;
        }
        std::string error;
        gl = Context::create(device, attributes, nullptr, error);
        ASSERT_TRUE(gl) << error;
        Context::setCurrent(gl.get());
        gl->bindSurfaces(&surface, &surface);
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
    std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    FakeSurface surface;
    std::unique_ptr<Context> gl;
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

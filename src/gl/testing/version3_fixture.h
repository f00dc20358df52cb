// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/testing/core_fixture.h"

namespace gl::testing {

/// Contexts of OpenGL ES 3.0 (from the start) and core OpenGL over the fake back end.
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
        ContextAttributes attributes;
        attributes.api = api;
        attributes.major = major;
        attributes.minor = minor;
        attributes.coreProfile = api == Api::Desktop && major * 10 + minor >= 32;
        std::string error;
        auto made = Context::create(device, attributes, share, error);
        EXPECT_TRUE(made) << error;
        return made;
    }
    void useVersion(Api api, int major, int minor) {
        Context::setCurrent(nullptr);
        context = makeVersion(api, major, minor);
        ASSERT_TRUE(context);
        Context::setCurrent(context.get());
        context->bindSurfaces(&surface, &surface);
    }
    GLenum error() { return context->getError(); }
    GLuint buffer(GLenum target, GLsizeiptr size_B) {
        GLuint name = 0;
        context->genBuffers(1, &name);
        context->bindBuffer(target, name);
        context->bufferData(target, size_B, nullptr, GL_STATIC_DRAW);
        return name;
    }
    GLuint query() {
        GLuint name = 0;
        context->genQueries(1, &name);
        return name;
    }
};

} // namespace gl::testing

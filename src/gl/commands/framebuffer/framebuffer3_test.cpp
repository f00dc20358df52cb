// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Framebuffers of OpenGL ES 3.0 and OpenGL 3.0 to 3.3.
#include "gl/testing/context_fixture.h"

#include <bit>

namespace gl {
namespace {

using testing::ContextTest;

class Framebuffers3 : public ContextTest {
protected:
    explicit Framebuffers3(Api api = Api::ES, bool core = false) : ContextTest(api), m_core(core) {
        Caps& caps = device->fakeCaps;
        caps.transformFeedback = caps.independentBlend = caps.clipDistance = true;
        caps.geometryShader = caps.depthClamp = caps.provokingVertex = true;
        caps.dualSourceBlend = caps.preciseOcclusion = caps.timestamps = true;
    }
    void SetUp() override {
        if (!m_core) {
            return ContextTest::SetUp();
        }
        makeCurrent(attributesOf(m_api, 32));
    }
    GLenum status() { return gl->checkFramebufferStatus(GL_FRAMEBUFFER); }
    GLuint attach(GLenum attachment, GLenum format, int width, int height, int samples = 0) {
        const GLuint name = makeRenderbuffer(format, width, height);
        gl->renderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        gl->framebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
        return name;
    }
    GLint query(GLenum attachment, GLenum pname) {
        GLint value = -1;
        gl->getFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, pname, &value);
        return value;
    }

    const bool m_core;
};

TEST_F(Framebuffers3, WholeAttachmentsAreInvalidated) {
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 16, 16);
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 16, 16);
    const GLenum attachments[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    gl->invalidateFramebuffer(GL_FRAMEBUFFER, 2, attachments);
    EXPECT_EQ(device->log.invalidations, 1);
    EXPECT_EQ(device->log.lastInvalidation.colors, 1u);
    EXPECT_TRUE(device->log.lastInvalidation.depth);
    EXPECT_FALSE(device->log.lastInvalidation.stencil);
    const GLenum both[] = {GL_DEPTH_STENCIL_ATTACHMENT};
    gl->invalidateFramebuffer(GL_FRAMEBUFFER, 1, both);
    EXPECT_TRUE(device->log.lastInvalidation.stencil);
    EXPECT_EQ(device->log.lastInvalidation.colors, 0u);
    EXPECT_EQ(device->log.invalidations, 2);
    gl->invalidateSubFramebuffer(GL_FRAMEBUFFER, 2, attachments, 0, 0, 16, 15);
    EXPECT_EQ(device->log.invalidations, 2) << "a part";
    gl->invalidateSubFramebuffer(GL_FRAMEBUFFER, 2, attachments, -1, 0, 17, 16);
    EXPECT_EQ(device->log.invalidations, 3);
    attach(GL_COLOR_ATTACHMENT1, GL_RGBA8, 32, 16);
    gl->invalidateSubFramebuffer(GL_FRAMEBUFFER, 2, attachments, 0, 0, 16, 16);
    EXPECT_EQ(device->log.invalidations, 3) << "one is larger";
    const GLenum wrong[] = {GL_COLOR_ATTACHMENT0, GL_COLOR};
    gl->invalidateFramebuffer(GL_FRAMEBUFFER, 2, wrong);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    EXPECT_EQ(device->log.invalidations, 3);
}

TEST_F(Framebuffers3, TheSurfacesBuffersAreInvalidated) {
    const GLenum buffers[] = {GL_COLOR, GL_STENCIL};
    gl->invalidateFramebuffer(GL_FRAMEBUFFER, 2, buffers);
    EXPECT_EQ(device->log.lastInvalidation.colors, 1u);
    EXPECT_FALSE(device->log.lastInvalidation.depth);
    EXPECT_TRUE(device->log.lastInvalidation.stencil);
}

class DesktopFramebuffers3 : public Framebuffers3 {
protected:
    DesktopFramebuffers3() : Framebuffers3(Api::Desktop) {}
};

TEST_F(DesktopFramebuffers3, AnyDrawBufferOfIntegersIsIntegerMode) {
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 16, 16);
    attach(GL_COLOR_ATTACHMENT1, GL_RGBA8I, 16, 16);
    GLboolean integers = GL_TRUE;
    gl->getBooleanv(GL_RGBA_INTEGER_MODE_EXT, &integers);
    EXPECT_FALSE(integers) << "only the first is drawn to";
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    gl->drawBuffers(2, both);
    gl->getBooleanv(GL_RGBA_INTEGER_MODE_EXT, &integers);
    EXPECT_TRUE(integers);
}

class CoreFramebuffers : public Framebuffers3 {
protected:
    CoreFramebuffers() : Framebuffers3(Api::Desktop, true) {}
};

TEST_F(Framebuffers3, AttachmentsMayDifferInSizeAndFormat) {
    ASSERT_EQ(gl->version(), 30);
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 8, 8);
    attach(GL_COLOR_ATTACHMENT1, GL_R32UI, 4, 16);
    attach(GL_COLOR_ATTACHMENT7, GL_R11F_G11F_B10F, 16, 4);
    attach(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH32F_STENCIL8, 16, 16);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    EXPECT_EQ(gl->state().drawFramebuffer->width_px(), 4);
    EXPECT_EQ(gl->state().drawFramebuffer->height_px(), 4);
}

TEST_F(Framebuffers3, SamplesMustAgree) {
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 8, 8, 4);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE));
}

TEST_F(Framebuffers3, RenderableFormats) {
    makeFramebuffer();
    const auto errorOf = [&](GLenum format) {
        gl->renderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
        return gl->getError();
    };
    makeRenderbuffer(GL_RGBA8, 4, 4);
    for (const GLenum format : {GL_SRGB8_ALPHA8, GL_RGB10_A2UI, GL_RG16I, GL_RGBA32F}) {
        EXPECT_EQ(errorOf(format), GLenum(GL_NO_ERROR)) << format;
    }
    for (const GLenum format : {GL_SRGB8, GL_RGB8UI, GL_RGBA8_SNORM, GL_RGB32F, GL_RGB9_E5}) {
        EXPECT_EQ(errorOf(format), GLenum(GL_INVALID_ENUM)) << format;
    }
}

TEST_F(Framebuffers3, SampleErrors) {
    makeRenderbuffer(GL_RGBA8, 4, 4);
    gl->renderbufferStorageMultisample(GL_RENDERBUFFER, 5, GL_RGBA8, 4, 4);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->renderbufferStorageMultisample(GL_RENDERBUFFER, -1, GL_RGBA8, 4, 4);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    // ES 3.0 has no multisampled integers.
    gl->renderbufferStorageMultisample(GL_RENDERBUFFER, 1, GL_RGBA8UI, 4, 4);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    GLint count = -1;
    gl->getInternalformativ(GL_RENDERBUFFER, GL_RGBA8UI, GL_NUM_SAMPLE_COUNTS, 1, &count);
    EXPECT_EQ(count, 0);
    gl->getInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, &count);
    EXPECT_EQ(count, 1);
    gl->getInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, 1, &count);
    EXPECT_EQ(count, 4);
}

TEST_F(Framebuffers3, DrawBufferRules) {
    const auto errorOf = [&](std::initializer_list<GLenum> buffers) {
        gl->drawBuffers(GLsizei(buffers.size()), buffers.begin());
        return gl->getError();
    };
    EXPECT_EQ(errorOf({GL_NONE}), GLenum(GL_NO_ERROR));
    EXPECT_EQ(errorOf({GL_BACK}), GLenum(GL_NO_ERROR));
    EXPECT_EQ(errorOf({GL_BACK, GL_NONE}), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf({GL_COLOR_ATTACHMENT0}), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf({GL_FRONT}), GLenum(GL_INVALID_ENUM));
    makeFramebuffer();
    EXPECT_EQ(errorOf({GL_COLOR_ATTACHMENT0, GL_NONE, GL_COLOR_ATTACHMENT2}), GLenum(GL_NO_ERROR));
    EXPECT_EQ(gl->state().drawFramebuffer->drawBufferMask(), 5u);
    EXPECT_EQ(errorOf({GL_COLOR_ATTACHMENT1}), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf({GL_BACK}), GLenum(GL_INVALID_OPERATION));
}

TEST_F(Framebuffers3, ClearBufferTellsTheBackEndWhatAndWhere) {
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 8, 8);
    attach(GL_COLOR_ATTACHMENT1, GL_RGBA8I, 8, 8);
    const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    gl->drawBuffers(2, buffers);
    const GLint color[] = {-1, 2, 3, 4};
    gl->clearBufferiv(GL_COLOR, 1, color);
    const ClearCall& call = device->log.lastClear;
    EXPECT_EQ(call.mask, GLbitfield(GL_COLOR_BUFFER_BIT));
    EXPECT_EQ(call.drawBuffers, 2u);
    EXPECT_EQ(call.colorKind, ClearKind::Int);
    EXPECT_EQ(call.color[0], ~0u);
    // There is no depth: nothing to do, and no error.
    const int clears = device->log.clears;
    const float depth = 7;
    gl->clearBufferfv(GL_DEPTH, 0, &depth);
    EXPECT_EQ(device->log.clears, clears);
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 8, 8);
    gl->clearBufferfv(GL_DEPTH, 0, &depth);
    EXPECT_EQ(device->log.lastClear.mask, GLbitfield(GL_DEPTH_BUFFER_BIT));
    EXPECT_EQ(device->log.lastClear.depth, 1);
}

TEST_F(Framebuffers3, ClearColorsAreNotClamped) {
    gl->clearColor(-2, 0, 3, 1);
    gl->clear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(std::bit_cast<float>(device->log.lastClear.color[0]), -2);
    EXPECT_EQ(std::bit_cast<float>(device->log.lastClear.color[2]), 3);
}

TEST_F(Framebuffers3, QueriesOfTheDefaultFramebuffer) {
    EXPECT_EQ(query(GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_FRAMEBUFFER_DEFAULT);
    EXPECT_EQ(query(GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), 24);
    EXPECT_EQ(query(GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE), 8);
    query(GL_FRONT_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    query(GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_LAYERED);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(Framebuffers3, PackStateIsKnown) {
    gl->pixelStorei(GL_PACK_ROW_LENGTH, 5);
    gl->pixelStorei(GL_PACK_SKIP_PIXELS, 1);
    uint8_t pixels[64] = {};
    gl->readPixels(0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    EXPECT_EQ(device->log.lastLayout.rowLength_px, 5);
    gl->pixelStorei(GL_PACK_IMAGE_HEIGHT, 5);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(Framebuffers3, PackBufferOffsetsAreOfWholeUnits) {
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->bindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    gl->bufferData(GL_PIXEL_PACK_BUFFER, 256, nullptr, GL_STREAM_READ);
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA32UI, 4, 4);
    const auto read = [&](uintptr_t offset) {
        gl->readPixels(
            0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, reinterpret_cast<void*>(offset));
        return gl->getError();
    };
    EXPECT_EQ(read(16), GLenum(GL_NO_ERROR));
    EXPECT_EQ(read(2), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(read(252), GLenum(GL_INVALID_OPERATION));
}

TEST_F(DesktopFramebuffers3, SrgbIsEncodedWhereAskedFor) {
    EXPECT_FALSE(gl->state().framebufferSrgb);
    gl->enable(GL_FRAMEBUFFER_SRGB);
    EXPECT_TRUE(gl->state().framebufferSrgb);
    EXPECT_TRUE(gl->dirty().test(Dirty::Framebuffer));
}

TEST_F(DesktopFramebuffers3, NamesOfBuffersAreAnswered) {
    GLint value = 0;
    gl->drawBuffer(GL_FRONT);
    gl->getIntegerv(GL_DRAW_BUFFER, &value);
    EXPECT_EQ(GLenum(value), GLenum(GL_FRONT));
    const GLenum several[] = {GL_FRONT_AND_BACK};
    gl->drawBuffers(1, several);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->drawBuffer(GL_BACK_RIGHT);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(DesktopFramebuffers3, BlitRules) {
    const auto errorOf = [&](GLint size, GLbitfield mask, GLenum filter) {
        gl->blitFramebuffer(0, 0, 8, 8, size, 0, 0, size, mask, filter);
        return gl->getError();
    };
    const GLuint multisampled = makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 8, 8, 4);
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA16F, 8, 8);
    gl->bindFramebuffer(GL_READ_FRAMEBUFFER, multisampled);
    EXPECT_EQ(errorOf(8, GL_COLOR_BUFFER_BIT, GL_NEAREST), GLenum(GL_NO_ERROR));
    EXPECT_EQ(errorOf(4, GL_COLOR_BUFFER_BIT, GL_NEAREST), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf(4, GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_NICEST_EXT), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.blits, 2);
    EXPECT_EQ(device->log.lastBlit.filter, GLenum(GL_LINEAR));
    gl->bindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    EXPECT_EQ(errorOf(8, GL_COLOR_BUFFER_BIT, GL_SCALED_RESOLVE_NICEST_EXT),
              GLenum(GL_INVALID_OPERATION));
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA16UI, 8, 8);
    EXPECT_EQ(errorOf(8, GL_COLOR_BUFFER_BIT, GL_NEAREST), GLenum(GL_INVALID_OPERATION));
}

TEST_F(CoreFramebuffers, ClampColorIsOfReads) {
    gl->clampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
    EXPECT_NO_GL_ERROR();
    gl->clampColor(GL_CLAMP_VERTEX_COLOR, GL_TRUE);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->clampColor(GL_CLAMP_READ_COLOR, 2);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    uint8_t pixels[16] = {};
    gl->readPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, pixels);
    EXPECT_TRUE(device->log.lastLayout.clamp);
}

TEST_F(CoreFramebuffers, LayersGoTogether) {
    makeFramebuffer();
    const GLuint cube = makeTexture(GL_TEXTURE_CUBE_MAP);
    for (GLenum face = 0; face < 6; ++face) {
        gl->texImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face,
                       0,
                       GL_RGBA8,
                       8,
                       8,
                       0,
                       GL_RGBA,
                       GL_UNSIGNED_BYTE,
                       nullptr);
    }
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, cube, 0);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    EXPECT_EQ(gl->state().drawFramebuffer->layers(), 6);
    EXPECT_EQ(query(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_LAYERED), GL_TRUE);
    const GLuint volume = makeTexture(GL_TEXTURE_3D);
    gl->texImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, volume, 0);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS));
    gl->framebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, volume, 0, 3);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS));
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, volume, 0);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, volume, 0);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    EXPECT_EQ(gl->state().drawFramebuffer->layers(), 4);
    gl->framebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, volume, 0, 4);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, 0, 0);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT));
}

TEST_F(CoreFramebuffers, SamplesOfTexturesAndRenderbuffersAgree) {
    makeFramebuffer();
    const GLuint texture = makeTexture(GL_TEXTURE_2D_MULTISAMPLE);
    const auto define = [&](GLboolean fixedLocations) {
        gl->texImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, fixedLocations);
    };
    define(GL_TRUE);
    gl->framebufferTexture2D(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, texture, 0);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    EXPECT_EQ(gl->state().drawFramebuffer->samples(), 4);
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 8, 8, 4);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    define(GL_FALSE);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE));
    gl->framebufferTexture2D(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, texture, 1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(CoreFramebuffers, AttachErrors) {
    makeFramebuffer();
    const GLuint flat = makeTexture(GL_TEXTURE_2D);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 99, 0);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, flat, -1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->framebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, flat, 0, 0);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 20, flat, 0);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->framebufferTexture(GL_FRAMEBUFFER, GL_BACK, flat, 0);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(CoreFramebuffers, SamplePositions) {
    float position[2] = {};
    gl->getMultisamplefv(GL_SAMPLE_POSITION, 0, position);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    makeFramebuffer();
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 8, 8, 4);
    gl->getMultisamplefv(GL_SAMPLE_POSITION, 1, position);
    EXPECT_EQ(position[0], 0.375f);
    gl->getMultisamplefv(GL_SAMPLE_POSITION, 4, position);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->getMultisamplefv(GL_SAMPLES, 0, position);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

} // namespace
} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/testing/context_fixture.h"

namespace gl {
namespace {

using testing::ContextTest;
using testing::DesktopContextTest;

class Framebuffers : public ContextTest {
protected:
    GLenum status() { return gl->checkFramebufferStatus(GL_FRAMEBUFFER); }
    GLuint attachTexture(GLenum attachment, GLenum format, GLenum type, int width, int height) {
        const GLuint name = makeTexture(GL_TEXTURE_2D);
        gl->texImage2D(GL_TEXTURE_2D, 0, GLint(format), width, height, 0, format, type, nullptr);
        gl->framebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, name, 0);
        return name;
    }
    GLuint attachRenderbuffer(GLenum attachment, GLenum format, int width, int height) {
        const GLuint name = makeRenderbuffer(format, width, height);
        gl->framebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
        return name;
    }
};

TEST_F(Framebuffers, DefaultIsCompleteWithASurface) {
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    gl->bindSurfaces(nullptr, nullptr);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_UNDEFINED));
}

TEST_F(Framebuffers, CompletenessRules) {
    makeFramebuffer();
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT));
    attachTexture(GL_COLOR_ATTACHMENT0, GL_RGBA, GL_UNSIGNED_BYTE, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    attachRenderbuffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 8, 4);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS));
    attachRenderbuffer(GL_DEPTH_ATTACHMENT, GL_RGBA4, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT));
    const GLuint packed = attachRenderbuffer(GL_DEPTH_ATTACHMENT, GL_DEPTH24_STENCIL8, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    attachRenderbuffer(GL_STENCIL_ATTACHMENT, GL_STENCIL_INDEX8, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_UNSUPPORTED));
    gl->framebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, packed);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
}

TEST_F(Framebuffers, LuminanceIsNotRenderable) {
    makeFramebuffer();
    attachTexture(GL_COLOR_ATTACHMENT0, GL_LUMINANCE, GL_UNSIGNED_BYTE, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT));
}

/// The cached answer follows changes of what is attached.
TEST_F(Framebuffers, StorageOfAttachmentsChanges) {
    makeFramebuffer();
    attachTexture(GL_COLOR_ATTACHMENT0, GL_RGBA, GL_UNSIGNED_BYTE, 8, 8);
    attachRenderbuffer(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 8, 8);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS));
    gl->renderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 4, 4);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_COMPLETE));
}

TEST_F(Framebuffers, DeletingDetachesFromTheBoundOne) {
    makeFramebuffer();
    const GLuint name = attachTexture(GL_COLOR_ATTACHMENT0, GL_RGBA, GL_UNSIGNED_BYTE, 8, 8);
    gl->deleteTextures(1, &name);
    EXPECT_EQ(status(), GLenum(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT));
}

TEST_F(Framebuffers, DeletingTheBoundOneBindsTheDefault) {
    const GLuint name = makeFramebuffer();
    gl->deleteFramebuffers(1, &name);
    EXPECT_TRUE(gl->state().drawFramebuffer->isDefault());
    EXPECT_FALSE(gl->isFramebuffer(name));
}

TEST_F(Framebuffers, Errors) {
    gl->framebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    makeFramebuffer();
    gl->framebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 99, 0);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    const GLuint cube = makeTexture(GL_TEXTURE_CUBE_MAP);
    gl->framebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, cube, 0);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->framebufferTexture2D(GL_FRAMEBUFFER, GL_BACK, GL_TEXTURE_2D, cube, 0);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->framebufferTexture2D(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, cube, -1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->bindFramebuffer(GL_RENDERBUFFER, 0);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->renderbufferStorage(GL_RENDERBUFFER, GL_RGBA, 4, 4);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->renderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    makeRenderbuffer(GL_RGBA4, 4, 5000);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(Framebuffers, AttachmentQueries) {
    makeFramebuffer();
    const GLuint name = attachTexture(GL_COLOR_ATTACHMENT0, GL_RGBA, GL_UNSIGNED_BYTE, 8, 8);
    GLint value = 0;
    const auto query = [&](GLenum attachment, GLenum pname) {
        gl->getFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, pname, &value);
        return value;
    };
    EXPECT_EQ(query(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_TEXTURE);
    EXPECT_EQ(query(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), GLint(name));
    EXPECT_EQ(query(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
    query(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(Framebuffers, ReadPixelsErrors) {
    uint8_t pixels[64 * 4] = {};
    const auto errorOf = [&](GLsizei width, GLenum format, GLenum type) {
        gl->readPixels(0, 0, width, 1, format, type, pixels);
        return gl->getError();
    };
    EXPECT_EQ(errorOf(4, GL_RGBA, GL_UNSIGNED_BYTE), GLenum(GL_NO_ERROR));
    EXPECT_EQ(errorOf(-1, GL_RGBA, GL_UNSIGNED_BYTE), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(4, GL_RGBA, GL_INT), GLenum(GL_INVALID_ENUM));
    EXPECT_EQ(errorOf(4, GL_RGB, GL_UNSIGNED_BYTE), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf(4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4), GLenum(GL_INVALID_OPERATION));
    makeFramebuffer();
    EXPECT_EQ(errorOf(4, GL_RGBA, GL_UNSIGNED_BYTE), GLenum(GL_INVALID_FRAMEBUFFER_OPERATION));
    gl->readnPixels(0, 0, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4, pixels);
    EXPECT_GL_ERROR(GL_INVALID_FRAMEBUFFER_OPERATION);
    gl->bindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->readnPixels(0, 0, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, 15, pixels);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(Framebuffers, DiscardErrors) {
    const GLenum surfaceBuffers[] = {GL_COLOR_EXT, GL_DEPTH_EXT};
    const GLenum attachments[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    gl->discardFramebufferEXT(GL_FRAMEBUFFER, 2, surfaceBuffers);
    EXPECT_NO_GL_ERROR();
    gl->discardFramebufferEXT(GL_FRAMEBUFFER, 2, attachments);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->discardFramebufferEXT(GL_FRAMEBUFFER, -1, surfaceBuffers);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->discardFramebufferEXT(GL_TEXTURE_2D, 1, surfaceBuffers);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    makeFramebuffer();
    gl->discardFramebufferEXT(GL_FRAMEBUFFER, 2, attachments);
    EXPECT_NO_GL_ERROR();
}

using DesktopFramebuffers = DesktopContextTest;

TEST_F(DesktopFramebuffers, DrawAndReadBuffersMustExist) {
    makeFramebuffer();
    const GLuint name = makeTexture(GL_TEXTURE_2D);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl->framebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, name, 0);
    EXPECT_EQ(gl->checkFramebufferStatus(GL_FRAMEBUFFER),
              GLenum(GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER));
    gl->drawBuffer(GL_COLOR_ATTACHMENT1);
    EXPECT_EQ(gl->checkFramebufferStatus(GL_FRAMEBUFFER),
              GLenum(GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER));
    gl->readBuffer(GL_NONE);
    EXPECT_EQ(gl->checkFramebufferStatus(GL_FRAMEBUFFER), GLenum(GL_FRAMEBUFFER_COMPLETE));
    EXPECT_EQ(gl->state().drawFramebuffer->drawBufferMask(), 2u);
    gl->drawBuffer(GL_BACK);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    const GLenum twice[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0};
    gl->drawBuffers(2, twice);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(DesktopFramebuffers, BlitErrors) {
    const auto errorOf = [&](GLbitfield mask, GLenum filter) {
        gl->blitFramebuffer(0, 0, 8, 8, 0, 0, 4, 4, mask, filter);
        return gl->getError();
    };
    EXPECT_EQ(errorOf(GL_COLOR_BUFFER_BIT, GL_LINEAR), GLenum(GL_NO_ERROR));
    EXPECT_EQ(errorOf(1, GL_LINEAR), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(GL_COLOR_BUFFER_BIT, GL_REPEAT), GLenum(GL_INVALID_ENUM));
    EXPECT_EQ(errorOf(GL_DEPTH_BUFFER_BIT, GL_LINEAR), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(device->log.blits, 1);
}

} // namespace
} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "target.h"

#include <GLES2/gl2ext.h>
#include <gtest/gtest.h>

namespace harness {

Target::Target(int width, int height, Depth depth) : m_width(width), m_height(height) {
    glGenTextures(1, &m_texture);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &m_framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_texture, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (depth != Depth::None) {
        const GLenum format = depth == Depth::Depth16    ? GL_DEPTH_COMPONENT16
                              : depth == Depth::Stencil8 ? GL_STENCIL_INDEX8
                                                         : GL_DEPTH24_STENCIL8_OES;
        glGenRenderbuffers(1, &m_renderbuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, m_renderbuffer);
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
        if (depth != Depth::Stencil8) {
            glFramebufferRenderbuffer(
                GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, m_renderbuffer);
        }
        if (depth != Depth::Depth16) {
            glFramebufferRenderbuffer(
                GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, m_renderbuffer);
        }
    }
    m_complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    EXPECT_TRUE(m_complete) << "the test's framebuffer is incomplete";
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

Target::~Target() {
    glDeleteFramebuffers(1, &m_framebuffer);
    glDeleteTextures(1, &m_texture);
    glDeleteRenderbuffers(1, &m_renderbuffer);
}

void Target::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    glViewport(0, 0, m_width, m_height);
}

Image Target::read() const {
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    return Image::read(0, 0, m_width, m_height);
}

} // namespace harness

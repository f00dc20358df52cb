// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Calls on textures and framebuffers.

#include "sequence.h"

namespace fuzz {

using namespace harness;

void Sequence::bindTexture() {
    if (m_random.oneIn(3)) {
        GLuint name = 0;
        glGenTextures(1, &name);
        m_textures.add(name);
    }
    if (m_random.oneIn(3)) {
        glActiveTexture(enumOf(m_random, {GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE3, GL_TEXTURE7}));
    }
    glBindTexture(enumOf(m_random, {GL_TEXTURE_2D, GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP}),
                  m_textures.any(m_random));
}

GLenum imageTarget(Random& random) {
    return random.oneIn(3) ? enumOf(random,
                                    {GL_TEXTURE_CUBE_MAP_POSITIVE_X,
                                     GL_TEXTURE_CUBE_MAP_NEGATIVE_X,
                                     GL_TEXTURE_CUBE_MAP_POSITIVE_Y,
                                     GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,
                                     GL_TEXTURE_CUBE_MAP_POSITIVE_Z,
                                     GL_TEXTURE_CUBE_MAP_NEGATIVE_Z})
                           : GLenum(GL_TEXTURE_2D);
}

namespace {

struct PixelFormat {
    GLenum internalFormat;
    GLenum format;
    GLenum type;
};

PixelFormat pixelFormat(Random& random) {
    constexpr PixelFormat kFormats[] = {
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE},
        {GL_RGB, GL_RGB, GL_UNSIGNED_BYTE},
        {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
        {GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE},
        {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE},
        {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE},
        {GL_BGRA_EXT, GL_BGRA_EXT, GL_UNSIGNED_BYTE},
        {GL_RGBA, GL_RGBA, GL_FLOAT},
        {GL_RGBA, GL_RGBA, GL_HALF_FLOAT_OES},
        {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT},
        {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
        {GL_DEPTH_STENCIL_OES, GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES},
        {GL_RED_EXT, GL_RED_EXT, GL_UNSIGNED_BYTE},
        {GL_RG_EXT, GL_RG_EXT, GL_UNSIGNED_BYTE},
    };
    PixelFormat chosen = random.of(kFormats);
    if (random.oneIn(12)) {
        chosen.format = random.of(kFormats).format;
    }
    if (random.oneIn(12)) {
        chosen.type = random.of(kFormats).type;
    }
    return chosen;
}

} // namespace

void Sequence::texImage() {
    const PixelFormat f = pixelFormat(m_random);
    GLsizei width = m_random.oneIn(30) ? integer(m_random) : smallSize(m_random);
    GLsizei height = m_random.oneIn(30) ? integer(m_random) : smallSize(m_random);
    if (m_random.oneIn(2)) {
        width = height = m_random.of({1, 2, 4, 8, 16, 32});
    }
    const GLint level = m_random.oneIn(3) ? m_random.between(0, 6) : 0;
    glTexImage2D(imageTarget(m_random),
                 m_random.oneIn(20) ? integer(m_random) : level,
                 GLint(f.internalFormat),
                 width,
                 height,
                 m_random.oneIn(30),
                 f.format,
                 f.type,
                 pixels(width, height));
}

void Sequence::texSubImage() {
    const PixelFormat f = pixelFormat(m_random);
    const GLsizei width = smallSize(m_random);
    const GLsizei height = smallSize(m_random);
    glTexSubImage2D(imageTarget(m_random),
                    m_random.between(0, 3),
                    integer(m_random),
                    integer(m_random),
                    width,
                    height,
                    f.format,
                    f.type,
                    clientMemory().data());
}

void Sequence::copyTexImage() {
    glCopyTexImage2D(imageTarget(m_random),
                     m_random.between(0, 2),
                     enumOf(m_random, {GL_RGBA, GL_RGB, GL_ALPHA, GL_LUMINANCE}),
                     integer(m_random),
                     integer(m_random),
                     smallSize(m_random),
                     smallSize(m_random),
                     0);
}

void Sequence::copyTexSubImage() {
    glCopyTexSubImage2D(imageTarget(m_random),
                        m_random.between(0, 2),
                        integer(m_random),
                        integer(m_random),
                        integer(m_random),
                        integer(m_random),
                        smallSize(m_random),
                        smallSize(m_random));
}

void Sequence::compressedTexImage() {
    const GLenum format = enumOf(m_random,
                                 {GL_ETC1_RGB8_OES,
                                  GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
                                  GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
                                  0x83F2,
                                  0x83F3});
    const GLsizei width = m_random.oneIn(3) ? smallSize(m_random) : 4 * m_random.between(0, 8);
    const GLsizei height = m_random.oneIn(3) ? smallSize(m_random) : 4 * m_random.between(0, 8);
    const GLsizei blocks = ((width + 3) / 4) * ((height + 3) / 4);
    const GLsizei size = m_random.oneIn(8) ? integer(m_random) : blocks * m_random.of({8, 16});
    if (m_random.oneIn(3)) {
        glCompressedTexSubImage2D(imageTarget(m_random),
                                  m_random.between(0, 2),
                                  integer(m_random),
                                  integer(m_random),
                                  width,
                                  height,
                                  format,
                                  std::min(size, 1 << 20),
                                  clientMemory().data());
        return;
    }
    glCompressedTexImage2D(imageTarget(m_random),
                           m_random.between(0, 2),
                           format,
                           width,
                           height,
                           0,
                           std::min(size, 1 << 20),
                           m_random.oneIn(8) ? nullptr : clientMemory().data());
}

void Sequence::texParameter() {
    const GLenum target = enumOf(m_random, {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP});
    const GLenum name = enumOf(m_random,
                               {GL_TEXTURE_MIN_FILTER,
                                GL_TEXTURE_MAG_FILTER,
                                GL_TEXTURE_WRAP_S,
                                GL_TEXTURE_WRAP_T,
                                GL_TEXTURE_MAX_ANISOTROPY_EXT});
    const GLenum value = enumOf(m_random,
                                {GL_NEAREST,
                                 GL_LINEAR,
                                 GL_NEAREST_MIPMAP_LINEAR,
                                 GL_LINEAR_MIPMAP_LINEAR,
                                 GL_REPEAT,
                                 GL_CLAMP_TO_EDGE,
                                 GL_MIRRORED_REPEAT,
                                 2});
    if (m_random.oneIn(4)) {
        glTexParameterf(target, name, m_random.oneIn(4) ? real(m_random) : float(value));
    } else {
        glTexParameteri(target, name, GLint(value));
    }
}

void Sequence::generateMipmap() {
    glGenerateMipmap(enumOf(m_random, {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP}));
}

void Sequence::deleteTexture() {
    const GLuint name = m_textures.any(m_random);
    glDeleteTextures(1, &name);
    m_textures.deleted(m_random, name);
}

void Sequence::bindFramebuffer() {
    if (m_random.oneIn(3)) {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        m_framebuffers.add(name);
    }
    glBindFramebuffer(enumOf(m_random, {GL_FRAMEBUFFER, GL_FRAMEBUFFER, 0x8CA8, 0x8CA9}),
                      m_framebuffers.any(m_random));
}

GLenum attachment(Random& random) {
    return enumOf(random,
                  {GL_COLOR_ATTACHMENT0,
                   GL_COLOR_ATTACHMENT0,
                   GL_DEPTH_ATTACHMENT,
                   GL_STENCIL_ATTACHMENT,
                   GL_COLOR_ATTACHMENT0 + 1,
                   GL_COLOR_ATTACHMENT0 + 3});
}

void Sequence::attachTexture() {
    glFramebufferTexture2D(enumOf(m_random, {GL_FRAMEBUFFER}),
                           attachment(m_random),
                           imageTarget(m_random),
                           m_textures.any(m_random),
                           m_random.oneIn(10) ? 1 : 0);
}

void Sequence::attachRenderbuffer() {
    glFramebufferRenderbuffer(enumOf(m_random, {GL_FRAMEBUFFER}),
                              attachment(m_random),
                              enumOf(m_random, {GL_RENDERBUFFER}),
                              m_renderbuffers.any(m_random));
}

void Sequence::renderbufferStorage() {
    if (m_random.oneIn(2)) {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        m_renderbuffers.add(name);
    }
    glBindRenderbuffer(enumOf(m_random, {GL_RENDERBUFFER}), m_renderbuffers.any(m_random));
    const bool odd = m_random.oneIn(20);
    glRenderbufferStorage(GL_RENDERBUFFER,
                          enumOf(m_random,
                                 {GL_RGBA4,
                                  GL_RGB5_A1,
                                  GL_RGB565,
                                  GL_RGBA8_OES,
                                  GL_DEPTH_COMPONENT16,
                                  GL_STENCIL_INDEX8,
                                  GL_DEPTH24_STENCIL8_OES}),
                          odd ? integer(m_random) : m_random.of({8, 16, 16, 32}),
                          odd ? integer(m_random) : m_random.of({8, 16, 16, 32}));
}

void Sequence::deleteFramebuffer() {
    const GLuint name = m_framebuffers.any(m_random);
    glDeleteFramebuffers(1, &name);
    m_framebuffers.deleted(m_random, name);
}

void Sequence::deleteRenderbuffer() {
    const GLuint name = m_renderbuffers.any(m_random);
    glDeleteRenderbuffers(1, &name);
    m_renderbuffers.deleted(m_random, name);
}

void Sequence::blit() {
    if (m_gl.drawBuffers && m_random.oneIn(3)) {
        const GLenum buffers[] = {enumOf(m_random, {GL_COLOR_ATTACHMENT0, GL_NONE, GL_BACK}),
                                  enumOf(m_random, {GL_COLOR_ATTACHMENT0 + 1, GL_NONE})};
        m_gl.drawBuffers(m_random.between(0, 2), buffers);
    }
    if (m_gl.discardFramebuffer && m_random.oneIn(3)) {
        const GLenum what[] = {attachment(m_random),
                               enumOf(m_random, {GL_COLOR_EXT, GL_DEPTH_EXT})};
        m_gl.discardFramebuffer(GL_FRAMEBUFFER, m_random.between(0, 2), what);
    }
    if (m_gl.blitFramebuffer) {
        m_gl.blitFramebuffer(integer(m_random),
                             integer(m_random),
                             integer(m_random),
                             integer(m_random),
                             integer(m_random),
                             integer(m_random),
                             integer(m_random),
                             integer(m_random),
                             m_random.oneIn(3) ? m_random.below(0x5000) : GL_COLOR_BUFFER_BIT,
                             enumOf(m_random, {GL_NEAREST, GL_LINEAR}));
    }
}

} // namespace fuzz

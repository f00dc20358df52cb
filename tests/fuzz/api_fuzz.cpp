// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random sequences of legal and illegal OpenGL ES 2.0 calls, the same ones in every run. No
// sequence may crash, hang, or make the validation layer speak; errors are expected. Pointers are
// always good for what is asked. The environment chooses others:
//   GLISSADE_FUZZ_SEED=n   the first sequence's seed
//   GLISSADE_FUZZ_COUNT=n  how many sequences
//   GLISSADE_FUZZ_LOG=1    names every call before it is made

#include "gl_harness/gl_test.h"
#include "values.h"

#include <EGL/egl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace harness;
using namespace fuzz;

constexpr size_t kClientArray_B = 24
                                  << 20; ///< 65,536 vertices at the largest stride used, and more.
constexpr int kMaxCount = 300;
constexpr uint32_t kCallsPerSequence = 250;

uint64_t fromEnvironment(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 0) : otherwise;
}

struct Extensions {
    PFNGLGENVERTEXARRAYSOESPROC genVertexArrays = nullptr;
    PFNGLBINDVERTEXARRAYOESPROC bindVertexArray = nullptr;
    PFNGLDELETEVERTEXARRAYSOESPROC deleteVertexArrays = nullptr;
    PFNGLDRAWARRAYSINSTANCEDEXTPROC drawArraysInstanced = nullptr;
    PFNGLDRAWELEMENTSINSTANCEDEXTPROC drawElementsInstanced = nullptr;
    PFNGLVERTEXATTRIBDIVISOREXTPROC vertexAttribDivisor = nullptr;
    PFNGLDRAWBUFFERSEXTPROC drawBuffers = nullptr;
    PFNGLMAPBUFFERRANGEEXTPROC mapBufferRange = nullptr;
    PFNGLUNMAPBUFFEROESPROC unmapBuffer = nullptr;
    PFNGLBLITFRAMEBUFFERNVPROC blitFramebuffer = nullptr;
    PFNGLDISCARDFRAMEBUFFEREXTPROC discardFramebuffer = nullptr;

    Extensions() {
        const char* list = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
        const auto find = [&](auto& function, const char* extension, const char* name) {
            if (listHas(list, extension)) {
                function = load<std::decay_t<decltype(function)>>(name);
            }
        };
        find(genVertexArrays, "GL_OES_vertex_array_object", "glGenVertexArraysOES");
        find(bindVertexArray, "GL_OES_vertex_array_object", "glBindVertexArrayOES");
        find(deleteVertexArrays, "GL_OES_vertex_array_object", "glDeleteVertexArraysOES");
        find(drawArraysInstanced, "GL_EXT_draw_instanced", "glDrawArraysInstancedEXT");
        find(drawElementsInstanced, "GL_EXT_draw_instanced", "glDrawElementsInstancedEXT");
        find(vertexAttribDivisor, "GL_EXT_instanced_arrays", "glVertexAttribDivisorEXT");
        find(drawBuffers, "GL_EXT_draw_buffers", "glDrawBuffersEXT");
        find(mapBufferRange, "GL_EXT_map_buffer_range", "glMapBufferRangeEXT");
        find(unmapBuffer, "GL_OES_mapbuffer", "glUnmapBufferOES");
        find(blitFramebuffer, "GL_NV_framebuffer_blit", "glBlitFramebufferNV");
        find(discardFramebuffer, "GL_EXT_discard_framebuffer", "glDiscardFramebufferEXT");
    }
};

/// One sequence: its random numbers, and the names its calls made.
class Sequence {
public:
    Sequence(uint64_t seed, const Extensions& extensions, bool log)
        : m_random(seed), m_gl(extensions), m_log(log) {}

    void call();

private:
    struct Action {
        const char* name;
        uint32_t weight;
        void (Sequence::*run)();
    };
    static const std::vector<Action>& actions();

    /// Where an index or an attribute comes from, as far as it keeps reads of memory of ours
    /// inside.
    bool readsClientArrays() const;
    const void* indices(GLenum type);
    GLsizei stride() { return m_random.oneIn(3) ? m_random.between(0, 255) : 0; }
    const void* pixels(GLsizei width, GLsizei height);

    void bindBuffer();
    void bufferData();
    void bufferSubData();
    void deleteBuffer();
    void mapBuffer();
    void bindTexture();
    void texImage();
    void texSubImage();
    void copyTexImage();
    void copyTexSubImage();
    void compressedTexImage();
    void texParameter();
    void generateMipmap();
    void deleteTexture();
    void bindFramebuffer();
    void attachTexture();
    void attachRenderbuffer();
    void renderbufferStorage();
    void deleteFramebuffer();
    void deleteRenderbuffer();
    void blit();
    void makeProgram();
    void linkAgain();
    void useProgram();
    void deleteProgram();
    void uniform();
    void vertexAttrib();
    void vertexAttribPointer();
    void vertexArray();
    void drawArrays();
    void drawElements();
    void clear();
    void enable();
    void blendState();
    void depthStencilState();
    void rasterState();
    void readPixels();
    void pixelStore();
    void getObjects();
    void getValues();
    void getProgram();
    void sync();

    Random m_random;
    const Extensions& m_gl;
    const bool m_log;
    Names m_buffers;
    Names m_textures;
    Names m_framebuffers;
    Names m_renderbuffers;
    Names m_programs;
    Names m_shaders;
    Names m_vertexArrays;
};

std::vector<uint8_t>& clientMemory() {
    static std::vector<uint8_t> memory(kClientArray_B);
    return memory;
}

/// Indices below kMaxCount of any type.
const void* clientIndices(GLenum type) {
    static const auto bytes = [] {
        std::array<uint8_t, 4096> list{};
        for (size_t i = 0; i < list.size(); ++i) {
            list[i] = uint8_t(i % 251);
        }
        return list;
    }();
    static const auto shorts = [] {
        std::array<uint16_t, 4096> list{};
        for (size_t i = 0; i < list.size(); ++i) {
            list[i] = uint16_t(i % kMaxCount);
        }
        return list;
    }();
    static const auto ints = [] {
        std::array<uint32_t, 4096> list{};
        for (size_t i = 0; i < list.size(); ++i) {
            list[i] = uint32_t(i % kMaxCount);
        }
        return list;
    }();
    return type == GL_UNSIGNED_BYTE    ? static_cast<const void*>(bytes.data())
           : type == GL_UNSIGNED_SHORT ? static_cast<const void*>(shorts.data())
                                       : static_cast<const void*>(ints.data());
}

bool Sequence::readsClientArrays() const {
    GLint count = 0;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &count);
    for (GLint i = 0; i < count; ++i) {
        GLint enabled = 0;
        GLint buffer = 0;
        glGetVertexAttribiv(GLuint(i), GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
        glGetVertexAttribiv(GLuint(i), GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
        if (enabled && !buffer) {
            return true;
        }
    }
    return false;
}

const void* Sequence::indices(GLenum type) {
    GLint buffer = 0;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
    if (!buffer) {
        return clientIndices(type);
    }
    return reinterpret_cast<const void*>(intptr_t(m_random.of({0, 0, 0, 4, 1, 64, 100000, -4})));
}

const void* Sequence::pixels(GLsizei width, GLsizei height) {
    // Unpack parameters may make a row of 1,000 texels and skip as many rows.
    return width <= 64 && height <= 64 && !m_random.oneIn(6) ? clientMemory().data() : nullptr;
}

// Buffers.

void Sequence::bindBuffer() {
    if (m_random.oneIn(3)) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        m_buffers.add(name);
    }
    glBindBuffer(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                 m_buffers.any(m_random));
}

void Sequence::bufferData() {
    const GLsizeiptr size =
        m_random.of<GLsizeiptr>({0, 1, 3, 64, 256, 1000, 4096, 65536, -1, 300000, 1 << 21});
    glBufferData(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                 size,
                 m_random.oneIn(4) ? nullptr : clientMemory().data(),
                 enumOf(m_random, {GL_STATIC_DRAW, GL_DYNAMIC_DRAW, GL_STREAM_DRAW}));
}

void Sequence::bufferSubData() {
    const GLintptr offset = m_random.of<GLintptr>({0, 0, 1, 16, 100, 65536, -1, INTPTR_MAX});
    const GLsizeiptr size = m_random.of<GLsizeiptr>({0, 1, 16, 64, 1000, -1, INTPTR_MAX});
    glBufferSubData(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                    offset,
                    size,
                    clientMemory().data());
}

void Sequence::deleteBuffer() {
    const GLuint name = m_buffers.any(m_random);
    glDeleteBuffers(m_random.oneIn(20) ? -1 : 1, &name);
    m_buffers.deleted(m_random, name);
}

void Sequence::mapBuffer() {
    if (!m_gl.mapBufferRange || !m_gl.unmapBuffer) {
        return;
    }
    const GLenum target = enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER});
    const GLsizeiptr length = m_random.of<GLsizeiptr>({0, 1, 64, 1000, -1});
    void* data = m_gl.mapBufferRange(target,
                                     m_random.of<GLintptr>({0, 0, 16, 100, -1, INTPTR_MAX}),
                                     length,
                                     m_random.of<GLbitfield>({1, 2, 3, 6, 10, 18, 34, 0, 0x40}));
    if (data && m_random.oneIn(2)) {
        std::memset(data, 0, size_t(length));
    }
    if (!m_random.oneIn(6)) {
        m_gl.unmapBuffer(target);
    }
}

// Textures.

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

// Framebuffers.

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

// Programs.

void Sequence::makeProgram() {
    const GLuint vertex = glCreateShader(GL_VERTEX_SHADER);
    const GLuint fragment = glCreateShader(GL_FRAGMENT_SHADER);
    const char* vertexSource =
        kVertexShaders[m_random.below(m_random.oneIn(3) ? kVertexShaderCount : 6)];
    const char* fragmentSource =
        kFragmentShaders[m_random.below(m_random.oneIn(3) ? kFragmentShaderCount : 3)];
    glShaderSource(vertex, 1, &vertexSource, nullptr);
    glShaderSource(fragment, 1, &fragmentSource, nullptr);
    glCompileShader(vertex);
    glCompileShader(fragment);
    const GLuint program = glCreateProgram();
    glAttachShader(program, m_random.oneIn(20) ? m_shaders.any(m_random) : vertex);
    glAttachShader(program, m_random.oneIn(20) ? m_shaders.any(m_random) : fragment);
    if (m_random.oneIn(3)) {
        glBindAttribLocation(program, GLuint(integer(m_random)), m_random.of({"a", "b", "gl_x"}));
    }
    glLinkProgram(program);
    if (m_random.oneIn(2)) {
        glUseProgram(program);
    }
    m_programs.add(program);
    m_shaders.add(vertex);
    m_shaders.add(fragment);
    if (m_random.oneIn(2)) {
        glDeleteShader(vertex);
        glDeleteShader(fragment);
    }
}

void Sequence::linkAgain() {
    const GLuint program = m_programs.any(m_random);
    const GLuint shader = m_shaders.any(m_random);
    switch (m_random.below(6)) {
    case 0:
        glDetachShader(program, shader);
        break;
    case 1:
        glAttachShader(program, shader);
        break;
    case 2: {
        const char* source = kFragmentShaders[m_random.below(uint32_t(kFragmentShaderCount))];
        const GLint length = GLint(m_random.below(uint32_t(std::strlen(source) + 1)));
        glShaderSource(shader, 1, &source, m_random.oneIn(2) ? &length : nullptr);
        break;
    }
    case 3:
        glCompileShader(shader);
        break;
    case 4:
        glValidateProgram(program);
        break;
    default:
        glLinkProgram(program);
    }
}

void Sequence::useProgram() {
    glUseProgram(m_programs.any(m_random));
}

void Sequence::deleteProgram() {
    if (m_random.oneIn(3)) {
        glDeleteShader(m_shaders.any(m_random));
        return;
    }
    const GLuint name = m_programs.any(m_random);
    glDeleteProgram(name);
    m_programs.deleted(m_random, name);
}

void Sequence::uniform() {
    const GLint location = m_random.oneIn(10) ? integer(m_random)
                                              : glGetUniformLocation(m_programs.any(m_random),
                                                                     m_random.of({"u",
                                                                                  "m",
                                                                                  "s",
                                                                                  "s[1]",
                                                                                  "list",
                                                                                  "list[3]",
                                                                                  "list[99]",
                                                                                  "color",
                                                                                  "s[1].v[0]",
                                                                                  "s[",
                                                                                  "c",
                                                                                  "at",
                                                                                  "f[0]",
                                                                                  "b",
                                                                                  "q",
                                                                                  "i",
                                                                                  ""}));
    std::array<GLfloat, 256> reals;
    std::array<GLint, 256> ints;
    for (size_t i = 0; i < 32; ++i) {
        reals[i] = real(m_random);
        ints[i] = integer(m_random);
    }
    std::fill(reals.begin() + 32, reals.end(), 0.5f);
    std::fill(ints.begin() + 32, ints.end(), 1);
    const GLsizei count = m_random.oneIn(4) ? m_random.between(-1, 10) : 1;
    switch (m_random.below(12)) {
    case 0:
        glUniform1fv(location, count, reals.data());
        break;
    case 1:
        glUniform2fv(location, count, reals.data());
        break;
    case 2:
        glUniform3fv(location, count, reals.data());
        break;
    case 3:
    case 4:
        glUniform4fv(location, count, reals.data());
        break;
    case 5:
        glUniform1iv(location, count, ints.data());
        break;
    case 6:
        glUniform3iv(location, count, ints.data());
        break;
    case 7:
        glUniform4iv(location, count, ints.data());
        break;
    case 8:
        glUniformMatrix3fv(location, count, m_random.oneIn(10), reals.data());
        break;
    case 9:
        glUniformMatrix4fv(location, count, m_random.oneIn(10), reals.data());
        break;
    default:
        glUniform1i(location, integer(m_random));
    }
}

// Vertices and draws.

GLuint attribIndex(Random& random) {
    return random.oneIn(20) ? random.of({15u, 16u, 31u, 0xffffffffu}) : random.below(4);
}

void Sequence::vertexAttrib() {
    const GLuint index = attribIndex(m_random);
    switch (m_random.below(5)) {
    case 0:
        glEnableVertexAttribArray(index);
        break;
    case 1:
        glDisableVertexAttribArray(index);
        break;
    case 2:
        glVertexAttrib4f(index, real(m_random), real(m_random), real(m_random), real(m_random));
        break;
    case 3:
        glVertexAttrib1f(index, real(m_random));
        break;
    default:
        if (m_gl.vertexAttribDivisor) {
            m_gl.vertexAttribDivisor(index, m_random.of({0u, 0u, 1u, 2u, 5u}));
        }
    }
}

void Sequence::vertexAttribPointer() {
    const GLuint index = attribIndex(m_random);
    GLint buffer = 0;
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer);
    const uintptr_t offset = m_random.of<uintptr_t>({0, 0, 4, 1, 100, 4096, 300000, 1u << 31});
    glVertexAttribPointer(
        index,
        m_random.oneIn(20) ? integer(m_random) : m_random.between(1, 4),
        enumOf(
            m_random,
            {GL_FLOAT, GL_FLOAT, GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_FIXED}),
        GLboolean(m_random.below(2)),
        m_random.oneIn(30) ? integer(m_random) & 0xff : stride(),
        buffer ? reinterpret_cast<const void*>(offset) : clientMemory().data() + offset % 5000);
    if (m_random.oneIn(2)) {
        glEnableVertexAttribArray(index);
    }
}

void Sequence::vertexArray() {
    if (!m_gl.genVertexArrays || !m_gl.bindVertexArray || !m_gl.deleteVertexArrays) {
        return;
    }
    if (m_random.oneIn(3)) {
        GLuint name = 0;
        m_gl.genVertexArrays(1, &name);
        m_vertexArrays.add(name);
    }
    if (m_random.oneIn(4)) {
        const GLuint name = m_vertexArrays.any(m_random);
        m_gl.deleteVertexArrays(1, &name);
        m_vertexArrays.deleted(m_random, name);
    }
    m_gl.bindVertexArray(m_vertexArrays.any(m_random));
}

GLenum mode(Random& random) {
    return enumOf(random,
                  {GL_TRIANGLES,
                   GL_TRIANGLES,
                   GL_TRIANGLE_STRIP,
                   GL_TRIANGLE_FAN,
                   GL_LINES,
                   GL_LINE_STRIP,
                   GL_LINE_LOOP,
                   GL_POINTS});
}

/// Arrays of ours hold what these reach: 300 vertices and as many instances.
void Sequence::drawArrays() {
    const bool client = readsClientArrays();
    const GLint first =
        m_random.oneIn(10) ? (client ? m_random.between(-2, 100) : integer(m_random)) : 0;
    const GLsizei count =
        m_random.oneIn(10) ? m_random.between(-1, kMaxCount) : m_random.between(0, 9);
    if (m_gl.drawArraysInstanced && m_random.oneIn(4)) {
        m_gl.drawArraysInstanced(mode(m_random), first, count, m_random.between(-1, 5));
    } else {
        glDrawArrays(mode(m_random), first, count);
    }
}

void Sequence::drawElements() {
    GLint buffer = 0;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
    GLenum type =
        enumOf(m_random, {GL_UNSIGNED_SHORT, GL_UNSIGNED_SHORT, GL_UNSIGNED_BYTE, GL_UNSIGNED_INT});
    if (type == GL_UNSIGNED_INT && buffer && readsClientArrays()) {
        type = GL_UNSIGNED_BYTE; // Any number in a buffer would reach outside of our arrays.
    }
    const GLsizei count =
        m_random.oneIn(10) ? m_random.between(-1, kMaxCount) : m_random.between(0, 12);
    const void* at = indices(type);
    if (m_gl.drawElementsInstanced && m_random.oneIn(4)) {
        m_gl.drawElementsInstanced(mode(m_random), count, type, at, m_random.between(-1, 5));
    } else {
        glDrawElements(mode(m_random), count, type, at);
    }
}

// State.

void Sequence::clear() {
    glClearColor(real(m_random), real(m_random), real(m_random), real(m_random));
    glClearDepthf(real(m_random));
    glClearStencil(integer(m_random));
    glClear(m_random.oneIn(10) ? GLbitfield(m_random.next())
                               : m_random.of<GLbitfield>({GL_COLOR_BUFFER_BIT,
                                                          GL_DEPTH_BUFFER_BIT,
                                                          GL_STENCIL_BUFFER_BIT,
                                                          0x4500,
                                                          0x4100}));
}

void Sequence::enable() {
    const GLenum what = enumOf(m_random,
                               {GL_BLEND,
                                GL_DEPTH_TEST,
                                GL_STENCIL_TEST,
                                GL_SCISSOR_TEST,
                                GL_CULL_FACE,
                                GL_DITHER,
                                GL_POLYGON_OFFSET_FILL,
                                GL_SAMPLE_ALPHA_TO_COVERAGE,
                                GL_SAMPLE_COVERAGE});
    m_random.oneIn(2) ? glEnable(what) : glDisable(what);
    glIsEnabled(what);
}

void Sequence::blendState() {
    const auto factor = [&] {
        return enumOf(m_random,
                      {GL_ZERO,
                       GL_ONE,
                       GL_SRC_ALPHA,
                       GL_ONE_MINUS_SRC_ALPHA,
                       GL_DST_COLOR,
                       GL_SRC_ALPHA_SATURATE,
                       GL_CONSTANT_COLOR,
                       GL_ONE_MINUS_CONSTANT_ALPHA});
    };
    const auto equation = [&] {
        return enumOf(m_random,
                      {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MAX_EXT});
    };
    glBlendFuncSeparate(factor(), factor(), factor(), factor());
    glBlendEquationSeparate(equation(), equation());
    glBlendColor(real(m_random), real(m_random), real(m_random), real(m_random));
    glColorMask(GLboolean(m_random.below(2)), 1, GLboolean(m_random.below(2)), 1);
    glSampleCoverage(real(m_random), GLboolean(m_random.below(2)));
}

void Sequence::depthStencilState() {
    const auto function = [&] {
        return enumOf(m_random, {GL_NEVER, GL_LESS, GL_LEQUAL, GL_ALWAYS, GL_NOTEQUAL, GL_GEQUAL});
    };
    const auto operation = [&] {
        return enumOf(m_random, {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR_WRAP, GL_INVERT});
    };
    const GLenum face = enumOf(m_random, {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK});
    glDepthFunc(function());
    glDepthMask(GLboolean(m_random.below(2)));
    glDepthRangef(real(m_random), real(m_random));
    glStencilFuncSeparate(face, function(), integer(m_random), GLuint(integer(m_random)));
    glStencilOpSeparate(face, operation(), operation(), operation());
    glStencilMaskSeparate(face, GLuint(integer(m_random)));
}

void Sequence::rasterState() {
    switch (m_random.below(6)) {
    case 0:
        glViewport(integer(m_random), integer(m_random), integer(m_random), integer(m_random));
        break;
    case 1:
        glScissor(integer(m_random), integer(m_random), integer(m_random), integer(m_random));
        break;
    case 2:
        glLineWidth(real(m_random));
        break;
    case 3:
        glPolygonOffset(real(m_random), real(m_random));
        break;
    case 4:
        glViewport(0, 0, 32, 32);
        glFrontFace(enumOf(m_random, {GL_CW, GL_CCW}));
        break;
    default:
        glCullFace(enumOf(m_random, {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK}));
    }
}

// Reads.

void Sequence::readPixels() {
    static std::vector<uint8_t> memory(4 << 20);
    glReadPixels(
        integer(m_random),
        integer(m_random),
        smallSize(m_random),
        smallSize(m_random),
        enumOf(m_random, {GL_RGBA, GL_RGBA, GL_RGB, GL_BGRA_EXT, GL_ALPHA}),
        enumOf(m_random, {GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5, GL_FLOAT}),
        memory.data());
}

void Sequence::pixelStore() {
    const GLenum name = enumOf(m_random,
                               {GL_UNPACK_ALIGNMENT,
                                GL_PACK_ALIGNMENT,
                                GL_UNPACK_ROW_LENGTH_EXT,
                                GL_UNPACK_SKIP_ROWS_EXT,
                                GL_UNPACK_SKIP_PIXELS_EXT});
    glPixelStorei(name, m_random.of({1, 2, 4, 8, 0, -1, 3, 100}));
}

void Sequence::getObjects() {
    GLint value[64];
    GLfloat reals[64];
    switch (m_random.below(8)) {
    case 0:
        glGetBufferParameteriv(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                               enumOf(m_random, {GL_BUFFER_SIZE, GL_BUFFER_USAGE}),
                               value);
        break;
    case 1:
        glGetTexParameterfv(enumOf(m_random, {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP}),
                            enumOf(m_random, {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_WRAP_S}),
                            reals);
        break;
    case 2:
        glGetRenderbufferParameteriv(
            GL_RENDERBUFFER,
            enumOf(m_random, {GL_RENDERBUFFER_WIDTH, GL_RENDERBUFFER_STENCIL_SIZE}),
            value);
        break;
    case 3:
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER,
                                              attachment(m_random),
                                              enumOf(m_random,
                                                     {GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                                      GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                                                      GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL}),
                                              value);
        break;
    case 4:
        glGetVertexAttribfv(attribIndex(m_random),
                            enumOf(m_random,
                                   {GL_VERTEX_ATTRIB_ARRAY_SIZE,
                                    GL_CURRENT_VERTEX_ATTRIB,
                                    GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING}),
                            reals);
        break;
    case 5: {
        void* pointer = nullptr;
        glGetVertexAttribPointerv(
            attribIndex(m_random), enumOf(m_random, {GL_VERTEX_ATTRIB_ARRAY_POINTER}), &pointer);
        break;
    }
    case 6:
        glCheckFramebufferStatus(enumOf(m_random, {GL_FRAMEBUFFER}));
        break;
    default:
        glIsTexture(m_textures.any(m_random));
        glIsBuffer(m_buffers.any(m_random));
        glIsFramebuffer(m_framebuffers.any(m_random));
        glIsProgram(m_shaders.any(m_random));
    }
}

void Sequence::getValues() {
    GLint ints[1024];
    GLfloat reals[1024];
    GLboolean flags[1024];
    const GLenum name = m_random.oneIn(2) ? 0x0b00 + m_random.below(0x8f00)
                                          : enumOf(m_random,
                                                   {GL_VIEWPORT,
                                                    GL_COMPRESSED_TEXTURE_FORMATS,
                                                    GL_ALIASED_POINT_SIZE_RANGE,
                                                    GL_IMPLEMENTATION_COLOR_READ_FORMAT,
                                                    GL_CURRENT_PROGRAM,
                                                    GL_SAMPLES});
    glGetIntegerv(name, ints);
    glGetFloatv(name, reals);
    glGetBooleanv(name, flags);
    glGetString(enumOf(m_random, {GL_VENDOR, GL_EXTENSIONS, GL_SHADING_LANGUAGE_VERSION}));
    GLint range[2];
    GLint precision = 0;
    glGetShaderPrecisionFormat(enumOf(m_random, {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER}),
                               enumOf(m_random, {GL_LOW_FLOAT, GL_HIGH_INT}),
                               range,
                               &precision);
}

void Sequence::getProgram() {
    const GLuint program = m_random.oneIn(10) ? m_shaders.any(m_random) : m_programs.any(m_random);
    const GLuint shader = m_random.oneIn(10) ? m_programs.any(m_random) : m_shaders.any(m_random);
    char text[256];
    const GLsizei size = m_random.of({0, 1, 2, 16, 256, -1});
    GLsizei length = 0;
    GLint count = 0;
    GLenum type = 0;
    GLint ints[256];
    GLfloat reals[256];
    GLuint names[8];
    switch (m_random.below(9)) {
    case 0:
        glGetProgramiv(program,
                       enumOf(m_random,
                              {GL_LINK_STATUS,
                               GL_ACTIVE_UNIFORMS,
                               GL_INFO_LOG_LENGTH,
                               GL_ACTIVE_UNIFORM_MAX_LENGTH,
                               GL_ATTACHED_SHADERS,
                               GL_DELETE_STATUS}),
                       ints);
        break;
    case 1:
        glGetProgramInfoLog(program, size, &length, text);
        break;
    case 2:
        glGetActiveUniform(program, GLuint(integer(m_random)), size, &length, &count, &type, text);
        break;
    case 3:
        glGetActiveAttrib(program, GLuint(integer(m_random)), size, &length, &count, &type, text);
        break;
    case 4:
        glGetUniformfv(program, integer(m_random), reals);
        break;
    case 5:
        glGetUniformiv(program, integer(m_random), ints);
        break;
    case 6:
        glGetAttachedShaders(program, m_random.between(-1, 8), &length, names);
        break;
    case 7:
        glGetShaderInfoLog(shader, size, &length, text);
        glGetShaderSource(shader, size, &length, text);
        break;
    default:
        glGetShaderiv(shader, enumOf(m_random, {GL_COMPILE_STATUS, GL_SHADER_TYPE}), ints);
        glGetAttribLocation(program, m_random.of({"a", "b", "c", "gl_Vertex", ""}));
    }
}

void Sequence::sync() {
    m_random.oneIn(4) ? glFinish() : glFlush();
}

const std::vector<Sequence::Action>& Sequence::actions() {
#define ACTION(name, weight) {#name, weight, &Sequence::name}
    static const std::vector<Action> list{ACTION(bindBuffer, 4),
                                          ACTION(bufferData, 4),
                                          ACTION(bufferSubData, 3),
                                          ACTION(deleteBuffer, 1),
                                          ACTION(mapBuffer, 1),
                                          ACTION(bindTexture, 5),
                                          ACTION(texImage, 6),
                                          ACTION(texSubImage, 3),
                                          ACTION(copyTexImage, 2),
                                          ACTION(copyTexSubImage, 2),
                                          ACTION(compressedTexImage, 2),
                                          ACTION(texParameter, 4),
                                          ACTION(generateMipmap, 2),
                                          ACTION(deleteTexture, 1),
                                          ACTION(bindFramebuffer, 3),
                                          ACTION(attachTexture, 4),
                                          ACTION(attachRenderbuffer, 3),
                                          ACTION(renderbufferStorage, 3),
                                          ACTION(deleteFramebuffer, 1),
                                          ACTION(deleteRenderbuffer, 1),
                                          ACTION(blit, 2),
                                          ACTION(makeProgram, 2),
                                          ACTION(linkAgain, 2),
                                          ACTION(useProgram, 4),
                                          ACTION(deleteProgram, 1),
                                          ACTION(uniform, 6),
                                          ACTION(vertexAttrib, 6),
                                          ACTION(vertexAttribPointer, 6),
                                          ACTION(vertexArray, 1),
                                          ACTION(drawArrays, 12),
                                          ACTION(drawElements, 10),
                                          ACTION(clear, 3),
                                          ACTION(enable, 4),
                                          ACTION(blendState, 2),
                                          ACTION(depthStencilState, 2),
                                          ACTION(rasterState, 3),
                                          ACTION(readPixels, 3),
                                          ACTION(pixelStore, 1),
                                          ACTION(getObjects, 3),
                                          ACTION(getValues, 1),
                                          ACTION(getProgram, 2),
                                          ACTION(sync, 1)};
#undef ACTION
    return list;
}

void Sequence::call() {
    static const uint32_t total = [] {
        uint32_t sum = 0;
        for (const Action& action : actions()) {
            sum += action.weight;
        }
        return sum;
    }();
    uint32_t at = m_random.below(total);
    for (const Action& action : actions()) {
        if (at < action.weight) {
            if (m_log) {
                std::fprintf(stderr, "%s\n", action.name);
            }
            (this->*action.run)();
            if (m_log) {
                std::fprintf(stderr, "    0x%x\n", glGetError());
            }
            return;
        }
        at -= action.weight;
    }
}

/// A pbuffer with every kind of ancillary buffer.
class Pbuffer {
public:
    Pbuffer() {
        const EGLint configAttribs[] = {EGL_SURFACE_TYPE,
                                        EGL_PBUFFER_BIT,
                                        EGL_RENDERABLE_TYPE,
                                        EGL_OPENGL_ES2_BIT,
                                        EGL_RED_SIZE,
                                        8,
                                        EGL_ALPHA_SIZE,
                                        8,
                                        EGL_DEPTH_SIZE,
                                        16,
                                        EGL_STENCIL_SIZE,
                                        8,
                                        EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        eglBindAPI(EGL_OPENGL_ES_API);
        eglChooseConfig(surfacelessDisplay(), configAttribs, &config, 1, &count);
        const EGLint attribs[] = {EGL_WIDTH, 32, EGL_HEIGHT, 24, EGL_NONE};
        m_surface = eglCreatePbufferSurface(surfacelessDisplay(), config, attribs);
        const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
        m_context = eglCreateContext(surfacelessDisplay(), config, EGL_NO_CONTEXT, version);
        eglMakeCurrent(surfacelessDisplay(), m_surface, m_surface, m_context);
    }
    ~Pbuffer() {
        eglMakeCurrent(surfacelessDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroySurface(surfacelessDisplay(), m_surface);
        eglDestroyContext(surfacelessDisplay(), m_context);
    }
    Pbuffer(const Pbuffer&) = delete;
    Pbuffer& operator=(const Pbuffer&) = delete;

private:
    EGLSurface m_surface = EGL_NO_SURFACE;
    EGLContext m_context = EGL_NO_CONTEXT;
};

TEST(ApiFuzz, Sequences) {
    const uint64_t first = fromEnvironment("GLISSADE_FUZZ_SEED", 1);
    const uint64_t count = fromEnvironment("GLISSADE_FUZZ_COUNT", 60);
    const bool log = fromEnvironment("GLISSADE_FUZZ_LOG", 0) != 0;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(seed));
        const Pbuffer pbuffer;
        ASSERT_NE(EGL_NO_CONTEXT, eglGetCurrentContext());
        const Extensions extensions;
        Sequence sequence(seed, extensions, log);
        for (uint32_t i = 0; i < kCallsPerSequence; ++i) {
            sequence.call();
        }
        glFinish();
        // An error must be one that exists; a hundred sequences do not leave the driver lost.
        for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError()) {
            ASSERT_NE(0x0507u, error) << "seed " << seed; // GL_CONTEXT_LOST
        }
    }
}

} // namespace

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "gl_harness/gl_test.h"
#include "values.h"

#include <cstdint>
#include <vector>

namespace fuzz {

/// 65,536 vertices at the largest stride used, and more.
constexpr size_t kClientArray_B = 24 << 20;
constexpr int kMaxCount = 300;

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

    Extensions();
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

/// What pointers to client memory point to: kClientArray_B bytes.
std::vector<uint8_t>& clientMemory();

/// Those that several kinds of calls take.
GLenum imageTarget(Random& random);
GLenum attachment(Random& random);
GLuint attribIndex(Random& random);

} // namespace fuzz

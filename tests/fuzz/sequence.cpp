// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "sequence.h"

#include <array>
#include <cstdio>

namespace fuzz {

using namespace harness;

namespace {

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

} // namespace

Extensions::Extensions() {
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

std::vector<uint8_t>& clientMemory() {
    static std::vector<uint8_t> memory(kClientArray_B);
    return memory;
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

} // namespace fuzz

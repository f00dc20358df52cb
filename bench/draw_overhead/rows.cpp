// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "rows.h"

#include <EGL/egl.h>

#include <array>

namespace bench {

namespace {

void drawElements() {
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, nullptr);
}

/// Makes the loop of a row from its change; the change is inlined, so that each row times the same
/// loop. `i & 1` alternates between two states, none of which the driver may skip.
template <auto Change>
void loop(Scene& scene, int draws) {
    for (int i = 0; i < draws; ++i) {
        Change(scene, i);
        drawElements();
    }
}

void arrays(Scene&, int draws) {
    for (int i = 0; i < draws; ++i) {
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

void clientArray(Scene&, int draws) {
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, Scene::kTriangle.data());
    for (int i = 0; i < draws; ++i) {
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

void mode(Scene&, int draws) {
    for (int i = 0; i < draws; ++i) {
        glDrawElements(i & 1 ? GL_TRIANGLE_STRIP : GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, nullptr);
    }
}

void nothing(Scene&, int) {}

template <typename Function>
Function load(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

void program(Scene& scene, int i) {
    glUseProgram(scene.programs[i & 1]);
}

void texture(Scene& scene, int i) {
    glBindTexture(GL_TEXTURE_2D, scene.textures[0][i & 1]);
}

void allTextures(Scene& scene, int i) {
    for (int unit = 0; unit < Scene::kMaxTextures; ++unit) {
        glActiveTexture(GL_TEXTURE0 + GLenum(unit));
        glBindTexture(GL_TEXTURE_2D, scene.textures[unit][i & 1]);
    }
}

void sampler(Scene& scene, int i) {
    glUniform1i(scene.samplerLocation, i & 1);
}

void attribute(Scene& scene, int i) {
    glBindBuffer(GL_ARRAY_BUFFER, scene.vertexBuffers[i & 1]);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
}

void allAttributes(Scene& scene, int i) {
    glBindBuffer(GL_ARRAY_BUFFER, scene.vertexBuffers[i & 1]);
    for (int index = 0; index < scene.attributes; ++index) {
        glVertexAttribPointer(GLuint(index), 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    }
}

/// The array's contents are new each time: glBufferData of the same size, while the device may
/// still read what was there.
void replacedBuffer(Scene&, int) {
    glBufferData(
        GL_ARRAY_BUFFER, sizeof(Scene::kTriangle), Scene::kTriangle.data(), GL_STREAM_DRAW);
}

void replacedBlock(Scene& scene, int i) {
    static const std::array<float, Scene::kBlockSize_B / sizeof(float)> kZeros{};
    if (i == 0) {
        glBindBuffer(GL_UNIFORM_BUFFER, scene.blocks[0][0]);
    }
    glBufferData(GL_UNIFORM_BUFFER, sizeof kZeros, kZeros.data(), GL_STREAM_DRAW);
}

void changedPart(Scene&, int) {
    glBufferSubData(GL_ARRAY_BUFFER, 0, 16, Scene::kTriangle.data());
}

void constantAttribute(Scene& scene, int i) {
    // Attribute 1 is an array in this shape: make it constant once.
    if (i == 0) {
        glDisableVertexAttribArray(1);
    }
    glVertexAttrib4f(1, float(i & 1), 0.0f, 0.0f, 1.0f);
}

void vectorUniform(Scene& scene, int i) {
    glUniform4f(scene.vectorLocation, float(i & 1), 0.0f, 0.0f, 0.0f);
}

void oneOfManyUniforms(Scene& scene, int i) {
    glUniform4f(scene.elementLocations[8], float(i & 1), 0.0f, 0.0f, 0.0f);
}

void manyUniforms(Scene& scene, int i) {
    for (int index = 0; index < 16; ++index) {
        glUniform4f(scene.elementLocations[size_t(index)], float(i & 1), 0.0f, 0.0f, 0.0f);
    }
}

void matrixUniform(Scene& scene, int i) {
    const float value = float(i & 1);
    const float matrix[16] = {value, 0, 0, 0, 0, value, 0, 0, 0, 0, value, 0, 0, 0, 0, 1};
    glUniformMatrix4fv(scene.matrixLocation, 1, GL_FALSE, matrix);
}

PFNGLBINDBUFFERBASEPROC bindBufferBase() {
    static const auto function = load<PFNGLBINDBUFFERBASEPROC>("glBindBufferBase");
    return function;
}

void block(Scene& scene, int i) {
    bindBufferBase()(GL_UNIFORM_BUFFER, 0, scene.blocks[0][i & 1]);
}

void allBlocks(Scene& scene, int i) {
    for (int index = 0; index < Scene::kBlocks; ++index) {
        bindBufferBase()(GL_UNIFORM_BUFFER, GLuint(index), scene.blocks[size_t(index)][i & 1]);
    }
}

void blockRange(Scene& scene, int i) {
    static const auto bindBufferRange = load<PFNGLBINDBUFFERRANGEPROC>("glBindBufferRange");
    bindBufferRange(GL_UNIFORM_BUFFER,
                    0,
                    scene.largeBlock,
                    (i & 15) * Scene::kBlockSize_B,
                    Scene::kBlockSize_B);
}

void textureBuffer(Scene& scene, int i) {
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, scene.bufferTextures[0][i & 1]);
}

void allTextureBuffers(Scene& scene, int i) {
    for (int unit = 0; unit < Scene::kMaxTextures; ++unit) {
        glActiveTexture(GL_TEXTURE0 + GLenum(unit));
        glBindTexture(GL_TEXTURE_BUFFER, scene.bufferTextures[size_t(unit)][i & 1]);
    }
}

void samplerObject(Scene& scene, int i) {
    static const auto bindSampler = load<PFNGLBINDSAMPLERPROC>("glBindSampler");
    bindSampler(0, scene.samplers[i & 1]);
}

void vertexArray(Scene& scene, int i) {
    static const auto bindVertexArray = load<PFNGLBINDVERTEXARRAYPROC>("glBindVertexArray");
    bindVertexArray(scene.vertexArrays[i & 1]);
}

void vertexFormat(Scene& scene, int i) {
    glVertexAttribPointer(
        GLuint(scene.attributes - 1), 4, i & 1 ? GL_FLOAT : GL_SHORT, GL_FALSE, 0, nullptr);
}

void divisor(Scene& scene, int i) {
    static const auto attribDivisor = load<PFNGLVERTEXATTRIBDIVISORPROC>("glVertexAttribDivisor");
    attribDivisor(GLuint(scene.attributes - 1), GLuint(i & 1));
}

template <GLenum Capability>
void enable(Scene&, int i) {
    if (i & 1) {
        glEnable(Capability);
    } else {
        glDisable(Capability);
    }
}

void blendFunc(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_BLEND);
    }
    glBlendFunc(i & 1 ? GL_SRC_ALPHA : GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void blendColor(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_BLEND);
        glBlendFunc(GL_CONSTANT_COLOR, GL_ZERO);
    }
    glBlendColor(i & 1 ? 0.5f : 0.25f, 0.0f, 0.0f, 0.0f);
}

void depthFunc(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_DEPTH_TEST);
    }
    glDepthFunc(i & 1 ? GL_LEQUAL : GL_LESS);
}

void depthMask(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_DEPTH_TEST);
    }
    glDepthMask(i & 1 ? GL_TRUE : GL_FALSE);
}

void stencilFunc(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_STENCIL_TEST);
    }
    glStencilFunc(GL_LEQUAL, i & 1, 0xffu);
}

void scissor(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_SCISSOR_TEST);
    }
    glScissor(0, 0, 32 + (i & 1), 32);
}

void viewport(Scene&, int i) {
    glViewport(0, 0, 32 + (i & 1), 32);
}

void cullFace(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_CULL_FACE);
    }
    glCullFace(i & 1 ? GL_FRONT : GL_BACK);
}

void colorMask(Scene&, int i) {
    glColorMask(GL_TRUE, i & 1 ? GL_TRUE : GL_FALSE, GL_TRUE, GL_TRUE);
}

void polygonOffset(Scene&, int i) {
    if (i == 0) {
        glEnable(GL_POLYGON_OFFSET_FILL);
    }
    glPolygonOffset(float(i & 1), 1.0f);
}

void sampleMask(Scene&, int i) {
    static const auto mask = load<PFNGLSAMPLEMASKIPROC>("glSampleMaski");
    if (i == 0) {
        glEnable(GL_SAMPLE_MASK);
    }
    mask(0, i & 1 ? 0xffffffffu : 0x7fffffffu);
}

void indexBuffer(Scene& scene, int i) {
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, scene.indexBuffers[i & 1]);
}

bool hasStencil(const Scene& scene) {
    return scene.hasStencil();
}

bool hasBlocks(const Scene& scene) {
    return scene.hasBlocks();
}

bool hasTextureBuffers(const Scene& scene) {
    return scene.hasTextureBuffers();
}

bool hasClientArrays(const Scene& scene) {
    return scene.hasClientArrays();
}

template <int Version>
bool isDesktop(const Scene& scene) {
    return scene.desktopVersion() >= Version;
}

} // namespace

const std::vector<Row>& allRows() {
    using enum Shape;
    static const std::vector<Row> rows = {
        {"no change, DrawArrays", Small, arrays},
        {"no change, DrawElements", Small, loop<nothing>},
        {"no change, large", Large, loop<nothing>},
        {"no change, client array", Small, clientArray, hasClientArrays},
        {"primitive mode", Small, mode},
        {"program", Small, loop<program>},
        {"program, large", Large, loop<program>},
        {"texture, 1 of 1", Texture, loop<texture>},
        {"texture, 1 of 8", Large, loop<texture>},
        {"texture, 8 of 8", Large, loop<allTextures>},
        {"sampler unit", Large, loop<sampler>},
        {"vertex attribute, 1 of 8", Large, loop<attribute>},
        {"vertex attribute, 8 of 8", Large, loop<allAttributes>},
        {"vertex attribute, 16 of 16", Attributes, loop<allAttributes>},
        {"constant attribute", Large, loop<constantAttribute>},
        {"buffer replacement", Small, loop<replacedBuffer>},
        {"buffer replacement, UBO", Block, loop<replacedBlock>, hasBlocks},
        {"buffer, changed part", Small, loop<changedPart>},
        {"uniform", Large, loop<vectorUniform>},
        {"uniform, 1 of many", Uniforms, loop<oneOfManyUniforms>},
        {"uniform, 16 of many", Uniforms, loop<manyUniforms>},
        {"uniform, mat4", Uniforms, loop<matrixUniform>},
        {"UBO, 1 of 1", Block, loop<block>, hasBlocks},
        {"UBO, 1 of 8", Blocks, loop<block>, hasBlocks},
        {"UBO, 8 of 8", Blocks, loop<allBlocks>, hasBlocks},
        {"UBO, range of one buffer", Block, loop<blockRange>, hasBlocks},
        {"program, 8 UBOs", Blocks, loop<program>, hasBlocks},
        {"texture buffer, 1 of 1", TextureBuffer, loop<textureBuffer>, hasTextureBuffers},
        {"texture buffer, 1 of 8", TextureBuffers, loop<textureBuffer>, hasTextureBuffers},
        {"texture buffer, 8 of 8", TextureBuffers, loop<allTextureBuffers>, hasTextureBuffers},
        {"program, 8 texture buffers", TextureBuffers, loop<program>, hasTextureBuffers},
        {"sampler object", Large, loop<samplerObject>, hasBlocks},
        {"vertex array object", Large, loop<vertexArray>, hasBlocks},
        {"vertex format", Large, loop<vertexFormat>},
        {"attribute divisor", Large, loop<divisor>, hasBlocks},
        {"index buffer", Large, loop<indexBuffer>},
        {"blend on/off", Large, loop<enable<GL_BLEND>>},
        {"blend function", Large, loop<blendFunc>},
        {"blend colour", Large, loop<blendColor>},
        {"depth test on/off", Large, loop<enable<GL_DEPTH_TEST>>},
        {"depth function", Large, loop<depthFunc>},
        {"depth mask", Large, loop<depthMask>},
        {"stencil on/off", Large, loop<enable<GL_STENCIL_TEST>>, hasStencil},
        {"stencil reference", Large, loop<stencilFunc>, hasStencil},
        {"scissor", Large, loop<scissor>},
        {"scissor on/off", Large, loop<enable<GL_SCISSOR_TEST>>},
        {"viewport", Large, loop<viewport>},
        {"cull on/off", Large, loop<enable<GL_CULL_FACE>>},
        {"cull face", Large, loop<cullFace>},
        {"colour mask", Large, loop<colorMask>},
        {"polygon offset", Large, loop<polygonOffset>},
        {"primitive restart on/off", Large, loop<enable<kPrimitiveRestart>>, isDesktop<310>},
        {"depth clamp on/off", Large, loop<enable<kDepthClamp>>, isDesktop<320>},
        {"multisample on/off", Large, loop<enable<kMultisample>>, isDesktop<300>},
        {"sample mask on/off", Large, loop<enable<GL_SAMPLE_MASK>>, isDesktop<320>},
        {"sample mask", Large, loop<sampleMask>, isDesktop<320>},
        {"alpha to coverage on/off", Large, loop<enable<GL_SAMPLE_ALPHA_TO_COVERAGE>>},
        {"sample shading on/off", Large, loop<enable<GL_SAMPLE_SHADING>>, isDesktop<400>},
        {"clip distance on/off", ClipDistance, loop<enable<kClipDistance0>>, isDesktop<310>},
    };
    return rows;
}

} // namespace bench

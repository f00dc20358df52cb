// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Calls that set state, and those that read.

#include "sequence.h"

namespace fuzz {

using namespace harness;

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

} // namespace fuzz

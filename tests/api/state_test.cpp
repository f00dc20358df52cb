// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OpenGL ES 2.0.25 section 6.2: the state tables' initial values and minimum limits.

#include "gl_harness/gl_test.h"

#include <array>
#include <cmath>

namespace {

using namespace harness;

class State : public GlTest {};

TEST_F(State, InitialIntegers) {
    const struct {
        GLenum name;
        GLint value;
    } table[] = {
        // Table 6.2 and 6.3: vertex array and buffer objects
        {GL_ARRAY_BUFFER_BINDING, 0},
        {GL_ELEMENT_ARRAY_BUFFER_BINDING, 0},
        // Table 6.5: rasterization
        {GL_LINE_WIDTH, 1},
        {GL_CULL_FACE, 0},
        {GL_CULL_FACE_MODE, GL_BACK},
        {GL_FRONT_FACE, GL_CCW},
        {GL_POLYGON_OFFSET_FACTOR, 0},
        {GL_POLYGON_OFFSET_UNITS, 0},
        {GL_POLYGON_OFFSET_FILL, 0},
        // Table 6.6: multisampling
        {GL_SAMPLE_ALPHA_TO_COVERAGE, 0},
        {GL_SAMPLE_COVERAGE, 0},
        {GL_SAMPLE_COVERAGE_VALUE, 1},
        {GL_SAMPLE_COVERAGE_INVERT, 0},
        // Table 6.7 and 6.8: textures
        {GL_TEXTURE_BINDING_2D, 0},
        {GL_TEXTURE_BINDING_CUBE_MAP, 0},
        {GL_ACTIVE_TEXTURE, GL_TEXTURE0},
        // Table 6.9: pixel operations
        {GL_SCISSOR_TEST, 0},
        {GL_STENCIL_TEST, 0},
        {GL_STENCIL_FUNC, GL_ALWAYS},
        {GL_STENCIL_REF, 0},
        {GL_STENCIL_FAIL, GL_KEEP},
        {GL_STENCIL_PASS_DEPTH_FAIL, GL_KEEP},
        {GL_STENCIL_PASS_DEPTH_PASS, GL_KEEP},
        {GL_STENCIL_BACK_FUNC, GL_ALWAYS},
        {GL_STENCIL_BACK_REF, 0},
        {GL_STENCIL_BACK_FAIL, GL_KEEP},
        {GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_KEEP},
        {GL_STENCIL_BACK_PASS_DEPTH_PASS, GL_KEEP},
        {GL_DEPTH_TEST, 0},
        {GL_DEPTH_FUNC, GL_LESS},
        {GL_BLEND, 0},
        {GL_BLEND_SRC_RGB, GL_ONE},
        {GL_BLEND_SRC_ALPHA, GL_ONE},
        {GL_BLEND_DST_RGB, GL_ZERO},
        {GL_BLEND_DST_ALPHA, GL_ZERO},
        {GL_BLEND_EQUATION_RGB, GL_FUNC_ADD},
        {GL_BLEND_EQUATION_ALPHA, GL_FUNC_ADD},
        {GL_DITHER, 1},
        // Table 6.10: framebuffer control
        {GL_DEPTH_WRITEMASK, 1},
        {GL_STENCIL_CLEAR_VALUE, 0},
        {GL_DEPTH_CLEAR_VALUE, INT32_MAX},
        // Table 6.11: pixels
        {GL_UNPACK_ALIGNMENT, 4},
        {GL_PACK_ALIGNMENT, 4},
        // Table 6.12 and 6.13: shaders and programs
        {GL_CURRENT_PROGRAM, 0},
        // Table 6.17: hints
        {GL_GENERATE_MIPMAP_HINT, GL_DONT_CARE},
        // Table 6.21 and 6.22: framebuffers and renderbuffers
        {GL_FRAMEBUFFER_BINDING, 0},
        {GL_RENDERBUFFER_BINDING, 0},
    };
    for (const auto& row : table) {
        EXPECT_EQ(row.value, getInteger(row.name)) << enumName(row.name);
        EXPECT_GL_OK() << enumName(row.name);
    }
}

TEST_F(State, InitialMasks) {
    for (const GLenum name : {GL_STENCIL_VALUE_MASK,
                              GL_STENCIL_BACK_VALUE_MASK,
                              GL_STENCIL_WRITEMASK,
                              GL_STENCIL_BACK_WRITEMASK}) {
        const auto value = GLuint(getInteger(name));
        EXPECT_EQ(0xffu, value & 0xffu) << enumName(name);
    }
    GLboolean colors[4] = {};
    glGetBooleanv(GL_COLOR_WRITEMASK, colors);
    for (const GLboolean flag : colors) {
        EXPECT_EQ(GL_TRUE, flag);
    }
}

TEST_F(State, InitialVectors) {
    GLfloat values[4] = {9, 9, 9, 9};
    glGetFloatv(GL_DEPTH_RANGE, values);
    EXPECT_EQ(0.0f, values[0]);
    EXPECT_EQ(1.0f, values[1]);
    for (const GLenum name : {GL_BLEND_COLOR, GL_COLOR_CLEAR_VALUE}) {
        glGetFloatv(name, values);
        for (const float value : values) {
            EXPECT_EQ(0.0f, value) << enumName(name);
        }
    }
    GLint box[4] = {9, 9, 9, 9};
    glGetIntegerv(GL_VIEWPORT, box);
    EXPECT_EQ(0, box[0]);
    EXPECT_EQ(0, box[1]);
    glGetIntegerv(GL_SCISSOR_BOX, box);
    EXPECT_EQ(0, box[0]);
    EXPECT_EQ(0, box[1]);
    EXPECT_GL_OK();
}

TEST_F(State, VertexAttributes) {
    for (GLuint index = 0; index < 8; ++index) {
        const struct {
            GLenum name;
            GLint value;
        } table[] = {
            {GL_VERTEX_ATTRIB_ARRAY_ENABLED, 0},
            {GL_VERTEX_ATTRIB_ARRAY_SIZE, 4},
            {GL_VERTEX_ATTRIB_ARRAY_STRIDE, 0},
            {GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_FLOAT},
            {GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, 0},
            {GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, 0},
        };
        for (const auto& row : table) {
            GLint value = 99;
            glGetVertexAttribiv(index, row.name, &value);
            EXPECT_EQ(row.value, value) << enumName(row.name);
        }
        void* pointer = &pointer;
        glGetVertexAttribPointerv(index, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
        EXPECT_EQ(nullptr, pointer);
        GLfloat current[4] = {};
        glGetVertexAttribfv(index, GL_CURRENT_VERTEX_ATTRIB, current);
        EXPECT_EQ(0.0f, current[0]);
        EXPECT_EQ(0.0f, current[1]);
        EXPECT_EQ(0.0f, current[2]);
        EXPECT_EQ(1.0f, current[3]);
    }
    EXPECT_GL_OK();
}

TEST_F(State, TextureParameters) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    for (const GLenum target : {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP}) {
        glBindTexture(target, target == GL_TEXTURE_2D ? texture : 0);
        const struct {
            GLenum name;
            GLint value;
        } table[] = {
            {GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR},
            {GL_TEXTURE_MAG_FILTER, GL_LINEAR},
            {GL_TEXTURE_WRAP_S, GL_REPEAT},
            {GL_TEXTURE_WRAP_T, GL_REPEAT},
        };
        for (const auto& row : table) {
            GLint value = 0;
            glGetTexParameteriv(target, row.name, &value);
            EXPECT_EQ(row.value, value) << enumName(row.name);
            GLfloat number = 0;
            glGetTexParameterfv(target, row.name, &number);
            EXPECT_EQ(GLfloat(row.value), number) << enumName(row.name);
        }
    }
    glDeleteTextures(1, &texture);
}

TEST_F(State, NewBuffer) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    EXPECT_EQ(GLint(buffer), getInteger(GL_ELEMENT_ARRAY_BUFFER_BINDING));
    GLint value = 5;
    glGetBufferParameteriv(GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_SIZE, &value);
    EXPECT_EQ(0, value);
    glGetBufferParameteriv(GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_USAGE, &value);
    EXPECT_EQ(GL_STATIC_DRAW, value);
    glDeleteBuffers(1, &buffer);
    EXPECT_EQ(0, getInteger(GL_ELEMENT_ARRAY_BUFFER_BINDING));
}

TEST_F(State, NewRenderbuffer) {
    GLuint renderbuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    for (const GLenum name : {GL_RENDERBUFFER_WIDTH,
                              GL_RENDERBUFFER_HEIGHT,
                              GL_RENDERBUFFER_RED_SIZE,
                              GL_RENDERBUFFER_GREEN_SIZE,
                              GL_RENDERBUFFER_BLUE_SIZE,
                              GL_RENDERBUFFER_ALPHA_SIZE,
                              GL_RENDERBUFFER_DEPTH_SIZE,
                              GL_RENDERBUFFER_STENCIL_SIZE}) {
        GLint value = 5;
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, name, &value);
        EXPECT_EQ(0, value) << enumName(name);
    }
    GLint format = 0;
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &format);
    EXPECT_TRUE(format == GL_RGBA4 || format == GL_RGBA || format == GL_NONE)
        << enumName(GLenum(format));
    glDeleteRenderbuffers(1, &renderbuffer);
}

TEST_F(State, NewShaderAndProgram) {
    const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
    const GLuint program = glCreateProgram();
    const auto ofShader = [&](GLenum name) {
        GLint value = 99;
        glGetShaderiv(shader, name, &value);
        return value;
    };
    const auto ofProgram = [&](GLenum name) {
        GLint value = 99;
        glGetProgramiv(program, name, &value);
        return value;
    };
    EXPECT_EQ(GL_FRAGMENT_SHADER, ofShader(GL_SHADER_TYPE));
    for (const GLenum name :
         {GL_DELETE_STATUS, GL_COMPILE_STATUS, GL_INFO_LOG_LENGTH, GL_SHADER_SOURCE_LENGTH}) {
        EXPECT_EQ(0, ofShader(name)) << enumName(name);
    }
    for (const GLenum name : {GL_DELETE_STATUS,
                              GL_LINK_STATUS,
                              GL_VALIDATE_STATUS,
                              GL_ATTACHED_SHADERS,
                              GL_INFO_LOG_LENGTH,
                              GL_ACTIVE_UNIFORMS,
                              GL_ACTIVE_UNIFORM_MAX_LENGTH,
                              GL_ACTIVE_ATTRIBUTES,
                              GL_ACTIVE_ATTRIBUTE_MAX_LENGTH}) {
        EXPECT_EQ(0, ofProgram(name)) << enumName(name);
    }
    glDeleteShader(shader);
    glDeleteProgram(program);
}

TEST_F(State, MinimumLimits) {
    const struct {
        GLenum name;
        GLint least;
    } table[] = {
        {GL_SUBPIXEL_BITS, 4},
        {GL_MAX_TEXTURE_SIZE, 64},
        {GL_MAX_CUBE_MAP_TEXTURE_SIZE, 16},
        {GL_MAX_VERTEX_ATTRIBS, 8},
        {GL_MAX_VERTEX_UNIFORM_VECTORS, 128},
        {GL_MAX_VARYING_VECTORS, 8},
        {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 8},
        {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 0},
        {GL_MAX_TEXTURE_IMAGE_UNITS, 8},
        {GL_MAX_FRAGMENT_UNIFORM_VECTORS, 16},
        {GL_MAX_RENDERBUFFER_SIZE, 1},
        {GL_NUM_SHADER_BINARY_FORMATS, 0},
        {GL_NUM_COMPRESSED_TEXTURE_FORMATS, 0},
    };
    for (const auto& row : table) {
        EXPECT_GE(getInteger(row.name), row.least) << enumName(row.name);
    }
    GLint size[2] = {};
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, size);
    EXPECT_GE(size[0], getInteger(GL_MAX_RENDERBUFFER_SIZE));
    EXPECT_GE(size[1], getInteger(GL_MAX_RENDERBUFFER_SIZE));
    GLfloat range[2] = {};
    for (const GLenum name : {GL_ALIASED_LINE_WIDTH_RANGE, GL_ALIASED_POINT_SIZE_RANGE}) {
        glGetFloatv(name, range);
        EXPECT_LE(range[0], 1.0f);
        EXPECT_GE(range[1], 1.0f);
    }
    GLboolean compiler = GL_FALSE;
    glGetBooleanv(GL_SHADER_COMPILER, &compiler);
    EXPECT_EQ(GL_TRUE, compiler);
    EXPECT_GL_OK();
}

TEST_F(State, CompressedFormatsListIsAsLongAsItSays) {
    std::array<GLint, 256> formats;
    formats.fill(-7);
    const GLint count = getInteger(GL_NUM_COMPRESSED_TEXTURE_FORMATS);
    ASSERT_LT(count, 256);
    glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, formats.data());
    for (GLint i = 0; i < count; ++i) {
        EXPECT_NE(-7, formats[size_t(i)]);
    }
    EXPECT_EQ(-7, formats[size_t(count)]);
}

TEST_F(State, Strings) {
    for (const GLenum name :
         {GL_VENDOR, GL_RENDERER, GL_VERSION, GL_SHADING_LANGUAGE_VERSION, GL_EXTENSIONS}) {
        EXPECT_NE(nullptr, glGetString(name)) << enumName(name);
    }
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    EXPECT_EQ(0u, version.rfind("OpenGL ES ", 0)) << version;
    const std::string language =
        reinterpret_cast<const char*>(glGetString(GL_SHADING_LANGUAGE_VERSION));
    EXPECT_EQ(0u, language.rfind("OpenGL ES GLSL ES ", 0)) << language;
}

TEST_F(State, PrecisionFormats) {
    for (const GLenum stage : {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER}) {
        for (const GLenum type : {GL_LOW_FLOAT,
                                  GL_MEDIUM_FLOAT,
                                  GL_HIGH_FLOAT,
                                  GL_LOW_INT,
                                  GL_MEDIUM_INT,
                                  GL_HIGH_INT}) {
            GLint range[2] = {-1, -1};
            GLint precision = -1;
            glGetShaderPrecisionFormat(stage, type, range, &precision);
            EXPECT_GE(range[0], 0);
            EXPECT_GE(range[1], 0);
            EXPECT_GE(precision, 0);
        }
    }
    GLint range[2] = {};
    GLint precision = 0;
    glGetShaderPrecisionFormat(GL_VERTEX_SHADER, GL_HIGH_FLOAT, range, &precision);
    EXPECT_GE(range[0], 62);
    EXPECT_GE(range[1], 62);
    EXPECT_GE(precision, 16);
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glGetShaderPrecisionFormat(GL_TEXTURE_2D, GL_LOW_INT, range, &precision));
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glGetShaderPrecisionFormat(GL_VERTEX_SHADER, GL_RGBA, range, &precision));
}

/// Section 6.1.2: conversions of the query commands.
TEST_F(State, QueriesConvert) {
    glClearColor(1.0f, 0.0f, -1.0f, 0.5f);
    GLint integers[4] = {};
    glGetIntegerv(GL_COLOR_CLEAR_VALUE, integers);
    EXPECT_EQ(INT32_MAX, integers[0]);
    EXPECT_EQ(0, integers[1]);
    EXPECT_NEAR(double(INT32_MAX) * 0.5, double(integers[3]), 300.0);
    GLboolean flags[4] = {};
    glGetBooleanv(GL_COLOR_CLEAR_VALUE, flags);
    EXPECT_EQ(GL_TRUE, flags[0]);
    EXPECT_EQ(GL_FALSE, flags[1]);
    glLineWidth(2.6f);
    EXPECT_EQ(3, getInteger(GL_LINE_WIDTH));
    GLfloat number = 0;
    glGetFloatv(GL_DEPTH_FUNC, &number);
    EXPECT_EQ(GLfloat(GL_LESS), number);
    GLboolean flag = GL_FALSE;
    glGetBooleanv(GL_DEPTH_FUNC, &flag);
    EXPECT_EQ(GL_TRUE, flag);
    glPolygonOffset(1.5f, -2.0f);
    EXPECT_EQ(-2, getInteger(GL_POLYGON_OFFSET_UNITS));
}

TEST_F(State, ClampsWhatIsSpecifiedToBeClamped) {
    glDepthRangef(-1.0f, 2.0f);
    GLfloat values[4] = {};
    glGetFloatv(GL_DEPTH_RANGE, values);
    EXPECT_EQ(0.0f, values[0]);
    EXPECT_EQ(1.0f, values[1]);
    glClearDepthf(3.0f);
    glGetFloatv(GL_DEPTH_CLEAR_VALUE, values);
    EXPECT_EQ(1.0f, values[0]);
    glSampleCoverage(7.0f, GL_TRUE);
    glGetFloatv(GL_SAMPLE_COVERAGE_VALUE, values);
    EXPECT_EQ(1.0f, values[0]);
    EXPECT_EQ(1, getInteger(GL_SAMPLE_COVERAGE_INVERT));
}

TEST_F(State, EnablesKeepTheirValue) {
    for (const GLenum capability : {GL_BLEND,
                                    GL_CULL_FACE,
                                    GL_DEPTH_TEST,
                                    GL_DITHER,
                                    GL_POLYGON_OFFSET_FILL,
                                    GL_SAMPLE_ALPHA_TO_COVERAGE,
                                    GL_SAMPLE_COVERAGE,
                                    GL_SCISSOR_TEST,
                                    GL_STENCIL_TEST}) {
        EXPECT_EQ(capability == GL_DITHER ? GL_TRUE : GL_FALSE, glIsEnabled(capability));
        glEnable(capability);
        EXPECT_EQ(GL_TRUE, glIsEnabled(capability)) << enumName(capability);
        EXPECT_EQ(1, getInteger(capability)) << enumName(capability);
        glDisable(capability);
        EXPECT_EQ(GL_FALSE, glIsEnabled(capability)) << enumName(capability);
    }
}

} // namespace

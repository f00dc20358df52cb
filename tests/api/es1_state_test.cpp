// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contexts of OpenGL ES 1.1: what they have, what they have not, and its fixed-point numbers.

#include "es1.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace harness;

class Es1State : public Es1Test {};

TEST_F(Es1State, SaysWhatItIs) {
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    EXPECT_EQ(0u, version.rfind("OpenGL ES-CM 1.1", 0)) << version;
    EXPECT_EQ(nullptr, glGetString(GL_SHADING_LANGUAGE_VERSION));
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    EGLint client = 0;
    eglQueryContext(
        surfacelessDisplay(), eglGetCurrentContext(), EGL_CONTEXT_CLIENT_VERSION, &client);
    EXPECT_EQ(1, client);
    // What section 6.2 calls the least, and the extensions of appendix D that are not optional.
    EXPECT_GE(getInteger(GL_MAX_LIGHTS), 8);
    EXPECT_GE(getInteger(GL_MAX_TEXTURE_UNITS), 2);
    EXPECT_GE(getInteger(GL_MAX_MODELVIEW_STACK_DEPTH), 16);
    EXPECT_GE(getInteger(GL_MAX_PROJECTION_STACK_DEPTH), 2);
    EXPECT_GE(getInteger(GL_MAX_CLIP_PLANES), 1);
    for (const char* const extension : {"GL_OES_byte_coordinates",
                                        "GL_OES_compressed_paletted_texture",
                                        "GL_OES_fixed_point",
                                        "GL_OES_point_size_array",
                                        "GL_OES_point_sprite",
                                        "GL_OES_read_format",
                                        "GL_OES_single_precision"}) {
        EXPECT_TRUE(hasExtension(extension)) << extension;
    }
    EXPECT_FALSE(hasExtension("GL_OES_standard_derivatives"));
    EXPECT_FALSE(hasExtension("GL_OES_depth_texture"));
}

TEST_F(Es1State, ConfigsSaySo) {
    EGLConfig config = nullptr;
    EGLint count = 0;
    const EGLint attributes[] = {EGL_CONFORMANT, EGL_OPENGL_ES_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    ASSERT_TRUE(eglChooseConfig(surfacelessDisplay(), attributes, &config, 1, &count));
    EXPECT_EQ(1, count);
}

TEST_F(Es1State, OtherCommandsAreErrors) {
    EXPECT_FAILS(GL_INVALID_OPERATION, load<void (*)(GLenum)>("glBegin")(GL_TRIANGLES));
    EXPECT_FAILS(GL_INVALID_OPERATION, load<void (*)(float, float)>("glVertex2f")(0, 0));
    EXPECT_FAILS(GL_INVALID_OPERATION, load<void (*)(GLuint, GLenum)>("glNewList")(1, 0x1300));
    EXPECT_FAILS(GL_INVALID_OPERATION, load<void (*)(GLbitfield)>("glPushAttrib")(1));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUseProgram(0));
    EXPECT_FAILS(GL_INVALID_OPERATION, glBlendColor(0, 0, 0, 0));
    EXPECT_FAILS(GL_INVALID_OPERATION, glEnableVertexAttribArray(0));
    EXPECT_FAILS(GL_INVALID_OPERATION, EXPECT_EQ(0u, glCreateShader(GL_VERTEX_SHADER)));
}

TEST_F(Es1State, OtherNamesAreErrors) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "Mesa takes names in OpenGL ES 1 that are not its";
    }
    constexpr GLenum kQuads = 7;
    constexpr GLenum kTexture1D = 0x0DE0;
    constexpr GLenum kTextureGenS = 0x0C60;
    constexpr GLenum kClamp = 0x2900;
    constexpr GLenum kColorSum = 0x8458;
    constexpr GLenum kLineStipple = 0x0B24;
    constexpr GLenum kPolygonSmoothHint = 0x0C53;
    constexpr GLenum kFogCoordSrc = 0x8450;
    constexpr GLenum kInt = 0x1404;
    constexpr GLenum kAccumRedBits = 0x0D58;
    EXPECT_FAILS(GL_INVALID_ENUM, glDrawArrays(kQuads, 0, 4));
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(kTexture1D));
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(kTextureGenS));
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(kColorSum));
    EXPECT_FAILS(GL_INVALID_ENUM, glIsEnabled(kLineStipple));
    EXPECT_FAILS(GL_INVALID_ENUM, glHint(kPolygonSmoothHint, GL_NICEST));
    EXPECT_FAILS(GL_INVALID_ENUM, es1.Fogf(kFogCoordSrc, 0x8451));
    EXPECT_FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, kClamp));
    EXPECT_FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, 0x812D));
    EXPECT_FAILS(GL_INVALID_ENUM, es1.VertexPointer(2, kInt, 0, nullptr));
    EXPECT_FAILS(GL_INVALID_ENUM, es1.EnableClientState(0x8457)); // GL_FOG_COORD_ARRAY
    EXPECT_FAILS(GL_INVALID_ENUM, getInteger(kAccumRedBits));
    EXPECT_FAILS(GL_INVALID_ENUM, getInteger(GL_CURRENT_PROGRAM));
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendFunc(0x8001, GL_ZERO)); // GL_CONSTANT_COLOR
    // What is a name of texture environments alone: GL_SRC1_ALPHA, GL_ALPHA_SCALE.
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendFunc(GL_ONE, 0x8589));
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendFunc(0x8589, GL_ONE));
    EXPECT_FAILS(GL_INVALID_ENUM, getInteger(0x0D1C));
    EXPECT_FAILS(GL_INVALID_ENUM, es1.Materialf(GL_FRONT, GL_SHININESS, 1));
    EXPECT_FAILS(GL_INVALID_ENUM, es1.LightModelf(0x0B51, 1)); // GL_LIGHT_MODEL_LOCAL_VIEWER
    EXPECT_FAILS(GL_INVALID_ENUM, es1.MatrixMode(0x1800));     // GL_COLOR
    EXPECT_FAILS(GL_INVALID_ENUM, glActiveTexture(GL_TEXTURE31));
    EXPECT_FAILS(GL_INVALID_ENUM, glBufferData(GL_ARRAY_BUFFER, 4, nullptr, GL_STREAM_DRAW));
    EXPECT_FAILS(GL_INVALID_ENUM, glPixelStorei(0x0CF2, 1)); // GL_UNPACK_ROW_LENGTH
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_FLOAT, nullptr));
    // GL_OES_depth_texture is not there.
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glTexImage2D(GL_TEXTURE_2D,
                              0,
                              GL_DEPTH_STENCIL_OES,
                              1,
                              1,
                              0,
                              GL_DEPTH_STENCIL_OES,
                              GL_UNSIGNED_INT_24_8_OES,
                              nullptr));
    EXPECT_FAILS(GL_INVALID_VALUE, es1.ColorPointer(3, GL_FLOAT, 0, nullptr));
    EXPECT_FAILS(GL_INVALID_VALUE, es1.TexCoordPointer(1, GL_FLOAT, 0, nullptr));
    glEnable(GL_CLIP_PLANE0 + 5);
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(GL_CLIP_PLANE0 + 6));
    glEnable(GL_COLOR_LOGIC_OP);
    EXPECT_TRUE(glIsEnabled(GL_COLOR_LOGIC_OP));
}

TEST_F(Es1State, FixedPointNumbersAreSixteenBitsAndSixteen) {
    es1.Color4x(fixed(0.5), fixed(0.25), 0, fixed(1));
    GLfloat floats[4] = {};
    glGetFloatv(GL_CURRENT_COLOR, floats);
    EXPECT_EQ(0.5f, floats[0]);
    EXPECT_EQ(0.25f, floats[1]);
    EXPECT_EQ(1.0f, floats[3]);
    GLfixed numbers[16] = {};
    es1.GetFixedv(GL_CURRENT_COLOR, numbers);
    EXPECT_EQ(fixed(0.25), numbers[1]);
    // Matrices
    es1.Translatex(fixed(1.5), fixed(-2), fixed(0.125));
    es1.Scalex(fixed(2), fixed(1), fixed(1));
    glGetFloatv(GL_MODELVIEW_MATRIX, std::vector<GLfloat>(16).data());
    es1.GetFixedv(GL_MODELVIEW_MATRIX, numbers);
    EXPECT_EQ(fixed(2), numbers[0]);
    EXPECT_EQ(fixed(1.5), numbers[12]);
    EXPECT_EQ(fixed(-2), numbers[13]);
    EXPECT_EQ(fixed(0.125), numbers[14]);
    // Integers are scaled as well (section 2.3), booleans are 0 or 1.
    es1.GetFixedv(GL_MAX_LIGHTS, numbers);
    EXPECT_EQ(fixed(getInteger(GL_MAX_LIGHTS)), numbers[0]);
    es1.GetFixedv(GL_DITHER, numbers);
    EXPECT_EQ(fixed(1), numbers[0]);
    if (!isLlvmpipe()) { // Mesa scales the symbols that state is.
        es1.GetFixedv(GL_MATRIX_MODE, numbers);
        EXPECT_EQ(GL_MODELVIEW, numbers[0]);
    }
}

TEST_F(Es1State, ParametersAreFixedPointAndSymbolsAreNot) {
    const GLfixed ambient[] = {fixed(0.5), fixed(-1), fixed(2), fixed(1)};
    es1.Lightxv(GL_LIGHT3, GL_AMBIENT, ambient);
    GLfixed numbers[5] = {7, 7, 7, 7, 7};
    es1.GetLightxv(GL_LIGHT3, GL_AMBIENT, numbers);
    EXPECT_EQ(0, std::memcmp(ambient, numbers, sizeof ambient));
    EXPECT_EQ(7, numbers[4]);
    numbers[0] = 7;
    EXPECT_FAILS(GL_INVALID_ENUM, es1.GetLightxv(GL_LIGHT3, GL_SHININESS, numbers));
    EXPECT_EQ(7, numbers[0]);

    es1.TexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_DECAL);
    es1.GetTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, numbers);
    EXPECT_EQ(GL_DECAL, numbers[0]);
    es1.TexEnvx(GL_TEXTURE_ENV, GL_RGB_SCALE, fixed(4));
    es1.GetTexEnvxv(GL_TEXTURE_ENV, GL_RGB_SCALE, numbers);
    EXPECT_EQ(fixed(4), numbers[0]);
    es1.TexParameterx(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    es1.GetTexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, numbers);
    EXPECT_EQ(GL_CLAMP_TO_EDGE, numbers[0]);
    es1.Fogx(GL_FOG_MODE, GL_EXP2);
    EXPECT_EQ(GL_EXP2, getInteger(GL_FOG_MODE));
    es1.Fogx(GL_FOG_DENSITY, fixed(0.75));
    GLfloat density = 0;
    glGetFloatv(GL_FOG_DENSITY, &density);
    EXPECT_EQ(0.75f, density);
    const GLfixed plane[] = {fixed(1), 0, fixed(-0.5), fixed(3)};
    es1.ClipPlanex(GL_CLIP_PLANE0, plane);
    es1.GetClipPlanex(GL_CLIP_PLANE0, numbers);
    EXPECT_EQ(0, std::memcmp(plane, numbers, sizeof plane));
}

TEST_F(Es1State, CurrentMatricesCanBeAskedFor) {
    es1.MatrixMode(GL_PROJECTION);
    es1.Translatef(3, 0, -0.625f);
    GLfixed mantissa[16] = {};
    GLint exponent[16] = {};
    EXPECT_EQ(0u, es1.QueryMatrixxOES(mantissa, exponent));
    for (size_t i = 0; i < 16; ++i) {
        const float expected = i == 12 ? 3 : i == 14 ? -0.625f : i % 5 == 0 ? 1 : 0;
        EXPECT_EQ(expected, std::ldexp(float(mantissa[i]) / 65536, exponent[i])) << i;
    }
    if (hasExtension("GL_OES_matrix_get")) {
        GLint bits[16] = {};
        glGetIntegerv(GL_PROJECTION_MATRIX_FLOAT_AS_INT_BITS_OES, bits);
        GLfloat component = 0;
        std::memcpy(&component, &bits[14], sizeof component);
        EXPECT_EQ(-0.625f, component);
    } else {
        EXPECT_TRUE(isLlvmpipe());
    }
}

TEST_F(Es1State, ArraysOfPointSizesAreClientState) {
    const GLfixed sizes[4] = {};
    es1.PointSizePointerOES(GL_FIXED, 8, sizes);
    EXPECT_EQ(GL_FIXED, getInteger(GL_POINT_SIZE_ARRAY_TYPE_OES));
    EXPECT_EQ(8, getInteger(GL_POINT_SIZE_ARRAY_STRIDE_OES));
    EXPECT_EQ(0, getInteger(GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES));
    void* pointer = nullptr;
    load<void (*)(GLenum, void**)>("glGetPointerv")(GL_POINT_SIZE_ARRAY_POINTER_OES, &pointer);
    EXPECT_EQ(sizes, pointer);
    EXPECT_FALSE(glIsEnabled(GL_POINT_SIZE_ARRAY_OES));
    es1.EnableClientState(GL_POINT_SIZE_ARRAY_OES);
    EXPECT_TRUE(glIsEnabled(GL_POINT_SIZE_ARRAY_OES));
    EXPECT_FAILS(GL_INVALID_ENUM, es1.PointSizePointerOES(GL_BYTE, 0, sizes));
}

TEST_F(Es1State, TheThreeCoordinatesOfCubeMapsAreGeneratedTogether) {
    GLint mode = 0;
    es1.GetTexGenivOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, &mode);
    EXPECT_EQ(GL_REFLECTION_MAP_OES, mode);
    es1.TexGeniOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, GL_NORMAL_MAP_OES);
    es1.GetTexGenivOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, &mode);
    EXPECT_EQ(GL_NORMAL_MAP_OES, mode);
    glEnable(GL_TEXTURE_GEN_STR_OES);
    EXPECT_TRUE(glIsEnabled(GL_TEXTURE_GEN_STR_OES));
    constexpr GLenum kS = 0x2000;
    constexpr GLenum kEyeLinear = 0x2400;
    EXPECT_FAILS(GL_INVALID_ENUM, es1.TexGeniOES(kS, GL_TEXTURE_GEN_MODE_OES, GL_NORMAL_MAP_OES));
    EXPECT_FAILS(
        GL_INVALID_ENUM,
        es1.TexGeniOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, GLint(kEyeLinear)));
}

class OpenGLWithoutEs1 : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }
};

TEST_F(OpenGLWithoutEs1, HasNotWhatOnlyOpenGLEs1Has) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "Mesa has some of it";
    }
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 load<decltype(&glTranslatex)>("glTranslatex")(fixed(1), 0, 0));
    EXPECT_FAILS(
        GL_INVALID_ENUM,
        load<decltype(&glEnableClientState)>("glEnableClientState")(GL_POINT_SIZE_ARRAY_OES));
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(GL_TEXTURE_GEN_STR_OES));
    EXPECT_FAILS(GL_INVALID_ENUM, getInteger(GL_POINT_SIZE_ARRAY_TYPE_OES));
    const GLint rectangle[4] = {};
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, rectangle));
}

} // namespace

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Sampler parameters of textures and sampler objects, in every kind of context.
#include "gl/api/entry_points.h"
#include "gl/testing/context_fixture.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace gl {
namespace {

/// Kinds of contexts, as bits.
enum Kind : unsigned { kEs2 = 1, kEs3 = 2, kLegacy = 4, kCore = 8 };
constexpr unsigned kEs = kEs2 | kEs3, kDesktop = kLegacy | kCore, kAll = kEs | kDesktop;
constexpr unsigned kModern = kEs3 | kDesktop; ///< Those that have sampler objects.
constexpr Kind kKinds[] = {kEs2, kEs3, kLegacy, kCore};

class SamplerParametersTest : public testing::ContextFixture {
protected:
    void SetUp() override { offer(); }

    void offer(bool Caps::* without = nullptr) {
        device = std::make_shared<testing::FakeDevice>();
        device->offerEverything();
        if (without) {
            device->fakeCaps.*without = false;
        }
    }
    void use(Kind kind) {
        device->fakeCaps.transformFeedback = kind != kEs2; // Else contexts of 2.0 have 3.0.
        const int version = kind == kEs2 ? 20 : kind == kCore ? 41 : 30;
        makeCurrent(attributesOf(kind & kDesktop ? Api::Desktop : Api::ES, version));
        ASSERT_TRUE(gl);
        ASSERT_EQ(gl->version() == 20, kind == kEs2);
    }
    GLuint sampler() {
        GLuint name = 0;
        gl->genSamplers(1, &name);
        return name;
    }
    std::array<GLfloat, 4> border(GLenum target = GL_TEXTURE_2D) {
        std::array<GLfloat, 4> color{};
        gl->getTexParameterfv(target, GL_TEXTURE_BORDER_COLOR, color.data());
        return color;
    }
    GLint parameter(GLenum pname, GLenum target = GL_TEXTURE_2D) {
        GLint value = -1;
        gl->getTexParameteriv(target, pname, &value);
        return value;
    }
    bool offers(std::string_view name) const {
        const auto& names = gl->extensions().names;
        return std::find(names.begin(), names.end(), name) != names.end();
    }
};

struct Row {
    GLenum pname;
    GLint value;
    unsigned legal;                 ///< In these contexts.
    GLenum error = GL_INVALID_ENUM; ///< Elsewhere …
    unsigned known = 0;             ///< … if the parameter is known; else it is an enum not known.
};
constexpr Row kRows[] = {
    {GL_TEXTURE_WRAP_S, GL_REPEAT, kAll},
    {GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT, kAll},
    {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE, kAll},
    {GL_TEXTURE_WRAP_R, GL_CLAMP_TO_BORDER, kAll},
    {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, kAll},
    {GL_TEXTURE_WRAP_T, GL_CLAMP, kLegacy},
    {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_EXT, kLegacy},
    {GL_TEXTURE_WRAP_R, GL_MIRROR_CLAMP_TO_BORDER_EXT, kLegacy},
    {GL_TEXTURE_WRAP_S, GL_LINEAR, 0},
    {GL_TEXTURE_MIN_FILTER, GL_NEAREST, kAll},
    {GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST, kAll},
    {GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR + 1, 0},
    {GL_TEXTURE_MAG_FILTER, GL_NEAREST, kAll},
    {GL_TEXTURE_MAG_FILTER, GL_NEAREST_MIPMAP_NEAREST, 0},
    {GL_TEXTURE_MIN_LOD, 2, kModern},
    {GL_TEXTURE_MAX_LOD, -3, kModern},
    {GL_TEXTURE_LOD_BIAS, 1, kDesktop},
    {GL_TEXTURE_MAX_ANISOTROPY, 2, kAll},
    {GL_TEXTURE_MAX_ANISOTROPY, 0, 0, GL_INVALID_VALUE, kAll},
    {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE, kModern},
    {GL_TEXTURE_COMPARE_MODE, GL_LEQUAL, 0},
    {GL_TEXTURE_COMPARE_FUNC, GL_NOTEQUAL, kModern},
    {GL_TEXTURE_COMPARE_FUNC, GL_NONE, 0},
    {GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT, kModern},
    {GL_TEXTURE_SRGB_DECODE_EXT, GL_TRUE, 0},
    {GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN, kModern},
    {GL_TEXTURE_REDUCTION_MODE_ARB, GL_MAX, kModern},
    {GL_TEXTURE_REDUCTION_MODE_ARB, GL_LINEAR, 0},
    {GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_TRUE, kDesktop},
    {GL_TEXTURE_CUBE_MAP_SEAMLESS, 2, 0, GL_INVALID_VALUE, kDesktop},
    {GL_TEXTURE_BORDER_COLOR, 1, 0}, // One number is no colour.
    {GL_TEXTURE_IMMUTABLE_FORMAT, 1, 0},
};

GLenum expectedError(const Row& row, Kind kind) {
    return row.legal & kind   ? GLenum(GL_NO_ERROR)
           : row.known & kind ? row.error
                              : GLenum(GL_INVALID_ENUM);
}

TEST_F(SamplerParametersTest, LegalValuesOfTextures) {
    for (const Kind kind : kKinds) {
        use(kind);
        for (const Row& row : kRows) {
            SCOPED_TRACE(::testing::Message() << "context " << kind << std::hex << ", parameter "
                                              << row.pname << ", value " << row.value);
            const SamplerParameters before = gl->activeUnit().bound[0]->parameters();
            gl->texParameteri(GL_TEXTURE_2D, row.pname, row.value);
            EXPECT_GL_ERROR(expectedError(row, kind));
            if (row.legal & kind) {
                EXPECT_EQ(parameter(row.pname), row.value);
                GLfloat number = -1;
                gl->getTexParameterfv(GL_TEXTURE_2D, row.pname, &number);
                EXPECT_EQ(number, GLfloat(row.value));
            } else {
                EXPECT_EQ(gl->activeUnit().bound[0]->parameters(), before);
            }
            EXPECT_NO_GL_ERROR();
        }
    }
}

TEST_F(SamplerParametersTest, LegalValuesOfSamplerObjects) {
    for (const Kind kind : {kEs3, kLegacy, kCore}) {
        use(kind);
        const GLuint name = sampler();
        for (const Row& row : kRows) {
            SCOPED_TRACE(::testing::Message() << "context " << kind << std::hex << ", parameter "
                                              << row.pname << ", value " << row.value);
            gl->samplerParameterf(name, row.pname, GLfloat(row.value));
            EXPECT_GL_ERROR(expectedError(row, kind));
            if (row.legal & kind) {
                GLint value = -1;
                gl->getSamplerParameteriv(name, row.pname, &value);
                EXPECT_EQ(value, row.value);
                EXPECT_NO_GL_ERROR();
            }
        }
        for (const GLenum pname : {GL_TEXTURE_BASE_LEVEL,
                                   GL_TEXTURE_MAX_LEVEL,
                                   GL_TEXTURE_SWIZZLE_R,
                                   GL_TEXTURE_SWIZZLE_RGBA,
                                   GL_DEPTH_TEXTURE_MODE,
                                   GL_DEPTH_STENCIL_TEXTURE_MODE}) {
            GLint values[4] = {GL_RED, GL_RED, GL_RED, GL_RED};
            gl->samplerParameteriv(name, GLenum(pname), values);
            EXPECT_GL_ERROR(GL_INVALID_ENUM) << std::hex << pname;
            gl->getSamplerParameteriv(name, GLenum(pname), values);
            EXPECT_GL_ERROR(GL_INVALID_ENUM) << std::hex << pname;
        }
    }
}

TEST_F(SamplerParametersTest, WhatTheDeviceLacksIsUnknown) {
    struct Lack {
        bool Caps::* ability;
        GLenum pname;
        GLint value;
        unsigned gone; ///< In these contexts; all others have it all the same.
    };
    constexpr Lack kLacks[] = {
        {&Caps::customBorderColor, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER, kEs},
        {&Caps::mirrorClampToEdge, GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, kAll},
        {&Caps::mirrorClampToEdge, GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_EXT, kAll},
        {&Caps::anisotropy, GL_TEXTURE_MAX_ANISOTROPY, 1, kAll},
        {&Caps::allFilterMinmax, GL_TEXTURE_REDUCTION_MODE_ARB, GL_MAX, kEs},
        {&Caps::cubeSeams, GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_TRUE, kAll},
    };
    for (const Lack& lack : kLacks) {
        offer(lack.ability);
        for (const Kind kind : {kEs3, kLegacy}) {
            use(kind);
            gl->texParameteri(GL_TEXTURE_2D, lack.pname, lack.value);
            EXPECT_GL_ERROR(lack.gone & kind ? GL_INVALID_ENUM : GL_NO_ERROR)
                << std::hex << lack.pname << " " << lack.value << " in " << kind;
        }
    }
}

TEST_F(SamplerParametersTest, AnisotropyIsAtMostTheDevices) {
    use(kCore);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, 1000);
    EXPECT_EQ(parameter(GL_TEXTURE_MAX_ANISOTROPY), 16);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, std::nanf(""));
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    EXPECT_EQ(parameter(GL_TEXTURE_MAX_ANISOTROPY), 16);
}

TEST_F(SamplerParametersTest, Defaults) {
    use(kCore);
    const GLuint name = sampler();
    struct Default {
        GLenum pname;
        GLint value;
    };
    for (const auto& [pname, value] :
         {Default{GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR},
          Default{GL_TEXTURE_MAG_FILTER, GL_LINEAR},
          Default{GL_TEXTURE_WRAP_S, GL_REPEAT},
          Default{GL_TEXTURE_WRAP_T, GL_REPEAT},
          Default{GL_TEXTURE_WRAP_R, GL_REPEAT},
          Default{GL_TEXTURE_MIN_LOD, -1000},
          Default{GL_TEXTURE_MAX_LOD, 1000},
          Default{GL_TEXTURE_LOD_BIAS, 0},
          Default{GL_TEXTURE_MAX_ANISOTROPY, 1},
          Default{GL_TEXTURE_COMPARE_MODE, GL_NONE},
          Default{GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL},
          Default{GL_TEXTURE_SRGB_DECODE_EXT, GL_DECODE_EXT},
          Default{GL_TEXTURE_REDUCTION_MODE_ARB, GL_WEIGHTED_AVERAGE_ARB},
          Default{GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_FALSE}}) {
        GLint answer = -1;
        gl->getSamplerParameteriv(name, pname, &answer);
        EXPECT_EQ(answer, value) << std::hex << pname;
        EXPECT_EQ(parameter(pname), value) << std::hex << pname;
    }
    EXPECT_EQ(border(), (std::array<GLfloat, 4>{0, 0, 0, 0}));
}

/// GL 2.1 table 2.9 and 6.1.2; ES 3.0 equation 2.2.
TEST_F(SamplerParametersTest, BordersGivenAsIntegersAreFractions) {
    constexpr GLint kColor[] = {2147483647, 0, -2147483647 - 1, 1 << 30};
    GLint back[4];
    use(kLegacy);
    gl->texParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kColor);
    EXPECT_EQ(border()[0], 1);
    EXPECT_GT(border()[1], 0) << "no integer is 0";
    EXPECT_EQ(border()[2], 0) << "queries clamp (GL 3.0 section 6.1.2)";
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, back);
    EXPECT_EQ(back[0], kColor[0]);
    EXPECT_EQ(back[1], 0);
    EXPECT_EQ(back[2], 0);
    gl->clampColor(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
    EXPECT_EQ(border()[2], -1);
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, back);
    EXPECT_EQ(back[2], kColor[2]);
    use(kEs3);
    gl->texParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kColor);
    EXPECT_EQ(border()[0], 1);
    EXPECT_EQ(border()[1], 0);
    EXPECT_EQ(border()[2], -1);
    EXPECT_FLOAT_EQ(border()[3], 0.5f);
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, back);
    EXPECT_EQ(back[0], kColor[0]);
    EXPECT_EQ(back[1], 0);
}

TEST_F(SamplerParametersTest, BordersKeepIntegersAndFloatsBeyondOne) {
    use(kCore);
    constexpr GLint kSigned[] = {-7, 1 << 30, 0, 255};
    constexpr GLuint kUnsigned[] = {0xFFFFFFFF, 0, 3, 1u << 31};
    constexpr GLfloat kFloats[] = {2.5f, -3, 0.1f, 1e30f};
    const GLuint name = sampler();
    GLint integers[4];
    gl->texParameterIiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kSigned);
    gl->getTexParameterIiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, integers);
    EXPECT_TRUE(std::equal(kSigned, kSigned + 4, integers));
    GLuint naturals[4];
    gl->samplerParameterIuiv(name, GL_TEXTURE_BORDER_COLOR, kUnsigned);
    gl->getSamplerParameterIuiv(name, GL_TEXTURE_BORDER_COLOR, naturals);
    EXPECT_TRUE(std::equal(kUnsigned, kUnsigned + 4, naturals));
    gl->texParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kFloats);
    EXPECT_EQ(border(), std::to_array(kFloats)) << "clamped when used, by the format";
    GLint ones[4];
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, ones);
    EXPECT_EQ(ones[0], 2147483647);
    EXPECT_EQ(ones[1], -2147483647 - 1);
}

TEST_F(SamplerParametersTest, NumbersAreRoundedToWhatIsAsked) {
    use(kCore);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, 2.75f);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, -1e20f);
    EXPECT_EQ(parameter(GL_TEXTURE_MAX_LOD), 3);
    EXPECT_EQ(parameter(GL_TEXTURE_MIN_LOD), -2147483647 - 1);
    GLuint natural = 1;
    gl->getTexParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, &natural);
    EXPECT_EQ(natural, 0u);
    constexpr GLuint kLarge = 3000000000;
    gl->texParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, &kLarge);
    gl->getTexParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, &natural);
    EXPECT_EQ(natural, kLarge);
    GLfloat number = 0;
    gl->getTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, &number);
    EXPECT_EQ(number, 3e9f);
}

TEST_F(SamplerParametersTest, Rectangles) {
    use(kLegacy);
    struct Value {
        GLenum pname;
        GLint value;
        bool legal;
    };
    for (const Value& v : {Value{GL_TEXTURE_WRAP_S, GL_CLAMP, true},
                           Value{GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE, true},
                           Value{GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER, true},
                           Value{GL_TEXTURE_WRAP_T, GL_REPEAT, false},
                           Value{GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT, false},
                           Value{GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_EXT, false},
                           Value{GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, false},
                           Value{GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_BORDER_EXT, false},
                           Value{GL_TEXTURE_MIN_FILTER, GL_LINEAR, true},
                           Value{GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST, false}}) {
        gl->texParameteri(GL_TEXTURE_RECTANGLE, v.pname, v.value);
        EXPECT_GL_ERROR(v.legal ? GL_NO_ERROR : GL_INVALID_ENUM)
            << std::hex << v.pname << " " << v.value;
    }
    gl->texParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_BASE_LEVEL, 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

/// GL 4.5 section 8.10: multisample textures have no sampler state.
TEST_F(SamplerParametersTest, MultisampleTexturesHaveNone) {
    use(kCore);
    for (const GLenum target : {GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY}) {
        for (const Row& row : kRows) {
            gl->texParameteri(target, row.pname, row.value);
            EXPECT_GL_ERROR(GL_INVALID_ENUM) << std::hex << row.pname;
        }
        constexpr GLfloat kColor[4] = {1, 1, 1, 1};
        gl->texParameterfv(target, GL_TEXTURE_BORDER_COLOR, kColor);
        EXPECT_GL_ERROR(GL_INVALID_ENUM);
        gl->texParameteri(target, GL_TEXTURE_SWIZZLE_R, GL_GREEN);
        EXPECT_NO_GL_ERROR();
        gl->texParameteri(target, GL_TEXTURE_BASE_LEVEL, 1);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    }
}

TEST_F(SamplerParametersTest, OtherParametersOfTextures) {
    use(kLegacy);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, GL_RED);
    EXPECT_GL_ERROR(GL_INVALID_ENUM) << "four values";
    constexpr GLint kSwizzle[] = {GL_ONE, GL_ALPHA, GL_ZERO, GL_GREEN};
    gl->texParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, kSwizzle);
    GLint swizzle[4];
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
    EXPECT_TRUE(std::equal(kSwizzle, kSwizzle + 4, swizzle));
    EXPECT_EQ(parameter(GL_TEXTURE_SWIZZLE_G), GL_ALPHA);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_G, GL_LUMINANCE);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_INTENSITY);
    EXPECT_EQ(parameter(GL_DEPTH_TEXTURE_MODE), GL_INTENSITY);
    gl->texParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_RGBA);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    EXPECT_EQ(parameter(GL_DEPTH_STENCIL_TEXTURE_MODE), GL_STENCIL_INDEX);
    gl->texParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX8);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 0.25f);
    GLfloat priority = 0;
    gl->getTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, &priority);
    EXPECT_EQ(priority, 0.25f);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 7);
    EXPECT_EQ(parameter(GL_TEXTURE_PRIORITY), 1);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, -1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->texParameteri(GL_TEXTURE_BUFFER, GL_TEXTURE_WRAP_S, GL_REPEAT);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    use(kCore);
    gl->texParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_RED);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, swizzle);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(SamplerParametersTest, BiasOfUnits) {
    use(kLegacy);
    const auto unitBias = [&] {
        GLfloat bias = -1;
        gl->getTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
        return bias;
    };
    gl->activeTexture(GL_TEXTURE0 + 20); // More units than have texture coordinates.
    gl->texEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1.5f);
    EXPECT_EQ(unitBias(), 1.5f);
    EXPECT_EQ(gl->state().textureUnits[20].lodBias, 1.5f);
    gl->texEnvi(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, -2);
    EXPECT_EQ(unitBias(), -2);
    gl->activeTexture(GL_TEXTURE0);
    EXPECT_EQ(unitBias(), 0);
    gl->texEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_MIN_LOD, 1);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(SamplerParametersTest, SamplerNames) {
    use(kCore);
    GLuint names[2];
    gl->genSamplers(-1, names);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->deleteSamplers(-1, names);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->genSamplers(2, names);
    EXPECT_TRUE(gl->isSampler(names[0])) << "they are objects at once";
    EXPECT_FALSE(gl->isSampler(0));
    gl->deleteSamplers(1, names);
    EXPECT_FALSE(gl->isSampler(names[0]));
    const GLuint unknown[] = {0, 1234};
    gl->deleteSamplers(2, unknown);
    EXPECT_NO_GL_ERROR();
    GLint value[4];
    const GLfloat color[4] = {};
    for (const GLuint name : {0u, names[0], 1234u}) {
        gl->samplerParameteri(name, GL_TEXTURE_WRAP_S, GL_REPEAT);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION);
        gl->samplerParameterfv(name, GL_TEXTURE_BORDER_COLOR, color);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION);
        gl->getSamplerParameterIiv(name, GL_TEXTURE_WRAP_S, value);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    }
    gl->bindSampler(0, 1234);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->bindSampler(0, names[0]);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION) << "deleted";
}

TEST_F(SamplerParametersTest, SamplerBindings) {
    use(kCore);
    const GLuint name = sampler();
    GLint units = 0;
    gl->getIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    gl->bindSampler(GLuint(units), name);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->bindSampler(GL_TEXTURE0, name);
    EXPECT_GL_ERROR(GL_INVALID_VALUE) << "a number, not a name";
    gl->bindSampler(3, name);
    gl->bindSampler(GLuint(units) - 1, name);
    const auto binding = [&](GLuint unit) {
        GLint bound = -1;
        gl->activeTexture(GL_TEXTURE0 + unit);
        gl->getIntegerv(GL_SAMPLER_BINDING, &bound);
        return bound;
    };
    EXPECT_EQ(binding(3), GLint(name));
    EXPECT_EQ(binding(2), 0);
    gl->deleteSamplers(1, &name);
    EXPECT_EQ(binding(3), 0) << "deleting unbinds";
    EXPECT_EQ(binding(GLuint(units) - 1), 0);
    EXPECT_NO_GL_ERROR();
}

TEST_F(SamplerParametersTest, SamplersDecideAboutCompleteness) {
    use(kCore);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_R8, 4, 4, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    const Texture& texture = *gl->activeUnit().bound[0];
    EXPECT_FALSE(texture.complete(texture.parameters())) << "no mipmaps";
    const GLuint name = sampler();
    gl->samplerParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->bindSampler(0, name);
    EXPECT_TRUE(texture.complete(gl->activeUnit().sampler->parameters()));
}

TEST_F(SamplerParametersTest, SamplersThatRectanglesCannotHave) {
    use(kCore);
    gl->texImage2D(GL_TEXTURE_RECTANGLE, 0, GL_R8, 4, 4, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    const Texture& texture = *gl->activeUnit().bound[size_t(TextureType::Rect)];
    EXPECT_TRUE(texture.complete(texture.parameters()));
    SamplerParameters sampler{
        .minFilter = GL_LINEAR, .wrapS = GL_CLAMP_TO_BORDER, .wrapT = GL_CLAMP_TO_EDGE};
    EXPECT_TRUE(texture.complete(sampler)) << "r counts for nothing";
    for (const GLenum wrap : {GL_REPEAT, GL_MIRRORED_REPEAT, GL_MIRROR_CLAMP_TO_EDGE}) {
        SamplerParameters wraps = sampler;
        wraps.wrapT = wrap;
        EXPECT_FALSE(texture.complete(wraps)) << std::hex << wrap;
    }
    sampler.minFilter = GL_NEAREST_MIPMAP_NEAREST;
    EXPECT_FALSE(texture.complete(sampler));
}

/// ARB_texture_filter_minmax, what it adds to section 8.17.
TEST_F(SamplerParametersTest, ReductionsAndCompleteness) {
    use(kCore);
    struct Image {
        GLenum internalformat, format, type;
        bool average, minimum;
    };
    for (const Image& i : {Image{GL_R8, GL_RED, GL_UNSIGNED_BYTE, true, true},
                           Image{GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, true, false},
                           Image{GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, false, true},
                           Image{GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, false, false},
                           Image{GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_FLOAT, true, true}}) {
        gl->texImage2D(
            GL_TEXTURE_2D, 0, GLint(i.internalformat), 4, 4, 0, i.format, i.type, nullptr);
        EXPECT_NO_GL_ERROR();
        const Texture& texture = *gl->activeUnit().bound[0];
        gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, GL_WEIGHTED_AVERAGE_ARB);
        EXPECT_EQ(texture.complete(texture.parameters()), i.average) << std::hex << i.format;
        gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN);
        EXPECT_EQ(texture.complete(texture.parameters()), i.minimum) << std::hex << i.format;
    }
}

TEST_F(SamplerParametersTest, FormatsSayWhetherTheyReduce) {
    use(kCore);
    GLint support = -1;
    gl->getInternalformativ(GL_TEXTURE_2D, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &support);
    EXPECT_EQ(support, GL_FULL_SUPPORT);
    gl->getInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &support);
    EXPECT_EQ(support, GL_NONE);
    support = -1;
    gl->getInternalformativ(GL_TEXTURE_2D, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 0, &support);
    EXPECT_EQ(support, -1);
    gl->getInternalformativ(
        GL_TEXTURE_2D_MULTISAMPLE, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &support);
    EXPECT_EQ(support, GL_NONE);
    gl->getInternalformativ(GL_TEXTURE_2D, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, -1, &support);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->getInternalformativ(GL_RENDERBUFFER, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &support);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    offer(&Caps::allFilterMinmax);
    device->fakeCaps.textureFilterMinmax = false;
    use(kCore);
    gl->getInternalformativ(GL_TEXTURE_2D, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &support);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(SamplerParametersTest, ExtensionsAreListedOnceAndInOrder) {
    for (const Kind kind : kKinds) {
        use(kind);
        const auto& names = gl->extensions().names;
        for (size_t i = 1; i < names.size(); ++i) {
            EXPECT_LT(std::string_view(names[i - 1]), names[i]);
        }
        EXPECT_EQ(offers("GL_OES_texture_border_clamp"), bool(kind & kEs));
        EXPECT_EQ(offers("GL_EXT_texture_border_clamp"), bool(kind & kEs));
        EXPECT_EQ(offers("GL_EXT_texture_mirror_clamp_to_edge"), bool(kind & kEs));
        EXPECT_EQ(offers("GL_ARB_texture_mirror_clamp_to_edge"), bool(kind & kDesktop));
        EXPECT_EQ(offers("GL_ATI_texture_mirror_once"), bool(kind & kLegacy));
        EXPECT_EQ(offers("GL_EXT_texture_mirror_clamp"), bool(kind & kLegacy));
        EXPECT_EQ(offers("GL_AMD_seamless_cubemap_per_texture"), bool(kind & kDesktop));
        EXPECT_EQ(offers("GL_ARB_seamless_cubemap_per_texture"), bool(kind & kDesktop));
        EXPECT_EQ(offers("GL_ARB_texture_filter_minmax"), bool(kind & kDesktop));
        EXPECT_EQ(offers("GL_EXT_texture_filter_minmax"), bool(kind & kModern));
    }
    for (const char* name : {"glTexParameterIivOES",
                             "glTexParameterIuivEXT",
                             "glGetTexParameterIivEXT",
                             "glSamplerParameterIivEXT",
                             "glSamplerParameterIuivOES",
                             "glGetSamplerParameterIuivOES"}) {
        EXPECT_NE(procAddress(name), nullptr) << name;
    }
}

} // namespace
} // namespace gl

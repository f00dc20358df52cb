// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What sampler parameters do, of textures and of the sampler objects that take their place.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <array>
#include <memory>
#include <vector>

namespace {

using namespace harness;

constexpr GLenum kFilterControl = 0x8500;
constexpr GLenum kSrgbDecode = 0x8A48, kDecode = 0x8A49, kSkipDecode = 0x8A4A;
constexpr GLenum kReductionMode = 0x9366, kWeightedAverage = 0x9367;

class SamplerState : public GlTest {
protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        genSamplers = load<PFNGLGENSAMPLERSPROC>("glGenSamplers");
        deleteSamplers = load<PFNGLDELETESAMPLERSPROC>("glDeleteSamplers");
        bindSampler = load<PFNGLBINDSAMPLERPROC>("glBindSampler");
        samplerParameteri = load<PFNGLSAMPLERPARAMETERIPROC>("glSamplerParameteri");
        samplerParameterf = load<PFNGLSAMPLERPARAMETERFPROC>("glSamplerParameterf");
        samplerParameterfv = load<PFNGLSAMPLERPARAMETERFVPROC>("glSamplerParameterfv");
        m_target = std::make_unique<Target>(4, 4);
        m_target->bind();
    }
    void TearDown() override {
        glDeleteProgram(m_program);
        m_target.reset();
        GlTest::TearDown();
    }
    GLuint makeTexture(GLenum target = GL_TEXTURE_2D) {
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(target, texture);
        return texture;
    }
    GLuint makeSampler(GLint filter) {
        GLuint sampler = 0;
        genSamplers(1, &sampler);
        samplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filter);
        samplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        return sampler;
    }
    /// Every pixel is what `expression` says; `image` is the sampler of unit 0.
    void useExpression(const std::string& declaration, const std::string& expression) {
        glDeleteProgram(m_program);
        m_program = buildProgram(
            header() + "in vec4 position; void main() { gl_Position = position; }",
            header() + declaration + " out vec4 color; void main() { color = " + expression + "; }",
            {"position"});
        ASSERT_NE(0u, m_program);
        glUseProgram(m_program);
    }
    virtual std::string header() const = 0;
    Rgba drawn() {
        drawFull();
        return m_target->read().at(1, 1);
    }

    PFNGLGENSAMPLERSPROC genSamplers = nullptr;
    PFNGLDELETESAMPLERSPROC deleteSamplers = nullptr;
    PFNGLBINDSAMPLERPROC bindSampler = nullptr;
    PFNGLSAMPLERPARAMETERIPROC samplerParameteri = nullptr;
    PFNGLSAMPLERPARAMETERFPROC samplerParameterf = nullptr;
    PFNGLSAMPLERPARAMETERFVPROC samplerParameterfv = nullptr;

private:
    std::unique_ptr<Target> m_target;
    GLuint m_program = 0;
};

/// Contexts without a profile: they have the bias of texture units, and sampler objects too.
class DesktopSamplerState : public SamplerState {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }
    void SetUp() override {
        SamplerState::SetUp();
        if (!hasExtension("GL_ARB_sampler_objects")) {
            GTEST_SKIP() << "there are no sampler objects";
        }
    }
    std::string header() const override { return "#version 140\n"; }

    /// One row of one-byte texels.
    static void defineRow(const std::vector<uint8_t>& texels) {
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_2D,
                     0,
                     GL_R8,
                     GLsizei(texels.size()),
                     1,
                     0,
                     GL_RED,
                     GL_UNSIGNED_BYTE,
                     texels.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    /// 16 × 16 and down to one: level n is `50 · n` everywhere.
    static void defineLevels() {
        for (GLint level = 0; level < 5; ++level) {
            const GLsizei size = 16 >> level;
            const std::vector<uint8_t> texels(size_t(size) * size_t(size), uint8_t(50 * level));
            glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
            glTexImage2D(GL_TEXTURE_2D,
                         level,
                         GL_R8,
                         size,
                         size,
                         0,
                         GL_RED,
                         GL_UNSIGNED_BYTE,
                         texels.data());
        }
    }
};

TEST_F(DesktopSamplerState, MinimaAndMaxima) {
    if (!hasExtension("GL_ARB_texture_filter_minmax")) {
        GTEST_SKIP() << "the device has no minima and maxima";
    }
    makeTexture();
    defineRow({0x40, 0xC0, 0x80, 0x20});
    const GLuint sampler = makeSampler(GL_LINEAR);
    samplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    struct Case {
        const char* s;
        GLenum mode;
        int red;
    };
    for (const Case& c : {Case{"0.25", kWeightedAverage, 0x80},
                          Case{"0.25", GL_MIN, 0x40},
                          Case{"0.25", GL_MAX, 0xC0},
                          Case{"0.7", GL_MIN, 0x20},
                          Case{"0.7", GL_MAX, 0x80},
                          Case{"0.0", GL_MAX, 0x40}, // The edge twice.
                          Case{"1.5", GL_MIN, 0x20}}) {
        SCOPED_TRACE(testing::Message() << c.s << " " << enumName(c.mode));
        useExpression("uniform sampler2D image;",
                      std::string("textureLod(image, vec2(") + c.s + ", 0.5), 0.0)");
        bindSampler(0, 0);
        glTexParameteri(GL_TEXTURE_2D, kReductionMode, GLint(c.mode));
        EXPECT_NEAR(drawn().r, c.red, 1);
        // A sampler object's mode counts, not the texture's.
        bindSampler(0, sampler);
        samplerParameteri(sampler, kReductionMode, GLint(c.mode));
        glTexParameteri(GL_TEXTURE_2D, kReductionMode, GL_MAX);
        EXPECT_NEAR(drawn().r, c.red, 1);
        glTexParameteri(GL_TEXTURE_2D, kReductionMode, GL_MIN);
        EXPECT_NEAR(drawn().r, c.red, 1);
    }
    EXPECT_GL_OK();
    deleteSamplers(1, &sampler);
}

TEST_F(DesktopSamplerState, MinimaAndMaximaOfLevels) {
    if (!hasExtension("GL_ARB_texture_filter_minmax")) {
        GTEST_SKIP() << "the device has no minima and maxima";
    }
    const std::string renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    if (renderer.find("llvmpipe") != std::string::npos) {
        GTEST_SKIP() << "this device averages between levels whatever the reduction";
    }
    makeTexture();
    defineLevels();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
    useExpression("uniform sampler2D image;", "textureLod(image, vec2(0.5), 1.5)");
    EXPECT_NEAR(drawn().r, 75, 1);
    glTexParameteri(GL_TEXTURE_2D, kReductionMode, GL_MIN);
    EXPECT_NEAR(drawn().r, 50, 1);
    glTexParameteri(GL_TEXTURE_2D, kReductionMode, GL_MAX);
    EXPECT_NEAR(drawn().r, 100, 1);
    EXPECT_GL_OK();
}

/// "The texture reduction mode is MIN or MAX, and that reduction mode is not supported for the …
/// internal format": such textures are incomplete.
TEST_F(DesktopSamplerState, ReductionsOfOtherFormatsAreIncomplete) {
    const auto getInternalformativ = load<PFNGLGETINTERNALFORMATIVPROC>("glGetInternalformativ");
    if (!hasExtension("GL_ARB_texture_filter_minmax") || isLlvmpipe()) {
        GTEST_SKIP() << "the device has no minima and maxima, or says nothing of formats";
    }
    struct Format {
        GLenum internal, format, type;
    };
    constexpr std::array<uint8_t, 8> kTexels{255, 255, 255, 255, 255, 255, 255, 255};
    for (const Format& f : {Format{GL_R8, GL_RED, GL_UNSIGNED_BYTE},
                            Format{GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
                            Format{GL_RG16, GL_RG, GL_UNSIGNED_SHORT}}) {
        GLint support = -1;
        getInternalformativ(GL_TEXTURE_2D, f.internal, kReductionMode, 1, &support);
        EXPECT_GL_OK();
        ASSERT_TRUE(support == GL_FULL_SUPPORT || support == GL_NONE);
        if (f.internal == GL_R8) {
            EXPECT_EQ(GLint(GL_FULL_SUPPORT), support) << "guaranteed";
        }
        const GLuint texture = makeTexture();
        glTexImage2D(
            GL_TEXTURE_2D, 0, GLint(f.internal), 1, 1, 0, f.format, f.type, kTexels.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        useExpression("uniform sampler2D image;", "texture(image, vec2(0.5))");
        EXPECT_EQ(255, drawn().r);
        glTexParameteri(GL_TEXTURE_2D, kReductionMode, GL_MIN);
        EXPECT_EQ(support == GL_FULL_SUPPORT ? 255 : 0, drawn().r) << enumName(f.internal);
        glDeleteTextures(1, &texture);
    }
}

TEST_F(DesktopSamplerState, SeamlessCubeMapsOneByOne) {
    if (!hasExtension("GL_AMD_seamless_cubemap_per_texture")) {
        GTEST_SKIP() << "all cube maps are filtered alike";
    }
    makeTexture(GL_TEXTURE_CUBE_MAP);
    for (GLenum face = 0; face < 6; ++face) {
        // +x is bright, its neighbours are dark.
        const uint8_t texel = face == 0 ? 200 : 0;
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face,
                     0,
                     GL_R8,
                     1,
                     1,
                     0,
                     GL_RED,
                     GL_UNSIGNED_BYTE,
                     &texel);
    }
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    const GLuint sampler = makeSampler(GL_LINEAR);
    samplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    useExpression("uniform samplerCube image;", "textureLod(image, vec3(1.0, 0.98, 0.0), 0.0)");
    struct Case {
        bool context = false;
        bool texture = false;
        int sampler = -1; ///< −1: none.
        bool seamless = false;
    };
    for (const Case& c : {Case{},
                          Case{.context = true, .seamless = true},
                          Case{.texture = true, .seamless = true},
                          Case{.context = true, .texture = true, .seamless = true},
                          Case{.texture = true, .sampler = 0},
                          Case{.sampler = 1, .seamless = true},
                          Case{.context = true, .sampler = 0, .seamless = true}}) {
        SCOPED_TRACE(testing::Message() << c.context << c.texture << c.sampler);
        (c.context ? glEnable : glDisable)(GL_TEXTURE_CUBE_MAP_SEAMLESS);
        glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS, c.texture);
        bindSampler(0, c.sampler < 0 ? 0 : sampler);
        if (c.sampler >= 0) {
            samplerParameteri(sampler, GL_TEXTURE_CUBE_MAP_SEAMLESS, c.sampler);
        }
        // Halfway to the neighbour, or none of it.
        EXPECT_NEAR(drawn().r, c.seamless ? 102 : 200, 5);
    }
    EXPECT_GL_OK();
    deleteSamplers(1, &sampler);
}

TEST_F(DesktopSamplerState, DecodingIsTheSamplers) {
    if (!hasExtension("GL_EXT_texture_sRGB_decode")) {
        GTEST_SKIP() << "sRGB is decoded always";
    }
    makeTexture();
    constexpr std::array<uint8_t, 4> kTexel{128, 128, 128, 128};
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, kTexel.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const GLuint sampler = makeSampler(GL_NEAREST);
    useExpression("uniform sampler2D image;", "texture(image, vec2(0.5))");
    const Rgba decoded{55, 55, 55, 128}, kept{128, 128, 128, 128};
    EXPECT_TRUE(near(drawn(), decoded, 1));
    glTexParameteri(GL_TEXTURE_2D, GLenum(kSrgbDecode), GLint(kSkipDecode));
    EXPECT_TRUE(near(drawn(), kept, 1));
    bindSampler(0, sampler);
    EXPECT_TRUE(near(drawn(), decoded, 1)) << "the sampler object decodes";
    samplerParameteri(sampler, kSrgbDecode, GLint(kSkipDecode));
    glTexParameteri(GL_TEXTURE_2D, GLenum(kSrgbDecode), GLint(kDecode));
    EXPECT_TRUE(near(drawn(), kept, 1));
    deleteSamplers(1, &sampler);
    EXPECT_TRUE(near(drawn(), decoded, 1)) << "the texture's own parameter counts again";
    EXPECT_GL_OK();
}

TEST_F(DesktopSamplerState, BiasesAreAddedUp) {
    makeTexture();
    defineLevels();
    const auto texEnvf = load<void (*)(GLenum, GLenum, GLfloat)>("glTexEnvf");
    const GLuint sampler = makeSampler(GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    struct Case {
        float object, unit;
        const char* shader;
        int level;
    };
    for (const Case& c : {Case{0, 0, "0.0", 0},
                          Case{1, 0, "0.0", 1},
                          Case{0, 2, "0.0", 2},
                          Case{1, 1, "0.0", 2},
                          Case{1, 1, "1.0", 3},
                          Case{3, -2, "0.0", 1},
                          Case{-3, 1, "1.0", 0},
                          Case{1000, 0, "0.0", 4}}) {
        SCOPED_TRACE(testing::Message() << c.object << " " << c.unit << " " << c.shader);
        // One texel a pixel: level 0 without bias.
        useExpression("uniform sampler2D image;",
                      std::string("texture(image, gl_FragCoord.xy / 16.0, ") + c.shader + ")");
        texEnvf(kFilterControl, GL_TEXTURE_LOD_BIAS, c.unit);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, c.object);
        bindSampler(0, 0);
        EXPECT_NEAR(drawn().r, 50 * c.level, 1);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, -5);
        samplerParameterf(sampler, GL_TEXTURE_LOD_BIAS, c.object);
        bindSampler(0, sampler);
        EXPECT_NEAR(drawn().r, 50 * c.level, 1) << "by the sampler object";
    }
    EXPECT_GL_OK();
    deleteSamplers(1, &sampler);
}

TEST_F(DesktopSamplerState, LevelsStayWithinTheRange) {
    makeTexture();
    defineLevels();
    const GLuint sampler = makeSampler(GL_NEAREST_MIPMAP_NEAREST);
    struct Case {
        float minLod, maxLod;
        int base, max;
        const char* lod;
        int level;
    };
    for (const Case& c : {Case{-1000, 1000, 0, 1000, "2.0", 2},
                          Case{-1000, 1000, 0, 1000, "9.0", 4},
                          Case{1, 1000, 0, 1000, "0.0", 1},
                          Case{-1000, 2, 0, 1000, "4.0", 2},
                          Case{3, 3, 0, 1000, "0.0", 3},
                          Case{-7, 1, 0, 1000, "-5.0", 0},
                          Case{-1000, 1000, 1, 1000, "0.0", 1}, // Of the base level on.
                          Case{1, 1000, 1, 1000, "0.0", 2},
                          Case{-1000, 1000, 1, 2, "4.0", 2},
                          Case{2, 1000, 3, 1000, "0.0", 4}}) {
        SCOPED_TRACE(testing::Message() << c.minLod << " " << c.maxLod << " " << c.base << " "
                                        << c.max << " " << c.lod);
        useExpression("uniform sampler2D image;",
                      std::string("textureLod(image, vec2(0.5), ") + c.lod + ")");
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, c.base);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, c.max);
        bindSampler(0, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, c.minLod);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, c.maxLod);
        EXPECT_NEAR(drawn().r, 50 * c.level, 1);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        samplerParameterf(sampler, GL_TEXTURE_MIN_LOD, c.minLod);
        samplerParameterf(sampler, GL_TEXTURE_MAX_LOD, c.maxLod);
        bindSampler(0, sampler);
        EXPECT_NEAR(drawn().r, 50 * c.level, 1) << "by the sampler object";
    }
    EXPECT_GL_OK();
    deleteSamplers(1, &sampler);
}

TEST_F(DesktopSamplerState, SamplersDecideAboutCompleteness) {
    makeTexture();
    defineRow({255});
    useExpression("uniform sampler2D image;", "texture(image, vec2(0.5))");
    EXPECT_EQ(255, drawn().r);
    const GLuint sampler = makeSampler(GL_NEAREST_MIPMAP_NEAREST);
    bindSampler(0, sampler);
    EXPECT_EQ(255, drawn().r) << "one texel is a whole chain";
    defineRow({255, 255});
    EXPECT_EQ(0, drawn().r);
    samplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    EXPECT_EQ(255, drawn().r);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    EXPECT_EQ(255, drawn().r);
    deleteSamplers(1, &sampler);
    EXPECT_EQ(0, drawn().r);
    EXPECT_GL_OK();
}

/// Where the device has no colors but three, the nearest of those shows.
TEST_F(DesktopSamplerState, BordersHaveTheNearestColorThatTheDeviceHas) {
    makeTexture();
    constexpr uint8_t kBlack[] = {0, 0, 0, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, kBlack);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    constexpr GLfloat kColor[] = {0.8f, 1, 0.9f, 1};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kColor);
    useExpression("uniform sampler2D image;", "texture(image, vec2(1.5, 0.5))");
    const bool isExact = hasExtension("GL_ARB_texture_border_clamp");
    EXPECT_TRUE(near(drawn(), isExact ? Rgba{204, 255, 230, 255} : kWhite, 1));
    EXPECT_GL_OK();
}

class Es3SamplerState : public SamplerState {
protected:
    ContextRequest request() const override { return {.version = 30}; }
    std::string header() const override {
        return "#version 300 es\nprecision highp float; precision highp int;"
               " precision highp isampler2D;\n";
    }
};

TEST_F(Es3SamplerState, BorderColors) {
    if (!hasExtension("GL_OES_texture_border_clamp")) {
        GTEST_SKIP() << "there are no border colors";
    }
    makeTexture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    constexpr GLfloat kColor[] = {0.2f, 0.4f, 0.6f, 0.8f};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kColor);
    useExpression("uniform sampler2D image;", "texture(image, vec2(1.5, 0.5))");
    EXPECT_TRUE(near(drawn(), {51, 102, 153, 204}, 1));
    const GLuint sampler = makeSampler(GL_NEAREST);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    constexpr GLfloat kOther[] = {1, 0.8f, 0.6f, 0.4f};
    samplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, kOther);
    bindSampler(0, sampler);
    EXPECT_TRUE(near(drawn(), {255, 204, 153, 102}, 1));
    EXPECT_GL_OK();
    deleteSamplers(1, &sampler);
}

TEST_F(Es3SamplerState, BordersOfIntegers) {
    if (!hasExtension("GL_OES_texture_border_clamp")) {
        GTEST_SKIP() << "there are no border colors";
    }
    const auto samplerParameterIiv = load<PFNGLSAMPLERPARAMETERIIVPROC>("glSamplerParameterIivOES");
    const auto texParameterIiv = load<PFNGLTEXPARAMETERIIVPROC>("glTexParameterIivEXT");
    makeTexture();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32I, 1, 1, 0, GL_RGBA_INTEGER, GL_INT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    constexpr GLint kColor[] = {-5, 70000, 1, 0};
    texParameterIiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kColor);
    useExpression("uniform isampler2D image;",
                  "vec4(equal(texture(image, vec2(-0.5)), ivec4(-5, 70000, 1, 0)))");
    EXPECT_EQ(kWhite, drawn());
    const GLuint sampler = makeSampler(GL_NEAREST);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    samplerParameterIiv(sampler, GL_TEXTURE_BORDER_COLOR, kColor);
    bindSampler(0, sampler);
    EXPECT_EQ(kWhite, drawn());
    EXPECT_GL_OK();
    deleteSamplers(1, &sampler);
}

TEST_F(Es3SamplerState, MirroredEdges) {
    if (!hasExtension("GL_EXT_texture_mirror_clamp_to_edge") || isLlvmpipe()) {
        GTEST_SKIP() << "there are no mirrored edges";
    }
    makeTexture();
    constexpr std::array<uint8_t, 8> kTexels{200, 0, 0, 255, 0, 200, 0, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, kTexels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE);
    struct Case {
        const char* s;
        bool second;
    };
    for (const Case& c : {Case{"0.25", false},
                          Case{"-0.25", false},
                          Case{"-0.75", true},
                          Case{"1.25", true},
                          Case{"1.75", true}, // Repetition would show the first one.
                          Case{"-1.75", true}}) {
        useExpression("uniform sampler2D image;",
                      std::string("texture(image, vec2(") + c.s + ", 0.5))");
        EXPECT_EQ(c.second ? 200 : 0, drawn().g) << c.s;
        EXPECT_EQ(c.second ? 0 : 200, drawn().r) << c.s;
    }
    EXPECT_GL_OK();
}

} // namespace

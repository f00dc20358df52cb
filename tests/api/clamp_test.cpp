// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL_CLAMP and its mirrored kin (OpenGL 2.1 section 3.8.7, GL_EXT_texture_mirror_clamp):
// coordinates are limited before they are filtered, so that half a border texel shows at most.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace harness;

constexpr GLenum kClamp = 0x2900;
constexpr GLenum kMirrorClamp = 0x8742;
constexpr GLenum kMirrorClampToBorder = 0x8912;
constexpr int kSize = 64; ///< Of targets; coordinates go from -1 to 2.
constexpr Rgba kBorder{255, 0, 255, 255};

float coordinateAt(int pixel) {
    return (float(pixel) + 0.5f) / kSize * 3 - 1;
}

/// One dimension of a texture of `texels` as GL defines it, linearly filtered; -1 and the size are
/// the border.
struct Footprint {
    int first = 0;
    int second = 0;
    float weight = 0; ///< Of the second.
};

Footprint footprint(GLenum wrap, float coordinate, int texels) {
    if (wrap == kClamp) {
        coordinate = std::clamp(coordinate, 0.0f, 1.0f);
    } else if (wrap == kMirrorClamp || wrap == kMirrorClampToBorder) {
        const float most = wrap == kMirrorClamp ? 1.0f : 8.0f;
        coordinate = std::clamp(std::abs(coordinate), 0.5f / float(texels), most);
    }
    const float u = coordinate * float(texels) - 0.5f;
    const int first = int(std::floor(u));
    const auto wrapped = [&](int i) {
        return wrap == GL_CLAMP_TO_EDGE ? std::clamp(i, 0, texels - 1)
               : wrap == GL_REPEAT      ? (i % texels + texels) % texels
                                        : std::clamp(i, -1, texels);
    };
    return {wrapped(first), wrapped(first + 1), u - float(first)};
}

class Clamps : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        if (std::string(reinterpret_cast<const char*>(glGetString(GL_VERSION))).at(0) < '3') {
            GTEST_SKIP() << "no GLSL 1.30"; // sampler_pixels is for those.
        }
        m_image1D = load<PFNGLTEXIMAGE1DPROC>("glTexImage1D");
        m_image3D = load<PFNGLTEXIMAGE3DPROC>("glTexImage3D");
        m_target = std::make_unique<Target>(kSize, kSize);
        m_target->bind();
    }
    void TearDown() override {
        m_target.reset();
        GlTest::TearDown();
    }

    /// Both coordinates of the target's pixels come from -1 to 2, those of the other dimensions
    /// too.
    static GLuint useProgram(const std::string& declarations,
                             const std::string& color,
                             const std::string& version = "130") {
        const GLuint program =
            buildProgram("#version " + version +
                             "\nattribute vec4 position; varying vec2 at;\n"
                             "void main() { gl_Position = position;"
                             " at = position.xy * 1.5 + 0.5; }",
                         "#version " + version + "\nvarying vec2 at;\n" + declarations +
                             "\nvoid main() { gl_FragColor = " + color + "; }",
                         {"position"});
        glUseProgram(program);
        return program;
    }

    static void parameters(GLenum target, GLenum wrap, GLenum min, GLenum mag) {
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GLint(min));
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GLint(mag));
        for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
            glTexParameteri(target, name, GLint(wrap));
        }
        const float border[] = {1, 0, 1, 1};
        glTexParameterfv(target, GL_TEXTURE_BORDER_COLOR, border);
    }
    static void parameters(GLenum target, GLenum wrap) {
        parameters(target, wrap, GL_LINEAR, GL_LINEAR);
    }

    static Rgba texel(int x, int y) { return {40 + 60 * x, 20 + 70 * y, 200 - 50 * x, 255}; }
    static constexpr int kTexels = 4;

    /// Of texel(); the second dimension may have one row.
    static std::vector<uint8_t> texels(int rows) {
        std::vector<uint8_t> bytes;
        for (int i = 0; i < kTexels * rows; ++i) {
            const Rgba c = texel(i % kTexels, i / kTexels);
            for (const int channel : {c.r, c.g, c.b, c.a}) {
                bytes.push_back(uint8_t(channel));
            }
        }
        return bytes;
    }
    static GLuint bindTexture(GLenum target = GL_TEXTURE_2D) {
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(target, texture);
        if (target == GL_TEXTURE_2D) {
            image2D(target);
        }
        return texture;
    }
    static void image2D(GLenum target) {
        glTexImage2D(target,
                     0,
                     GL_RGBA8,
                     kTexels,
                     kTexels,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     texels(kTexels).data());
    }

    static Rgba texelOrBorder(int x, int y, int rows) {
        return x < 0 || y < 0 || x >= kTexels || y >= rows ? kBorder : texel(x, y);
    }
    static Rgba expected(GLenum wrap, float s, float t, int rows = kTexels) {
        const Footprint x = footprint(wrap, s, kTexels);
        const Footprint y = rows == 1 ? Footprint{} : footprint(wrap, t, rows);
        std::array<float, 3> sum{};
        for (const int j : {0, 1}) {
            for (const int i : {0, 1}) {
                const float weight = (i ? x.weight : 1 - x.weight) * (j ? y.weight : 1 - y.weight);
                const Rgba c = texelOrBorder(i ? x.second : x.first, j ? y.second : y.first, rows);
                sum[0] += weight * float(c.r);
                sum[1] += weight * float(c.g);
                sum[2] += weight * float(c.b);
            }
        }
        return {int(std::lround(sum[0])), int(std::lround(sum[1])), int(std::lround(sum[2])), 255};
    }
    void expectWrapped(GLenum wrap, int rows = kTexels, int tolerance = 2) const {
        expectImage(
            m_target->read(),
            [&](int x, int y) { return expected(wrap, coordinateAt(x), coordinateAt(y), rows); },
            tolerance);
    }

    PFNGLTEXIMAGE1DPROC m_image1D = nullptr;
    PFNGLTEXIMAGE3DPROC m_image3D = nullptr;
    std::unique_ptr<Target> m_target;
};

TEST_F(Clamps, HalfABorderTexelShows) {
    bindTexture();
    parameters(GL_TEXTURE_2D, kClamp);
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    drawFull();
    expectWrapped(kClamp);
}

TEST_F(Clamps, NearestIsTheEdge) {
    bindTexture();
    parameters(GL_TEXTURE_2D, kClamp, GL_NEAREST, GL_NEAREST);
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    drawFull();
    expectImage(m_target->read(), [](int x, int y) {
        const auto nearest = [](int pixel) {
            return std::clamp(int(std::floor(coordinateAt(pixel) * kTexels)), 0, kTexels - 1);
        };
        return texel(nearest(x), nearest(y));
    });
}

/// Where the nearest texel is taken there is no border; where texels are filtered there is.
TEST_F(Clamps, EachOfTwoFiltersDoesAsItWould) {
    bindTexture();
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    parameters(GL_TEXTURE_2D, kClamp, GL_LINEAR, GL_NEAREST);
    drawFull(); // Magnified.
    expectImage(m_target->read(), [](int x, int y) {
        const auto nearest = [](int pixel) {
            return std::clamp(int(std::floor(coordinateAt(pixel) * kTexels)), 0, kTexels - 1);
        };
        return texel(nearest(x), nearest(y));
    });
    parameters(GL_TEXTURE_2D, kClamp, GL_NEAREST, GL_LINEAR);
    drawFull();
    expectWrapped(kClamp, kTexels, 3);
}

TEST_F(Clamps, OneDimension) {
    bindTexture(GL_TEXTURE_1D);
    m_image1D(GL_TEXTURE_1D, 0, GL_RGBA8, kTexels, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels(1).data());
    parameters(GL_TEXTURE_1D, kClamp);
    useProgram("uniform sampler1D t;", "texture1D(t, at.x)");
    drawFull();
    expectWrapped(kClamp, 1);
}

TEST_F(Clamps, ThreeDimensions) {
    bindTexture(GL_TEXTURE_3D);
    std::vector<uint8_t> slices = texels(kTexels);
    const std::vector<uint8_t> slice = slices;
    slices.insert(slices.end(), slice.begin(), slice.end());
    m_image3D(GL_TEXTURE_3D,
              0,
              GL_RGBA8,
              kTexels,
              kTexels,
              2,
              0,
              GL_RGBA,
              GL_UNSIGNED_BYTE,
              slices.data());
    parameters(GL_TEXTURE_3D, kClamp);
    useProgram("uniform sampler3D t;", "texture3D(t, vec3(at, 0.5))");
    drawFull();
    expectWrapped(kClamp);
    // Far outside in the third dimension as well: half of everything is border.
    useProgram("uniform sampler3D t;", "texture3D(t, vec3(at, 7.0))");
    drawFull();
    expectImage(
        m_target->read(),
        [](int x, int y) {
            const Rgba c = expected(kClamp, coordinateAt(x), coordinateAt(y));
            return Rgba{(c.r + 255) / 2, c.g / 2, (c.b + 255) / 2, 255};
        },
        2);
}

TEST_F(Clamps, Rectangles) {
    bindTexture(GL_TEXTURE_RECTANGLE);
    image2D(GL_TEXTURE_RECTANGLE);
    parameters(GL_TEXTURE_RECTANGLE, GL_CLAMP_TO_EDGE);
    for (const GLenum name : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
        glTexParameteri(GL_TEXTURE_RECTANGLE, name, GLint(kClamp));
    }
    EXPECT_GL_ERROR(GL_NO_ERROR);
    useProgram("uniform sampler2DRect t;",
               "texture2DRect(t, at * 4.0)",
               "130\n#extension GL_ARB_texture_rectangle : enable");
    drawFull();
    expectWrapped(kClamp);
}

TEST_F(Clamps, AProjectionComesFirst) {
    bindTexture();
    parameters(GL_TEXTURE_2D, kClamp);
    useProgram("uniform sampler2D t;", "texture2DProj(t, vec4(at * 2.0, 9.0, 2.0))");
    drawFull();
    expectWrapped(kClamp);
    useProgram("uniform sampler2D t;", "texture2DProjLod(t, vec3(at * 4.0, 4.0), 0.0)");
    drawFull();
    expectWrapped(kClamp);
}

TEST_F(Clamps, DepthComparesWithTheBorder) {
    bindTexture(GL_TEXTURE_2D);
    const uint16_t depths[] = {13107, 13107, 13107, 13107}; // 0.2
    glTexImage2D(GL_TEXTURE_2D,
                 0,
                 GL_DEPTH_COMPONENT16,
                 2,
                 2,
                 0,
                 GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_SHORT,
                 depths);
    parameters(GL_TEXTURE_2D, kClamp); // The border's red is 1.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    useProgram("uniform sampler2DShadow t;", "vec4(shadow2D(t, vec3(at.x, 0.5, 0.5)).r)");
    drawFull();
    expectImage(
        m_target->read(),
        [](int x, int) {
            const Footprint f = footprint(kClamp, coordinateAt(x), 2);
            const float lit = (f.first < 0 || f.first > 1 ? 1 - f.weight : 0) +
                              (f.second < 0 || f.second > 1 ? f.weight : 0);
            const int value = int(std::lround(255 * lit));
            return Rgba{value, value, value, value};
        },
        3);
}

/// On devices that do not filter depth too: what is read is never the result of a comparison.
TEST_F(Clamps, DepthWithoutComparisonIsDepth) {
    bindTexture(GL_TEXTURE_2D);
    const uint16_t depths[] = {13107, 13107, 13107, 13107}; // 0.2
    glTexImage2D(GL_TEXTURE_2D,
                 0,
                 GL_DEPTH_COMPONENT16,
                 2,
                 2,
                 0,
                 GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_SHORT,
                 depths);
    parameters(GL_TEXTURE_2D, kClamp);
    useProgram("uniform sampler2D t;", "texture2D(t, vec2(0.5))");
    drawFull();
    expectColor(m_target->read(), {51, 51, 51, 255}, 1);
}

/// Each sampler has its own wrap, uniforms stay what they are.
TEST_F(Clamps, ArraysOfSamplers) {
    const GLuint program =
        useProgram("uniform vec4 scale; uniform sampler2D t[2]; uniform vec4 shift;",
                   "texture2D(t[0], at) * scale + texture2D(t[1], at) * (1.0 - scale) + shift");
    glUniform4f(glGetUniformLocation(program, "shift"), 0, 0, 0, 1);
    glUniform1i(glGetUniformLocation(program, "t[0]"), 1);
    glUniform1i(glGetUniformLocation(program, "t[1]"), 2);
    for (const GLenum unit : {GL_TEXTURE1, GL_TEXTURE2}) {
        glActiveTexture(unit);
        bindTexture();
        parameters(GL_TEXTURE_2D, unit == GL_TEXTURE1 ? kClamp : GL_REPEAT);
    }
    const GLint scale = glGetUniformLocation(program, "scale");
    for (const GLenum wrap : {kClamp, GLenum(GL_REPEAT), kClamp}) {
        const float first = wrap == kClamp ? 1 : 0;
        glUniform4f(scale, first, first, first, first);
        drawFull();
        expectImage(
            m_target->read(),
            [&](int x, int y) { return expected(wrap, coordinateAt(x), coordinateAt(y)); },
            2);
    }
}

TEST_F(Clamps, SamplersIndexedByUniforms) {
    const GLuint program = useProgram("uniform sampler2D other; uniform sampler2D t[3];"
                                      " uniform int index;",
                                      "texture2D(t[index], at) + 0.0 * texture2D(other, at)",
                                      "120"); // Later versions want constants.
    glUniform1i(glGetUniformLocation(program, "other"), 0);
    bindTexture();
    const GLenum wraps[] = {GL_REPEAT, kClamp, GL_CLAMP_TO_EDGE};
    for (int i = 0; i < 3; ++i) {
        const std::string name = "t[" + std::to_string(i) + "]";
        glUniform1i(glGetUniformLocation(program, name.c_str()), i + 1);
        glActiveTexture(GL_TEXTURE1 + GLenum(i));
        bindTexture();
        parameters(GL_TEXTURE_2D, wraps[i]);
    }
    for (int i = 0; i < 3; ++i) {
        glUniform1i(glGetUniformLocation(program, "index"), i);
        drawFull();
        expectWrapped(wraps[i]);
    }
}

/// The level is that of the coordinates before they are clamped, which stand still outside.
TEST_F(Clamps, LevelsAreThoseOfCoordinatesAsGiven) {
    bindTexture();
    const int size = 64; // Three texels a pixel: the levels nearest are the second and third.
    for (int level = 0; level <= 6; ++level) {
        const int edge = size >> level;
        const uint8_t value = level == 1 || level == 2 ? 0 : 255;
        const std::vector<uint8_t> bytes(size_t(edge) * size_t(edge) * 4, value);
        glTexImage2D(
            GL_TEXTURE_2D, level, GL_RGBA8, edge, edge, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    }
    parameters(GL_TEXTURE_2D, kClamp, GL_LINEAR_MIPMAP_NEAREST, GL_LINEAR);
    const float black[] = {0, 0, 0, 0};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, black);
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    drawFull();
    expectColor(m_target->read(), kNothing, 0);
    // A bias counts: level 0 outside is half white.
    useProgram("uniform sampler2D t;", "texture2D(t, at, -4.0)");
    drawFull();
    const Image image = m_target->read();
    EXPECT_TRUE(near({64, 64, 64, 64}, image.at(0, 0), 2)) << image.at(0, 0);
    EXPECT_TRUE(near({128, 128, 128, 128}, image.at(0, kSize / 2), 2)) << image.at(0, kSize / 2);
    EXPECT_EQ(kWhite, image.at(kSize / 2, kSize / 2));
}

TEST_F(Clamps, VerticesLookUpToo) {
    bindTexture();
    parameters(GL_TEXTURE_2D, kClamp);
    const GLuint program =
        buildProgram("#version 130\nattribute vec4 position; varying vec4 color;"
                     "uniform sampler2D t; uniform vec2 at;\n"
                     "void main() { gl_Position = position; color = texture2DLod(t, at, 0.0); }",
                     "#version 130\nvarying vec4 color; void main() { gl_FragColor = color; }",
                     {"position"});
    glUseProgram(program);
    for (const float s : {-3.0f, 0.3f, 5.0f}) {
        glUniform2f(glGetUniformLocation(program, "at"), s, 0.4f);
        drawFull();
        expectColor(m_target->read(), expected(kClamp, s, 0.4f), 2);
    }
}

/// Wraps of textures and of sampler objects may change between any two draws.
TEST_F(Clamps, WrapsComeAndGo) {
    const auto genSamplers = load<PFNGLGENSAMPLERSPROC>("glGenSamplers");
    const auto bindSampler = load<PFNGLBINDSAMPLERPROC>("glBindSampler");
    const auto samplerParameteri = load<PFNGLSAMPLERPARAMETERIPROC>("glSamplerParameteri");
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    bindTexture();
    for (const GLenum wrap : {GLenum(GL_REPEAT), kClamp, GLenum(GL_CLAMP_TO_EDGE), kClamp}) {
        parameters(GL_TEXTURE_2D, wrap);
        drawFull();
        expectWrapped(wrap);
    }
    GLuint sampler = 0;
    genSamplers(1, &sampler);
    samplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_REPEAT);
    samplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_REPEAT);
    bindSampler(0, sampler);
    drawFull();
    expectWrapped(GL_REPEAT);
    bindSampler(0, 0);
    drawFull();
    expectWrapped(kClamp);
    // Another program, linked since.
    useProgram("uniform sampler2D t;", "texture2D(t, at).brga");
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    drawFull();
    expectWrapped(kClamp);
}

/// Only one of the coordinates: the other one's border is whole.
TEST_F(Clamps, CoordinatesAreClampedOneByOne) {
    bindTexture();
    parameters(GL_TEXTURE_2D, kClamp);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    drawFull();
    const Image image = m_target->read();
    EXPECT_TRUE(near(kBorder, image.at(kSize / 2, kSize - 1), 1));
    EXPECT_TRUE(near(kBorder, image.at(0, 0), 1));
    EXPECT_TRUE(near(expected(kClamp, -1, coordinateAt(kSize / 2)), image.at(0, kSize / 2), 2));
}

/// Stages of several programs: the mix is clamped, the programs alone are not.
TEST_F(Clamps, MixesOfPrograms) {
    if (!hasExtension("GL_ARB_separate_shader_objects")) {
        GTEST_SKIP() << "no GL_ARB_separate_shader_objects";
    }
    const auto createProgram = load<PFNGLCREATESHADERPROGRAMVPROC>("glCreateShaderProgramv");
    const auto genPipelines = load<PFNGLGENPROGRAMPIPELINESPROC>("glGenProgramPipelines");
    const auto bindPipeline = load<PFNGLBINDPROGRAMPIPELINEPROC>("glBindProgramPipeline");
    const auto useStages = load<PFNGLUSEPROGRAMSTAGESPROC>("glUseProgramStages");
    const char* const header = "#version 130\n#extension GL_ARB_separate_shader_objects : enable\n"
                               "#extension GL_ARB_explicit_attrib_location : enable\n";
    const std::string vertex = std::string(header) +
                               "in vec4 position; layout(location = 0) out vec2 at;\n"
                               "void main() { gl_Position = position;"
                               " at = position.xy * 1.5 + 0.5; }";
    const std::string fragment = std::string(header) +
                                 "layout(location = 0) in vec2 at; uniform sampler2D t;\n"
                                 "void main() { gl_FragColor = texture2D(t, at); }";
    const char* const sources[] = {vertex.c_str(), fragment.c_str()};
    const GLuint programs[] = {createProgram(GL_VERTEX_SHADER, 1, &sources[0]),
                               createProgram(GL_FRAGMENT_SHADER, 1, &sources[1])};
    GLuint pipeline = 0;
    genPipelines(1, &pipeline);
    useStages(pipeline, GL_VERTEX_SHADER_BIT, programs[0]);
    useStages(pipeline, GL_FRAGMENT_SHADER_BIT, programs[1]);
    glUseProgram(0);
    bindPipeline(pipeline);
    ASSERT_EQ(GLenum(GL_NO_ERROR), glGetError()) << programLog(programs[0]);
    bindTexture();
    for (const GLenum wrap : {GLenum(GL_REPEAT), kClamp, GLenum(GL_CLAMP_TO_EDGE)}) {
        parameters(GL_TEXTURE_2D, wrap);
        drawFull();
        expectWrapped(wrap);
    }
    bindPipeline(0);
}

class MirrorClamps : public Clamps {
protected:
    void SetUp() override {
        Clamps::SetUp();
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GLint(kMirrorClamp));
        if (glGetError() != GL_NO_ERROR) {
            GTEST_SKIP() << "no GL_EXT_texture_mirror_clamp";
        }
    }
};

TEST_F(MirrorClamps, NoBorderShowsAroundZero) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "llvmpipe filters the border in, though |s| is at least half a texel";
    }
    bindTexture();
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    for (const GLenum wrap : {kMirrorClamp, kMirrorClampToBorder, kMirrorClamp}) {
        parameters(GL_TEXTURE_2D, wrap);
        EXPECT_GL_ERROR(GL_NO_ERROR);
        drawFull();
        expectWrapped(wrap);
    }
}

TEST_F(MirrorClamps, TheNearestTexel) {
    bindTexture();
    useProgram("uniform sampler2D t;", "texture2D(t, at)");
    for (const GLenum wrap : {kMirrorClamp, kMirrorClampToBorder}) {
        parameters(GL_TEXTURE_2D, wrap, GL_NEAREST, GL_NEAREST);
        drawFull();
        expectImage(m_target->read(), [&](int x, int y) {
            const auto nearest = [&](int pixel) {
                const int i = int(std::floor(std::abs(coordinateAt(pixel)) * kTexels));
                return wrap == kMirrorClamp ? std::min(i, kTexels - 1) : i;
            };
            return texelOrBorder(nearest(x), nearest(y), kTexels);
        });
    }
}

TEST_F(MirrorClamps, Integers) {
    bindTexture();
    const int texels[] = {1, 2, 3, 4};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32I, 4, 1, 0, GL_RED_INTEGER, GL_INT, texels);
    parameters(GL_TEXTURE_2D, kMirrorClampToBorder, GL_NEAREST, GL_NEAREST);
    const GLint border[] = {9, 9, 9, 9};
    load<PFNGLTEXPARAMETERIIVPROC>("glTexParameterIiv")(
        GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    // Of the other sign: variants of programs come together.
    for (const char* type : {"isampler2D", "usampler2D"}) {
        useProgram(std::string("uniform ") + type + " t;",
                   "vec4(texture(t, vec2(at.x, 0.5)).r) * 0.1");
        drawFull();
        expectImage(m_target->read(), [&](int x, int) {
            const int i = int(std::floor(std::abs(coordinateAt(x)) * 4));
            const int value = int(std::lround(25.5 * (i < 4 ? i + 1 : 9)));
            return Rgba{value, value, value, value};
        });
    }
}

} // namespace

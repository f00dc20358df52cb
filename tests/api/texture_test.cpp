// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OpenGL ES 2.0.25 section 3.7: formats, unpacking, wrapping, filtering, completeness, mipmaps,
// copies.

#include "gl_harness/gl_test.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace {

using namespace harness;

class Textures : public GlTest {
protected:
    void SetUp() override {
        GlTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        m_program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
        glUseProgram(m_program);
        glGenTextures(1, &m_texture);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        filter(GL_NEAREST, GL_NEAREST);
        wrap(GL_CLAMP_TO_EDGE);
    }
    void TearDown() override {
        glDeleteTextures(1, &m_texture);
        glDeleteProgram(m_program);
        GlTest::TearDown();
    }
    static void filter(GLenum min, GLenum mag, GLenum target = GL_TEXTURE_2D) {
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GLint(min));
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GLint(mag));
    }
    static void wrap(GLenum mode, GLenum target = GL_TEXTURE_2D) {
        glTexParameteri(target, GL_TEXTURE_WRAP_S, GLint(mode));
        glTexParameteri(target, GL_TEXTURE_WRAP_T, GLint(mode));
    }
    /// Draws the texture over a target of this size.
    Image show(int width, int height) {
        const Target target(width, height);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glUseProgram(m_program);
        drawFull();
        return target.read();
    }

    GLuint m_program = 0;
    GLuint m_texture = 0;
};

/// Distinct texels of a size.
std::vector<Rgba> pattern(int width, int height) {
    std::vector<Rgba> texels;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            texels.push_back({(x * 37 + 11) % 256,
                              (y * 53 + 5) % 256,
                              (x * y * 29 + 100) % 256,
                              (x * 17 + y * 31 + 40) % 256});
        }
    }
    return texels;
}

struct Format {
    const char* name;
    GLenum format;
    GLenum type;
    int size_B;
};

constexpr Format kFormats[] = {
    {"Rgba8", GL_RGBA, GL_UNSIGNED_BYTE, 4},
    {"Rgb8", GL_RGB, GL_UNSIGNED_BYTE, 3},
    {"Rgba4444", GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2},
    {"Rgba5551", GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2},
    {"Rgb565", GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2},
    {"LuminanceAlpha8", GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, 2},
    {"Luminance8", GL_LUMINANCE, GL_UNSIGNED_BYTE, 1},
    {"Alpha8", GL_ALPHA, GL_UNSIGNED_BYTE, 1},
};

/// Writes a texel as the application would and returns what a shader reads of it.
Rgba encode(const Format& f, const Rgba& c, uint8_t* at) {
    const auto expand = [](int value, int bits) {
        return int(std::lround(value * 255.0 / ((1 << bits) - 1)));
    };
    const auto put = [&](unsigned value) {
        at[0] = uint8_t(value & 255); // the machine is little-endian, as all that we run on are
        at[1] = uint8_t(value >> 8);
    };
    switch (f.type) {
    case GL_UNSIGNED_SHORT_4_4_4_4:
        put(unsigned(c.r >> 4 << 12 | c.g >> 4 << 8 | c.b >> 4 << 4 | c.a >> 4));
        return {expand(c.r >> 4, 4), expand(c.g >> 4, 4), expand(c.b >> 4, 4), expand(c.a >> 4, 4)};
    case GL_UNSIGNED_SHORT_5_5_5_1:
        put(unsigned(c.r >> 3 << 11 | c.g >> 3 << 6 | c.b >> 3 << 1 | c.a >> 7));
        return {expand(c.r >> 3, 5), expand(c.g >> 3, 5), expand(c.b >> 3, 5), c.a >> 7 ? 255 : 0};
    case GL_UNSIGNED_SHORT_5_6_5:
        put(unsigned(c.r >> 3 << 11 | c.g >> 2 << 5 | c.b >> 3));
        return {expand(c.r >> 3, 5), expand(c.g >> 2, 6), expand(c.b >> 3, 5), 255};
    default:
        break;
    }
    switch (f.format) {
    case GL_RGBA:
        at[0] = uint8_t(c.r), at[1] = uint8_t(c.g), at[2] = uint8_t(c.b), at[3] = uint8_t(c.a);
        return c;
    case GL_RGB:
        at[0] = uint8_t(c.r), at[1] = uint8_t(c.g), at[2] = uint8_t(c.b);
        return {c.r, c.g, c.b, 255};
    case GL_LUMINANCE_ALPHA:
        at[0] = uint8_t(c.r), at[1] = uint8_t(c.a);
        return {c.r, c.r, c.r, c.a};
    case GL_LUMINANCE:
        at[0] = uint8_t(c.r);
        return {c.r, c.r, c.r, 255};
    default:
        at[0] = uint8_t(c.a);
        return {0, 0, 0, c.a};
    }
}

struct FormatCase {
    Format format;
    int alignment;
    int width;
};

class TextureFormats : public Textures, public testing::WithParamInterface<FormatCase> {};

TEST_P(TextureFormats, UploadAndSubImage) {
    const FormatCase& c = GetParam();
    constexpr int kHeight = 5;
    const auto encodeAll =
        [&](const std::vector<Rgba>& texels, int width, int height, std::vector<uint8_t>& bytes) {
            const int row_B = width * c.format.size_B;
            const int pitch_B = (row_B + c.alignment - 1) / c.alignment * c.alignment;
            // Exactly as much as GL may read: the last row is not padded.
            bytes.assign(size_t(pitch_B * (height - 1) + row_B), 0xee);
            std::vector<Rgba> out;
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    out.push_back(encode(c.format,
                                         texels[size_t(y * width + x)],
                                         &bytes[size_t(y * pitch_B + x * c.format.size_B)]));
                }
            }
            return out;
        };
    glPixelStorei(GL_UNPACK_ALIGNMENT, c.alignment);
    std::vector<uint8_t> bytes;
    std::vector<Rgba> expected = encodeAll(pattern(c.width, kHeight), c.width, kHeight, bytes);
    glTexImage2D(GL_TEXTURE_2D,
                 0,
                 GLint(c.format.format),
                 c.width,
                 kHeight,
                 0,
                 c.format.format,
                 c.format.type,
                 bytes.data());
    EXPECT_GL_OK();
    const auto expectedAt = [&](int x, int y) { return expected[size_t(y * c.width + x)]; };
    expectImage(show(c.width, kHeight), expectedAt, 1);

    if (c.width < 3) {
        return;
    }
    // A part of other texels, whose rows have another pitch.
    std::vector<Rgba> other = pattern(16, 16);
    other.erase(other.begin(), other.begin() + 100);
    const int width = c.width - 2;
    const std::vector<Rgba> part = encodeAll(other, width, 3, bytes);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, width, 3, c.format.format, c.format.type, bytes.data());
    EXPECT_GL_OK();
    for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < width; ++x) {
            expected[size_t((y + 2) * c.width + x + 1)] = part[size_t(y * width + x)];
        }
    }
    expectImage(show(c.width, kHeight), expectedAt, 1);
}

std::vector<FormatCase> formatCases() {
    std::vector<FormatCase> cases;
    for (const Format& format : kFormats) {
        for (const int alignment : {1, 2, 4, 8}) {
            for (const int width : {1, 7, 8}) {
                cases.push_back({format, alignment, width});
            }
        }
    }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(
    All, TextureFormats, testing::ValuesIn(formatCases()), [](const auto& info) {
        return std::string(info.param.format.name) + "Align" +
               std::to_string(info.param.alignment) + "Width" + std::to_string(info.param.width);
    });

/// Fills a level with one colour.
void fillLevel(GLenum target, int level, int size, const Rgba& color, int height = 0) {
    std::vector<uint8_t> texels;
    for (int i = 0; i < size * (height ? height : size); ++i) {
        texels.insert(texels.end(),
                      {uint8_t(color.r), uint8_t(color.g), uint8_t(color.b), uint8_t(color.a)});
    }
    glTexImage2D(target,
                 level,
                 GL_RGBA,
                 size,
                 height ? height : size,
                 0,
                 GL_RGBA,
                 GL_UNSIGNED_BYTE,
                 texels.data());
}

TEST_F(Textures, IncompleteReadsAsBlack) {
    // Section 3.8.2: (0, 0, 0, 1).
    expectColor(show(2, 2), kBlack); // no image at all
    filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    fillLevel(GL_TEXTURE_2D, 0, 4, kGreen);
    expectColor(show(2, 2), kBlack); // levels 1 and 2 are missing
    fillLevel(GL_TEXTURE_2D, 1, 2, kRed);
    expectColor(show(2, 2), kBlack);
    fillLevel(GL_TEXTURE_2D, 2, 1, kBlue);
    expectColor(show(4, 4), kGreen);
    expectColor(show(2, 2), kRed);
    expectColor(show(1, 1), kBlue);
    fillLevel(GL_TEXTURE_2D, 1, 3, kRed); // does not fit any more
    expectColor(show(4, 4), kBlack);
    filter(GL_NEAREST, GL_NEAREST);
    expectColor(show(2, 2), kGreen); // levels do not matter without mipmaps
    glBindTexture(GL_TEXTURE_2D, 0);
    const Target target(2, 2);
    drawFull();
    expectColor(target.read(), kBlack); // texture zero has no image
}

TEST_F(Textures, MipmapLevelsOfOneTextureMustShareFormat) {
    filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    fillLevel(GL_TEXTURE_2D, 0, 2, kGreen);
    const uint8_t texel[4] = {1, 2, 3, 4};
    glTexImage2D(GL_TEXTURE_2D, 1, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, texel);
    expectColor(show(2, 2), kBlack);
}

TEST_F(Textures, NonPowerOfTwoRules) {
    if (!isEs2() || hasExtension("GL_OES_texture_npot")) {
        // Then all of it is complete.
        fillLevel(GL_TEXTURE_2D, 0, 3, kGreen, 5);
        wrap(GL_REPEAT);
        expectColor(show(2, 2), kGreen);
        glGenerateMipmap(GL_TEXTURE_2D);
        filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
        expectColor(show(2, 2), kGreen);
        EXPECT_GL_OK();
        return;
    }
    fillLevel(GL_TEXTURE_2D, 0, 3, kGreen, 5);
    expectColor(show(2, 2), kGreen);
    wrap(GL_REPEAT);
    expectColor(show(2, 2), kBlack);
    wrap(GL_MIRRORED_REPEAT);
    expectColor(show(2, 2), kBlack);
    wrap(GL_CLAMP_TO_EDGE);
    filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    expectColor(show(2, 2), kBlack);
    EXPECT_FAILS(GL_INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_2D));
}

TEST_F(Textures, WrapModes) {
    const std::vector<Rgba> texels = pattern(4, 4);
    std::vector<uint8_t> bytes;
    for (const Rgba& c : texels) {
        bytes.insert(bytes.end(), {uint8_t(c.r), uint8_t(c.g), uint8_t(c.b), uint8_t(c.a)});
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    const GLuint program =
        buildProgram("attribute vec4 position; varying highp vec2 t; void main() { gl_Position = "
                     "position; t = position.xy * 2.0; }",
                     "precision highp float; uniform sampler2D image; varying vec2 t; void main() "
                     "{ gl_FragColor = texture2D(image, t); }",
                     {"position"});
    // 16 texels over −2…2: texel −8…7.
    const auto wrapped = [](GLenum mode, int i) {
        if (mode == GL_REPEAT) {
            return i & 3;
        }
        if (mode == GL_CLAMP_TO_EDGE) {
            return std::clamp(i, 0, 3);
        }
        const int m = i & 7;
        return m < 4 ? m : 7 - m;
    };
    for (const GLenum s : {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT}) {
        for (const GLenum t : {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT}) {
            const Target target(16, 16);
            glBindTexture(GL_TEXTURE_2D, m_texture);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GLint(s));
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GLint(t));
            glUseProgram(program);
            drawFull();
            SCOPED_TRACE(enumName(s) + " " + enumName(t));
            expectImage(target.read(), [&](int x, int y) {
                return texels[size_t(wrapped(t, y - 8) * 4 + wrapped(s, x - 8))];
            });
        }
    }
    glDeleteProgram(program);
}

TEST_F(Textures, LinearMagnification) {
    const uint8_t texels[] = {0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 0, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filter(GL_LINEAR, GL_LINEAR);
    expectImage(
        show(8, 8),
        [](int x, int y) {
            const auto weight = [](int i) {
                return std::clamp((i + 0.5) / 8.0 * 2.0 - 0.5, 0.0, 1.0);
            };
            return Rgba{
                int(std::lround(weight(x) * 255)), int(std::lround(weight(y) * 255)), 0, 255};
        },
        3);
}

/// Each level of a generated chain is the average of four texels of the level below.
TEST_F(Textures, GeneratedMipmaps) {
    constexpr int kSize = 16;
    std::mt19937 random(7);
    std::vector<std::vector<double>> levels;
    std::vector<uint8_t> bytes(kSize * kSize * 4);
    for (auto& byte : bytes) {
        byte = uint8_t(random());
    }
    levels.emplace_back(bytes.begin(), bytes.end());
    for (int size = kSize / 2; size >= 1; size /= 2) {
        std::vector<double> level;
        const std::vector<double>& below = levels.back();
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                for (int c = 0; c < 4; ++c) {
                    double sum = 0;
                    for (int i = 0; i < 4; ++i) {
                        sum += below[size_t(((2 * y + i / 2) * size * 2 + 2 * x + i % 2) * 4 + c)];
                    }
                    level.push_back(sum / 4);
                }
            }
        }
        levels.push_back(std::move(level));
    }
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA, kSize, kSize, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    for (size_t level = 0; level < levels.size(); ++level) {
        const int size = kSize >> level;
        SCOPED_TRACE(level);
        // Rounding at every level may add up.
        expectImage(
            show(size, size),
            [&](int x, int y) {
                const double* t = &levels[level][size_t((y * size + x) * 4)];
                return Rgba{int(std::lround(t[0])),
                            int(std::lround(t[1])),
                            int(std::lround(t[2])),
                            int(std::lround(t[3]))};
            },
            1 + int(level));
    }
}

TEST_F(Textures, GeneratedMipmapsOfEveryFormat) {
    for (const Format& format : kFormats) {
        std::vector<uint8_t> bytes(16 * 16 * size_t(format.size_B));
        const Rgba color{255, 0, 255, 255};
        Rgba expected;
        for (int i = 0; i < 16 * 16; ++i) {
            expected = encode(format, color, &bytes[size_t(i * format.size_B)]);
        }
        glTexImage2D(GL_TEXTURE_2D,
                     0,
                     GLint(format.format),
                     16,
                     16,
                     0,
                     format.format,
                     format.type,
                     bytes.data());
        glGenerateMipmap(GL_TEXTURE_2D);
        EXPECT_GL_OK() << format.name;
        filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
        SCOPED_TRACE(format.name);
        expectColor(show(2, 2), expected);
    }
}

TEST_F(Textures, TrilinearBetweenLevels) {
    fillLevel(GL_TEXTURE_2D, 0, 4, kRed);
    fillLevel(GL_TEXTURE_2D, 1, 2, kGreen);
    fillLevel(GL_TEXTURE_2D, 2, 1, kBlue);
    filter(GL_NEAREST_MIPMAP_LINEAR, GL_NEAREST);
    expectColor(show(4, 4), kRed, 2);
    expectColor(show(2, 2), kGreen, 2);
    expectColor(show(1, 1), kBlue, 2);
    // Between two levels: log2(4 / 3) = 0.415 of the way. Hardware works with 8 bits of fraction or
    // fewer, and the specification allows approximations of the scale factor.
    const Rgba between = show(3, 3).at(1, 1);
    EXPECT_NEAR(0.585 * 255, between.r, 24);
    EXPECT_NEAR(0.415 * 255, between.g, 24);
    EXPECT_EQ(0, between.b);
}

TEST_F(Textures, BiasInTheShader) {
    fillLevel(GL_TEXTURE_2D, 0, 4, kRed);
    fillLevel(GL_TEXTURE_2D, 1, 2, kGreen);
    fillLevel(GL_TEXTURE_2D, 2, 1, kBlue);
    filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    const GLuint program =
        buildProgram(kTextureVertex,
                     "precision highp float; uniform sampler2D image; varying vec2 texcoord;\n"
                     "void main() { gl_FragColor = texture2D(image, texcoord, 1.0); }",
                     {"position"});
    const Target target(4, 4);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glUseProgram(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Textures, CubeMapFaces) {
    GLuint cube = 0;
    glGenTextures(1, &cube);
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    filter(GL_NEAREST, GL_NEAREST, GL_TEXTURE_CUBE_MAP);
    wrap(GL_CLAMP_TO_EDGE, GL_TEXTURE_CUBE_MAP);
    // Texel (s, t) of face f is (f * 40, s * 80, t * 80); 4 × 4 each.
    for (int face = 0; face < 6; ++face) {
        std::vector<uint8_t> texels;
        for (int i = 0; i < 16; ++i) {
            texels.insert(texels.end(),
                          {uint8_t(face * 40), uint8_t(i % 4 * 80), uint8_t(i / 4 * 80), 255});
        }
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(face),
                     0,
                     GL_RGBA,
                     4,
                     4,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     texels.data());
    }
    const GLuint program = buildProgram(
        "attribute vec4 position; varying highp vec2 p; void main() { gl_Position = position; p = "
        "position.xy; }",
        "precision highp float; uniform samplerCube cube; uniform int face; varying vec2 p;\n"
        "void main() { vec3 d = vec3(0.0);\n"
        // The inverse of table 3.21: s and t run over −1…1 as p does.
        "if (face == 0) d = vec3(1.0, -p.y, -p.x); else if (face == 1) d = vec3(-1.0, -p.y, p.x);\n"
        "else if (face == 2) d = vec3(p.x, 1.0, p.y); else if (face == 3) d = vec3(p.x, -1.0, "
        "-p.y);\n"
        "else if (face == 4) d = vec3(p.x, -p.y, 1.0); else d = vec3(-p.x, -p.y, -1.0);\n"
        "gl_FragColor = textureCube(cube, d); }",
        {"position"});
    glUseProgram(program);
    for (int face = 0; face < 6; ++face) {
        const Target target(4, 4);
        glUniform1i(glGetUniformLocation(program, "face"), face);
        drawFull();
        SCOPED_TRACE(face);
        expectImage(target.read(),
                    [&](int x, int y) { return Rgba{face * 40, x * 80, y * 80, 255}; });
    }
    // Missing one face, it is incomplete.
    glTexImage2D(
        GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const Target target(2, 2);
    drawFull();
    expectColor(target.read(), kBlack);
    glDeleteTextures(1, &cube);
    glDeleteProgram(program);
}

TEST_F(Textures, CubeMapMipmaps) {
    GLuint cube = 0;
    glGenTextures(1, &cube);
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    for (int face = 0; face < 6; ++face) {
        fillLevel(GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(face),
                  0,
                  8,
                  {face * 40, 255 - face * 40, 7, 255});
    }
    glGenerateMipmap(GL_TEXTURE_CUBE_MAP);
    filter(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_TEXTURE_CUBE_MAP);
    const GLuint program =
        buildProgram(kPositionVertex,
                     "precision highp float; uniform samplerCube cube; uniform vec3 d; void main() "
                     "{ gl_FragColor = textureCube(cube, d, 3.0); }",
                     {"position"});
    glUseProgram(program);
    const float directions[6][3] = {
        {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int face = 0; face < 6; ++face) {
        const Target target(2, 2);
        glUniform3fv(glGetUniformLocation(program, "d"), 1, directions[face]);
        drawFull();
        expectColor(target.read(), {face * 40, 255 - face * 40, 7, 255});
    }
    glDeleteTextures(1, &cube);
    glDeleteProgram(program);
}

TEST_F(Textures, CopyFromTheFramebuffer) {
    const Target source(8, 8);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawRect(-1, -1, 0, 0); // lower left quarter
    program.use(0, 1, 0);
    drawRect(0, 0, 1, 1); // upper right quarter
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 4, 4, 0);
    EXPECT_GL_OK();
    expectImage(show(4, 4), [](int x, int y) {
        return x < 2 && y < 2 ? kRed : x >= 2 && y >= 2 ? kGreen : kBlack;
    });
    source.bind();
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 2, 0, 0, 0, 2, 2);
    expectImage(show(4, 4), [](int x, int y) { return y < 2 ? kRed : x >= 2 ? kGreen : kBlack; });
}

TEST_F(Textures, CopyDropsChannels) {
    const Target source(4, 4);
    glClearColor(1.0f, 0.4f, 0.2f, 0.6f);
    glClear(GL_COLOR_BUFFER_BIT);
    const struct {
        GLenum format;
        Rgba expected;
    } table[] = {
        {GL_RGBA, {255, 102, 51, 153}},
        {GL_RGB, {255, 102, 51, 255}},
        {GL_LUMINANCE, {255, 255, 255, 255}},
        {GL_LUMINANCE_ALPHA, {255, 255, 255, 153}},
        {GL_ALPHA, {0, 0, 0, 153}},
    };
    for (const auto& row : table) {
        source.bind();
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glCopyTexImage2D(GL_TEXTURE_2D, 0, row.format, 0, 0, 4, 4, 0);
        EXPECT_GL_OK() << enumName(row.format);
        SCOPED_TRACE(enumName(row.format));
        expectColor(show(4, 4), row.expected);
    }
}

TEST_F(Textures, CopyCannotAddChannels) {
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        glBindTexture(GL_TEXTURE_2D, m_texture);
        EXPECT_FAILS(GL_INVALID_OPERATION,
                     glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0));
        EXPECT_FAILS(GL_INVALID_OPERATION,
                     glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, 0, 0, 4, 4, 0));
    }
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
}

TEST_F(Textures, CopyFromOutsideLeavesTheRest) {
    const Target source(4, 4);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    fillLevel(GL_TEXTURE_2D, 0, 1, kBlack); // the binding that Target left behind is zero
    glBindTexture(GL_TEXTURE_2D, m_texture);
    fillLevel(GL_TEXTURE_2D, 0, 4, kRed);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, 4, 4);
    EXPECT_GL_OK();
    const Image image = show(4, 4);
    EXPECT_EQ(kGreen, image.at(0, 0));
    EXPECT_EQ(kGreen, image.at(1, 1)); // what lay outside of the source is undefined
}

TEST_F(Textures, RenderToLevelsAndFaces) {
    GLuint cube = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &cube);
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    filter(GL_NEAREST, GL_NEAREST, GL_TEXTURE_CUBE_MAP);
    glGenFramebuffers(1, &framebuffer);
    for (int face = 0; face < 6; ++face) {
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(face),
                     0,
                     GL_RGBA,
                     8,
                     8,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     nullptr);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int face = 0; face < 6; ++face) {
        glFramebufferTexture2D(GL_FRAMEBUFFER,
                               GL_COLOR_ATTACHMENT0,
                               GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(face),
                               cube,
                               0);
        ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
        glClearColor(float(face) / 5.0f, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    for (int face = 0; face < 6; ++face) {
        glFramebufferTexture2D(GL_FRAMEBUFFER,
                               GL_COLOR_ATTACHMENT0,
                               GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(face),
                               cube,
                               0);
        expectColor(Image::read(0, 0, 8, 8), {face * 51, 0, 255, 255});
    }
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &cube);
}

TEST_F(Textures, RenderThenSampleThenRender) {
    // Ping-pong between two targets, each step adding a little: needs every hazard handled.
    const Target a(4, 4);
    const Target b(4, 4);
    const GLuint program =
        buildProgram(kTextureVertex,
                     "precision highp float; uniform sampler2D image; varying vec2 texcoord;\n"
                     "void main() { gl_FragColor = texture2D(image, texcoord) + vec4(1.0 / 255.0, "
                     "2.0 / 255.0, 0.0, 0.0); }",
                     {"position"});
    glUseProgram(program);
    for (int i = 0; i < 100; ++i) {
        (i % 2 ? a : b).bind();
        glBindTexture(GL_TEXTURE_2D, (i % 2 ? b : a).texture());
        drawFull();
    }
    expectColor(a.read(), {100, 200, 0, 255}, 0);
    glDeleteProgram(program);
}

TEST_F(Textures, EightUnitsAtOnce) {
    const Target target(8, 1);
    std::string source = "precision highp float; varying vec2 texcoord;\n";
    std::string body;
    for (int i = 0; i < 8; ++i) {
        source += "uniform sampler2D s" + std::to_string(i) + ";\n";
        body += "if (int(texcoord.x * 8.0) == " + std::to_string(i) + ") c = texture2D(s" +
                std::to_string(i) + ", vec2(0.5));\n";
    }
    const GLuint program =
        buildProgram(kTextureVertex,
                     source + "void main() { vec4 c = vec4(0.0);\n" + body + "gl_FragColor = c; }",
                     {"position"});
    glUseProgram(program);
    GLuint names[8] = {};
    glGenTextures(8, names);
    for (int i = 0; i < 8; ++i) {
        // Unit and sampler number differ.
        glUniform1i(glGetUniformLocation(program, ("s" + std::to_string(i)).c_str()), 7 - i);
        glActiveTexture(GL_TEXTURE0 + GLenum(7 - i));
        glBindTexture(GL_TEXTURE_2D, names[i]);
        filter(GL_NEAREST, GL_NEAREST);
        fillLevel(GL_TEXTURE_2D, 0, 1, {i * 30, 255 - i * 30, i, 255});
    }
    drawFull();
    expectImage(target.read(), [](int x, int) { return Rgba{x * 30, 255 - x * 30, x, 255}; });
    glActiveTexture(GL_TEXTURE0);
    glDeleteTextures(8, names);
    glDeleteProgram(program);
}

TEST_F(Textures, VertexTextures) {
    if (getInteger(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS) == 0) {
        GTEST_SKIP() << "no vertex texture units";
    }
    fillLevel(GL_TEXTURE_2D, 0, 1, {0, 255, 0, 255});
    const Target target(4, 4);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    const GLuint program = buildProgram(
        "attribute vec4 position; uniform sampler2D image; varying mediump vec4 v;\n"
        "void main() { gl_Position = position; v = texture2DLod(image, vec2(0.5), 0.0); }",
        "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }",
        {"position"});
    glUseProgram(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Textures, RespecifyingChangesSizeAndFormat) {
    for (const int size : {1, 64, 3, 16}) {
        fillLevel(GL_TEXTURE_2D, 0, size, {size, 0, 255, 255});
        expectColor(show(4, 4), {size, 0, 255, 255});
        glBindTexture(GL_TEXTURE_2D, m_texture);
        const std::vector<uint8_t> alpha(size_t(size * size + 3 * size), 99);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(
            GL_TEXTURE_2D, 0, GL_ALPHA, size, size, 0, GL_ALPHA, GL_UNSIGNED_BYTE, alpha.data());
        expectColor(show(4, 4), {0, 0, 0, 99});
        glBindTexture(GL_TEXTURE_2D, m_texture);
    }
}

TEST_F(Textures, ZeroSizedImagesAreIncomplete) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_OK();
    expectColor(show(2, 2), kBlack);
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_OK();
}

TEST_F(Textures, LargestSize) {
    const GLint size = std::min(getInteger(GL_MAX_TEXTURE_SIZE), 8192);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, size, 1, 0, GL_ALPHA, GL_UNSIGNED_BYTE, nullptr);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, 1, size, 0, GL_ALPHA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_OK();
}

} // namespace

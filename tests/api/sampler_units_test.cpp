// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Which texture a sampler reads: uniforms name units, units have a texture of each target.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace harness;

class SamplerUnits : public CoreTest<41> {
protected:
    static constexpr int kUnits = 8;

    void SetUp() override {
        CoreTest::SetUp();
        if (!ready()) {
            return;
        }
        glTexImage3D = load<PFNGLTEXIMAGE3DPROC>("glTexImage3D");
        m_target = std::make_unique<Target>(kUnits, 1);
        m_target->bind();
        for (int unit = 0; unit < kUnits; ++unit) {
            bind2d(unit, unit);
        }
    }
    void TearDown() override {
        m_target.reset();
        GlTest::TearDown();
    }
    static uint8_t levelOf(int texture) { return uint8_t(20 + 25 * texture); }
    static void nearest(GLenum target) {
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    /// A texture of one texel, red telling which.
    static void bind2d(int unit, int texture) {
        GLuint name = 0;
        glGenTextures(1, &name);
        glActiveTexture(GLenum(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D, name);
        nearest(GL_TEXTURE_2D);
        const uint8_t texel[4] = {levelOf(texture), 0, 0, 255};
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    }
    void bind3d(int unit, int texture) const {
        GLuint name = 0;
        glGenTextures(1, &name);
        glActiveTexture(GLenum(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_3D, name);
        nearest(GL_TEXTURE_3D);
        const uint8_t texel[4] = {levelOf(texture), 0, 0, 255};
        glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 1, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    }
    static GLuint build(const std::string& fragment) {
        return buildProgram("#version 410\n"
                            "layout(location = 0) in vec4 position;\n"
                            "void main() { gl_Position = position; }\n",
                            "#version 410\nout vec4 color;\n" + fragment);
    }
    static GLint at(GLuint program, const std::string& name) {
        return glGetUniformLocation(program, name.c_str());
    }
    static void drawPoint(int x) {
        glEnable(GL_PROGRAM_POINT_SIZE);
        glVertexAttrib4f(0, (float(x) + 0.5f) * 2 / kUnits - 1, 0, 0, 1);
        glDrawArrays(GL_POINTS, 0, 1);
    }
    /// Red at each column.
    void expectLevels(const std::vector<int>& levels) const {
        const Image image = m_target->read();
        for (int x = 0; x < int(levels.size()); ++x) {
            EXPECT_NEAR(levels[size_t(x)], image.at(x, 0).r, 1) << "column " << x;
        }
        EXPECT_GL_OK();
    }

    PFNGLTEXIMAGE3DPROC glTexImage3D = nullptr;
    std::unique_ptr<Target> m_target;
};

constexpr char kMiddle[] = "const vec2 middle = vec2(0.5);\n";

TEST_F(SamplerUnits, SwapAtEveryDraw) {
    const GLuint program =
        build(std::string(kMiddle) + "uniform sampler2D a, b;\n"
                                     "void main() { color = vec4(texture(a, middle).r -\n"
                                     "    0.25 * texture(b, middle).r, 0.0, 0.0, 1.0); }\n");
    glUseProgram(program);
    std::vector<int> expected;
    for (int x = 0; x < kUnits; ++x) {
        const int a = x & 1 ? 3 : 6;
        const int b = x & 1 ? 6 : 3;
        glUniform1i(at(program, "a"), a);
        glUniform1i(at(program, "b"), b);
        drawPoint(x);
        expected.push_back(int(std::lround(levelOf(a) - 0.25 * levelOf(b))));
    }
    expectLevels(expected);
}

TEST_F(SamplerUnits, ArraysIndexedByUniforms) {
    const GLuint program =
        build(std::string(kMiddle) + "uniform sampler2D images[4];\n"
                                     "uniform int which;\n"
                                     "void main() { color = texture(images[which], middle); }\n");
    glUseProgram(program);
    const std::array<GLint, 4> units{5, 0, 7, 2};
    glUniform1iv(at(program, "images"), 4, units.data());
    std::vector<int> expected;
    for (int x = 0; x < kUnits; ++x) {
        glUniform1i(at(program, "which"), x % 4);
        if (x == 4) { // One element moves, the others stay.
            glUniform1i(at(program, "images[2]"), 1);
        }
        drawPoint(x);
        expected.push_back(levelOf(x >= 4 && x % 4 == 2 ? 1 : units[size_t(x % 4)]));
    }
    expectLevels(expected);
}

TEST_F(SamplerUnits, InStructsAndArraysOfThem) {
    const GLuint program = build(
        std::string(kMiddle) +
        "struct Layer { sampler2D image; float gain; };\n"
        "struct Pair { Layer first; Layer rest[2]; };\n"
        "uniform Layer single;\n"
        "uniform Pair pairs[2];\n"
        "float level(sampler2D image, float gain) { return gain * texture(image, middle).r; }\n"
        "void main() {\n"
        "    color = vec4(level(single.image, single.gain) +\n"
        "        level(pairs[0].first.image, pairs[0].first.gain) +\n"
        "        level(pairs[1].rest[0].image, pairs[1].rest[0].gain) +\n"
        "        level(pairs[1].rest[1].image, pairs[1].rest[1].gain), 0.0, 0.0, 1.0);\n"
        "}\n");
    ASSERT_NE(0u, program);
    glUseProgram(program);
    const std::array<std::string, 4> names{
        "single", "pairs[0].first", "pairs[1].rest[0]", "pairs[1].rest[1]"};
    const std::array<int, 4> units{6, 1, 4, 3};
    for (size_t i = 0; i < names.size(); ++i) {
        glUniform1i(at(program, names[i] + ".image"), units[i]);
    }
    std::vector<int> expected;
    for (int x = 0; x < kUnits; ++x) {
        for (size_t i = 0; i < names.size(); ++i) {
            glUniform1f(at(program, names[i] + ".gain"), i == size_t(x % 4) ? 1.0f : 0.0f);
        }
        drawPoint(x);
        expected.push_back(levelOf(units[size_t(x % 4)]));
    }
    expectLevels(expected);
}

TEST_F(SamplerUnits, TexturesOfTwoTargetsOnOneUnit) {
    bind3d(2, 7);
    const GLuint flat =
        build(std::string(kMiddle) +
              "uniform sampler2D image;\nvoid main() { color = texture(image, middle); }\n");
    const GLuint deep = build("uniform sampler3D image;\n"
                              "void main() { color = texture(image, vec3(0.5)); }\n");
    std::vector<int> expected;
    for (int x = 0; x < kUnits; ++x) {
        const GLuint program = x & 1 ? deep : flat;
        glUseProgram(program);
        glUniform1i(at(program, "image"), 2);
        drawPoint(x);
        expected.push_back(levelOf(x & 1 ? 7 : 2));
    }
    expectLevels(expected);
}

TEST_F(SamplerUnits, TwoTargetsOfOneUnitInOneProgramConflict) {
    bind3d(2, 7);
    const GLuint program =
        build(std::string(kMiddle) +
              "uniform sampler2D images[2];\nuniform sampler3D deep;\n"
              "void main() { color = texture(images[0], middle) * 0.5 +\n"
              "    texture(images[1], middle) * 0.25 + texture(deep, vec3(0.5)) * 0.25; }\n");
    glUseProgram(program);
    glUniform1i(at(program, "images[0]"), 1);
    glUniform1i(at(program, "images[1]"), 2);
    glUniform1i(at(program, "deep"), 2);
    glValidateProgram(program);
    GLint good = 1;
    glGetProgramiv(program, GL_VALIDATE_STATUS, &good);
    EXPECT_EQ(GL_FALSE, good);
    EXPECT_NE("", programLog(program));
    EXPECT_FAILS(GL_INVALID_OPERATION, drawPoint(0));
    EXPECT_EQ(0, m_target->read().at(0, 0).r) << "nothing is drawn";
    m_target->bind();
    glUniform1i(at(program, "images[1]"), 3); // Two samplers of one type may share a unit …
    drawPoint(0);
    glUniform1i(at(program, "images[1]"), 1);
    drawPoint(1);
    expectLevels({(levelOf(1) * 2 + levelOf(3) + levelOf(7) + 2) / 4,
                  (levelOf(1) * 3 + levelOf(7) + 2) / 4});
}

TEST_F(SamplerUnits, IncompleteTexturesAreBlackAmongOthers) {
    const GLuint program =
        build(std::string(kMiddle) +
              "uniform sampler2D images[3];\n"
              "void main() { color = vec4(texture(images[0], middle).r,\n"
              "    texture(images[1], middle).ra, texture(images[2], middle).r); }\n");
    glUseProgram(program);
    const std::array<GLint, 3> units{3, 5, 6};
    glUniform1iv(at(program, "images"), 3, units.data());
    glActiveTexture(GL_TEXTURE5);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1); // There is no such level.
    const uint8_t texel[4] = {9, 9, 9, 9};
    const std::array<uint8_t, 16> four{};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, four.data());
    drawPoint(0);
    glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    drawPoint(1);
    const Image image = m_target->read();
    EXPECT_TRUE(near({levelOf(3), 0, 255, levelOf(6)}, image.at(0, 0), 1)) << image.at(0, 0);
    EXPECT_TRUE(near({levelOf(3), 0, 0, levelOf(6)}, image.at(1, 0), 1)) << image.at(1, 0);
}

TEST_F(SamplerUnits, StagesHaveTablesOfTheirOwn) {
    const GLuint program =
        buildProgram("#version 410\n"
                     "layout(location = 0) in vec4 position;\n"
                     "uniform sampler2D one, both;\n"
                     "out float level;\n"
                     "void main() {\n"
                     "    gl_Position = position;\n"
                     "    level = textureLod(one, vec2(0.5), 0.0).r * 0.5 +\n"
                     "        textureLod(both, vec2(0.5), 0.0).r * 0.25;\n"
                     "}\n",
                     "#version 410\n"
                     "in float level;\n"
                     "uniform sampler2D both, other;\n"
                     "out vec4 color;\n"
                     "void main() { color = vec4(level + texture(both, vec2(0.5)).r * 0.25,\n"
                     "    texture(other, vec2(0.5)).r, 0.0, 1.0); }\n");
    ASSERT_NE(0u, program);
    glUseProgram(program);
    std::minstd_rand random(3);
    std::vector<Rgba> expected;
    for (int x = 0; x < kUnits; ++x) {
        const int one = int(random() % kUnits);
        const int both = int(random() % kUnits);
        const int other = int(random() % kUnits);
        glUniform1i(at(program, "one"), one);
        glUniform1i(at(program, "both"), both);
        glUniform1i(at(program, "other"), other);
        drawPoint(x);
        expected.push_back({(levelOf(one) + levelOf(both) + 1) / 2, levelOf(other), 0, 255});
    }
    expectImage(m_target->read(), [&](int x, int) { return expected[size_t(x)]; }, 1);
}

TEST_F(SamplerUnits, UnitsThatThereAreNot) {
    const GLuint program =
        build(std::string(kMiddle) +
              "uniform sampler2D image;\nvoid main() { color = texture(image, middle); }\n");
    glUseProgram(program);
    const GLint image = at(program, "image");
    glUniform1i(image, 4);
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glUniform1i(image, getInteger(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)));
    EXPECT_FAILS(GL_INVALID_VALUE, glUniform1i(image, -1));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUniform1f(image, 1));
    drawPoint(0);
    expectLevels({levelOf(4)});
}

} // namespace

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture units of samplers and states of samplers are data: once a program has been drawn with, no
// change of them compiles anything, and descriptor sets are made for what is new alone. Counted by
// VK_LAYER_GLISSADE_census, without which the tests fail.

#include "census.h"
#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace harness;

class SamplerChanges : public CoreTest<33> {
protected:
    static constexpr int kDraws = 256;
    /// What earlier draws began in the background: pipelines that are linked again, guesses.
    static constexpr uint64_t kLeftOver = 8;
    /// Sets for uniforms, and pieces of rings.
    static constexpr uint64_t kOtherSets = 8;

    void SetUp() override {
        CoreTest::SetUp();
        if (!ready()) {
            return;
        }
        require("glGenSamplers", genSamplers);
        require("glBindSampler", bindSampler);
        require("glSamplerParameteri", samplerParameteri);
        require("glSamplerParameterf", samplerParameterf);
        require("glSamplerParameterfv", samplerParameterfv);
        m_target = std::make_unique<Target>(kDraws, 1);
        makeColumns();
    }

    void TearDown() override {
        m_target.reset();
        GlTest::TearDown();
    }

    /// Adds what samplers read at a place outside of their textures, weighted.
    static GLuint useSum(const std::string& declarations,
                         const std::vector<std::string>& samplers,
                         const std::vector<double>& weights) {
        std::string sum;
        for (size_t i = 0; i < samplers.size(); ++i) {
            sum += " + " + std::to_string(weights[i]) + " * texture(" + samplers[i] +
                   ", vec2(3.25, 3.25))";
        }
        const GLuint program =
            buildProgram("#version 330 core\n"
                         "in vec4 position; void main() { gl_Position = position; }",
                         "#version 330 core\n" + declarations +
                             "out vec4 color; void main() { color = vec4(0.0)" + sum + "; }",
                         {"position"});
        glUseProgram(program);
        return program;
    }

    static GLuint makeTexture(int unit, const Rgba& color) {
        const uint8_t texel[] = {
            uint8_t(color.r), uint8_t(color.g), uint8_t(color.b), uint8_t(color.a)};
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glActiveTexture(GL_TEXTURE0 + GLenum(unit));
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
        glActiveTexture(GL_TEXTURE0);
        return texture;
    }

    GLuint makeSampler(GLenum wrap, const Rgba& border) {
        GLuint object = 0;
        genSamplers(1, &object);
        samplerParameteri(object, GL_TEXTURE_WRAP_S, GLint(wrap));
        const float color[] = {float(border.r) / 255,
                               float(border.g) / 255,
                               float(border.b) / 255,
                               float(border.a) / 255};
        samplerParameterfv(object, GL_TEXTURE_BORDER_COLOR, color);
        return object;
    }

    static void drawColumn(int draw) { glDrawArrays(GL_TRIANGLES, draw * 3, 3); }

    /// Draws a column after each change, and looks at all of them, and at what was made meanwhile.
    template <class Change, class Expected>
    void expectNothingCompiled(uint64_t mostSets, Change change, Expected expected) {
        drawColumn(0);
        glFinish();
        const GlissadeCensus before = census();
        for (int draw = 0; draw < kDraws; ++draw) {
            change(draw);
            drawColumn(draw);
        }
        const GlissadeCensus after = census();
        EXPECT_EQ(before.compiledByThread, after.compiledByThread);
        EXPECT_LE(compiled(after), compiled(before) + kLeftOver);
        EXPECT_LE(after.descriptorSetsMade, before.descriptorSetsMade + mostSets + kOtherSets);
        expectImage(m_target->read(), [&](int x, int) { return expected(x); });
        EXPECT_GL_OK();
    }

    PFNGLGENSAMPLERSPROC genSamplers = nullptr;
    PFNGLBINDSAMPLERPROC bindSampler = nullptr;
    PFNGLSAMPLERPARAMETERIPROC samplerParameteri = nullptr;
    PFNGLSAMPLERPARAMETERFPROC samplerParameterf = nullptr;
    PFNGLSAMPLERPARAMETERFVPROC samplerParameterfv = nullptr;

private:
    /// A triangle over each column of pixels.
    static void makeColumns() {
        GLuint names[2] = {};
        harness::load<PFNGLGENVERTEXARRAYSPROC>("glGenVertexArrays")(1, &names[0]);
        harness::load<PFNGLBINDVERTEXARRAYPROC>("glBindVertexArray")(names[0]);
        std::vector<float> places;
        for (int i = 0; i < kDraws; ++i) {
            const float left = 2.0f * float(i) / kDraws - 1;
            const float middle = left + 1.0f / kDraws;
            places.insert(places.end(), {left, -1.0f, left + 2.0f / kDraws, -1.0f, middle, 4.0f});
        }
        glGenBuffers(1, &names[1]);
        glBindBuffer(GL_ARRAY_BUFFER, names[1]);
        glBufferData(GL_ARRAY_BUFFER,
                     GLsizeiptr(places.size() * sizeof(float)),
                     places.data(),
                     GL_STATIC_DRAW);
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    }

    std::unique_ptr<Target> m_target;
};

TEST_F(SamplerChanges, UnitsThatChangePlaces) {
    const GLuint program = useSum("uniform sampler2D a, b;", {"a", "b"}, {0.8, 0.2});
    const GLint a = glGetUniformLocation(program, "a");
    const GLint b = glGetUniformLocation(program, "b");
    const Rgba colors[] = {{250, 0, 0, 255}, {0, 250, 0, 255}};
    for (const int unit : {0, 1}) {
        makeTexture(unit, colors[unit]);
        bindSampler(GLuint(unit), makeSampler(GL_REPEAT, kNothing));
    }
    expectNothingCompiled(
        2,
        [&](int draw) {
            glUniform1i(a, draw % 2);
            glUniform1i(b, 1 - draw % 2);
        },
        [&](int draw) { return draw % 2 ? Rgba{50, 200, 0, 255} : Rgba{200, 50, 0, 255}; });
}

TEST_F(SamplerChanges, UnitsOfArraysInAnyOrder) {
    constexpr int kSamplers = 8;
    const std::vector<std::string> names = {"m[0].s[0]",
                                            "m[0].s[1]",
                                            "m[0].s[2]",
                                            "m[0].s[3]",
                                            "m[1].s[0]",
                                            "m[1].s[1]",
                                            "m[1].s[2]",
                                            "m[1].s[3]"};
    std::vector<double> weights;
    for (int i = 0; i < kSamplers; ++i) {
        weights.push_back((1 << i) / 255.0);
        makeTexture(i, i % 2 ? kWhite : kNothing);
        bindSampler(GLuint(i), makeSampler(GL_REPEAT, kNothing));
    }
    const GLuint program =
        useSum("struct Material { sampler2D s[4]; }; uniform Material m[2];", names, weights);
    const GLint locations[] = {glGetUniformLocation(program, "m[0].s"),
                               glGetUniformLocation(program, "m[1].s")};
    const auto unitsOf = [](int draw) {
        std::array<GLint, kSamplers> units;
        std::iota(units.begin(), units.end(), 0);
        std::shuffle(units.begin(), units.end(), std::mt19937(unsigned(draw)));
        return units;
    };
    expectNothingCompiled(
        kDraws,
        [&](int draw) {
            const auto units = unitsOf(draw);
            glUniform1iv(locations[0], 4, units.data());
            glUniform1iv(locations[1], 4, units.data() + 4);
        },
        [&](int draw) {
            const auto units = unitsOf(draw);
            int sum = 0;
            for (int i = 0; i < kSamplers; ++i) {
                sum += units[size_t(i)] % 2 << i;
            }
            return Rgba{sum, sum, sum, sum};
        });
}

/// Of state number `draw`, which nothing had before: its border color is the number.
struct NewState {
    explicit NewState(int draw) : number(draw) {}

    template <class Integer, class Number, class Numbers>
    void set(Integer setInteger, Number setNumber, Numbers setNumbers) const {
        constexpr GLint kWraps[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
        constexpr GLint kMinFilters[] = {GL_NEAREST,
                                         GL_LINEAR,
                                         GL_NEAREST_MIPMAP_NEAREST,
                                         GL_LINEAR_MIPMAP_NEAREST,
                                         GL_NEAREST_MIPMAP_LINEAR,
                                         GL_LINEAR_MIPMAP_LINEAR};
        const float border[] = {float(color().r) / 255, float(color().g) / 255, 0, 1};
        setInteger(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
        setInteger(GL_TEXTURE_WRAP_T, kWraps[number % 3]);
        setInteger(GL_TEXTURE_MIN_FILTER, kMinFilters[number % 6]);
        setInteger(GL_TEXTURE_MAG_FILTER, number % 2 ? GL_LINEAR : GL_NEAREST);
        setNumber(GL_TEXTURE_LOD_BIAS, float(number) / 64 - 2);
        setNumber(GL_TEXTURE_MIN_LOD, float(number) / 256);
        setNumber(GL_TEXTURE_MAX_LOD, float(number) / 128 + 1);
        setNumbers(GL_TEXTURE_BORDER_COLOR, border);
    }
    Rgba color() const { return {number, 255 - number, 0, 255}; }

    const int number;
};

TEST_F(SamplerChanges, NewStatesOfSamplerObjects) {
    makeTexture(0, kBlue);
    useSum("uniform sampler2D s;", {"s"}, {1});
    std::vector<GLuint> objects(kDraws);
    genSamplers(kDraws, objects.data());
    for (int draw = 0; draw < kDraws; ++draw) {
        const GLuint object = objects[size_t(draw)];
        NewState(draw).set(
            [&](GLenum name, GLint value) { samplerParameteri(object, name, value); },
            [&](GLenum name, float value) { samplerParameterf(object, name, value); },
            [&](GLenum name, const float* values) { samplerParameterfv(object, name, values); });
    }
    expectNothingCompiled(
        kDraws,
        [&](int draw) { bindSampler(0, objects[size_t(draw)]); },
        [](int draw) { return NewState(draw).color(); });
}

TEST_F(SamplerChanges, NewStatesOfATexture) {
    makeTexture(0, kBlue);
    useSum("uniform sampler2D s;", {"s"}, {1});
    expectNothingCompiled(
        kDraws,
        [](int draw) {
            NewState(draw).set(
                [](GLenum name, GLint value) { glTexParameteri(GL_TEXTURE_2D, name, value); },
                [](GLenum name, float value) { glTexParameterf(GL_TEXTURE_2D, name, value); },
                [](GLenum name, const float* values) {
                    glTexParameterfv(GL_TEXTURE_2D, name, values);
                });
        },
        [](int draw) { return NewState(draw).color(); });
}

TEST_F(SamplerChanges, SamplerObjectsInTurn) {
    makeTexture(0, kRed);
    useSum("uniform sampler2D s;", {"s"}, {1});
    const GLuint objects[] = {makeSampler(GL_REPEAT, kGreen),
                              makeSampler(GL_CLAMP_TO_BORDER, kGreen)};
    bindSampler(0, objects[0]);
    expectNothingCompiled(
        2,
        [&](int draw) { bindSampler(0, objects[draw % 2]); },
        [](int draw) { return draw % 2 ? kGreen : kRed; });
}

TEST_F(SamplerChanges, AParameterBackAndForth) {
    makeTexture(0, kRed);
    useSum("uniform sampler2D s;", {"s"}, {1});
    const GLuint object = makeSampler(GL_REPEAT, kGreen);
    bindSampler(0, object);
    expectNothingCompiled(
        2,
        [&](int draw) {
            samplerParameteri(object, GL_TEXTURE_WRAP_S, draw % 2 ? GL_CLAMP_TO_BORDER : GL_REPEAT);
        },
        [](int draw) { return draw % 2 ? kGreen : kRed; });
}

TEST_F(SamplerChanges, ATexturesParameterBackAndForth) {
    makeTexture(0, kRed);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const float green[] = {0, 1, 0, 1};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, green);
    useSum("uniform sampler2D s;", {"s"}, {1});
    expectNothingCompiled(
        2,
        [&](int draw) {
            glTexParameteri(
                GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, draw % 2 ? GL_CLAMP_TO_BORDER : GL_REPEAT);
        },
        [](int draw) { return draw % 2 ? kGreen : kRed; });
}

TEST_F(SamplerChanges, EightUnitsInTurn) {
    constexpr int kUnits = 8;
    std::vector<std::string> names;
    std::vector<double> weights;
    std::string declarations = "uniform sampler2D unused";
    GLuint objects[kUnits][2];
    for (int unit = 0; unit < kUnits; ++unit) {
        names.push_back("s");
        names.back() += std::to_string(unit);
        declarations += ", ";
        declarations += names.back();
        weights.push_back((1 << unit) / 255.0);
        makeTexture(unit, kNothing);
        objects[unit][0] = makeSampler(GL_REPEAT, kWhite);
        objects[unit][1] = makeSampler(GL_CLAMP_TO_BORDER, kWhite);
        bindSampler(GLuint(unit), objects[unit][0]);
    }
    const GLuint program = useSum(declarations + ";", names, weights);
    for (int unit = 0; unit < kUnits; ++unit) {
        glUniform1i(glGetUniformLocation(program, names[size_t(unit)].c_str()), unit);
    }
    // Each round over the units turns them all to their other object.
    const auto shown = [](int draw) {
        const int turned = (2 << draw % kUnits) - 1;
        return draw / kUnits % 2 ? 255 & ~turned : turned;
    };
    expectNothingCompiled(
        2 * kUnits,
        [&](int draw) {
            const int unit = draw % kUnits;
            bindSampler(GLuint(unit), objects[unit][shown(draw) >> unit & 1]);
        },
        [&](int draw) {
            const int sum = shown(draw);
            return Rgba{sum, sum, sum, sum};
        });
}

} // namespace

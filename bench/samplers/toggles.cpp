// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "toggles.h"

#include <fmt/format.h>

namespace samplers {

namespace {

GLint wrapOf(uint32_t number) {
    return number % 2 ? GL_CLAMP_TO_BORDER : GL_REPEAT;
}

GLuint makeSampler(GLint wrap, const Color& border) {
    GLuint object = 0;
    glGenSamplers(1, &object);
    glSamplerParameteri(object, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(object, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glSamplerParameteri(object, GL_TEXTURE_WRAP_S, wrap);
    glSamplerParameterfv(object, GL_TEXTURE_BORDER_COLOR, border.data());
    return object;
}

constexpr Color kBorder = {0, 1, 0, 1};

} // namespace

void Toggle::begin() {
    makeTexture(0, {1, 0, 0, 1});
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kBorder.data());
    const GLuint program = buildSum("uniform sampler2D s;", {"s"}, {1});
    glUniform1i(glGetUniformLocation(program, "s"), 0);
}

Color Toggle::expected(uint32_t number) const {
    return number % 2 ? kBorder : Color{1, 0, 0, 1};
}

void ToggledBinding::begin() {
    Toggle::begin();
    m_objects = {makeSampler(wrapOf(0), kBorder), makeSampler(wrapOf(1), kBorder)};
}

void ToggledParameter::begin() {
    Toggle::begin();
    m_object = makeSampler(wrapOf(0), kBorder);
    glBindSampler(0, m_object);
}

void ToggledParameter::change(uint32_t number) {
    glSamplerParameteri(m_object, GL_TEXTURE_WRAP_S, wrapOf(number));
}

void ToggledTexture::change(uint32_t number) {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrapOf(number));
}

void ToggledClamp::begin() {
    Toggle::begin();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

void ToggledClamp::change(uint32_t number) {
    constexpr GLint kClamp = 0x2900; // Not in the headers of core contexts.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, number % 2 ? kClamp : GL_REPEAT);
}

Color ToggledClamp::expected(uint32_t number) const {
    return number % 2 ? Color{0.5f, 0.5f, 0, 1} : Color{1, 0, 0, 1};
}

void EightUnits::begin() {
    std::string declarations;
    std::string sums[2];
    for (uint32_t unit = 0; unit < kUnits; ++unit) {
        makeTexture(unit, {1, 1, 1, 1});
        declarations += fmt::format("uniform sampler2D s{};\n", unit);
        sums[unit / 4] += fmt::format(
            "{}{:.6f} * texture(s{}, at).r", unit % 4 ? " + " : "", (1 << unit % 4) / 15.0, unit);
        m_objects[unit] = {makeSampler(GL_CLAMP_TO_BORDER, {0, 0, 0, 0}),
                           makeSampler(GL_REPEAT, {0, 0, 0, 0})};
        glBindSampler(unit, m_objects[unit][0]);
    }
    const GLuint program =
        buildProgram(fmt::format("{}void main() {{ color = vec4({},\n    {}, 0.0, 1.0); }}\n",
                                 declarations,
                                 sums[0],
                                 sums[1]));
    for (uint32_t unit = 0; unit < kUnits; ++unit) {
        glUniform1i(glGetUniformLocation(program, fmt::format("s{}", unit).c_str()), GLint(unit));
    }
}

Color EightUnits::expected(uint32_t number) const {
    const uint32_t bits = shown(number);
    return {float(bits & 15) / 15, float(bits >> 4) / 15, 0, 1};
}

void OneOfEight::change(uint32_t number) {
    const uint32_t unit = number % kUnits;
    glBindSampler(unit, m_objects[unit][shown(number) >> unit & 1]);
}

uint32_t OneOfEight::shown(uint32_t number) const {
    uint32_t bits = 0;
    for (uint32_t unit = 0; unit < kUnits; ++unit) {
        const uint32_t turns = number >= unit ? (number - unit) / kUnits + 1 : 0;
        bits |= turns % 2 << unit;
    }
    return bits;
}

void EightOfEight::change(uint32_t number) {
    for (uint32_t unit = 0; unit < kUnits; ++unit) {
        glBindSampler(unit, m_objects[unit][number % 2]);
    }
}

uint32_t EightOfEight::shown(uint32_t number) const {
    return number % 2 ? 0xff : 0;
}

} // namespace samplers

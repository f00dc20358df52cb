// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "units.h"

#include <fmt/format.h>

namespace samplers {

namespace {

constexpr GLint kMany = 16;

const std::vector<Color> kFour = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}};

} // namespace

Color UnitCase::expected(uint32_t number) const {
    const std::vector<GLint> units = unitsOf(number);
    Color sum{};
    for (size_t i = 0; i < units.size(); ++i) {
        for (size_t channel = 0; channel < 4; ++channel) {
            sum[channel] += m_weights[i] * m_colors[size_t(units[i])][channel];
        }
    }
    return sum;
}

void UnitCase::makeTextures() {
    for (size_t unit = 0; unit < m_colors.size(); ++unit) {
        makeTexture(GLuint(unit), m_colors[unit]);
    }
}

void UnitCase::locate(GLuint program, const std::vector<std::string>& names) {
    const std::vector<GLint> units = unitsOf(0);
    for (size_t i = 0; i < names.size(); ++i) {
        m_locations.push_back(glGetUniformLocation(program, names[i].c_str()));
        glUniform1i(m_locations[i], units[i]);
    }
}

void SwappedUnits::begin() {
    m_colors = {{1, 0, 0, 1}, {0, 1, 0, 1}};
    m_weights = {0.75f, 0.25f};
    makeTextures();
    locate(buildSum("uniform sampler2D a, b;", {"a", "b"}, m_weights), {"a", "b"});
}

void SwappedUnits::change(uint32_t number) {
    glUniform1i(m_locations[0], GLint(number % 2));
    glUniform1i(m_locations[1], GLint(1 - number % 2));
}

std::vector<GLint> SwappedUnits::unitsOf(uint32_t number) const {
    return {GLint(number % 2), GLint(1 - number % 2)};
}

void OneOfManyUnits::begin() {
    std::string declarations;
    std::vector<std::string> names;
    for (GLint i = 0; i < kMany; ++i) {
        names.push_back(fmt::format("s{}", i));
        declarations += fmt::format("uniform sampler2D s{};\n", i);
        m_colors.push_back({float(i % 2), 0, 0, 1});
        m_weights.push_back(0.5f / kMany);
    }
    m_weights.back() = 0.5f;
    m_colors.push_back({0, 1, 0, 1}); // A unit more.
    makeTextures();
    locate(buildSum(declarations, names, m_weights), names);
}

void OneOfManyUnits::change(uint32_t number) {
    glUniform1i(m_locations.back(), GLint(kMany - 1 + number % 2));
}

std::vector<GLint> OneOfManyUnits::unitsOf(uint32_t number) const {
    std::vector<GLint> units;
    for (GLint i = 0; i < kMany; ++i) {
        units.push_back(i);
    }
    units.back() += GLint(number % 2);
    return units;
}

void RotatedArray::begin() {
    m_colors = kFour;
    m_weights = {0.5f, 0.25f, 0.125f, 0.125f};
    makeTextures();
    const std::vector<std::string> names = {"s[0]", "s[1]", "s[2]", "s[3]"};
    locate(buildSum("uniform sampler2D s[4];", names, m_weights), names);
}

void RotatedArray::change(uint32_t number) {
    GLint units[4];
    for (uint32_t i = 0; i < 4; ++i) {
        units[i] = GLint((i + number) % 4);
    }
    glUniform1iv(m_locations[0], 4, units);
}

std::vector<GLint> RotatedArray::unitsOf(uint32_t number) const {
    std::vector<GLint> units;
    for (uint32_t i = 0; i < 4; ++i) {
        units.push_back(GLint((i + number) % 4));
    }
    return units;
}

void SwappedMembers::begin() {
    m_colors = kFour;
    m_weights = {0.5f, 0.25f, 0.125f, 0.125f};
    makeTextures();
    const std::vector<std::string> names = {"m[0].base", "m[0].detail", "m[1].base", "m[1].detail"};
    locate(buildSum("struct Material { sampler2D base; sampler2D detail; };\n"
                    "uniform Material m[2];",
                    names,
                    m_weights),
           names);
}

void SwappedMembers::change(uint32_t number) {
    const GLint swapped = GLint(number % 2) * 3;
    glUniform1i(m_locations[0], swapped);
    glUniform1i(m_locations[3], 3 - swapped);
}

std::vector<GLint> SwappedMembers::unitsOf(uint32_t number) const {
    const GLint swapped = GLint(number % 2) * 3;
    return {swapped, 1, 2, 3 - swapped};
}

} // namespace samplers

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/assembly/bindings.h"

namespace glsl::assembly {

namespace {

Result following(Result first, int index) {
    return Result(int(first) + index);
}

} // namespace

// --- Attributes

Attribute Bindings::readAttribute() {
    const size_t at = m_scanner.position();
    m_scanner.expect('.');
    const Attribute attribute =
        m_program.isVertex ? readVertexAttribute() : readFragmentAttribute();
    const Attribute namesake{attribute.number, !attribute.isGeneric};
    if (m_program.attributes.contains(namesake)) {
        m_scanner.failAt(at,
                         "a conventional attribute and the generic one of its number are bound");
    }
    m_program.attributes.insert(attribute);
    const int taken = int(m_program.attributes.size()) + (m_program.fog != FogMode::None ? 1 : 0);
    if (taken > m_limits.attributes) {
        m_scanner.failAt(at, "too many attributes");
    }
    return attribute;
}

/// After "color": which of the two.
uint8_t Bindings::readColorKind() {
    if (m_scanner.acceptMember("secondary")) {
        return Attribute::kSecondaryColor;
    }
    m_scanner.acceptMember("primary");
    return Attribute::kColor;
}

Attribute Bindings::readVertexAttribute() {
    const size_t at = m_scanner.position();
    const std::string_view item = m_scanner.word();
    if (item == "position") {
        return {.number = Attribute::kPosition};
    }
    if (item == "normal") {
        return {.number = Attribute::kNormal};
    }
    if (item == "color") {
        return {.number = readColorKind()};
    }
    if (item == "fogcoord") {
        return {.number = Attribute::kFogCoord};
    }
    if (item == "texcoord") {
        const int unit = readOptionalIndex(m_scanner, m_limits.textureCoords);
        return {.number = uint8_t(Attribute::kTexCoord + unit)};
    }
    if (item == "attrib") {
        return {.number = uint8_t(readIndex(m_scanner, m_limits.genericAttributes)),
                .isGeneric = true};
    }
    m_scanner.failAt(at, "vertices have no such attribute");
    return {};
}

Attribute Bindings::readFragmentAttribute() {
    const size_t at = m_scanner.position();
    const std::string_view item = m_scanner.word();
    if (item == "color") {
        return {.number = readColorKind()};
    }
    if (item == "texcoord") {
        const int unit = readOptionalIndex(m_scanner, m_limits.textureCoords);
        return {.number = uint8_t(Attribute::kTexCoord + unit)};
    }
    if (item == "fogcoord") {
        return {.number = Attribute::kFogCoord};
    }
    if (item == "position") {
        return {.number = Attribute::kPosition};
    }
    m_scanner.failAt(at, "fragments have no such attribute");
    return {};
}

// --- Results

Result Bindings::readResult() {
    m_scanner.expect('.');
    return m_program.isVertex ? readVertexResult() : readFragmentResult();
}

Result Bindings::readVertexResult() {
    const size_t at = m_scanner.position();
    const std::string_view item = m_scanner.word();
    if (item == "position" && !m_program.isPositionInvariant) {
        return Result::Position;
    }
    if (item == "color") {
        return readVertexColor();
    }
    if (item == "fogcoord") {
        return Result::FogCoord;
    }
    if (item == "pointsize") {
        return Result::PointSize;
    }
    if (item == "texcoord") {
        return following(Result::TexCoord, readOptionalIndex(m_scanner, m_limits.textureCoords));
    }
    m_scanner.failAt(at, "vertices have no such result");
    return {};
}

/// ".front" or ".back", then ".primary" or ".secondary"; either may be left out.
Result Bindings::readVertexColor() {
    const bool isBack = m_scanner.acceptMember("back");
    if (!isBack) {
        m_scanner.acceptMember("front");
    }
    if (m_scanner.acceptMember("secondary")) {
        return isBack ? Result::BackSecondaryColor : Result::FrontSecondaryColor;
    }
    m_scanner.acceptMember("primary");
    return isBack ? Result::BackColor : Result::FrontColor;
}

Result Bindings::readFragmentResult() {
    const size_t at = m_scanner.position();
    const std::string_view item = m_scanner.word();
    if (item == "depth") {
        return Result::Depth;
    }
    if (item == "color") {
        const int index =
            m_program.hasDrawBuffers ? readOptionalIndex(m_scanner, m_limits.drawBuffers) : 0;
        return following(Result::FragmentColor, index);
    }
    m_scanner.failAt(at, "fragments have no such result");
    return {};
}

// --- Parameters

std::vector<int> Bindings::readParameters(Vectors vectors, Constants constants) {
    std::vector<Parameter> parameters;
    if (m_scanner.acceptWord("state")) {
        parameters = readStateBinding(m_scanner, m_limits, m_program.isVertex, vectors);
    } else if (m_scanner.acceptWord("program")) {
        parameters = readProgramParameters(vectors);
    } else if (const auto constant = readConstant(constants)) {
        parameters = {*constant};
    }
    std::vector<int> indices;
    for (const Parameter& parameter : parameters) {
        if (!m_scanner.failed()) {
            indices.push_back(addParameter(parameter));
        }
    }
    return indices;
}

std::vector<Parameter> Bindings::readProgramParameters(Vectors vectors) {
    m_scanner.expect('.');
    const bool isLocal = m_scanner.acceptWord("local");
    if (!isLocal) {
        m_scanner.expectWord("env");
    }
    const Range range =
        readRange(m_scanner, isLocal ? m_limits.locals : m_limits.environment, vectors);
    std::vector<Parameter> parameters;
    for (int index = range.first; index <= range.last && !m_scanner.failed(); ++index) {
        parameters.push_back(
            {.source = isLocal ? Parameter::Source::Local : Parameter::Source::Environment,
             .index = index});
    }
    return parameters;
}

float Bindings::readSignedNumber() {
    const bool isNegative = m_scanner.accept('-');
    if (!isNegative) {
        m_scanner.accept('+');
    }
    const std::optional<float> number = m_scanner.number();
    if (!number) {
        m_scanner.fail("a number is missing");
    }
    return isNegative ? -number.value_or(0) : number.value_or(0);
}

std::optional<Parameter> Bindings::readConstant(Constants constants) {
    Parameter parameter;
    if (m_scanner.accept('{')) {
        parameter.constant = {readSignedNumber(), 0, 0, 1};
        for (size_t i = 1; i < 4 && m_scanner.accept(','); ++i) {
            parameter.constant[i] = readSignedNumber();
        }
        m_scanner.expect('}');
        return parameter;
    }
    if (constants == Constants::Used) {
        const std::optional<float> number = m_scanner.number();
        parameter.constant.fill(number.value_or(0));
        return number ? std::optional(parameter) : std::nullopt;
    }
    parameter.constant.fill(readSignedNumber());
    return parameter;
}

int Bindings::addParameter(const Parameter& parameter) {
    const int next = int(m_program.parameters.size());
    const auto [known, isNew] = m_known.emplace(parameter, next);
    if (isNew) {
        m_program.parameters.push_back(parameter);
        const int ofFog = m_program.fog != FogMode::None ? 2 : 0;
        if (next + 1 + ofFog > m_limits.parameters) {
            m_scanner.fail("too many parameters");
        }
    }
    return known->second;
}

} // namespace glsl::assembly

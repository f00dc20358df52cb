// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/assembly/limits.h"
#include "glsl/assembly/program.h"
#include "glsl/assembly/scanner.h"
#include "glsl/assembly/state_bindings.h"

#include <map>
#include <optional>
#include <vector>

namespace glsl::assembly {

/// Reads what registers are bound to, and adds it to the program.
class Bindings {
public:
    Bindings(Program& program, Scanner& scanner, const Limits& limits)
        : m_program(program), m_scanner(scanner), m_limits(limits) {}

    /// What follows "vertex" or "fragment".
    Attribute readAttribute();
    /// What follows "result".
    Result readResult();

    /// How a constant may be written.
    enum class Constants : uint8_t {
        Declared, ///< Numbers have signs.
        Used,     ///< The sign before a number is the operand's.
    };
    /// Indices into Program::parameters; nothing: none comes next.
    std::vector<int> readParameters(Vectors vectors, Constants constants);

private:
    Attribute readVertexAttribute();
    Attribute readFragmentAttribute();
    uint8_t readColorKind();
    Result readVertexResult();
    Result readFragmentResult();
    Result readVertexColor();
    std::vector<Parameter> readProgramParameters(Vectors vectors);
    std::optional<Parameter> readConstant(Constants constants);
    float readSignedNumber();
    int addParameter(const Parameter& parameter);

    Program& m_program;
    Scanner& m_scanner;
    const Limits& m_limits;
    std::map<Parameter, int> m_known; ///< Where Program::parameters has them.
};

} // namespace glsl::assembly

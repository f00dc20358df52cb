// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// An assembly program as its grammar has it (ARB_vertex_program section 2.14, ARB_fragment_program
// section 3.11).
#pragma once

#include "glsl/assembly/opcodes.h"
#include "glsl/assembly/parameter.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace glsl::assembly {

/// What a source operand's four components are taken from.
struct Swizzle {
    static constexpr uint8_t kZero = 4; ///< After the components x, y, z, w.
    static constexpr uint8_t kOne = 5;
    std::array<uint8_t, 4> from{0, 1, 2, 3};
    uint8_t negated = 0; ///< A bit for each.

    bool operator==(const Swizzle&) const = default;
};

/// A vertex or fragment attribute. Generic ones are those of vertex.attrib[n]. The others have the
/// numbers of the generic attributes that may not be bound beside them (table X.2.1); a fragment's
/// have those of a vertex's where both have them.
struct Attribute {
    static constexpr uint8_t kPosition = 0;
    static constexpr uint8_t kNormal = 2;
    static constexpr uint8_t kColor = 3;
    static constexpr uint8_t kSecondaryColor = 4;
    static constexpr uint8_t kFogCoord = 5;
    static constexpr uint8_t kTexCoord = 8; ///< The first of them.
    uint8_t number = 0;
    bool isGeneric = false;

    auto operator<=>(const Attribute&) const = default;
};

/// Result registers, of either kind of program.
enum class Result : uint8_t {
    Position,
    FrontColor,
    FrontSecondaryColor,
    BackColor,
    BackSecondaryColor,
    FogCoord,
    PointSize,
    TexCoord,                     ///< The first of eight.
    FragmentColor = TexCoord + 8, ///< The first of eight.
    Depth = FragmentColor + 8,
    Count,
};

struct Operand {
    enum class Kind : uint8_t {
        Temporary,
        Attribute,
        Parameter,
        Element, ///< Of an array, by an address register.
    };
    Kind kind = Kind::Temporary;
    int index = 0; ///< Of a temporary, into Program::parameters, or into Program::arrays.
    Attribute attribute{};
    int address = 0; ///< Of an element: the address register.
    int offset = 0;  ///< … and what is added to it.
    Swizzle swizzle{};
};

struct Destination {
    enum class Kind : uint8_t { Temporary, Result, Address };
    Kind kind = Kind::Temporary;
    int index = 0;     ///< Of a temporary or address register; a Result.
    uint8_t mask = 15; ///< A bit for each component.
};

enum class TextureTarget : uint8_t {
    None,
    Tex1D,
    Tex2D,
    Tex3D,
    Cube,
    Rectangle,
    Shadow1D,
    Shadow2D,
    ShadowRectangle,
};

struct Instruction {
    const Opcode* opcode = nullptr;
    bool saturates = false;
    Destination destination; ///< KIL has none.
    std::array<Operand, 3> operands;
    int unit = 0; ///< Of what samples.
};

/// PARAM name[] = { … }
struct ParameterArray {
    std::vector<int> elements; ///< Into Program::parameters.
    bool isRelative = false;   ///< An address register says which element.
};

enum class FogMode : uint8_t { None, Linear, Exponential, ExponentialSquare };

struct Program {
    bool isVertex = true;
    bool isPositionInvariant = false;
    bool hasShadowTargets = false;
    bool hasDrawBuffers = false;
    bool hasUpperLeftOrigin = false;    ///< Fragments' positions begin there …
    bool hasIntegerPixelCenter = false; ///< … and name pixels by whole numbers.
    FogMode fog = FogMode::None;
    int temporaries = 0;
    int addressRegisters = 0;
    std::set<Attribute> attributes;
    std::vector<Parameter> parameters; ///< Each once.
    std::vector<ParameterArray> arrays;
    std::vector<TextureTarget> textures; ///< By unit.
    std::vector<Instruction> instructions;
};

} // namespace glsl::assembly

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <string_view>

namespace glsl::assembly {

/// What an instruction is and does.
struct Opcode {
    enum class Form : uint8_t {
        Arithmetic,
        Address, ///< ARL
        Swizzle, ///< SWZ
        Sample,  ///< TEX, TXP, TXB
        Kill,    ///< KIL
    };
    std::string_view name;
    std::string_view operands; ///< "vs": a vector and a scalar.
    /// The vector that it results in, as GLSL, in which $0 … are the operands. Of what samples the
    /// target decides.
    std::string_view code{};
    bool ofVertices = true;
    bool ofFragments = true;
    Form form = Form::Arithmetic;
};

/// What ends the names of instructions of fragment programs that clamp their result.
inline constexpr std::string_view kSaturates = "_SAT";

/// Null: there is no such instruction in programs of that kind. `name` is without kSaturates.
[[nodiscard]] const Opcode* findOpcode(std::string_view name, bool isVertex);

/// Functions that Opcode::code calls, and others that shaders are made with, as GLSL 1.20.
[[nodiscard]] std::string_view opcodeFunctions();

} // namespace glsl::assembly

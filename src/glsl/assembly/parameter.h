// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace glsl::assembly {

/// A vector that an assembly program reads and does not change.
struct Parameter {
    enum class Source : uint8_t {
        Constant,
        Environment,   ///< program.env
        Local,         ///< program.local
        ProgramMatrix, ///< A row of state.matrix.program.
        State,         ///< Other state: an expression of the compatibility profile's GLSL.
    };
    Source source = Source::Constant;
    int index = 0; ///< Of the environment or local parameter; the matrix.
    int row = 0;
    bool isInverse = false; ///< The row is of the matrix's inverse.
    bool isTransposed = false;
    std::array<float, 4> constant{};
    std::string state{};

    auto operator<=>(const Parameter&) const = default;
};

} // namespace glsl::assembly

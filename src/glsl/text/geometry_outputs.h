// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>

namespace glsl {

/// A preprocessed geometry shader of the compatibility profile, to be checked: the compiler library
/// knows gl_FrontColor, gl_TexCoord and the like as outputs of the stages before, and as members of
/// gl_PerVertex. Elsewhere they become variables of other names of the same length.
[[nodiscard]] std::string spellGeometryOutputs(std::string preprocessed);

/// A log about such a text, with the names that the application knows.
[[nodiscard]] std::string withGeometryOutputs(std::string log);

} // namespace glsl

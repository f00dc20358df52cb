// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/options.h"
#include "glsl/language/vocabulary.h"

#include <string>

namespace glsl {

struct ExplicitLocations {
    std::string error;     ///< An error line of the shader; empty: there is none.
    std::string linkError; ///< One that a program with the shader has.
};

/// What GL_ARB_explicit_attrib_location says of "layout(location = 0) in vec4 v" in the GLSL before
/// 3.30: which declarations may have it, and that locations that are too large, or that several
/// outputs of a fragment shader have, are errors of linking (its issue 1). Layouts of those are
/// blanked in `text`, which the compiler library refuses otherwise.
[[nodiscard]] ExplicitLocations
checkExplicitLocations(Stage stage, const Language& language, std::string& text);

} // namespace glsl

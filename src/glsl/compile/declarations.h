// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What a shader declares outside its functions, read from its tokens. The compiler library has
// found the shader valid before, so what is read here is the grammar of valid text.
#pragma once

#include "glsl/interface/interface.h"
#include "glsl/language/vocabulary.h"
#include "glsl/text/tokens.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace glsl {

struct Declarations {
    std::vector<Global> globals; ///< of inputs and outputs those without a gl_ name
    std::map<std::string, std::vector<std::byte>> initializers; ///< as in ShaderInterface
    std::set<std::string> usedInputs;
    GeometryFacts geometry;
    TessellationFacts tessellation;
    /// An array that gets its size, by a layout, after an index beyond it (GLSL 1.50 section
    /// 4.3.8.1), which the compiler library overlooks; empty: none was found.
    std::string error;
};

[[nodiscard]] bool definesMain(const std::vector<Token>& tokens);

/// `tokens`: preprocessed, directives included. Constant expressions that are more than a number
/// are given to the compiler library.
[[nodiscard]] Declarations readDeclarations(const CompileOptions& options,
                                            const Language& language,
                                            const std::vector<Token>& tokens);

} // namespace glsl

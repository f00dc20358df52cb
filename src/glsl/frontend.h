// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The wall around the compiler library: the only header of it that others here see. Every function
// is re-entrant.
#pragma once

#include "glsl/interface.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

// Checks a shader in its own language version.
struct Validation {
    bool ok = false;
    std::string log;
    int version = 100;
    bool es = true;
    bool hasMain = false;
    std::string linkError;
    bool needsPartner = false;
    std::vector<Global> globals;
    std::map<std::string, std::vector<std::byte>> initializers; // as in ShaderInterface
    std::set<std::string> usedInputs;
    GeometryFacts geometry;
    TessellationFacts tessellation;
};
// `version`: what #version says, for the macro of that name. `declarations`: text that the shader
// may use as if it were built in.
[[nodiscard]] Validation validate(const CompileOptions& options,
                                  const std::string& source,
                                  int version,
                                  const std::string& declarations = {});

// Macros expanded, comments gone, #version and #extension lines kept.
struct Preprocessed {
    bool ok = false;
    std::string text; // or the log
};
[[nodiscard]] Preprocessed
preprocess(const CompileOptions& options, const std::string& source, int version);

// Compiles rewritten text, one source per shader object of the stage. Without `wantCode` it only
// checks, as a shader without main must be.
struct Generated {
    bool ok = false;
    std::string log;
    std::vector<uint32_t> spirv; // as generated, names kept
    std::vector<Global> globals; // all, under their names in the rewritten text
};
[[nodiscard]] Generated
generate(const CompileOptions& options, std::span<const std::string> sources, bool wantCode);

} // namespace glsl

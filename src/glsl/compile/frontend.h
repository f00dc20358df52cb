// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The wall around the compiler library: the only header of it that others here see. Every function
// is re-entrant.
#pragma once

#include "glsl/language/options.h"
#include "glsl/language/vocabulary.h"

#include <compare>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

/// What the check is told about the source: what #version says, for the macro of that name, and
/// whether it has a main().
struct SourceFacts {
    int version = 100;
    bool hasMain = false;
};

/// Checks a shader in its own language version.
struct Validation {
    bool ok = false;
    std::string log;
    std::string linkError;
    bool needsPartner = false;
};
/// `declarations`: text that the shader may use as if it were built in.
[[nodiscard]] Validation validate(const CompileOptions& options,
                                  const std::string& source,
                                  const SourceFacts& facts,
                                  const std::string& declarations = {});

/// "type name dims = expression"
struct ConstantExpression {
    std::string type;
    std::string dims;
    std::string expression;

    friend auto operator<=>(const ConstantExpression&, const ConstantExpression&) = default;
};
/// Each expression with the bytes of its value, 4 for a bool; none when it is no constant.
using ConstantValues = std::map<ConstantExpression, std::vector<std::byte>>;
using ConstantValue = ConstantValues::value_type;

/// Fills in the values. `context`: the directives of the source, and what the expressions name.
void evaluate(const CompileOptions& options,
              const Language& language,
              const std::string& context,
              ConstantValues& values);

/// Has the library set up what it knows of the target (a #version line), which whoever compiles
/// first waits for otherwise, and of the oldest language of OpenGL ES. Which of OpenGL's languages
/// a program's shaders are in, nobody knows.
void meetLanguages(const CompileOptions& options, const std::string& target);

/// Macros expanded, comments gone, #version and #extension lines kept.
struct Preprocessed {
    bool ok = false;
    std::string text; ///< or the log
};
[[nodiscard]] Preprocessed
preprocess(const CompileOptions& options, const std::string& source, int version);

/// Compiles rewritten text, one source per shader object of the stage. Without `wantCode` it only
/// checks, as a shader without main must be.
struct Generated {
    bool ok = false;
    std::string log;
    std::vector<uint32_t> spirv; ///< as generated, names kept
};
[[nodiscard]] Generated
generate(const CompileOptions& options, std::span<const std::string> sources, bool wantCode);

} // namespace glsl

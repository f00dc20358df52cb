// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/interface/interface.h"
#include "glsl/language/vocabulary.h"
#include "glsl/text/tokens.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace glsl {

/// The version of GLSL that shaders become, with Vulkan's relaxed rules. The compiler library knows
/// the least soonest, when a process compiles its first shader, and it has what most shaders need.
enum class Target : uint8_t {
    Least, ///< 3.30, where the source may well be content with it
    Usual, ///< 4.30, or 4.50 where the source is newer
};

/// The #version line of the least.
[[nodiscard]] std::string leastTarget();

/// A valid, preprocessed shader of any version as text for the target. docs/glsl.md says what
/// changes and why.
inline constexpr std::string_view kRewrittenStart = "#line 1\n"; ///< ends what rewriting adds
struct Rewritten {
    std::string text;
    /// Sampler variables lifted out of structs → the path GL knows them by ("s.inner.tex").
    std::map<std::string, std::string> hoisted;
    bool writesPointSize = false;
    bool usesClipDistance = false;
    bool writesPosition = false;
    bool invariantAll = false;               // #pragma STDGL invariant(all)
    std::set<std::string> invariantBuiltins; ///< gl_ names in invariant statements
    BuiltinUse builtins;
    Target target = Target::Usual; ///< what it became
    std::string error;             ///< what the checks of the shader's own language let through
};

/// How functions that the application names like built-in ones come out: as functions of their own
/// name, which replaces every call; or as overloads next to the target's function.
enum class Namesakes : uint8_t { Replace, Overload };

[[nodiscard]] Rewritten rewrite(const CompileOptions& options,
                                const Language& language,
                                const std::vector<Global>& globals,
                                const std::string& preprocessed,
                                Namesakes namesakes = Namesakes::Replace,
                                Target target = Target::Usual);

/// Rewritten text with more declarations in front of the application's.
[[nodiscard]] std::string withDeclarations(std::string rewritten, const std::string& declarations);

} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Tables of what the shading languages define and the target language does not, and the reverse.
#pragma once

#include "glsl/language/options.h"
#include "glsl/language/types.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

/// Prefixes of the names that rewriting makes up. "gd_X" stands for the language's own "gl_X",
/// "gdi_X" for "gl_X" in gl_in, "gdr_x" for the application's x, "gdh_…" for a sampler lifted out
/// of a struct.
inline constexpr std::string_view kHiddenPrefix = "gd_";
inline constexpr std::string_view kHiddenInputPrefix = "gdi_";
inline constexpr std::string_view kRenamedPrefix = "gdr_";
inline constexpr std::string_view kHoistedPrefix = "gdh_";

/// What the application calls the thing that the rewritten text calls `name`.
[[nodiscard]] std::string originalName(std::string_view name);

/// A gl_ name the target does not have: text that replaces it and the declaration that makes it
/// exist.
struct HiddenName {
    std::string replacement;
    std::string declaration; ///< empty: none needed
    std::string dependency;  // another gl_ name to declare first
};
[[nodiscard]] std::optional<HiddenName> hiddenName(std::string_view glName,
                                                   const CompileOptions& options);
/// The same of a built-in varying that is a member of gl_in (GLSL 4.60 section 7.1, compatibility
/// profile): an array of its own, with an element for each vertex.
[[nodiscard]] std::optional<HiddenName> hiddenInput(std::string_view glName, const Limits& limits);

/// One of the colours that vertices have: gl_FrontColor, gl_SecondaryColor as fragments read it …
[[nodiscard]] bool isVertexColor(std::string_view glName, Stage stage);

/// Built-in varyings (gl_FrontColor, gl_TexCoord …) lie here wherever a program's end is open to
/// fixed function: what meets there need not know each other. In front of them is room for the
/// varyings of separable programs.
inline constexpr int kFirstOpenVarying = 16;
inline constexpr int kOpenVaryings = 14;
/// The first location of one, whatever the stage; -1: it is none.
[[nodiscard]] int openVaryingLocation(std::string_view glName);

/// gl_MaxDrawBuffers and the like.
[[nodiscard]] std::optional<int> limitConstant(std::string_view glName, const Limits& limits);

/// texture2DProjLod and friends: the target's name. `toVec4`: the old function returned a vec4
/// where the new one returns a float.
struct TextureFunction {
    std::string_view name;
    bool toVec4 = false;
};
[[nodiscard]] std::optional<TextureFunction> textureFunction(std::string_view name);

[[nodiscard]] BuiltinAttribute builtinAttribute(std::string_view glName);

/// One extension of the GLSL kind: offered or not, and known to the compiler or handled here.
struct ExtensionFact {
    std::string_view name;
    bool Extensions::* offered;
    bool compilerKnowsIt = false;
    bool es = false; ///< for ES sources; otherwise desktop
    int core = 0;    // the desktop version that has all of it in its core; 0: none
};
[[nodiscard]] const ExtensionFact* extensionFact(std::string_view name);
[[nodiscard]] std::vector<const ExtensionFact*> extensionFacts();
/// State, attributes, functions and limits that the core profile has no more from GLSL 1.40 on.
[[nodiscard]] bool isRemovedFromCore(std::string_view name);
/// The name looks like an extension macro (GL_OES_…, GL_ARB_…).
[[nodiscard]] bool isExtensionName(std::string_view name);

} // namespace glsl

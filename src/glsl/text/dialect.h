// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/options.h"
#include "glsl/language/vocabulary.h"

#include <optional>
#include <string>
#include <string_view>

namespace glsl {

/// Newer versions join continued lines, and so do implementations of the older ones. Line numbers
/// stay.
[[nodiscard]] std::string joinLines(const std::string& source);

/// The source as the preprocessor leaves it, but for its comments; nothing where that takes more
/// than to choose between the ways of #ifdef GL_ES: other directives than #version, or names that
/// may be macros of the language's own.
[[nodiscard]] std::optional<std::string> chooseLines(const Language& language, std::string source);

/// Spells differently what the specifications or all implementations accept and the compiler
/// library does not. Works on source before preprocessing; every token stays on its line.
[[nodiscard]] std::string
acceptDialect(const CompileOptions& options, const Language& language, std::string source);

/// GL_ARB_draw_instanced's gl_InstanceIDARB, which the compiler library does not know, by its later
/// name.
[[nodiscard]] std::string spellInstanceId(std::string source);

/// GL_AMD_shader_stencil_export by the name of the one that became of it, directives and variable:
/// the compiler library knows that.
[[nodiscard]] std::string spellStencilExport(std::string source);

/// The source as if it were of another version: for features that extensions bring and the compiler
/// library knows only of later versions.
[[nodiscard]] std::string withVersion(std::string source, int version);

/// The version to check a desktop source as, which failed with the given log: the newest that one
/// of its extensions is a part of, or that has what the compiler library takes for later than it
/// is.
[[nodiscard]] int
extendedVersion(const Language& language, const std::string& source, const std::string& log);

/// The functions that GL_EXT_texture_array gives old versions, which the compiler library does not
/// know. To be declared when a shader that enables it does not compile without; the array samplers
/// themselves take version 1.30.
[[nodiscard]] std::string textureArrayFunctions(Stage stage, const Language& language);

/// GLSL 1.20 section 8.7: texture lookups of a level, in all stages but the fragment shader. The
/// compiler library has them only with GL_ARB_shader_texture_lod.
[[nodiscard]] const std::string& levelFunctions();

/// The declaration of one line behind the directives that preprocessed text starts with.
[[nodiscard]] std::string insertDeclaration(std::string preprocessed, std::string_view declaration);

/// "layout(vertices = N) out;"
[[nodiscard]] std::string patchVerticesLayout(int vertices);

/// Integer forms of common functions: not in desktop versions below 1.30, yet taken by others. To
/// be declared when a shader does not compile without.
[[nodiscard]] const std::string& integerFunctions();

} // namespace glsl

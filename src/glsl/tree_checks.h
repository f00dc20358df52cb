// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Behind the wall of frontend.h: sees the compiler library's tree.
#pragma once

#include <set>
#include <string>

namespace glslang {
class TIntermediate;
}

namespace glsl {

// Errors that take types and constant values to see, and that the compiler library overlooks.
// `version`: of the source, which may be older than the tree's. Empty: none was found. To be called
// on the thread that parsed.
[[nodiscard]] std::string treeError(const glslang::TIntermediate& tree, int version);

// Inputs that a statement names, whether or not control ever comes there: GLSL's static use.
[[nodiscard]] std::set<std::string> usedInputs(const glslang::TIntermediate& tree);

} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <optional>
#include <string>

namespace glsl {

/// Scopes as GLSL 1.10 alone has them, in a preprocessed source: functions and variables have
/// separate names, and a struct may be defined within another, "scoped at the same level as the
/// struct it is embedded in" (section 4.1.8). Such functions get other names, such structs stand in
/// front of the other. Lines stay. Nothing: the source has neither.
[[nodiscard]] std::optional<std::string> withoutEarlyScopes(const std::string& preprocessed);

} // namespace glsl

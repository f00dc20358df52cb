// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Which words mean what in which version of the shading languages.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace glsl {

/// The language of a source: its version and the extensions that it enables.
struct Language {
    int version = 100;
    bool es = true;
    std::set<std::string> extensions = {};

    [[nodiscard]] bool enables(std::string_view extension) const;
};

/// The word is a keyword or reserved in the target but an ordinary identifier in the source.
[[nodiscard]] bool isNewKeyword(std::string_view word, const Language& language);
/// The word is a built-in function of the target, and the source is older than all of those.
[[nodiscard]] bool isNewFunction(std::string_view word, const Language& language);
/// A built-in function of the target.
[[nodiscard]] bool isBuiltinFunction(std::string_view word);

} // namespace glsl

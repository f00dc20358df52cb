// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/config.h"

#include <array>
#include <optional>
#include <vector>

namespace glx {

/// What an application asks of a config (GLX 1.4 section 3.3.3 and, by visual, 3.3.5): an attribute
/// list after checking, ready to match and sort by.
class ConfigQuery {
public:
    /// glXChooseFBConfig's list. Nothing: an attribute that is not known, or a value that it cannot
    /// have.
    static std::optional<ConfigQuery> parse(const int* attributes);
    /// glXChooseVisual's, whose Boolean attributes have no values.
    static std::optional<ConfigQuery> parseVisual(const int* attributes);

    bool matches(const Config& config) const;
    /// Those of `configs` that match, best first by the rules of section 3.3.3.
    std::vector<const Config*> choose(const ConfigList& configs) const;

private:
    static constexpr size_t kCount = 33;

    ConfigQuery();

    bool set(int name, int value);
    int wanted(int name) const;
    bool before(const Config& a, const Config& b) const;
    int wantedColorBits(const Config& config) const;

    std::array<int, kCount> m_wanted; ///< In the order of the table of criteria.
    bool m_ofVisual = false;          ///< Configs that stand for a visual.
};

} // namespace glx

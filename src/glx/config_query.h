// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/config.h"
#include "window/config_criteria.h"

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
    ConfigQuery();

    bool set(int name, int value);
    bool before(const Config& a, const Config& b) const;

    window::ConfigCriteria m_criteria;
    bool m_ofVisual = false; ///< Configs that stand for a visual.
};

} // namespace glx

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/config.h"
#include "window/config_criteria.h"

#include <vector>

namespace egl {

/// What an application asks of a config (EGL 1.5 section 3.4.1): eglChooseConfig's attribute list
/// after checking, ready to match and sort by.
class ConfigQuery {
public:
    /// EGL_BAD_ATTRIBUTE for unknown attributes and values that an attribute cannot have.
    static Outcome<ConfigQuery> parse(const Attributes& attributes);

    bool matches(const Config& config) const;
    /// Those of `configs` that match, best first by the rules of section 3.4.1.2.
    std::vector<const Config*> choose(const ConfigList& configs) const;

private:
    ConfigQuery();

    bool before(const Config& a, const Config& b) const;

    window::ConfigCriteria m_criteria;
    bool m_nativePixmap = false;
};

} // namespace egl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/config_query.h"

#include <algorithm>
#include <tuple>

namespace glx {

namespace {

constexpr int kDontCare = int(GLX_DONT_CARE);

enum class Rule : uint8_t { AtLeast, Exact, Mask, Ignored };
enum class Values : uint8_t { Size, Any, Boolean, Caveat, Transparency, VisualType };

struct Criterion {
    int name;
    int initial; ///< What holds when the application says nothing.
    Rule rule;
    Values values;
};

// GLX 1.4 table 3.4, and the attributes of extensions.
constexpr Criterion kCriteria[] = {
    {GLX_BUFFER_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_LEVEL, 0, Rule::Exact, Values::Any},
    {GLX_DOUBLEBUFFER, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_STEREO, 0, Rule::Exact, Values::Boolean},
    {GLX_AUX_BUFFERS, 0, Rule::AtLeast, Values::Size},
    {GLX_RED_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_GREEN_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_BLUE_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_ALPHA_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_DEPTH_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_STENCIL_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_ACCUM_RED_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_ACCUM_GREEN_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_ACCUM_BLUE_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_ACCUM_ALPHA_SIZE, 0, Rule::AtLeast, Values::Size},
    {GLX_SAMPLE_BUFFERS, 0, Rule::AtLeast, Values::Size},
    {GLX_SAMPLES, 0, Rule::AtLeast, Values::Size},
    {GLX_RENDER_TYPE, GLX_RGBA_BIT, Rule::Mask, Values::Any},
    {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT, Rule::Mask, Values::Any},
    {GLX_X_RENDERABLE, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_X_VISUAL_TYPE, kDontCare, Rule::Exact, Values::VisualType},
    {GLX_CONFIG_CAVEAT, kDontCare, Rule::Exact, Values::Caveat},
    {GLX_TRANSPARENT_TYPE, GLX_NONE, Rule::Exact, Values::Transparency},
    {GLX_FBCONFIG_ID, kDontCare, Rule::Exact, Values::Any},
    {GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_BIND_TO_TEXTURE_RGB_EXT, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_BIND_TO_TEXTURE_RGBA_EXT, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_BIND_TO_MIPMAP_TEXTURE_EXT, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_BIND_TO_TEXTURE_TARGETS_EXT, kDontCare, Rule::Mask, Values::Any},
    {GLX_Y_INVERTED_EXT, kDontCare, Rule::Exact, Values::Boolean},
    {GLX_SWAP_METHOD_OML, kDontCare, Rule::Exact, Values::Any},
    {GLX_VISUAL_ID, kDontCare, Rule::Ignored, Values::Any},
    {GLX_MAX_PBUFFER_WIDTH, kDontCare, Rule::Ignored, Values::Any},
};

// In attribute lists without a meaning: limits that cannot be chosen by, and the values of
// transparent pixels, which no config has.
bool isIgnored(int name) {
    return name == GLX_MAX_PBUFFER_HEIGHT || name == GLX_MAX_PBUFFER_PIXELS ||
           name == GLX_VISUAL_SELECT_GROUP_SGIX ||
           (name >= GLX_TRANSPARENT_INDEX_VALUE && name <= GLX_TRANSPARENT_ALPHA_VALUE);
}

const Criterion* findCriterion(int name) {
    const auto* const it = std::ranges::find(kCriteria, name, &Criterion::name);
    return it == std::end(kCriteria) ? nullptr : it;
}

bool validValue(const Criterion& criterion, int value) {
    if (value == kDontCare) {
        return criterion.name != GLX_LEVEL; // Section 3.3.3: for all but this one.
    }
    switch (criterion.values) {
    case Values::Size:
        return value >= 0;
    case Values::Boolean:
        return value == 0 || value == 1;
    case Values::Caveat:
        return value == GLX_NONE || value == GLX_SLOW_CONFIG || value == GLX_NON_CONFORMANT_CONFIG;
    case Values::Transparency:
        return value == GLX_NONE || value == GLX_TRANSPARENT_RGB || value == GLX_TRANSPARENT_INDEX;
    case Values::VisualType:
        return value >= GLX_TRUE_COLOR && value <= GLX_STATIC_GRAY;
    case Values::Any:
        return true;
    }
    return false;
}

bool satisfies(Rule rule, int has, int wanted) {
    switch (rule) {
    case Rule::AtLeast:
        return has >= wanted;
    case Rule::Exact:
        return has == wanted;
    case Rule::Mask:
        return (has & wanted) == wanted;
    case Rule::Ignored:
        return true;
    }
    return false;
}

} // namespace

ConfigQuery::ConfigQuery() {
    static_assert(std::size(kCriteria) == kCount);
    std::ranges::transform(kCriteria, m_wanted.begin(), &Criterion::initial);
}

bool ConfigQuery::set(int name, int value) {
    if (isIgnored(name)) {
        return true;
    }
    const Criterion* const criterion = findCriterion(name);
    if (criterion == nullptr || !validValue(*criterion, value)) {
        return false;
    }
    m_wanted[size_t(criterion - kCriteria)] = value;
    return true;
}

std::optional<ConfigQuery> ConfigQuery::parse(const int* attributes) {
    ConfigQuery query;
    for (; attributes != nullptr && attributes[0] != 0; attributes += 2) {
        if (!query.set(attributes[0], attributes[1])) {
            return std::nullopt;
        }
    }
    return query;
}

std::optional<ConfigQuery> ConfigQuery::parseVisual(const int* attributes) {
    ConfigQuery query;
    query.m_ofVisual = true;
    // What is not in the list is asked to be absent (section 3.3.5).
    query.set(GLX_RENDER_TYPE, GLX_COLOR_INDEX_BIT);
    query.set(GLX_DOUBLEBUFFER, 0);
    while (attributes != nullptr && attributes[0] != 0) {
        const int name = *attributes++;
        switch (name) {
        case GLX_USE_GL:
            break;
        case GLX_RGBA:
            query.set(GLX_RENDER_TYPE, GLX_RGBA_BIT);
            break;
        case GLX_DOUBLEBUFFER:
        case GLX_STEREO:
            query.set(name, 1);
            break;
        case GLX_BUFFER_SIZE: // Of colour indices.
            ++attributes;
            break;
        default:
            if (!query.set(name, *attributes++)) {
                return std::nullopt;
            }
        }
    }
    return query;
}

int ConfigQuery::wanted(int name) const {
    return m_wanted[size_t(findCriterion(name) - kCriteria)];
}

bool ConfigQuery::matches(const Config& config) const {
    if (m_ofVisual && !config.standsForVisual) {
        return false;
    }
    const int id = wanted(GLX_FBCONFIG_ID);
    if (id != kDontCare) {
        return config.id == id; // All other attributes are ignored then.
    }
    for (size_t i = 0; i < kCount; ++i) {
        const Criterion& criterion = kCriteria[i];
        if (m_wanted[i] != kDontCare &&
            !satisfies(criterion.rule, *config.attribute(criterion.name), m_wanted[i])) {
            return false;
        }
    }
    return true;
}

int ConfigQuery::wantedColorBits(const Config& config) const {
    int bits = 0;
    for (const int name : {GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE}) {
        const int size = wanted(name);
        if (size != 0 && size != kDontCare) {
            bits += *config.attribute(name);
        }
    }
    return bits;
}

bool ConfigQuery::before(const Config& a, const Config& b) const {
    // The caveat, the first key, is the same for all configs. Of a buffer that is asked for, the
    // largest comes first, else the smallest.
    const auto size = [this](int name, int has) { return wanted(name) > 0 ? -has : has; };
    const auto key = [&](const Config& config) {
        return std::tuple(-wantedColorBits(config),
                          config.format.colorBits(),
                          config.format.singleBuffered() ? 0 : 1,
                          config.format.samples,
                          size(GLX_DEPTH_SIZE, config.format.depth),
                          size(GLX_STENCIL_SIZE, config.format.stencil),
                          *config.attribute(GLX_X_VISUAL_TYPE),
                          config.format.srgb(),
                          config.id);
    };
    return key(a) < key(b);
}

std::vector<const Config*> ConfigQuery::choose(const ConfigList& configs) const {
    std::vector<const Config*> result;
    for (const Config& config : configs) {
        if (matches(config)) {
            result.push_back(&config);
        }
    }
    std::ranges::sort(result, [this](const Config* a, const Config* b) { return before(*a, *b); });
    return result;
}

} // namespace glx

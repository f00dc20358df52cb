// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/config_query.h"

#include <algorithm>
#include <tuple>

namespace glx {

namespace {

using window::Criterion;
using window::isAny;
using window::isBoolean;
using window::isSize;
using window::kDontCare;
using window::Rule;

bool isCaveat(int value) {
    return value == GLX_NONE || value == GLX_SLOW_CONFIG || value == GLX_NON_CONFORMANT_CONFIG;
}

bool isTransparency(int value) {
    return value == GLX_NONE || value == GLX_TRANSPARENT_RGB || value == GLX_TRANSPARENT_INDEX;
}

bool isVisualType(int value) {
    return value >= GLX_TRUE_COLOR && value <= GLX_STATIC_GRAY;
}

// GLX 1.4 table 3.4, and the attributes of extensions.
constexpr Criterion kCriteria[] = {
    {GLX_BUFFER_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_LEVEL, 0, Rule::Exact, isAny},
    {GLX_DOUBLEBUFFER, kDontCare, Rule::Exact, isBoolean},
    {GLX_STEREO, 0, Rule::Exact, isBoolean},
    {GLX_AUX_BUFFERS, 0, Rule::AtLeast, isSize},
    {GLX_RED_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_GREEN_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_BLUE_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_ALPHA_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_DEPTH_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_STENCIL_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_ACCUM_RED_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_ACCUM_GREEN_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_ACCUM_BLUE_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_ACCUM_ALPHA_SIZE, 0, Rule::AtLeast, isSize},
    {GLX_SAMPLE_BUFFERS, 0, Rule::AtLeast, isSize},
    {GLX_SAMPLES, 0, Rule::AtLeast, isSize},
    {GLX_RENDER_TYPE, GLX_RGBA_BIT, Rule::Mask, isAny},
    {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT, Rule::Mask, isAny},
    {GLX_X_RENDERABLE, kDontCare, Rule::Exact, isBoolean},
    {GLX_X_VISUAL_TYPE, kDontCare, Rule::Exact, isVisualType},
    {GLX_CONFIG_CAVEAT, kDontCare, Rule::Exact, isCaveat},
    {GLX_TRANSPARENT_TYPE, GLX_NONE, Rule::Exact, isTransparency},
    {GLX_FBCONFIG_ID, kDontCare, Rule::Exact, isAny},
    {GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, kDontCare, Rule::Exact, isBoolean},
    {GLX_BIND_TO_TEXTURE_RGB_EXT, kDontCare, Rule::Exact, isBoolean},
    {GLX_BIND_TO_TEXTURE_RGBA_EXT, kDontCare, Rule::Exact, isBoolean},
    {GLX_BIND_TO_MIPMAP_TEXTURE_EXT, kDontCare, Rule::Exact, isBoolean},
    {GLX_BIND_TO_TEXTURE_TARGETS_EXT, kDontCare, Rule::Mask, isAny},
    {GLX_Y_INVERTED_EXT, kDontCare, Rule::Exact, isBoolean},
    {GLX_SWAP_METHOD_OML, kDontCare, Rule::Exact, isAny},
    {GLX_VISUAL_ID, kDontCare, Rule::Ignored, isAny},
    {GLX_MAX_PBUFFER_WIDTH, kDontCare, Rule::Ignored, isAny},
};

// In attribute lists without a meaning: limits that cannot be chosen by, and the values of
// transparent pixels, which no config has.
bool isIgnored(int name) {
    return name == GLX_MAX_PBUFFER_HEIGHT || name == GLX_MAX_PBUFFER_PIXELS ||
           name == GLX_VISUAL_SELECT_GROUP_SGIX ||
           (name >= GLX_TRANSPARENT_INDEX_VALUE && name <= GLX_TRANSPARENT_ALPHA_VALUE);
}

} // namespace

ConfigQuery::ConfigQuery() : m_criteria(kCriteria) {}

bool ConfigQuery::set(int name, int value) {
    if (isIgnored(name)) {
        return true;
    }
    // Section 3.3.3: GLX_DONT_CARE goes for all attributes but this one.
    const bool careless = name == GLX_LEVEL && value == kDontCare;
    return !careless && m_criteria.set(name, value);
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

bool ConfigQuery::matches(const Config& config) const {
    if (m_ofVisual && !config.standsForVisual) {
        return false;
    }
    const int id = m_criteria[GLX_FBCONFIG_ID];
    if (id != kDontCare) {
        return config.id == id; // All other attributes are ignored then.
    }
    return m_criteria.areMetBy(config);
}

bool ConfigQuery::before(const Config& a, const Config& b) const {
    // The caveat, the first key, is the same for all configs. Of a buffer that is asked for, the
    // largest comes first, else the smallest.
    const auto size = [this](int name, int has) { return m_criteria[name] > 0 ? -has : has; };
    const auto key = [&](const Config& config) {
        const int wantedBits = m_criteria.wantedBits(
            config, {GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE});
        return std::tuple(-wantedBits,
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

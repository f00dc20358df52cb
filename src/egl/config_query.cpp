// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/config_query.h"

#include <algorithm>
#include <tuple>

namespace egl {

namespace {

enum class Rule : uint8_t { AtLeast, Exact, Mask, Ignored };
enum class Values : uint8_t { Size, Any, Boolean, Caveat, BufferType, Transparency };

struct Criterion {
    EGLint name;
    EGLint initial; ///< What holds when the application says nothing.
    Rule rule;
    Values values;
};

// EGL 1.5 table 3.4.
constexpr Criterion kCriteria[] = {
    {EGL_BUFFER_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_RED_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_GREEN_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_BLUE_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_LUMINANCE_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_ALPHA_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_ALPHA_MASK_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_BIND_TO_TEXTURE_RGB, EGL_DONT_CARE, Rule::Exact, Values::Boolean},
    {EGL_BIND_TO_TEXTURE_RGBA, EGL_DONT_CARE, Rule::Exact, Values::Boolean},
    {EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER, Rule::Exact, Values::BufferType},
    {EGL_CONFIG_CAVEAT, EGL_DONT_CARE, Rule::Exact, Values::Caveat},
    {EGL_CONFIG_ID, EGL_DONT_CARE, Rule::Exact, Values::Any},
    {EGL_CONFORMANT, 0, Rule::Mask, Values::Any},
    {EGL_DEPTH_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_LEVEL, 0, Rule::Exact, Values::Any},
    {EGL_MAX_SWAP_INTERVAL, EGL_DONT_CARE, Rule::Exact, Values::Size},
    {EGL_MIN_SWAP_INTERVAL, EGL_DONT_CARE, Rule::Exact, Values::Size},
    {EGL_NATIVE_RENDERABLE, EGL_DONT_CARE, Rule::Exact, Values::Boolean},
    {EGL_NATIVE_VISUAL_TYPE, EGL_DONT_CARE, Rule::Exact, Values::Any},
    {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, Rule::Mask, Values::Any},
    {EGL_SAMPLE_BUFFERS, 0, Rule::AtLeast, Values::Size},
    {EGL_SAMPLES, 0, Rule::AtLeast, Values::Size},
    {EGL_STENCIL_SIZE, 0, Rule::AtLeast, Values::Size},
    {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, Rule::Mask, Values::Any},
    {EGL_TRANSPARENT_TYPE, EGL_NONE, Rule::Exact, Values::Transparency},
    {EGL_MAX_PBUFFER_WIDTH, EGL_DONT_CARE, Rule::Ignored, Values::Any},
    {EGL_MAX_PBUFFER_HEIGHT, EGL_DONT_CARE, Rule::Ignored, Values::Any},
    {EGL_MAX_PBUFFER_PIXELS, EGL_DONT_CARE, Rule::Ignored, Values::Any},
    {EGL_NATIVE_VISUAL_ID, EGL_DONT_CARE, Rule::Ignored, Values::Any},
};

// Meaningful for configs with transparent pixels only, which there are none of.
bool isTransparentValue(EGLAttrib name) {
    return name == EGL_TRANSPARENT_RED_VALUE || name == EGL_TRANSPARENT_GREEN_VALUE ||
           name == EGL_TRANSPARENT_BLUE_VALUE;
}

const Criterion* findCriterion(EGLAttrib name) {
    const auto* const it = std::ranges::find_if(
        kCriteria, [&](const Criterion& criterion) { return criterion.name == name; });
    return it == std::end(kCriteria) ? nullptr : it;
}

bool validValue(const Criterion& criterion, EGLAttrib value) {
    if (value == EGL_DONT_CARE) {
        return criterion.name != EGL_LEVEL;
    }
    switch (criterion.values) {
    case Values::Size:
        return value >= 0 && value <= INT32_MAX;
    case Values::Boolean:
        return value == EGL_TRUE || value == EGL_FALSE;
    case Values::Caveat:
        return value == EGL_NONE || value == EGL_SLOW_CONFIG || value == EGL_NON_CONFORMANT_CONFIG;
    case Values::BufferType:
        return value == EGL_RGB_BUFFER || value == EGL_LUMINANCE_BUFFER;
    case Values::Transparency:
        return value == EGL_NONE || value == EGL_TRANSPARENT_RGB;
    case Values::Any:
        return true;
    }
    return false;
}

bool satisfies(Rule rule, EGLint has, EGLint wanted) {
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

Outcome<ConfigQuery> ConfigQuery::parse(const Attributes& attributes) {
    ConfigQuery query;
    for (const auto [name, value] : attributes) {
        if (isTransparentValue(name)) {
            continue;
        }
        if (name == EGL_MATCH_NATIVE_PIXMAP) {
            query.m_nativePixmap = value != EGL_NONE;
            continue;
        }
        const Criterion* const criterion = findCriterion(name);
        if (criterion == nullptr || !validValue(*criterion, value)) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
        query.m_wanted[size_t(criterion - kCriteria)] = EGLint(value);
    }
    return query;
}

EGLint ConfigQuery::wanted(EGLint name) const {
    return m_wanted[size_t(findCriterion(name) - kCriteria)];
}

bool ConfigQuery::matches(const Config& config) const {
    const EGLint id = wanted(EGL_CONFIG_ID);
    if (id != EGL_DONT_CARE) {
        return config.id == id; // All other attributes are ignored then.
    }
    if (m_nativePixmap && (config.surfaceType() & EGL_PIXMAP_BIT) == 0) {
        return false;
    }
    for (size_t i = 0; i < kCount; ++i) {
        const Criterion& criterion = kCriteria[i];
        if (m_wanted[i] != EGL_DONT_CARE &&
            !satisfies(criterion.rule, *config.attribute(criterion.name), m_wanted[i])) {
            return false;
        }
    }
    return true;
}

EGLint ConfigQuery::wantedColorBits(const Config& config) const {
    EGLint bits = 0;
    for (const EGLint name :
         {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_LUMINANCE_SIZE, EGL_ALPHA_SIZE}) {
        const EGLint size = wanted(name);
        if (size != 0 && size != EGL_DONT_CARE) {
            bits += *config.attribute(name);
        }
    }
    return bits;
}

bool ConfigQuery::before(const Config& a, const Config& b) const {
    // Caveat and buffer type, the first two keys, are the same for all configs. More bits in the
    // colours asked for come first, fewer of everything else.
    const auto key = [this](const Config& config) {
        return std::tuple(-wantedColorBits(config),
                          config.format.colorBits(),
                          config.format.samples,
                          config.format.depth,
                          config.format.stencil,
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

} // namespace egl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/config_query.h"

#include <algorithm>
#include <tuple>

namespace egl {

namespace {

using window::Criterion;
using window::isAny;
using window::isBoolean;
using window::isSize;
using window::kDontCare;
using window::Rule;

bool isCaveat(EGLint value) {
    return value == EGL_NONE || value == EGL_SLOW_CONFIG || value == EGL_NON_CONFORMANT_CONFIG;
}

bool isBufferType(EGLint value) {
    return value == EGL_RGB_BUFFER || value == EGL_LUMINANCE_BUFFER;
}

bool isTransparency(EGLint value) {
    return value == EGL_NONE || value == EGL_TRANSPARENT_RGB;
}

// EGL 1.5 table 3.4.
constexpr Criterion kCriteria[] = {
    {EGL_BUFFER_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_RED_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_GREEN_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_BLUE_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_LUMINANCE_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_ALPHA_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_ALPHA_MASK_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_BIND_TO_TEXTURE_RGB, EGL_DONT_CARE, Rule::Exact, isBoolean},
    {EGL_BIND_TO_TEXTURE_RGBA, EGL_DONT_CARE, Rule::Exact, isBoolean},
    {EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER, Rule::Exact, isBufferType},
    {EGL_CONFIG_CAVEAT, EGL_DONT_CARE, Rule::Exact, isCaveat},
    {EGL_CONFIG_ID, EGL_DONT_CARE, Rule::Exact, isAny},
    {EGL_CONFORMANT, 0, Rule::Mask, isAny},
    {EGL_DEPTH_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_LEVEL, 0, Rule::Exact, isAny},
    {EGL_MAX_SWAP_INTERVAL, EGL_DONT_CARE, Rule::Exact, isSize},
    {EGL_MIN_SWAP_INTERVAL, EGL_DONT_CARE, Rule::Exact, isSize},
    {EGL_NATIVE_RENDERABLE, EGL_DONT_CARE, Rule::Exact, isBoolean},
    {EGL_NATIVE_VISUAL_TYPE, EGL_DONT_CARE, Rule::Exact, isAny},
    {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, Rule::Mask, isAny},
    {EGL_SAMPLE_BUFFERS, 0, Rule::AtLeast, isSize},
    {EGL_SAMPLES, 0, Rule::AtLeast, isSize},
    {EGL_STENCIL_SIZE, 0, Rule::AtLeast, isSize},
    {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, Rule::Mask, isAny},
    {EGL_TRANSPARENT_TYPE, EGL_NONE, Rule::Exact, isTransparency},
    {EGL_MAX_PBUFFER_WIDTH, EGL_DONT_CARE, Rule::Ignored, isAny},
    {EGL_MAX_PBUFFER_HEIGHT, EGL_DONT_CARE, Rule::Ignored, isAny},
    {EGL_MAX_PBUFFER_PIXELS, EGL_DONT_CARE, Rule::Ignored, isAny},
    {EGL_NATIVE_VISUAL_ID, EGL_DONT_CARE, Rule::Ignored, isAny},
};

// Meaningful for configs with transparent pixels only, which there are none of.
bool isTransparentValue(EGLAttrib name) {
    return name == EGL_TRANSPARENT_RED_VALUE || name == EGL_TRANSPARENT_GREEN_VALUE ||
           name == EGL_TRANSPARENT_BLUE_VALUE;
}

} // namespace

ConfigQuery::ConfigQuery() : m_criteria(kCriteria) {}

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
        // "… EGL_DONT_CARE may be specified for all attributes except EGL_LEVEL."
        const bool careless = name == EGL_LEVEL && value == EGL_DONT_CARE;
        if (careless || !query.m_criteria.set(EGLint(name), EGLint(value))) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
    }
    return query;
}

bool ConfigQuery::matches(const Config& config) const {
    const EGLint id = m_criteria[EGL_CONFIG_ID];
    if (id != kDontCare) {
        return config.id == id; // All other attributes are ignored then.
    }
    const bool fitsPixmap = !m_nativePixmap || (config.surfaceType() & EGL_PIXMAP_BIT) != 0;
    return fitsPixmap && m_criteria.areMetBy(config);
}

bool ConfigQuery::before(const Config& a, const Config& b) const {
    // Caveat and buffer type, the first two keys, are the same for all configs. More bits in the
    // colours asked for come first, fewer of everything else.
    const auto key = [this](const Config& config) {
        const int wantedBits = m_criteria.wantedBits(
            config,
            {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_LUMINANCE_SIZE, EGL_ALPHA_SIZE});
        return std::tuple(-wantedBits,
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

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/config.h"

#include "gl/rules/limits.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace glx {

namespace {

// X.h has them as macros of the core protocol (TrueColor 4, DirectColor 5).
int visualType(const window::Visual& visual) {
    return visual.nativeClass == TrueColor ? GLX_TRUE_COLOR : GLX_DIRECT_COLOR;
}

/// Visuals that show the same pixels.
using Group = std::tuple<int, int, int, int>;

Group groupOf(const window::Visual& visual) {
    return {visual.depth, visual.red, visual.green, visual.blue};
}

/// How early a format gets a visual of its own. Colours without alpha serve nobody whom those with
/// alpha do not, and who wants sRGB asks for it by FBConfig.
auto priority(const window::PixelFormat& format) {
    const int depthStencil = format.stencil > 0 ? 0 : format.depth == 0 ? 1 : 2;
    return std::tuple(format.srgb(),
                      format.alpha == 0,
                      format.samples,
                      depthStencil,
                      -format.depth,
                      format.singleBuffered());
}

/// The formats of a group with both kinds of buffering, most wanted first.
std::vector<window::PixelFormat> formatsOf(const Group& group,
                                           std::span<const window::PixelFormat> formats) {
    std::vector<window::PixelFormat> result;
    for (window::PixelFormat format : formats) {
        if (format.visual && groupOf(*format.visual) == group) {
            for (const bool single : {false, true}) {
                format.images.singleBuffered = single;
                result.push_back(format);
            }
        }
    }
    std::ranges::stable_sort(result, {}, priority);
    return result;
}

struct Visuals {
    std::vector<window::Visual> trueColor, directColor;
};

} // namespace

int Config::drawableType() const {
    return GLX_PBUFFER_BIT | (format.hasWindows() ? GLX_WINDOW_BIT : 0) |
           (format.hasPixmaps() ? GLX_PIXMAP_BIT : 0);
}

std::optional<int> Config::attribute(int name) const {
    switch (name) {
    case GLX_USE_GL:
    case GLX_RGBA:
        return 1;
    case GLX_FBCONFIG_ID:
        return id;
    case GLX_SCREEN:
        return screen;
    case GLX_BUFFER_SIZE:
        return format.colorBits();
    case GLX_DOUBLEBUFFER:
        return format.singleBuffered() ? 0 : 1;
    case GLX_RED_SIZE:
        return format.red;
    case GLX_GREEN_SIZE:
        return format.green;
    case GLX_BLUE_SIZE:
        return format.blue;
    case GLX_ALPHA_SIZE:
        return format.alpha;
    case GLX_DEPTH_SIZE:
        return format.depth;
    case GLX_STENCIL_SIZE:
        return format.stencil;
    case GLX_SAMPLES:
        return format.samples;
    case GLX_SAMPLE_BUFFERS:
        return format.samples > 0 ? 1 : 0;
    case GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB:
        return format.srgb() ? 1 : 0;
    case GLX_ACCUM_RED_SIZE: // There when it is first used, whatever the config.
    case GLX_ACCUM_GREEN_SIZE:
    case GLX_ACCUM_BLUE_SIZE:
    case GLX_ACCUM_ALPHA_SIZE:
        return gl::kAccumulationBits;
    case GLX_RENDER_TYPE:
        return renderType();
    case GLX_DRAWABLE_TYPE:
        return drawableType();
    case GLX_X_RENDERABLE:
        return format.hasWindows() ? 1 : 0;
    case GLX_VISUAL_ID:
        return format.visual ? int(format.visual->id) : 0;
    case GLX_X_VISUAL_TYPE:
        return format.visual ? visualType(*format.visual) : GLX_NONE;
    case GLX_MAX_PBUFFER_WIDTH:
        return format.maxPbufferWidth_px;
    case GLX_MAX_PBUFFER_HEIGHT:
        return format.maxPbufferHeight_px;
    case GLX_MAX_PBUFFER_PIXELS:
        return int(std::min<int64_t>(
            INT32_MAX, int64_t(format.maxPbufferWidth_px) * format.maxPbufferHeight_px));
    case GLX_CONFIG_CAVEAT:
    case GLX_TRANSPARENT_TYPE:
        return GLX_NONE;
    case GLX_SWAP_METHOD_OML:
        return GLX_SWAP_COPY_OML;
    case GLX_BIND_TO_TEXTURE_RGB_EXT:
        return format.hasPixmaps() ? 1 : 0;
    case GLX_BIND_TO_TEXTURE_RGBA_EXT:
        return format.hasPixmaps() && format.visual->alpha() > 0 ? 1 : 0;
    case GLX_BIND_TO_TEXTURE_TARGETS_EXT:
        return format.hasPixmaps() ? GLX_TEXTURE_2D_BIT_EXT | GLX_TEXTURE_RECTANGLE_BIT_EXT : 0;
    case GLX_Y_INVERTED_EXT:
        return format.hasPixmaps() ? 1 : 0; // Pixmaps' top row is the textures' first.
    case GLX_BIND_TO_MIPMAP_TEXTURE_EXT:
    case GLX_LEVEL:
    case GLX_STEREO:
    case GLX_AUX_BUFFERS:
    case GLX_TRANSPARENT_INDEX_VALUE:
    case GLX_TRANSPARENT_RED_VALUE:
    case GLX_TRANSPARENT_GREEN_VALUE:
    case GLX_TRANSPARENT_BLUE_VALUE:
    case GLX_TRANSPARENT_ALPHA_VALUE:
    case GLX_OPTIMAL_PBUFFER_WIDTH_SGIX:
    case GLX_OPTIMAL_PBUFFER_HEIGHT_SGIX:
    case GLX_VISUAL_SELECT_GROUP_SGIX:
        return 0;
    default:
        return std::nullopt;
    }
}

ConfigList makeConfigs(int screen,
                       std::span<const window::PixelFormat> formats,
                       std::span<const window::Visual> visuals) {
    std::map<Group, Visuals> groups;
    for (const window::Visual& visual : visuals) {
        Visuals& group = groups[groupOf(visual)];
        (visual.nativeClass == TrueColor ? group.trueColor : group.directColor).push_back(visual);
    }
    ConfigList configs;
    for (const auto& [group, members] : groups) {
        const std::vector<window::PixelFormat> wanted = formatsOf(group, formats);
        if (wanted.empty()) {
            continue;
        }
        const auto add = [&](size_t index, const window::Visual& visual, bool standsForVisual) {
            configs.push_back({.id = int(configs.size()) + 1,
                               .screen = screen,
                               .format = wanted[index % wanted.size()],
                               .standsForVisual = standsForVisual});
            configs.back().format.visual = visual;
        };
        const std::vector<window::Visual>& main =
            members.trueColor.empty() ? members.directColor : members.trueColor;
        for (size_t i = 0; i < std::max(wanted.size(), main.size()); ++i) {
            add(i, main[i % main.size()], i < main.size());
        }
        // Where the visuals of one class are too few, those of the other go on.
        const size_t first = main.size() < wanted.size() ? main.size() : 0;
        if (&main != &members.directColor) {
            for (size_t i = 0; i < members.directColor.size(); ++i) {
                add(first + i, members.directColor[i], true);
            }
        }
    }
    return configs;
}

const Config* configOfVisual(const ConfigList& configs, VisualID visual) {
    const auto it = std::ranges::find_if(configs, [&](const Config& config) {
        return config.standsForVisual && config.format.visual->id == visual;
    });
    return it != configs.end() ? &*it : nullptr;
}

} // namespace glx

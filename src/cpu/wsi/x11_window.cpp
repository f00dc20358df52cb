// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/x11_window.h"

#include "base/xcb_reply.h"
#include "cpu/wsi/x11_library.h"

#include <vector>

namespace cpu::wsi {

namespace {

/// 0: the server has no such pixmaps, or pads their rows to other than 32 bits.
uint8_t pixelBytes(const X11Library& x, const xcb_setup_t& setup, uint8_t depth) {
    const xcb_format_t* const formats = x.xcb_setup_pixmap_formats(&setup);
    const int count = x.xcb_setup_pixmap_formats_length(&setup);
    for (int i = 0; i < count; ++i) {
        if (formats[i].depth == depth && formats[i].scanline_pad == 32) {
            return formats[i].bits_per_pixel / 8;
        }
    }
    return 0;
}

} // namespace

std::optional<PixelLayout> pixelLayout(xcb_connection_t* connection, xcb_visualid_t visual) {
    const X11Library* const library = x11Library();
    if (!library || !connection || library->xcb_connection_has_error(connection)) {
        return std::nullopt;
    }
    const X11Library& x = *library;
    const xcb_setup_t* const setup = x.xcb_get_setup(connection);
    if (setup->image_byte_order != XCB_IMAGE_ORDER_LSB_FIRST) {
        return std::nullopt;
    }
    for (auto screen = x.xcb_setup_roots_iterator(setup); screen.rem; x.xcb_screen_next(&screen)) {
        for (auto depth = x.xcb_screen_allowed_depths_iterator(screen.data); depth.rem;
             x.xcb_depth_next(&depth)) {
            for (auto type = x.xcb_depth_visuals_iterator(depth.data); type.rem;
                 x.xcb_visualtype_next(&type)) {
                if (type.data->visual_id != visual) {
                    continue;
                }
                const uint8_t pixel_B = pixelBytes(x, *setup, depth.data->depth);
                // Direct colour has the same pixels, and ramps between them and the screen. SDL
                // prefers it for its windows.
                const bool hasMasks = type.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR ||
                                      type.data->_class == XCB_VISUAL_CLASS_DIRECT_COLOR;
                if (!hasMasks || pixel_B == 0) {
                    return std::nullopt;
                }
                return PixelLayout{type.data->red_mask,
                                   type.data->green_mask,
                                   type.data->blue_mask,
                                   depth.data->depth,
                                   pixel_B};
            }
        }
    }
    return std::nullopt;
}

std::optional<X11WindowState> query(const X11Window& window) {
    const X11Library* const x = x11Library();
    if (!x || !window.connection || x->xcb_connection_has_error(window.connection)) {
        return std::nullopt;
    }
    const auto attributesCookie = x->xcb_get_window_attributes(window.connection, window.id);
    const auto geometryCookie = x->xcb_get_geometry(window.connection, window.id);
    const auto attributes =
        base::xcbReply(x->xcb_get_window_attributes_reply, window.connection, attributesCookie);
    const auto geometry =
        base::xcbReply(x->xcb_get_geometry_reply, window.connection, geometryCookie);
    if (!attributes || !geometry) {
        return std::nullopt;
    }
    return X11WindowState{
        geometry->width, geometry->height, pixelLayout(window.connection, attributes->visual)};
}

namespace {

struct Point {
    int32_t x;
    int32_t y;
};

/// On its screen.
std::optional<Point> middleOf(const X11Library& x, const X11Window& window) {
    const auto geometry = base::xcbReply(x.xcb_get_geometry_reply,
                                         window.connection,
                                         x.xcb_get_geometry(window.connection, window.id));
    if (!geometry) {
        return std::nullopt;
    }
    const auto place = base::xcbReply(
        x.xcb_translate_coordinates_reply,
        window.connection,
        x.xcb_translate_coordinates(window.connection, window.id, geometry->root, 0, 0));
    if (!place) {
        return std::nullopt;
    }
    return Point{place->dst_x + geometry->width / 2, place->dst_y + geometry->height / 2};
}

/// In Hz; 0: not known.
double rateOf(const xcb_randr_mode_info_t& mode) {
    double lines = mode.vtotal;
    if (mode.mode_flags & XCB_RANDR_MODE_FLAG_DOUBLE_SCAN) {
        lines *= 2;
    }
    if (mode.mode_flags & XCB_RANDR_MODE_FLAG_INTERLACE) {
        lines /= 2;
    }
    const double pixels = lines * mode.htotal;
    return pixels > 0 ? mode.dot_clock / pixels : 0;
}

/// In Hz, of the monitor that shows the point, or of the last that is on; 0: not known.
double rateAt(const X11Library& x, const X11Window& window, Point point) {
    const auto resources =
        base::xcbReply(x.xcb_randr_get_screen_resources_current_reply,
                       window.connection,
                       x.xcb_randr_get_screen_resources_current(window.connection, window.id));
    if (!resources) {
        return 0;
    }
    const xcb_randr_crtc_t* const crtcs =
        x.xcb_randr_get_screen_resources_current_crtcs(resources.get());
    const int crtcCount = x.xcb_randr_get_screen_resources_current_crtcs_length(resources.get());
    std::vector<xcb_randr_get_crtc_info_cookie_t> cookies;
    for (int i = 0; i < crtcCount; ++i) {
        cookies.push_back(
            x.xcb_randr_get_crtc_info(window.connection, crtcs[i], resources->config_timestamp));
    }
    const xcb_randr_mode_info_t* const modes =
        x.xcb_randr_get_screen_resources_current_modes(resources.get());
    const int modeCount = x.xcb_randr_get_screen_resources_current_modes_length(resources.get());
    double rate = 0;
    bool found = false;
    for (const auto cookie : cookies) { // Replies must be taken, all of them.
        const auto crtc =
            base::xcbReply(x.xcb_randr_get_crtc_info_reply, window.connection, cookie);
        if (!crtc || found) {
            continue;
        }
        for (int i = 0; i < modeCount; ++i) {
            if (modes[i].id == crtc->mode) {
                rate = rateOf(modes[i]);
                found = point.x >= crtc->x && point.x < crtc->x + crtc->width &&
                        point.y >= crtc->y && point.y < crtc->y + crtc->height;
            }
        }
    }
    return rate;
}

} // namespace

std::chrono::nanoseconds refreshPeriod(const X11Window& window) {
    constexpr double kUsual_Hz = 60;
    // Virtual displays tell of rates that nothing has.
    constexpr double kLeast_Hz = 10;
    constexpr double kMost_Hz = 1000;
    double rate_Hz = 0;
    const X11Library* const x = x11Library();
    if (x && x->randr && !x->xcb_connection_has_error(window.connection)) {
        // A request of an extension that the server lacks would shut the connection down.
        const xcb_query_extension_reply_t* const randr =
            x->xcb_get_extension_data(window.connection, x->randr);
        if (randr && randr->present) {
            if (const auto middle = middleOf(*x, window)) {
                rate_Hz = rateAt(*x, window, *middle);
            }
        }
    }
    if (!(rate_Hz >= kLeast_Hz && rate_Hz <= kMost_Hz)) {
        rate_Hz = kUsual_Hz;
    }
    return std::chrono::nanoseconds(int64_t(1e9 / rate_Hz));
}

} // namespace cpu::wsi

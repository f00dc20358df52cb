// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "test_window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

// Last, for their macros.
#include <X11/Xlib-xcb.h>
#include <X11/Xlib.h>

namespace wsit {

namespace {

int xlibErrors = 0;

int onXlibError(Display*, XErrorEvent*) {
    ++xlibErrors;
    return 0;
}

xcb_screen_t& screenOf(xcb_connection_t* connection) {
    return *xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
}

/// 0: there is none.
xcb_visualid_t visualOf(const xcb_screen_t& screen, uint8_t depth) {
    for (auto it = xcb_screen_allowed_depths_iterator(&screen); it.rem; xcb_depth_next(&it)) {
        const auto visuals = xcb_depth_visuals_iterator(it.data);
        if (it.data->depth == depth && visuals.rem) {
            return visuals.data->visual_id;
        }
    }
    return 0;
}

void sync(xcb_connection_t* connection) {
    std::free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nullptr));
}

} // namespace

const char* nameOf(Kind kind) {
    // In the order of the enum.
    constexpr const char* kNames[] = {"Xcb", "Xlib", "Wayland", "Headless"};
    return kNames[size_t(kind)];
}

void TestWindow::open() {
    if (m_kind == Kind::Xlib) {
        XSetErrorHandler(onXlibError);
        xlibErrors = 0;
        m_display = XOpenDisplay(nullptr);
        m_connection = m_display ? XGetXCBConnection(m_display) : nullptr;
    } else {
        m_connection = xcb_connect(nullptr, nullptr);
    }
    m_observer = xcb_connect(nullptr, nullptr);
}

TestWindow::TestWindow(Kind kind, uint32_t width_px, uint32_t height_px, uint8_t depth)
    : m_kind(kind) {
    if (kind == Kind::Headless) {
        return;
    }
    if (kind == Kind::Wayland) {
        m_depth = 24;
        m_compositor.emplace(4, std::vector<uint32_t>());
        m_client.emplace(*m_compositor);
        return;
    }
    open();
    if (!m_connection || xcb_connection_has_error(m_connection)) {
        ADD_FAILURE() << "there is no X server";
        return;
    }
    const xcb_screen_t& screen = screenOf(m_connection);
    m_depth = depth ? depth : screen.root_depth;
    m_visual = depth ? visualOf(screen, depth) : screen.root_visual;
    m_window = xcb_generate_id(m_connection);
    const xcb_colormap_t colors = xcb_generate_id(m_connection);
    xcb_create_colormap(m_connection, XCB_COLORMAP_ALLOC_NONE, colors, screen.root, m_visual);
    const uint32_t values[] = {0, 0, 1, colors};
    xcb_create_window(m_connection,
                      m_depth,
                      m_window,
                      screen.root,
                      0,
                      0,
                      uint16_t(width_px),
                      uint16_t(height_px),
                      0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      m_visual,
                      XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT |
                          XCB_CW_COLORMAP,
                      values);
    xcb_map_window(m_connection, m_window);
    sync(m_connection);
}

TestWindow::~TestWindow() {
    expectNoErrors();
    if (m_display) {
        XCloseDisplay(m_display);
    } else if (m_connection) {
        xcb_disconnect(m_connection);
    }
    if (m_observer) {
        xcb_disconnect(m_observer);
    }
}

void TestWindow::expectNoErrors() {
    if (!m_connection) {
        return;
    }
    sync(m_connection);
    if (m_display) {
        XSync(m_display, False);
        EXPECT_EQ(xlibErrors, 0) << "errors of X that an application would have got";
        return;
    }
    while (xcb_generic_event_t* event = xcb_poll_for_event(m_connection)) {
        EXPECT_NE(event->response_type, 0) << "an error of X that an application would have got";
        std::free(event);
    }
}

VkSurfaceKHR TestWindow::createSurface() const {
    const VkInstance instance = environment().instance;
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    if (m_kind == Kind::Headless) {
        const VkHeadlessSurfaceCreateInfoEXT info{
            VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
        EXPECT_EQ(vkCreateHeadlessSurfaceEXT(instance, &info, nullptr, &surface), VK_SUCCESS);
    } else if (m_kind == Kind::Wayland) {
        VkWaylandSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR};
        info.display = m_client->display();
        info.surface = m_client->surface();
        const auto create = PFN_vkCreateWaylandSurfaceKHR(
            vkGetInstanceProcAddr(instance, "vkCreateWaylandSurfaceKHR"));
        EXPECT_EQ(create(instance, &info, nullptr, &surface), VK_SUCCESS);
    } else if (m_kind == Kind::Xlib) {
        VkXlibSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR};
        info.dpy = m_display;
        info.window = m_window;
        const auto create =
            PFN_vkCreateXlibSurfaceKHR(vkGetInstanceProcAddr(instance, "vkCreateXlibSurfaceKHR"));
        EXPECT_EQ(create(instance, &info, nullptr, &surface), VK_SUCCESS);
    } else {
        VkXcbSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR};
        info.connection = m_connection;
        info.window = m_window;
        const auto create =
            PFN_vkCreateXcbSurfaceKHR(vkGetInstanceProcAddr(instance, "vkCreateXcbSurfaceKHR"));
        EXPECT_EQ(create(instance, &info, nullptr, &surface), VK_SUCCESS);
    }
    return surface;
}

void TestWindow::move(uint32_t x_px, uint32_t y_px) {
    const uint32_t values[] = {x_px, y_px};
    xcb_configure_window(m_connection, m_window, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, values);
    sync(m_connection);
}

void TestWindow::resize(uint32_t width_px, uint32_t height_px) {
    const uint32_t values[] = {width_px, height_px};
    xcb_configure_window(
        m_connection, m_window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, values);
    sync(m_connection);
}

void TestWindow::destroy() {
    xcb_destroy_window(m_connection, m_window);
    sync(m_connection);
}

std::vector<uint8_t> TestWindow::pixels(uint32_t width_px, uint32_t height_px) const {
    if (m_kind == Kind::Wayland) {
        // What has been committed is on its way, no more.
        wl_display_roundtrip(m_client->display());
        wayland_test::Frame frame = m_compositor->waitForFrame(1);
        EXPECT_EQ(uint32_t(frame.width_px), width_px);
        EXPECT_EQ(uint32_t(frame.height_px), height_px);
        return std::move(frame.pixels);
    }
    const auto cookie = xcb_get_image(m_observer,
                                      XCB_IMAGE_FORMAT_Z_PIXMAP,
                                      m_window,
                                      0,
                                      0,
                                      uint16_t(width_px),
                                      uint16_t(height_px),
                                      ~0u);
    xcb_get_image_reply_t* const reply = xcb_get_image_reply(m_observer, cookie, nullptr);
    if (!reply) {
        ADD_FAILURE() << "the window cannot be read";
        return {};
    }
    const size_t pixel_B = m_depth > 16 ? 4 : 2;
    const size_t row_B = width_px * pixel_B;
    const size_t pitch_B = (row_B + 3) / 4 * 4;
    std::vector<uint8_t> pixels(row_B * height_px);
    for (size_t y = 0; y < height_px; ++y) {
        std::memcpy(&pixels[y * row_B], xcb_get_image_data(reply) + y * pitch_B, row_B);
    }
    std::free(reply);
    return pixels;
}

} // namespace wsit

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <xcb/randr.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

namespace cpu::wsi {

#define GLISSADE_XCB_FUNCTIONS(X)                                                                  \
    X(xcb_connection_has_error)                                                                    \
    X(xcb_create_gc_checked)                                                                       \
    X(xcb_depth_next)                                                                              \
    X(xcb_depth_visuals_iterator)                                                                  \
    X(xcb_discard_reply)                                                                           \
    X(xcb_flush)                                                                                   \
    X(xcb_free_gc_checked)                                                                         \
    X(xcb_generate_id)                                                                             \
    X(xcb_get_extension_data)                                                                      \
    X(xcb_get_file_descriptor)                                                                     \
    X(xcb_get_geometry)                                                                            \
    X(xcb_get_geometry_reply)                                                                      \
    X(xcb_get_maximum_request_length)                                                              \
    X(xcb_get_setup)                                                                               \
    X(xcb_get_window_attributes)                                                                   \
    X(xcb_get_window_attributes_reply)                                                             \
    X(xcb_put_image_checked)                                                                       \
    X(xcb_request_check)                                                                           \
    X(xcb_screen_allowed_depths_iterator)                                                          \
    X(xcb_screen_next)                                                                             \
    X(xcb_setup_pixmap_formats)                                                                    \
    X(xcb_setup_pixmap_formats_length)                                                             \
    X(xcb_setup_roots_iterator)                                                                    \
    X(xcb_translate_coordinates)                                                                   \
    X(xcb_translate_coordinates_reply)                                                             \
    X(xcb_visualtype_next)

#define GLISSADE_XCB_SHM_FUNCTIONS(X)                                                              \
    X(xcb_shm_attach_fd_checked)                                                                   \
    X(xcb_shm_detach_checked)                                                                      \
    X(xcb_shm_put_image_checked)                                                                   \
    X(xcb_shm_query_version)                                                                       \
    X(xcb_shm_query_version_reply)

#define GLISSADE_XCB_RANDR_FUNCTIONS(X)                                                            \
    X(xcb_randr_get_crtc_info)                                                                     \
    X(xcb_randr_get_crtc_info_reply)                                                               \
    X(xcb_randr_get_screen_resources_current)                                                      \
    X(xcb_randr_get_screen_resources_current_crtcs)                                                \
    X(xcb_randr_get_screen_resources_current_crtcs_length)                                         \
    X(xcb_randr_get_screen_resources_current_modes)                                                \
    X(xcb_randr_get_screen_resources_current_modes_length)                                         \
    X(xcb_randr_get_screen_resources_current_reply)

/// The functions of libxcb, loaded and not linked: machines without X have no such library, and a
/// program that brings a connection has it already. Members have the functions' names.
///
/// The connection is the application's. Requests whose errors nobody waits for would put these into
/// the application's event queue (with Xlib: into its error handler, which ends the process), so
/// only requests that reply and "checked" ones are here; xcb_discard_reply() for those whose fate
/// does not matter. No function here takes events.
struct X11Library {
#define GLISSADE_MEMBER(function) decltype(&::function) function = nullptr;
    GLISSADE_XCB_FUNCTIONS(GLISSADE_MEMBER)
    GLISSADE_XCB_SHM_FUNCTIONS(GLISSADE_MEMBER)
    GLISSADE_XCB_RANDR_FUNCTIONS(GLISSADE_MEMBER)
#undef GLISSADE_MEMBER
    xcb_extension_t* shm = nullptr;   ///< Null: libxcb-shm is not there, nor are its functions.
    xcb_extension_t* randr = nullptr; ///< Null: libxcb-randr is not there, nor are its functions.
};

/// Null: there is no libxcb.
const X11Library* x11Library();

/// The connection below an Xlib Display; null where libX11-xcb is not installed.
xcb_connection_t* connectionOfXlib(void* display);

} // namespace cpu::wsi

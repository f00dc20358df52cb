// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Preloaded into a program of one xcb window: just before the program destroys the window, what it
// shows goes to the file GRAB_FILE, as PPM. The contents of a destroyed window are gone, and a
// program that counts its frames gives no other sign of the last one.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

static void store(const char* path, xcb_connection_t* connection, xcb_window_t window) {
    xcb_get_geometry_reply_t* geometry =
        xcb_get_geometry_reply(connection, xcb_get_geometry(connection, window), NULL);
    if (!geometry) {
        fprintf(stderr, "grab_window: no geometry\n");
        return;
    }
    const int width_px = geometry->width;
    const int height_px = geometry->height;
    free(geometry);
    xcb_get_image_reply_t* image = xcb_get_image_reply(
        connection,
        xcb_get_image(
            connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window, 0, 0, width_px, height_px, ~0u),
        NULL);
    if (!image || xcb_get_image_data_length(image) != width_px * height_px * 4) {
        fprintf(stderr, "grab_window: no image of 32 bits a pixel\n");
        free(image);
        return;
    }
    FILE* file = fopen(path, "wb");
    if (file) {
        const unsigned char* bgrx = xcb_get_image_data(image);
        fprintf(file, "P6\n%d %d\n255\n", width_px, height_px);
        for (int i = 0; i < width_px * height_px; ++i) {
            const unsigned char rgb[3] = {bgrx[4 * i + 2], bgrx[4 * i + 1], bgrx[4 * i]};
            fwrite(rgb, 1, 3, file);
        }
        fclose(file);
    }
    free(image);
}

// xcb's own functions call this one of the same library, also when the program has them by dlsym().
__attribute__((visibility("default"))) unsigned int
xcb_send_request(xcb_connection_t* connection,
                 int flags,
                 struct iovec* parts,
                 const xcb_protocol_request_t* request) {
    typedef unsigned int (*Function)(
        xcb_connection_t*, int, struct iovec*, const xcb_protocol_request_t*);
    const char* path = getenv("GRAB_FILE");
    if (path && !request->ext && request->opcode == XCB_DESTROY_WINDOW) {
        store(path, connection, ((const xcb_destroy_window_request_t*)parts[0].iov_base)->window);
    }
    Function next = (Function)dlsym(RTLD_NEXT, "xcb_send_request");
    return next(connection, flags, parts, request);
}

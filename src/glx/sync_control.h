// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

#include <cstdint>

/// Swaps and waiting by the number of the vertical blank.
namespace glx {

// GLX_SGI_video_sync: of the current drawable. Zero, or one of GLX's error codes.
int getVideoSync(unsigned* count);
int waitVideoSync(int divisor, int remainder, unsigned* count);

// GLX_OML_sync_control. Zero, of swaps -1: an X error was delivered, or the window is gone.
XBool getSyncValues(XDisplay* dpy, XID drawable, int64_t* ust, int64_t* msc, int64_t* sbc);
/// The rate is measured.
XBool getMscRate(XDisplay* dpy, XID drawable, int32_t* numerator, int32_t* denominator);
/// Returns when the blank has come, and the frame was handed over.
int64_t
swapBuffersMsc(XDisplay* dpy, XID drawable, int64_t targetMsc, int64_t divisor, int64_t remainder);
XBool waitForMsc(XDisplay* dpy,
                 XID drawable,
                 int64_t targetMsc,
                 int64_t divisor,
                 int64_t remainder,
                 int64_t* ust,
                 int64_t* msc,
                 int64_t* sbc);
XBool waitForSbc(
    XDisplay* dpy, XID drawable, int64_t targetSbc, int64_t* ust, int64_t* msc, int64_t* sbc);

} // namespace glx

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/swap_control.h"

#include "glx/current_commands.h"
#include "glx/display_list.h"

#include <algorithm>
#include <cstdlib>

namespace glx {

void swapIntervalEXT(XDisplay* dpy, XID id, int interval) {
    const std::shared_ptr<Display> display = displayList().get(dpy);
    if (!display) {
        return;
    }
    if (const auto drawable = requireDrawable(*display, id)) {
        (*drawable)->setSwapInterval(interval);
    } else {
        display->report(glxFailure(GLXBadWindow, id), X_GLXVendorPrivate);
    }
}

int swapIntervalMESA(unsigned interval) {
    const std::shared_ptr<Drawable> drawable = currentDrawable();
    if (!drawable) {
        return GLX_BAD_CONTEXT;
    }
    if (interval > INT32_MAX) {
        return GLX_BAD_VALUE;
    }
    drawable->setSwapInterval(int(interval));
    return 0;
}

int swapIntervalSGI(int interval) {
    return interval > 0 ? swapIntervalMESA(unsigned(interval)) : GLX_BAD_VALUE;
}

int getSwapInterval() {
    const std::shared_ptr<Drawable> drawable = currentDrawable();
    return drawable ? std::abs(drawable->swapInterval()) : 0;
}

} // namespace glx

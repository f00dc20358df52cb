// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/sync_control.h"

#include "glx/current_commands.h"
#include "glx/display_list.h"
#include "glx/vertical_blank.h"

#include <chrono>
#include <thread>

namespace glx {

namespace {

std::optional<VerticalBlank>
waitFor(const Display& display, const Drawable& drawable, const BlankCondition& condition) {
    return waitForBlank(display.connection(),
                        drawable.isWindow() ? std::optional(xcb_window_t(drawable.native()))
                                            : std::nullopt,
                        condition);
}

/// A drawable with its display. Empty: there is none, and the error is delivered.
struct Target {
    std::shared_ptr<Display> display;
    std::shared_ptr<Drawable> drawable;

    explicit operator bool() const { return drawable != nullptr; }
    std::optional<VerticalBlank> wait(const BlankCondition& condition) const {
        return waitFor(*display, *drawable, condition);
    }
};

Target require(XDisplay* dpy, XID id, const BlankCondition& condition = {}) {
    Target target{.display = displayList().get(dpy)};
    if (!target.display) {
        return {};
    }
    if (!condition.valid()) {
        target.display->report(xFailure(BadValue), X_GLXVendorPrivate);
        return {};
    }
    target.drawable = target.display->find(id);
    if (!target.drawable) {
        target.display->report(glxFailure(GLXBadDrawable, id), X_GLXVendorPrivate);
    }
    return target;
}

XBool write(const Target& target,
            const std::optional<VerticalBlank>& blank,
            int64_t* ust,
            int64_t* msc,
            int64_t* sbc) {
    if (!blank) {
        return 0;
    }
    *ust = blank->ust_us;
    *msc = blank->msc;
    *sbc = target.drawable->swapCount();
    return 1;
}

/// Waits for the condition on the current drawable's screen, and writes the blank's number.
int countBlanks(const BlankCondition& condition, unsigned* count) {
    const std::shared_ptr<Display> display = currentDisplay();
    const std::shared_ptr<Drawable> drawable = currentDrawable();
    const std::optional<VerticalBlank> blank =
        display && drawable ? waitFor(*display, *drawable, condition) : std::nullopt;
    if (!blank) {
        return GLX_BAD_CONTEXT;
    }
    *count = unsigned(blank->msc);
    return 0;
}

} // namespace

int getVideoSync(unsigned* count) {
    return countBlanks({}, count);
}

int waitVideoSync(int divisor, int remainder, unsigned* count) {
    if (divisor <= 0 || remainder < 0) {
        return GLX_BAD_VALUE;
    }
    return countBlanks({.divisor = divisor, .remainder = remainder % divisor}, count);
}

XBool getSyncValues(XDisplay* dpy, XID id, int64_t* ust, int64_t* msc, int64_t* sbc) {
    const Target target = require(dpy, id);
    return target ? write(target, target.wait({}), ust, msc, sbc) : 0;
}

XBool getMscRate(XDisplay* dpy, XID id, int32_t* numerator, int32_t* denominator) {
    const Target target = require(dpy, id);
    if (!target) {
        return 0;
    }
    const std::optional<VerticalBlank> last = target.wait({});
    const std::optional<VerticalBlank> next =
        last ? target.wait({.msc = last->msc + 1}) : std::nullopt;
    if (!next || next->ust_us <= last->ust_us) {
        return 0;
    }
    *numerator = int32_t(1'000'000 * (next->msc - last->msc));
    *denominator = int32_t(next->ust_us - last->ust_us);
    return 1;
}

int64_t
swapBuffersMsc(XDisplay* dpy, XID id, int64_t targetMsc, int64_t divisor, int64_t remainder) {
    const BlankCondition condition{.msc = targetMsc, .divisor = divisor, .remainder = remainder};
    const Target target = require(dpy, id, condition);
    if (!target) {
        return -1;
    }
    const bool waits = targetMsc != 0 || divisor != 0;
    if (waits && !target.wait(condition)) {
        return -1;
    }
    if (const Status swapped = swapBuffers(*target.display, id); !swapped) {
        target.display->report(swapped.failure(), X_GLXVendorPrivate);
        return -1;
    }
    return target.drawable->swapCount();
}

XBool waitForMsc(XDisplay* dpy,
                 XID id,
                 int64_t targetMsc,
                 int64_t divisor,
                 int64_t remainder,
                 int64_t* ust,
                 int64_t* msc,
                 int64_t* sbc) {
    const BlankCondition condition{.msc = targetMsc, .divisor = divisor, .remainder = remainder};
    const Target target = require(dpy, id, condition);
    return target ? write(target, target.wait(condition), ust, msc, sbc) : 0;
}

XBool waitForSbc(
    XDisplay* dpy, XID id, int64_t targetSbc, int64_t* ust, int64_t* msc, int64_t* sbc) {
    const Target target = require(dpy, id, {.msc = targetSbc});
    if (!target) {
        return 0;
    }
    // Swaps are done when the command returns; one that is to come comes from another thread.
    while (target.drawable->swapCount() < targetSbc) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return write(target, target.wait({}), ust, msc, sbc);
}

} // namespace glx

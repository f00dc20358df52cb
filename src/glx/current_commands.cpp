// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/current_commands.h"

#include "base/xcb_reply.h"
#include "glx/display_list.h"
#include "glx/last_bound.h"
#include "window/current.h"

namespace glx {

namespace {

using window::current;

/// What a context is to be made current with.
Outcome<std::shared_ptr<Drawable>>
requireFor(const Context::Owner& owner, Display& display, XID id) {
    if (!display.find(id)) {
        if (std::shared_ptr<Drawable> elsewhere = displayList().findDrawable(display, id)) {
            return elsewhere;
        }
    }
    return display.require(id, owner.config, owner.screen);
}

} // namespace

Status makeCurrent(Display& display, XID draw, XID read, GLXContext handle) {
    if (handle == nullptr) {
        if (draw != kNoXid || read != kNoXid) {
            return xFailure(BadMatch);
        }
        releaseCurrent();
        return {};
    }
    const std::shared_ptr<Context> context = displayList().find(handle);
    if (!context) {
        return glxFailure(GLXBadContext);
    }
    if ((draw == kNoXid) != (read == kNoXid)) {
        return xFailure(BadMatch);
    }
    window::Binding binding{.context = context->core()};
    const Context::Owner& owner = context->owner();
    if (draw != kNoXid) {
        if (const auto screen = display.requireScreen(owner.screen); !screen) {
            return xFailure(BadMatch); // Of another server.
        }
        const auto drawn = requireFor(owner, display, draw);
        if (!drawn) {
            return drawn.failure();
        }
        const auto readFrom = read == draw ? drawn : requireFor(owner, display, read);
        if (!readFrom) {
            return readFrom.failure();
        }
        binding.draw = (*drawn)->core();
        binding.read = (*readFrom)->core();
    }
    if (const window::Status bound = current().bind(std::move(binding)); !bound) {
        return failureOf(bound.failure(), draw);
    }
    lastBound() = {.display = display.native(), .screen = owner.screen, .draw = draw};
    return {};
}

std::shared_ptr<Display> currentDisplay() {
    // A thread that ends leaves what was current before it calls exit handlers.
    return current().binding().context ? displayList().get(lastBound().display) : nullptr;
}

std::shared_ptr<Screen> currentScreen() {
    const std::shared_ptr<Display> display = currentDisplay();
    return display ? display->screen(lastBound().screen) : nullptr;
}

std::shared_ptr<Drawable> currentDrawable() {
    const std::shared_ptr<Display> display = currentDisplay();
    return display ? displayList().findDrawable(*display, lastBound().draw) : nullptr;
}

Status bindTexImage(Display& display, XID id, int buffer) {
    const std::shared_ptr<Drawable> drawable = display.find(id);
    if (!drawable) {
        return glxFailure(GLXBadPixmap, id);
    }
    const std::shared_ptr<window::Context>& context = current().binding().context;
    return context ? drawable->bindTexImage(buffer, *context) : drawable->releaseTexImage(buffer);
}

Status swapBuffers(Display& display, XID id) {
    const std::shared_ptr<Drawable> drawable = displayList().findDrawable(display, id);
    if (!drawable) {
        // A window that nothing was drawn to has nothing to show.
        return display.hasWindow(id) ? Status() : glxFailure(GLXBadDrawable, id);
    }
    drawable->countSwap();
    window::Drawable& core = *drawable->core();
    core.images().setSwapInterval(drawable->swapInterval());
    const window::Status swapped =
        &core == current().binding().draw.get()
            ? current().swap({}, window::SwapBehavior::Destroyed)
            : core.swapUnbound(); // What was drawn there is the program's to have flushed.
    if (!swapped && swapped.failure() == window::Failure::NoSuchWindow) {
        display.xlib().noticeLostConnection(display.native()); // Of the whole server, perhaps.
        return glxFailure(GLXBadWindow, id);
    }
    return swapped ? Status() : failureOf(swapped.failure(), id);
}

Outcome<std::shared_ptr<Drawable>> requireDrawable(Display& display, XID id) {
    if (std::shared_ptr<Drawable> known = displayList().findDrawable(display, id)) {
        return known;
    }
    return display.require(id);
}

Outcome<std::optional<unsigned>> queryDrawable(Display& display, XID id, int attribute) {
    const auto found = requireDrawable(display, id);
    if (!found) {
        return found.failure();
    }
    const std::shared_ptr<Drawable>& drawable = *found;
    // GLX_EXT_buffer_age: only of the drawable that is being drawn to.
    if (attribute == GLX_BACK_BUFFER_AGE_EXT && drawable->core() != current().binding().draw) {
        return glxFailure(GLXBadDrawable, id);
    }
    if (attribute == GLX_WIDTH || attribute == GLX_HEIGHT || attribute == GLX_BACK_BUFFER_AGE_EXT) {
        current().followWindow(*drawable->core());
    }
    return drawable->attribute(attribute);
}

void waitGL() {
    current().finish();
}

void waitX() {
    if (const std::shared_ptr<Display> display = currentDisplay()) {
        base::xcbReply(xcb_get_input_focus_reply,
                       display->connection(),
                       xcb_get_input_focus(display->connection()));
    }
}

} // namespace glx

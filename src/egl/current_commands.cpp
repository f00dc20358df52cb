// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/current_commands.h"

#include "egl/thread_state.h"
#include "window/current.h"

#include <algorithm>
#include <vector>

namespace egl {

namespace {

using window::current;

std::vector<gl::Rect> rectanglesOf(std::span<const EGLint> damage) {
    std::vector<gl::Rect> result;
    for (size_t i = 0; i + 4 <= damage.size(); i += 4) {
        result.push_back({damage[i], damage[i + 1], damage[i + 2], damage[i + 3]});
    }
    return result;
}

/// EGL_NO_SURFACE is no drawable.
Outcome<std::shared_ptr<window::Drawable>> drawableOf(const Display& display, EGLSurface handle) {
    if (handle == EGL_NO_SURFACE) {
        return std::shared_ptr<window::Drawable>();
    }
    const Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
    if (!surface) {
        return surface.failure();
    }
    return (*surface)->core();
}

void releaseCurrent() {
    current().release();
    threadState().display = nullptr;
}

} // namespace

Status makeCurrent(Display& display, EGLSurface draw, EGLSurface read, EGLContext context) {
    if (context == EGL_NO_CONTEXT) {
        // The display need not be initialised for this.
        if (draw != EGL_NO_SURFACE || read != EGL_NO_SURFACE) {
            return Failure{EGL_BAD_MATCH};
        }
        releaseCurrent();
        return {};
    }
    const auto drawDrawable = drawableOf(display, draw);
    if (!drawDrawable) {
        return drawDrawable.failure();
    }
    const auto readDrawable = drawableOf(display, read);
    if (!readDrawable) {
        return readDrawable.failure();
    }
    const Outcome<std::shared_ptr<Context>> found = display.context(context);
    if (!found) {
        return found.failure();
    }
    const window::Status bound =
        current().bind({.context = (*found)->core(), .draw = *drawDrawable, .read = *readDrawable});
    if (bound) {
        threadState().display = &display;
    }
    return statusOf(bound);
}

Display* currentDisplay() {
    // A thread that ends leaves what was current before it calls exit handlers.
    return current().binding().context ? threadState().display : nullptr;
}

void releaseThread() {
    releaseCurrent();
    threadState() = {};
}

Status swapBuffers(Display& display, EGLSurface handle, std::span<const EGLint> damage) {
    const Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
    if (!surface) {
        return surface.failure();
    }
    if ((*surface)->core() != current().binding().draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    return statusOf(current().swap(rectanglesOf(damage), (*surface)->swapBehavior()));
}

Status copyBuffers(Display& display, EGLSurface handle, const NativeArgument& pixmap) {
    const Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
    if (!surface) {
        return surface.failure();
    }
    const window::Binding& binding = current().binding();
    if ((*surface)->core() != binding.draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    return display.copyBuffers(*binding.draw, pixmap, *binding.context);
}

Status swapInterval(Display& display, EGLint interval) {
    if (const Status status = display.check(); !status) {
        return status;
    }
    const window::Binding& binding = current().binding();
    if (!binding.context) {
        return Failure{EGL_BAD_CONTEXT};
    }
    if (!binding.draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    current().setSwapInterval(std::clamp(interval, kMinSwapInterval, kMaxSwapInterval));
    return {};
}

Outcome<std::optional<EGLint>> querySurface(Display& display, EGLSurface handle, EGLint attribute) {
    const Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
    if (!surface) {
        return surface.failure();
    }
    const std::shared_ptr<window::Drawable>& drawable = (*surface)->core();
    // EGL_EXT_buffer_age: only of the surface that is being drawn to.
    if (attribute == EGL_BUFFER_AGE_EXT && drawable != current().binding().draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    if (attribute == EGL_WIDTH || attribute == EGL_HEIGHT) {
        current().followWindow(*drawable);
    }
    return (*surface)->attribute(attribute);
}

Outcome<EGLint> queryContext(Display& display, EGLContext handle, EGLint attribute) {
    const Outcome<std::shared_ptr<Context>> context = display.context(handle);
    if (!context) {
        return context.failure();
    }
    const window::Binding& binding = current().binding();
    const bool isCurrent = (*context)->core() == binding.context;
    return (*context)->attribute(attribute, isCurrent ? binding.draw.get() : nullptr);
}

Outcome<EGLSync> createSync(Display& display, EGLenum type, const Attributes& attributes) {
    if (const Status status = display.check(); !status) {
        return status.failure();
    }
    if (type != EGL_SYNC_FENCE) {
        return Failure{EGL_BAD_ATTRIBUTE};
    }
    if (currentDisplay() != &display) {
        return Failure{EGL_BAD_MATCH};
    }
    Outcome<std::shared_ptr<Sync>> sync = Sync::create(attributes, *current().binding().context);
    return sync ? display.addSync(std::move(*sync)) : sync.failure();
}

Outcome<EGLint> clientWaitSync(Display& display, EGLSync handle, EGLint flags, EGLTime timeout_ns) {
    const Outcome<std::shared_ptr<Sync>> sync = display.sync(handle);
    if (!sync) {
        return sync.failure();
    }
    const window::Binding& binding = current().binding();
    if ((flags & EGL_SYNC_FLUSH_COMMANDS_BIT) != 0 && binding.context) {
        binding.context->flush();
    }
    return (*sync)->wait(timeout_ns);
}

Status waitSync(Display& display, EGLSync handle, EGLint flags) {
    const Outcome<std::shared_ptr<Sync>> sync = display.sync(handle);
    if (!sync) {
        return sync.failure();
    }
    if (flags != 0) {
        return Failure{EGL_BAD_PARAMETER};
    }
    const window::Binding& binding = current().binding();
    if (!binding.context) {
        return Failure{EGL_BAD_MATCH};
    }
    (*sync)->waitIn(*binding.context);
    return {};
}

} // namespace egl

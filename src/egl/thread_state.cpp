// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/thread_state.h"

#include "egl/context.h"
#include "egl/display.h"
#include "egl/surface.h"

#include <algorithm>
#include <array>
#include <utility>

namespace egl {

namespace {

std::array<Claim*, 3> claimsOf(const Binding& binding) {
    return {binding.context ? &binding.context->claim() : nullptr,
            binding.draw ? &binding.draw->claim() : nullptr,
            binding.read ? &binding.read->claim() : nullptr};
}

/// Gives back the claims of `binding`, but for those that `kept` has as well.
void releaseClaims(const Binding& binding, const Binding& kept) {
    const std::array<Claim*, 3> keep = claimsOf(kept);
    for (Claim* const claim : claimsOf(binding)) {
        if (claim != nullptr && std::ranges::find(keep, claim) == keep.end()) {
            claim->release();
        }
    }
}

/// Submits what was recorded, and shows it where there is no swap.
void leave(const Binding& binding) {
    binding.context->flush();
    if (binding.draw) {
        binding.draw->publish(*binding.context);
    }
}

glvk::Surface* imagesOf(const std::shared_ptr<Surface>& surface) {
    return surface ? &surface->images() : nullptr;
}

/// EGL 1.5 section 3.7.3's conditions on what is made current together.
Status checkMatch(const Binding& binding) {
    if ((binding.draw == nullptr) != (binding.read == nullptr)) {
        return Failure{EGL_BAD_MATCH};
    }
    for (const auto& surface : {binding.draw, binding.read}) {
        if (surface && !binding.context->compatibleWith(*surface)) {
            return Failure{EGL_BAD_MATCH};
        }
    }
    return {};
}

std::vector<gl::Rect> rectanglesOf(std::span<const EGLint> damage) {
    std::vector<gl::Rect> result;
    for (size_t i = 0; i + 4 <= damage.size(); i += 4) {
        result.push_back({damage[i], damage[i + 1], damage[i + 2], damage[i + 3]});
    }
    return result;
}

Status statusOf(glvk::PresentResult result) {
    switch (result) {
    case glvk::PresentResult::Ok:
        return {};
    case glvk::PresentResult::WindowGone:
        return Failure{EGL_BAD_NATIVE_WINDOW};
    case glvk::PresentResult::OutOfMemory:
        return Failure{EGL_BAD_ALLOC};
    case glvk::PresentResult::DeviceLost:
        return Failure{EGL_CONTEXT_LOST};
    }
    return {};
}

} // namespace

ThreadState& threadState() {
    // exit() ends the main thread's objects before it calls what the application registered with
    // atexit(), which may well use EGL: such calls find a fresh state, never one that has ended.
    static constinit thread_local ThreadState* current = nullptr;
    struct Owner {
        ~Owner() { delete std::exchange(current, nullptr); }
    };
    if (!current) {
        static thread_local Owner owner;
        static_cast<void>(owner);
        current = new ThreadState;
    }
    return *current;
}

ThreadState::~ThreadState() {
    // A thread that ends leaves its context to others. Nothing is submitted: the process may be
    // ending, and the commands stay recorded in the context.
    if (m_binding.context) {
        gl::Context::setCurrent(nullptr);
        m_binding.context->gl().bindSurfaces(nullptr, nullptr);
        releaseClaims(m_binding, {});
    }
}

Status
ThreadState::makeCurrent(Display& display, EGLSurface draw, EGLSurface read, EGLContext context) {
    if (context == EGL_NO_CONTEXT) {
        // The display need not be initialised for this.
        if (draw != EGL_NO_SURFACE || read != EGL_NO_SURFACE) {
            return Failure{EGL_BAD_MATCH};
        }
        releaseCurrent();
        return {};
    }
    Binding next{.display = &display};
    const auto look = [&](EGLSurface handle, std::shared_ptr<Surface>& found) -> Status {
        if (handle == EGL_NO_SURFACE) {
            return {};
        }
        Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
        if (!surface) {
            return surface.failure();
        }
        found = std::move(*surface);
        return {};
    };
    if (const Status status = look(draw, next.draw); !status) {
        return status;
    }
    if (const Status status = look(read, next.read); !status) {
        return status;
    }
    Outcome<std::shared_ptr<Context>> found = display.context(context);
    if (!found) {
        return found.failure();
    }
    next.context = std::move(*found);
    if (const Status status = checkMatch(next); !status) {
        return status;
    }
    return bind(std::move(next));
}

Status ThreadState::bind(Binding next) {
    Binding taken;
    const auto take = [this](const auto& object, auto& slot) {
        if (object && !object->claim().take(this)) {
            return false;
        }
        slot = object;
        return true;
    };
    if (!take(next.context, taken.context) || !take(next.draw, taken.draw) ||
        !take(next.read, taken.read)) {
        releaseClaims(taken, m_binding);
        return Failure{EGL_BAD_ACCESS};
    }
    const Binding previous = std::move(m_binding);
    if (previous.context) {
        // Also when only the surfaces change: the old ones may be destroyed next.
        leave(previous);
        if (previous.context != next.context) {
            previous.context->gl().bindSurfaces(nullptr, nullptr);
        }
    }
    m_binding = std::move(next);
    gl::Context::setCurrent(&m_binding.context->gl());
    if (m_binding.draw) {
        m_binding.draw->images().followWindow(true);
    }
    if (m_binding.read && m_binding.read != m_binding.draw) {
        m_binding.read->images().followWindow(true);
    }
    m_binding.context->gl().bindSurfaces(imagesOf(m_binding.draw), imagesOf(m_binding.read));
    releaseClaims(previous, m_binding);
    return {};
}

void ThreadState::releaseCurrent() {
    const Binding previous = std::exchange(m_binding, {});
    if (!previous.context) {
        return;
    }
    leave(previous);
    gl::Context::setCurrent(nullptr);
    previous.context->gl().bindSurfaces(nullptr, nullptr);
    releaseClaims(previous, {});
}

void ThreadState::reset() {
    releaseCurrent();
    error = EGL_SUCCESS;
    api = EGL_OPENGL_ES_API;
}

// Commands on what is current.

Status
ThreadState::swapBuffers(Display& display, EGLSurface handle, std::span<const EGLint> damage) {
    const Outcome<std::shared_ptr<Surface>> found = display.surface(handle);
    if (!found) {
        return found.failure();
    }
    Surface& surface = **found;
    if (&surface != m_binding.draw.get()) {
        return Failure{EGL_BAD_SURFACE};
    }
    Context& context = *m_binding.context;
    if (surface.kind() != Surface::Kind::Window) {
        leave(m_binding); // There is nothing to swap.
        return {};
    }
    context.dropSpares();
    // Without the share group's lock: presenting may wait for the window system.
    const glvk::PresentResult result =
        surface.images().present(context.gl().backend(), rectanglesOf(damage), surface.preserved());
    context.gl().surfaceChanged(); // What is drawn next begins a frame.
    return statusOf(result);
}

Status ThreadState::copyBuffers(Display& display, EGLSurface handle, void* pixmap) {
    const Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
    if (!surface) {
        return surface.failure();
    }
    if (*surface != m_binding.draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    return display.copyBuffers(**surface, {pixmap, false}, *m_binding.context);
}

void ThreadState::publish() {
    if (m_binding.draw) {
        m_binding.draw->publish(*m_binding.context);
    }
}

Status ThreadState::swapInterval(Display& display, EGLint interval) {
    if (const Status status = display.check(); !status) {
        return status;
    }
    if (!m_binding.context) {
        return Failure{EGL_BAD_CONTEXT};
    }
    if (!m_binding.draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    const Config& config = m_binding.draw->config();
    m_binding.draw->images().setSwapInterval(std::clamp(interval,
                                                        *config.attribute(EGL_MIN_SWAP_INTERVAL),
                                                        *config.attribute(EGL_MAX_SWAP_INTERVAL)));
    return {};
}

Status ThreadState::waitClient() {
    if (m_binding.context) {
        m_binding.context->finish();
        publish();
    }
    return {};
}

Outcome<std::optional<EGLint>>
ThreadState::querySurface(Display& display, EGLSurface handle, EGLint attribute) {
    const Outcome<std::shared_ptr<Surface>> surface = display.surface(handle);
    if (!surface) {
        return surface.failure();
    }
    // EGL_EXT_buffer_age: only of the surface that is being drawn to.
    if (attribute == EGL_BUFFER_AGE_EXT && *surface != m_binding.draw) {
        return Failure{EGL_BAD_SURFACE};
    }
    // Between two frames a surface has its window's size. Those that are not current here have it
    // when they become so.
    const bool size = attribute == EGL_WIDTH || attribute == EGL_HEIGHT;
    if (size && (*surface)->claim().heldBy(this) && (*surface)->images().followWindow(false)) {
        m_binding.context->gl().surfaceChanged();
    }
    return (*surface)->attribute(attribute);
}

Outcome<EGLint>
ThreadState::queryContext(Display& display, EGLContext handle, EGLint attribute) const {
    const Outcome<std::shared_ptr<Context>> context = display.context(handle);
    if (!context) {
        return context.failure();
    }
    const bool current = *context == m_binding.context;
    return (*context)->attribute(attribute, current ? m_binding.draw.get() : nullptr);
}

Outcome<EGLSync>
ThreadState::createSync(Display& display, EGLenum type, const Attributes& attributes) {
    if (const Status status = display.check(); !status) {
        return status.failure();
    }
    if (type != EGL_SYNC_FENCE) {
        return Failure{EGL_BAD_ATTRIBUTE};
    }
    if (!m_binding.context || m_binding.display != &display) {
        return Failure{EGL_BAD_MATCH};
    }
    Outcome<std::shared_ptr<Sync>> sync = Sync::create(attributes, *m_binding.context);
    return sync ? display.addSync(std::move(*sync)) : sync.failure();
}

Outcome<EGLint>
ThreadState::clientWaitSync(Display& display, EGLSync handle, EGLint flags, EGLTime timeout_ns) {
    const Outcome<std::shared_ptr<Sync>> sync = display.sync(handle);
    if (!sync) {
        return sync.failure();
    }
    if ((flags & EGL_SYNC_FLUSH_COMMANDS_BIT) != 0 && m_binding.context) {
        m_binding.context->flush();
    }
    return (*sync)->wait(timeout_ns);
}

Status ThreadState::waitSync(Display& display, EGLSync handle, EGLint flags) {
    const Outcome<std::shared_ptr<Sync>> sync = display.sync(handle);
    if (!sync) {
        return sync.failure();
    }
    if (flags != 0) {
        return Failure{EGL_BAD_PARAMETER};
    }
    if (!m_binding.context) {
        return Failure{EGL_BAD_MATCH};
    }
    (*sync)->waitIn(*m_binding.context);
    return {};
}

} // namespace egl

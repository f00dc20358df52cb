// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/current.h"

#include "base/fork.h"
#include "gl/context/call_scope.h"
#include "report/record.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>
#include <vector>

namespace window {

namespace {

std::array<Claim*, 3> claimsOf(const Binding& binding) {
    return {binding.context ? &binding.context->claim() : nullptr,
            binding.draw ? binding.draw->claim() : nullptr,
            binding.read ? binding.read->claim() : nullptr};
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

/// Submits what was recorded, unless the context was made without, and shows it where there is no
/// swap. The context is the thread's still, and gets GL_OUT_OF_MEMORY where glFlush would: doors
/// that heard of a failure would take it for current on.
void leave(const Binding& binding) noexcept {
    try {
        if (binding.context->request().flushOnRelease) {
            binding.context->flush();
        }
        if (binding.draw) {
            binding.draw->publish(*binding.context);
        }
    } catch (const std::exception&) {
        gl::failCall();
    }
}

glvk::Surface* imagesOf(const std::shared_ptr<Drawable>& drawable) {
    return drawable ? &drawable->images() : nullptr;
}

/// The conditions on what is made current together (EGL 1.5 section 3.7.3, GLX 1.4 section 3.3.7).
Status checkMatch(const Binding& binding) {
    if ((binding.draw == nullptr) != (binding.read == nullptr)) {
        return Failure::Mismatch;
    }
    for (const auto& drawable : {binding.draw, binding.read}) {
        if (drawable && !binding.context->compatibleWith(drawable->format())) {
            return Failure::Mismatch;
        }
    }
    return {};
}

/// Images that a drawable needs for a context whose device is not theirs, for theirs is lost.
class FreshImages {
public:
    Status make(const std::shared_ptr<Drawable>& drawable, Context& context) {
        if (!drawable) {
            return {};
        }
        auto images = drawable->imagesFor(context.device());
        if (!images) {
            return images.failure();
        }
        m_images = std::move(*images);
        return {};
    }
    void giveTo(Drawable& drawable, Context& context) {
        if (m_images) {
            drawable.replaceImages(context.device(), std::move(m_images));
        }
    }

private:
    std::unique_ptr<glvk::Surface> m_images;
};

constinit thread_local Current* t_current = nullptr;

void forgetInherited() {
    if (t_current) {
        t_current->forget();
    }
}

} // namespace

Current& current() {
    // exit() ends the main thread's objects before it calls what the application registered with
    // atexit(), which may well draw: such calls find a fresh object, never one that has ended.
    struct Owner {
        ~Owner() { delete std::exchange(t_current, nullptr); }
    };
    if (!t_current) {
        static thread_local Owner owner;
        static_cast<void>(owner);
        t_current = new Current;
        [[maybe_unused]] static const bool forgets = (base::afterFork(forgetInherited), true);
    }
    return *t_current;
}

void Current::forget() {
    static std::vector<Binding>& inherited = *new std::vector<Binding>; // Never destroyed.
    inherited.push_back(std::exchange(m_binding, {}));
    gl::Context::setCurrent(nullptr);
}

Current::~Current() {
    if (m_binding.context) {
        gl::Context::setCurrent(nullptr);
        m_binding.context->gl().bindSurfaces(nullptr, nullptr);
        releaseClaims(m_binding, {});
    }
}

Status Current::bind(Binding next) {
    if (const Status status = checkMatch(next); !status) {
        return status;
    }
    Binding taken;
    const auto take = [this](const auto& object, Claim* claim, auto& slot) {
        if (claim != nullptr && !claim->take(this)) {
            return false;
        }
        slot = object;
        return true;
    };
    const auto [context, draw, read] = claimsOf(next);
    if (!take(next.context, context, taken.context) || !take(next.draw, draw, taken.draw) ||
        !take(next.read, read, taken.read)) {
        releaseClaims(taken, m_binding);
        return Failure::InUse;
    }
    FreshImages drawnTo;
    FreshImages readFrom;
    Status made = drawnTo.make(next.draw, *next.context);
    if (made && next.read != next.draw) {
        made = readFrom.make(next.read, *next.context);
    }
    if (!made) {
        releaseClaims(taken, m_binding);
        return made;
    }
    const Binding previous = std::move(m_binding);
    if (previous.context) {
        // Also when only the drawables change: the old ones may be destroyed next.
        leave(previous);
        if (previous.context != next.context) {
            previous.context->gl().bindSurfaces(nullptr, nullptr);
        }
    }
    if (next.draw) {
        drawnTo.giveTo(*next.draw, *next.context);
        readFrom.giveTo(*next.read, *next.context);
    }
    m_binding = std::move(next);
    gl::Context::setCurrent(&m_binding.context->gl());
    if (m_binding.draw) {
        m_binding.draw->images().followWindow(glvk::FollowWindow::Always);
    }
    if (m_binding.read && m_binding.read != m_binding.draw) {
        m_binding.read->images().followWindow(glvk::FollowWindow::Always);
    }
    m_binding.context->gl().bindSurfaces(imagesOf(m_binding.draw), imagesOf(m_binding.read));
    releaseClaims(previous, m_binding);
    return {};
}

void Current::release() {
    const Binding previous = std::exchange(m_binding, {});
    if (!previous.context) {
        return;
    }
    leave(previous);
    gl::Context::setCurrent(nullptr);
    previous.context->gl().bindSurfaces(nullptr, nullptr);
    releaseClaims(previous, {});
}

Status Current::swap(std::span<const gl::Rect> damage, SwapBehavior behavior) {
    const report::Span frame;
    const Status swapped = swapUntimed(damage, behavior);
    frame.stop(report::EventKind::Frame, 0, 0, [] { return ""; });
    return swapped;
}

Status Current::swapUntimed(std::span<const gl::Rect> damage, SwapBehavior behavior) {
    if (m_binding.draw->kind() != Drawable::Kind::Window) {
        m_binding.context->flush(); // There is nothing to swap.
        publish();
        return {};
    }
    Context& context = *m_binding.context;
    context.dropSpares();
    // Without the share group's lock: presenting may wait for the window system.
    const Status shown = m_binding.draw->present(context.gl().backend(), damage, behavior);
    context.gl().surfaceChanged(); // What is drawn next begins a frame.
    return shown;
}

void Current::setSwapInterval(int interval) {
    m_binding.draw->images().setSwapInterval(interval);
}

void Current::publish() {
    if (m_binding.draw) {
        m_binding.draw->publish(*m_binding.context);
    }
}

void Current::finish() {
    if (m_binding.context) {
        m_binding.context->finish();
        publish();
    }
}

void Current::followWindow(Drawable& drawable) {
    const bool bound = m_binding.draw.get() == &drawable || m_binding.read.get() == &drawable;
    if (bound && drawable.images().followWindow(glvk::FollowWindow::BetweenFrames)) {
        m_binding.context->gl().surfaceChanged();
    }
}

} // namespace window

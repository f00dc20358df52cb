// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/drawable.h"

#include <memory>
#include <span>

namespace window {

/// A context and the drawables it draws to and reads from. Empty: nothing.
struct Binding {
    std::shared_ptr<Context> context;
    std::shared_ptr<Drawable> draw, read; ///< Both null: surfaceless.
};

/// What is current in one thread, and what threads do with it. While an object is here, the thread
/// holds its claim.
class Current {
public:
    Current() = default;
    /// A thread that ends leaves its objects to others. Nothing is submitted: the process may be
    /// ending, and the commands stay recorded in the context.
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

    const Binding& binding() const { return m_binding; }

    /// Makes a context and its drawables current. Mismatch, InUse: everything stays as it was.
    Status bind(Binding next);
    /// Nothing is current afterwards; what was recorded is submitted. Where that fails the context
    /// has GL's error, as after glFlush; likewise the one before when bind() takes its place.
    void release();
    /// In a child of fork(): nothing is current afterwards, and what was stays as it is.
    void forget();

    /// Ends the frame of the draw drawable, which there has to be: windows show it, others submit
    /// it. `damage` and `behavior` as in glvk::Surface::present. NoSuchWindow, OutOfMemory,
    /// DeviceLost.
    Status swap(std::span<const gl::Rect> damage, SwapBehavior behavior);
    /// 0: swaps as fast as possible; 1 and more: at vertical blanks. Of the draw drawable, which
    /// there has to be.
    void setSwapInterval(int interval);
    /// Shows what was drawn where no swap does. Nothing current: nothing.
    void publish();
    /// Returns when everything drawn is done, and published.
    void finish();
    /// Between two frames a drawable has its window's size. Those that are not current here have it
    /// when they become so.
    void followWindow(Drawable& drawable);

private:
    Status swapUntimed(std::span<const gl::Rect> damage, SwapBehavior behavior);

    Binding m_binding;
};

/// The calling thread's.
Current& current();

} // namespace window

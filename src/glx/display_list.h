// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/display.h"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace glx {

/// The process's displays, each from its first use to XCloseDisplay, and its contexts, whose
/// handles are unique among all displays. Thread-safe.
class DisplayList {
public:
    /// Null: there is no Xlib, or no memory.
    std::shared_ptr<Display> get(XDisplay* native);
    /// What XCloseDisplay calls.
    void close(XDisplay* native);

    /// A drawable of the display, or of another one of its X server, whose ids are the same for
    /// all. Null: no drawable of GLX.
    std::shared_ptr<Drawable> findDrawable(const Display& display, XID drawable) const;

    GLXContext add(std::shared_ptr<Context> context);
    /// Null: no such context.
    std::shared_ptr<Context> find(GLXContext handle) const;
    /// The context leaves the table; the thread in which it is current keeps its core. Null: no
    /// such context.
    std::shared_ptr<Context> remove(GLXContext handle);

private:
    mutable std::mutex m_mutex;
    std::map<XDisplay*, std::shared_ptr<Display>> m_displays;
    std::unordered_map<const void*, std::shared_ptr<Context>> m_contexts;
};

/// The process's list. A child of fork() has one of its own, which knows no handle of its parent's.
DisplayList& displayList();

} // namespace glx

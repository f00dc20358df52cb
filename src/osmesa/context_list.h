// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/context.h"

#include <map>
#include <mutex>
#include <optional>

namespace osmesa {

/// The contexts of the process, and the device that they are made on. A handle is the address of
/// the core's context, and looked up here before anything is read through it. Thread-safe;
/// contexts are made and destroyed outside of its lock.
class ContextList {
public:
    /// Null: there is no device, no such `share`, or it has no such contexts; the log says why.
    OSMesaContext create(const ContextRequest& request, OSMesaContext share);
    /// Null: no such context.
    std::shared_ptr<Context> find(OSMesaContext handle);
    /// The one that the calling thread draws with; null: none of OSMesa's.
    std::shared_ptr<Context> current();
    /// The context leaves the list. Null: no such context.
    std::shared_ptr<Context> remove(OSMesaContext handle);
    /// An open device; not open: there is none, the log says why.
    window::Session session();

private:
    std::mutex m_mutex;
    std::optional<window::Display> m_display; ///< Off-screen, on the default device.
    window::Session m_session;
    std::map<OSMesaContext, std::shared_ptr<Context>> m_contexts;
};

/// The process's list; a child of fork() has one of its own.
ContextList& contextList();
/// The handle of a context; null of none.
OSMesaContext handleOf(const std::shared_ptr<Context>& context);

} // namespace osmesa

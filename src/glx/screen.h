// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/config.h"
#include "window/display.h"

#include <memory>
#include <mutex>

namespace glx {

/// A screen of a display that can be drawn to: a display of the core, open. Thread-safe.
class Screen {
public:
    /// Null: it cannot be drawn to; the log says why.
    static std::shared_ptr<Screen> open(XDisplay* display, int index);

    window::Display& core() { return m_core; }
    const ConfigList& configs() const { return *m_configs; }
    /// For what is made: of a device that is not lost.
    window::Session session();

private:
    Screen(const window::Device& device, std::unique_ptr<window::Platform> platform);

    window::Display m_core;
    const ConfigList* m_configs = nullptr;
    std::mutex m_mutex;
    window::Session m_session;
};

/// Null: the handle is no config of any screen that was opened. Configs live as long as the process
/// and serve every display of the same server: programs choose one by one connection and use it on
/// another.
const Config* findConfig(GLXFBConfig handle);

} // namespace glx

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <utility>

namespace gl {

/// While it lives primitive restart is off: for draws whose indices are not the application's, or
/// have the restarts taken out.
class RestartOff {
public:
    explicit RestartOff(Context& context)
        : m_context(context),
          m_restart(std::exchange(context.state().primitiveRestart, false)),
          m_fixed(std::exchange(context.state().primitiveRestartFixed, false)) {}
    ~RestartOff() {
        m_context.state().primitiveRestart = m_restart;
        m_context.state().primitiveRestartFixed = m_fixed;
    }
    RestartOff(const RestartOff&) = delete;
    RestartOff& operator=(const RestartOff&) = delete;

private:
    Context& m_context;
    const bool m_restart;
    const bool m_fixed;
};

} // namespace gl

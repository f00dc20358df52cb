// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/installation.h"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace tool {

/// An OpenGL other than Glissade that a process had in memory, and why it may be there.
struct OtherGl {
    enum class Kind : uint8_t {
        Glx,    ///< a vendor's library behind libGLX
        Egl,    ///< a vendor's library behind libEGL
        Osmesa, ///< a libOSMesa
        Angle,  ///< ANGLE, which Chromium, Electron and their kin bring along
        Own,    ///< another libGL, libEGL or libGLESv2 that asks no vendor
    };
    Kind kind = Kind::Own;
    std::string program;       ///< short name of the process
    std::string library;       ///< path
    bool knewGlissade = false; ///< it was started with the variables of `glissade run`
};

/// Which OpenGL answers a program and the processes that it starts, found by looking at the
/// libraries that they have in memory: nothing is put into them, and nothing stops them. A process
/// that ends soon after it loaded its libraries may be missed.
class GlWatch {
public:
    explicit GlWatch(const Installation& installation) : m_installation(installation) {}

    /// An Observer (foreground_program.h). Looks often while the program is young and so changes
    /// fast, seldom later, and no more once it is known that Glissade answered.
    std::optional<std::chrono::nanoseconds> look(pid_t program);

    /// DISPLAY names an X server.
    static bool hasDisplay();
    /// Some process has Glissade in memory.
    bool glissadeLoaded() const { return m_glissade; }
    /// The same; without an X server, and by a door that needs none:
    /// libGLX loads its vendor before it finds out that there is nothing to show windows on.
    bool glissadeAnswered() const { return m_offScreen || (m_glissade && hasDisplay()); }
    /// Some process has GLVND's libGLX in memory, whoever answers it.
    bool sawGlx() const { return m_glx; }
    /// The first one; nothing: none was seen.
    const std::optional<OtherGl>& other() const { return m_other; }

private:
    void lookAt(pid_t process);
    std::optional<OtherGl> findOther(pid_t process, const std::vector<std::string>& files) const;

    const Installation& m_installation;
    std::optional<std::chrono::steady_clock::time_point> m_start;
    bool m_glissade = false;
    bool m_offScreen = false; ///< Glissade, and libEGL or our libOSMesa, in one process.
    bool m_glx = false;
    std::optional<OtherGl> m_other;
};

} // namespace tool

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "cases.h"

#include <string>
#include <vector>

namespace storm {

enum class Wait {
    /// The application's thread alone: from the first change of state to the draw's return, or that
    /// of
    /// the glFlush which follows every few draws.
    None,
    Finish, ///< … to the return of a glFinish, with nothing left to do before the draw.
};

struct DrawTime {
    std::string name;
    double first_ms = 0;
    double link_ms = 0; ///< Of it, where the draw links its program itself.
    /// The kernel took the processor away from the thread meanwhile: some of the time is not its
    /// own.
    bool preempted = false;
    /// The same draw once more, with everything known: what this machine does to any draw.
    double again_ms = 0;
};

struct CaseTimes {
    std::vector<DrawTime> draws;
    int programs = 0;
    double link_ms = 0;
    /// With Wait::None: the longest glFlush, and the glFinish after all draws, for what they left
    /// to other threads and the device.
    double longestFlush_ms = 0;
    double rest_ms = 0;
};

struct MeasureOptions {
    SceneOptions scene;
    Wait wait = Wait::None;
    int flushEvery = 16;
    int mostDraws = Canvas::kCells;
};

/// Throws std::runtime_error for GL errors, and for draws that leave something else than they
/// should.
CaseTimes measure(const Case& measured, const MeasureOptions& options, int version);

} // namespace storm

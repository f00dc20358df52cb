// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/harness/gl.h"

#include <string>
#include <utility>
#include <vector>

namespace storm {

/// What a loading screen makes: every program is handed to the driver before the first answer is
/// waited for, so that drivers with compiling threads can use them.
class Programs {
public:
    using Stages = std::vector<std::pair<GLenum, std::string>>;

    /// Separable ones are for program pipelines.
    GLuint add(const Stages& stages, bool separable);
    /// One that is linked when this returns.
    static GLuint linked(const Stages& stages);
    /// Waits until all are linked; throws with the log of one that does not.
    void finish();

    int count() const { return int(m_programs.size()); }
    /// From the first add() to the end of finish().
    double link_ms() const { return m_link_ms; }

private:
    std::vector<GLuint> m_programs;
    double m_start_ms = 0;
    double m_link_ms = 0;
};

} // namespace storm

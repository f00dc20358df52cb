// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

/// Programs end without destroying their devices, while routines are still compiled in the
/// background. LLVM makes static objects when it first needs them; they are destroyed by exit(),
/// and a compilation that goes on beyond that crashes. exit() therefore waits here for those that
/// have begun, and no other begins.
namespace cpu::jit {

class ExitGate {
public:
    ExitGate();
    ~ExitGate();
    ExitGate(const ExitGate&) = delete;
    ExitGate& operator=(const ExitGate&) = delete;

    /// False: the process is ending.
    bool open() const { return m_open; }

private:
    bool m_open;
};

/// exit() was here: what fails from now on is no news to anybody.
bool processEnds();

} // namespace cpu::jit

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/last_bound.h"

#include "base/fork.h"
#include "window/current.h"

namespace glx {

namespace {

constinit thread_local LastBound t_bound;

} // namespace

LastBound& lastBound() {
    [[maybe_unused]] static const bool forgets = (base::afterFork([] { t_bound = {}; }), true);
    return t_bound;
}

void releaseCurrent() {
    window::current().release();
    lastBound() = {};
}

void leaveDisplay(XDisplay* display) {
    if (lastBound().display == display) {
        releaseCurrent();
    }
}

} // namespace glx

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/thread_state.h"

namespace egl {

ThreadState& threadState() {
    static constinit thread_local ThreadState state;
    return state;
}

} // namespace egl

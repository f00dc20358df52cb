// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/exit.h"

#include "base/fork.h"
#include "gl/objects/shader.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace glvk {

namespace {

struct OpenList {
    std::mutex mutex;
    std::vector<ClosedAtExit*> all;
};

/// Never destroyed: the application's exit handlers may close displays. A child of fork() closes
/// nothing of its parent's.
constinit base::PerProcess<OpenList> g_open;
std::atomic<bool> g_exiting{false};

void onExit() {
    if (g_exiting.exchange(true)) {
        return;
    }
    gl::closeCompileQueue(); // Not under the lock: its jobs may be the last to hold a device.
    OpenList& list = g_open.get();
    const std::lock_guard lock(list.mutex);
    for (ClosedAtExit* open : list.all) {
        open->closeForExit();
    }
}

} // namespace

bool processExiting() {
    return g_exiting.load(std::memory_order_relaxed);
}

void armExitHandler() {
    std::atexit(onExit);
}

void closeAtExit(ClosedAtExit& open) {
    OpenList& list = g_open.get();
    const std::lock_guard lock(list.mutex);
    list.all.push_back(&open);
}

void forgetAtExit(ClosedAtExit& open) {
    OpenList& list = g_open.get();
    const std::lock_guard lock(list.mutex);
    std::erase(list.all, &open);
}

} // namespace glvk

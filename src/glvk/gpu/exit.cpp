// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/exit.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace glvk {

namespace {

std::mutex g_openMutex; ///< Guards the list of what is open.
/// Never destroyed: the application's exit handlers may close displays.
std::vector<ClosedAtExit*>& g_open = *new std::vector<ClosedAtExit*>;
std::atomic<bool> g_exiting{false};

void onExit() {
    if (g_exiting.exchange(true)) {
        return;
    }
    const std::lock_guard lock(g_openMutex);
    for (ClosedAtExit* open : g_open) {
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
    const std::lock_guard lock(g_openMutex);
    g_open.push_back(&open);
}

void forgetAtExit(ClosedAtExit& open) {
    const std::lock_guard lock(g_openMutex);
    std::erase(g_open, &open);
}

} // namespace glvk

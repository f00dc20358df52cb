// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A Vulkan driver that takes its process down as soon as it is loaded.

#include <cstdlib>

namespace {

struct Crash {
    Crash() { std::abort(); }
} g_crash;

} // namespace

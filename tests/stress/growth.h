// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What Glissade holds: Vulkan objects alive (VK_LAYER_GLISSADE_census) and bytes of its own on the
// heap. Resident memory would count what the device below keeps as well, which is not ours to
// judge and differs from machine to machine.

#pragma once

#include "layers/census.h"

#include <optional>

namespace growth {

struct Holdings {
    GlissadeCensus vulkan = {};
    int64_t heap_B = 0;     ///< By operator new, called from the EGL vendor library.
    int64_t resident_B = 0; ///< Of the process, for information.
};

/// Empty when the census layer is not there: on another driver, or without the environment that
/// CTest sets.
std::optional<Holdings> holdings();

struct Limits {
    int objects = 0; ///< Of each kind of Vulkan object.
    int64_t heap_B = 0;
    int64_t device_B = 0;
};

/// Fails the running test for each thing of which more than the limits allow has come since
/// `before`.
void expectBelow(const Limits& limits, const std::optional<Holdings>& before);

} // namespace growth

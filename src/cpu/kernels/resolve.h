// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What multisampled colors become. Called by the host.
#pragma once

#include "cpu/abi/resolve_work.h"
#include "cpu/kernels/lanes.h"

/// Texels of 1, 2, 4, 8 or 16 bytes become the mean of their samples (Vulkan 1.3, "Resolving
/// Multisample Images"). That of channels of 8 or 16 bits, normalized and unsigned, is exact before
/// it is rounded to the nearest, even ones first; others are added as floats, in order.
extern "C" void GLISSADE_KERNEL(resolve_texels)(const cpu::ResolveWork* work);

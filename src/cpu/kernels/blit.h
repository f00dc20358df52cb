// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels that are scaled and converted by vkCmdBlitImage. Called by the host.
#pragma once

#include "cpu/abi/blit_work.h"
#include "cpu/kernels/lanes.h"

/// As readTexel() and writeTexel() of format/vk_texel.h, and the filter between them, do it with
/// one texel (Vulkan 1.3, "Image Copies With Scaling"). Formats are not compressed, and of 1, 2, 4,
/// 8 or 16 bytes.
extern "C" void GLISSADE_KERNEL(blit_texels)(const cpu::BlitWork* work);

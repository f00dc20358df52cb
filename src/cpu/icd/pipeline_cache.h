// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

namespace cpu::icd {

/// Compiled code is kept by the driver's own store, for every program and between runs; an
/// application's cache has a header and nothing else, and what it is given is not looked at.
class PipelineCache {
public:
    static VkPipelineCacheHeaderVersionOne header();
};
GLISSADE_CPU_OBJECT(VkPipelineCache, PipelineCache)

} // namespace cpu::icd

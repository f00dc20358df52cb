// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/stage_source.h"
#include "cpu/icd/vulkan.h"

#include <memory>

namespace cpu::icd {

class PipelineLayout;

/// A stage of a pipeline for the compiler. The layout may be null: there are no descriptors.
std::shared_ptr<exec::StageSource> sourceOf(const VkPipelineShaderStageCreateInfo& stage,
                                            const PipelineLayout* layout);

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"
#include "cpu/stage/stage_source.h"

#include <memory>

namespace cpu::icd {

class PipelineLayout;

/// A stage of a pipeline for the compiler. The layout may be null: there are no descriptors.
std::shared_ptr<stage::StageSource> sourceOf(const VkPipelineShaderStageCreateInfo& stage,
                                             const PipelineLayout* layout);

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/stage/stage_images.h"

namespace cpu::icd {

/// The shaders of the pipelines that were made with it. Its data is Vulkan's header with the images
/// behind it. Without one, shaders are still compiled once: the driver keeps them for itself, in
/// memory and on the disk.
class PipelineCache {
public:
    /// Data without this build's header is left alone.
    explicit PipelineCache(std::span<const std::byte> data);

    stage::StageImages& images() { return m_images; }
    /// As vkGetPipelineCacheData(): as many images as fit.
    VkResult write(size_t* size_B, void* data);

private:
    stage::StageImages m_images;
};
GLISSADE_CPU_OBJECT(VkPipelineCache, PipelineCache)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/pipeline_library.h"
#include "spirv/stage.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace glvk {

class ShaderCode;

/// The libraries that a pipeline is linked from; nulls where it was built whole.
using LinkedParts = std::array<PipelineLibraryRef, kPipelineParts>;

/// What draws bind: a VkPipeline, or shader objects. Batches keep it once its context let go of it.
class Pipeline final : public Resource {
public:
    using Shaders = std::array<VkShaderEXT, spirv::kGraphicsStageCount>;
    using Code = std::array<std::shared_ptr<const ShaderCode>, spirv::kGraphicsStageCount>;
    Pipeline(Gpu& gpu, VkPipeline pipeline, LinkedParts parts)
        : Resource(gpu), handle(pipeline), parts(std::move(parts)) {}
    /// `code` owns the shaders.
    Pipeline(Gpu& gpu, const Shaders& shaders, Code code, const char* label)
        : Resource(gpu), shaders(shaders), label(label), m_code(std::move(code)) {}
    ~Pipeline() override;
    const VkPipeline handle = VK_NULL_HANDLE; ///< Null: it is shader objects.
    const Shaders shaders{};                  ///< By stage; null: no such stage.
    /// "The application must maintain the lifetime of a pipeline library based on the pipelines
    /// that link with it" (Vulkan, Pipeline Library).
    const LinkedParts parts;
    /// What the validation layer is to call draws with shader objects; null: it does not listen.
    const char* const label = nullptr;

private:
    const Code m_code;
};

/// Pipelines that were linked again with more time, for a context to swap in. Thread-safe.
class OptimizedPipelines {
public:
    using Optimized = std::pair<PipelineKey, ResourceRef<Pipeline>>;
    void add(const PipelineKey& key, ResourceRef<Pipeline> pipeline);
    /// Costs one load where there are none.
    std::vector<Optimized> take();

private:
    std::atomic<bool> m_any{false};
    std::mutex m_mutex;
    std::vector<Optimized> m_pipelines;
};

} // namespace glvk

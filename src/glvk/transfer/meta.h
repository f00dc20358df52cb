// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/image/render_targets.h"

#include <array>
#include <map>
#include <mutex>

namespace glvk {

class Gpu;

/// What a clear's pipeline depends on. Integers are drawn to attachment 0 alone.
struct MetaClearKey {
    std::array<format::Id, gl::kMaxColorAttachments> colorFormat{};
    std::array<uint8_t, gl::kMaxColorAttachments> writeMask{};
    format::Id depthFormat{};
    format::Id stencilFormat{};
    uint8_t colorCount = 0;
    uint8_t samples = 1;
    gl::ClearKind numbers = gl::ClearKind::Float;
    bool depth = false;
    bool stencil = false;

    auto operator<=>(const MetaClearKey&) const = default;
};

/// What a blit moves: a kind of colours, or one aspect.
enum class MetaBlitKind : uint8_t { Float, Int, Uint, Depth, Stencil, Count };

/// What a blit's pipeline depends on.
struct MetaBlitKey {
    MetaBlitKind kind = MetaBlitKind::Float;
    bool multisampledSource = false;
    uint8_t samples = 1;     ///< Of the target.
    uint8_t writeMask = 0;   ///< Of colours.
    uint32_t sampleMask = 0; ///< Of the target; 0: all samples.
    format::Id target{};

    auto operator<=>(const MetaBlitKey&) const = default;
};

/// Push constants of shaders/clear.frag and shaders/blit.frag; meta.vert reads `depth` of both.
struct MetaClearPush {
    std::array<uint32_t, 4> color; ///< Numbers of the kind that is cleared.
    float depth;
};
struct MetaBlitPush {
    float origin[2]; ///< Of the destination rectangle.
    float source[2]; ///< Of the source rectangle.
    float depth;
    int32_t sample;
    float scale[2];     ///< Source texels per pixel.
    int32_t size_px[2]; ///< Of the source image.
    int32_t linear;
    int32_t bits; ///< Stencil bits that must be set in the source.
};
static_assert(offsetof(MetaClearPush, depth) == 16 && offsetof(MetaBlitPush, depth) == 16);

class MetaPipelines;

/// Descriptor sets of blits, each written once. Batches keep the pool of the sets they use.
class MetaSets : public Resource {
public:
    MetaSets(Gpu& gpu, MetaPipelines& pipelines) : Resource(gpu), m_pipelines(pipelines) {}
    ~MetaSets() override;

    /// A set that shows `view`; null: the pool is used up, or out of memory.
    VkDescriptorSet get(VkImageView view);

private:
    static constexpr uint32_t kSets = 64;
    MetaPipelines& m_pipelines;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    uint32_t m_used = 0;
};

/// Pipelines of the driver's own draws: clears with masks, which Vulkan's clears do not know, and
/// blits that its copies and resolves cannot do. Thread-safe; built on first use.
class MetaPipelines {
public:
    MetaPipelines(Gpu& gpu, VkPipelineCache cache) : m_gpu(gpu), m_cache(cache) {}
    ~MetaPipelines();

    /// Null: out of memory. Viewport, scissor and the stencil values are dynamic.
    VkPipeline clear(const MetaClearKey& key);
    VkPipeline blit(const MetaBlitKey& key);
    /// Of all of them, once there was a pipeline.
    VkPipelineLayout layout() const { return m_layout; }
    VkDescriptorSetLayout setLayout(); ///< Null: out of memory.

private:
    static constexpr size_t kBlitShaders = size_t(MetaBlitKind::Count) * 2;

    bool prepareLocked();
    VkShaderModule moduleLocked(VkShaderModule& slot, const uint32_t* words, size_t size_B);
    VkPipeline buildClearLocked(const MetaClearKey& key);
    VkPipeline buildBlitLocked(const MetaBlitKey& key);

    Gpu& m_gpu;
    const VkPipelineCache m_cache;
    std::mutex m_mutex;
    VkShaderModule m_vertex = VK_NULL_HANDLE;
    std::array<VkShaderModule, 3> m_clearShaders{}; ///< By gl::ClearKind.
    std::array<VkShaderModule, kBlitShaders> m_blitShaders{};
    VkSampler m_sampler = VK_NULL_HANDLE;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    std::map<MetaClearKey, VkPipeline> m_clears;
    std::map<MetaBlitKey, VkPipeline> m_blits;
};

/// Viewport and scissor of the driver's own draws.
void setMetaArea(Recorder& recorder, const RenderTargets& targets, const gl::Rect& area);

} // namespace glvk

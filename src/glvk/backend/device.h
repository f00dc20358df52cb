// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/features.h"
#include "glvk/gpu/memory.h"
#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/image/sampled_kind.h"
#include "glvk/interface/instance.h"
#include "glvk/pipeline/clamp_preparation.h"
#include "glvk/pipeline/layout_cache.h"

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace glvk {

class LayoutCache;
class MetaPipelines;
class PipelineStore;
class SamplerCache;

/// The place on the timeline of work whose submission failed: there is nothing to wait for.
inline constexpr uint64_t kNeverSubmitted = UINT64_MAX;

/// True once exit handlers have run. Vulkan's layers and drivers keep state in static objects that
/// are gone then, while applications still destroy contexts from exit handlers of their own.
bool processExiting();
/// Registers the handler that closes the devices at exit. Handlers run last registered first, and
/// layers make static objects when a kind of call first comes: so this is called after the first
/// recording and again after the first submission.
void armExitHandler();

/// Work for the queue. The device adds what has to come before it (first layouts of new images).
struct Submission {
    std::span<const VkCommandBuffer> commands;
    VkSemaphore wait = VK_NULL_HANDLE; ///< Binary; waited for before transfers and colour output.
    VkSemaphore signal = VK_NULL_HANDLE;
};

/// A VkDevice with its one queue and everything contexts share: memory, samplers, layouts,
/// pipelines. Thread-safe. Progress is one timeline: submission n completed means n reached.
class Device final : public DeviceFactory, public std::enable_shared_from_this<Device> {
public:
    /// Null with a sentence in `error`.
    static std::shared_ptr<Device> create(std::shared_ptr<Instance> instance,
                                          VkInstance vulkanInstance,
                                          VkPhysicalDevice physical,
                                          DeviceDescription description,
                                          bool presentation,
                                          std::string& error);
    ~Device() override;

    VkDevice handle() const { return m_device; }
    VkPhysicalDevice physical() const { return m_physical; }
    VkInstance vulkanInstance() const { return m_vulkanInstance; }
    const VolkDeviceTable& vk() const { return m_vk; }
    const Features& features() const { return m_features; }
    const VkPhysicalDeviceLimits& limits() const { return m_limits; }
    const VkPhysicalDeviceProperties& properties() const { return m_properties; }
    const VkPhysicalDeviceTransformFeedbackPropertiesEXT& feedbackLimits() const {
        return m_feedbackLimits;
    }
    /// The device's time now, where it can be asked without submitting anything.
    std::optional<uint64_t> timestamp_ns();
    /// Of timestamps, or of their difference.
    uint64_t nanoseconds(uint64_t ticks) const;
    /// VK_EXT_shader_object's, which volk may be too old for. Null where they are not used.
    struct ShaderCommands {
        PFN_vkCreateShadersEXT create = nullptr;
        PFN_vkDestroyShaderEXT destroy = nullptr;
        PFN_vkGetShaderBinaryDataEXT getBinary = nullptr;
        PFN_vkCmdBindShadersEXT bind = nullptr;
    };
    const ShaderCommands& shaderCommands() const { return m_shaderCommands; }
    /// What cannot be drawn with here cannot be bound either.
    bool has(ShaderStage stage) const;
    uint32_t queueFamily() const { return m_queueFamily; }
    MemoryAllocator& memory() { return *m_memory; }
    SamplerCache& samplers() { return *m_samplers; }
    LayoutCache& layouts() { return *m_layouts; }
    PipelineStore& pipelines() { return *m_pipelines; }
    ClampPreparation& clamps() { return m_clamps; }
    MetaPipelines& meta() { return *m_meta; }
    /// A number never given before (views, batches, epochs, programs).
    uint64_t newId() { return m_nextId.fetch_add(1, std::memory_order_relaxed); }

    /// A new image leaves VK_IMAGE_LAYOUT_UNDEFINED before the next submission's commands run.
    void initialise(const ResourceRef<Image>& image, const VkClearValue* clear);
    /// 1×1 opaque black, what incomplete textures sample as. Null: out of memory.
    ResourceRef<Image> blackTexture(gl::TextureType type, SampledKind kind = SampledKind::Float);
    /// Sixteen zero bytes: what buffer textures without a buffer read. Null: out of memory.
    BufferStorage* zeroTexels();

    /// Queues work; `value` is its place on the timeline.
    [[nodiscard]] VkResult submit(const Submission& submission, uint64_t& value);
    /// Highest place that is known to be reached; asks the device when `value` is beyond it.
    bool reached(uint64_t value);
    /// VK_SUCCESS, VK_TIMEOUT or VK_ERROR_DEVICE_LOST. `purpose`: of the application's waiting, for
    /// people.
    [[nodiscard]] VkResult waitFor(uint64_t value, uint64_t timeout_ns, const char* purpose);
    [[nodiscard]] VkResult present(const VkPresentInfoKHR& info);
    void waitIdle();
    bool lost() const { return m_lost.load(std::memory_order_relaxed); }
    void noteResult(VkResult result);
    /// The process runs its exit handlers: finishes, saves, and makes every further call of this
    /// device's functions do nothing.
    void closeForExit();

    VkFormatFeatureFlags formatFeatures(format::Id id) const {
        return m_formatFeatures[size_t(id)];
    }
    VkFormat vkFormat(format::Id id) const { return VkFormat(format::layout(id).vkFormat); }
    /// The layout that stores `internalFormat` here; None: not supported.
    format::Id storageFor(const format::InternalFormat& internalFormat) const;
    bool vertexFormatSupported(VkFormat format) const;

    // gl::DeviceBackend, DeviceFactory
    const gl::Caps& caps() const override { return m_caps; }
    gl::FormatCaps formatCaps(const format::InternalFormat& internalFormat,
                              gl::TextureType type) const override;
    std::array<float, 2> samplePosition(int32_t samples, int32_t index) const override;
    std::unique_ptr<gl::ContextBackend> createContext() override;
    void noteCoordinateClamps() override;
    std::unique_ptr<Surface> createOffscreenSurface(const SurfaceFormat& format,
                                                    int32_t width_px,
                                                    int32_t height_px) override;
    std::unique_ptr<Surface> createWindowSurface(const SurfaceFormat& format,
                                                 const XcbWindow& window,
                                                 std::string& error) override;
    bool canPresent(const XcbWindow& window) const override;
    const DeviceDescription& description() const override { return m_description; }
    std::vector<std::string> strategies() const override;

private:
    /// A command buffer for first layouts, reused when the timeline passed `value`.
    struct Prologue {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        uint64_t value = 0;
        std::vector<ResourceRef<Image>> images;
    };
    struct PendingImage {
        ResourceRef<Image> image;
        std::optional<VkClearValue> clear;
    };

    Device() = default;
    bool open(bool presentation, std::string& error);
    void loadShaderCommands();
    void fillFormats();
    void fillCaps();
    void fillMinmaxCaps();
    void fillFeedbackCaps();
    void fillTimestampCaps();
    void fillStageCaps();
    VkCommandBuffer recordPrologueLocked(uint64_t value);
    Prologue* freePrologueLocked();

    std::shared_ptr<Instance> m_instance;
    VkInstance m_vulkanInstance = VK_NULL_HANDLE;
    DeviceDescription m_description;
    VkPhysicalDevice m_physical = VK_NULL_HANDLE;
    VkDevice m_device = VK_NULL_HANDLE;
    VolkDeviceTable m_vk{};
    Features m_features;
    ShaderCommands m_shaderCommands;
    VkPhysicalDeviceProperties m_properties{};
    VkPhysicalDeviceLimits m_limits{};
    VkPhysicalDeviceTransformFeedbackPropertiesEXT m_feedbackLimits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    uint32_t m_queueFamily = 0;
    VkQueue m_queue = VK_NULL_HANDLE;
    VkSemaphore m_timeline = VK_NULL_HANDLE;
    gl::Caps m_caps;
    std::array<VkFormatFeatureFlags, size_t(format::Id::Count)> m_formatFeatures{};

    std::unique_ptr<MemoryAllocator> m_memory;
    std::unique_ptr<SamplerCache> m_samplers;
    std::unique_ptr<LayoutCache> m_layouts;
    std::unique_ptr<PipelineStore> m_pipelines;
    ClampPreparation m_clamps{*this};
    std::unique_ptr<MetaPipelines> m_meta;
    std::atomic<uint64_t> m_nextId{1};

    std::unique_lock<std::mutex> lockQueue();
    std::mutex m_queueMutex; ///< The queue, the timeline's next value, prologues.
    uint64_t m_submitted = 0;
    std::atomic<uint64_t> m_reached{0};
    std::atomic<bool> m_lost{false};
    std::deque<Prologue> m_prologues;

    std::mutex m_pendingMutex; ///< Images that wait for their first layout.
    std::vector<PendingImage> m_pending;

    std::mutex m_blackMutex;
    std::array<std::array<ResourceRef<Image>, size_t(SampledKind::Uint) + 1>,
               size_t(gl::TextureType::Count)>
        m_black;
    ResourceRef<BufferStorage> m_zeroTexels;
};

} // namespace glvk

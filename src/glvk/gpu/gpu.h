// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "gl/backend.h"
#include "glvk/gpu/dma_buf_formats.h"
#include "glvk/gpu/exit.h"
#include "glvk/gpu/features.h"
#include "glvk/gpu/first_layouts.h"
#include "glvk/gpu/memory.h"
#include "glvk/gpu/resource.h"
#include "glvk/gpu/spare_buffers.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/interface/instance.h"
#include "spirv/stage.h"

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace glvk {

/// The place on the timeline of work whose submission failed: there is nothing to wait for.
inline constexpr uint64_t kNeverSubmitted = UINT64_MAX;

/// Work for the queue. What has to come before it (first layouts of new images) is added.
struct Submission {
    std::span<const VkCommandBuffer> commands; ///< Two at most.
    uint64_t recorder = 0;                     ///< Who asks for it, by newId().
    VkSemaphore wait = VK_NULL_HANDLE; ///< Binary; waited for before transfers and colour output.
    VkSemaphore signal = VK_NULL_HANDLE;
};

/// A physical device as the instance found it.
struct PhysicalGpu {
    std::shared_ptr<Instance> owner; ///< Of `instance`.
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice device = VK_NULL_HANDLE;
    DeviceDescription description;
    std::shared_ptr<const DeviceExtensions> extensions; ///< The device's; null: to be asked for.
};

/// The ground that all of the back end stands on: a VkDevice with its functions, what it can do,
/// its memory and its one queue. It knows nothing of what is made with it; Device (backend/) is the
/// Gpu that owns all that. Thread-safe. Progress is one timeline: submission n completed means n
/// reached.
class Gpu : public ClosedAtExit, public std::enable_shared_from_this<Gpu> {
public:
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;
    virtual ~Gpu();

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
    const DeviceDescription& description() const { return m_description; }
    /// The strategy depends on what nobody measured yet.
    struct Unmeasured {
        bool pipelines = false;
        bool descriptors = false;
    };
    const Unmeasured& unmeasured() const { return m_unmeasured; }
    uint32_t queueFamily() const { return m_queueFamily; }
    MemoryAllocator& memory() { return *m_memory; }
    SpareBuffers& spareBuffers() { return m_spareBuffers; }
    /// VK_EXT_shader_object's, which volk may be too old for. Null where they are not used.
    struct ShaderCommands {
        PFN_vkCreateShadersEXT create = nullptr;
        PFN_vkDestroyShaderEXT destroy = nullptr;
        PFN_vkGetShaderBinaryDataEXT getBinary = nullptr;
        PFN_vkCmdBindShadersEXT bind = nullptr;
    };
    const ShaderCommands& shaderCommands() const { return m_shaderCommands; }
    /// VK_EXT_primitive_restart_index's, likewise.
    struct RestartCommands {
        PFN_vkCmdSetPrimitiveRestartIndexEXT setIndex = nullptr;
    };
    const RestartCommands& restartCommands() const { return m_restartCommands; }
    /// What cannot be drawn with here cannot be bound either.
    bool has(spirv::Stage stage) const;
    std::array<float, 2> lineWidthRange_px() const;
    /// A number never given before (views, batches, epochs, programs).
    uint64_t newId() { return m_nextId.fetch_add(1, std::memory_order_relaxed); }

    /// Of the queue's timestamps that mean something; 0: it has none.
    int32_t timestampBits() const { return m_timestampBits; }
    /// The device's time now, where it can be asked without submitting anything.
    std::optional<uint64_t> timestamp_ns();
    /// Of timestamps, or of their difference.
    uint64_t nanoseconds(uint64_t ticks) const;

    VkFormatFeatureFlags formatFeatures(format::Id id) const {
        return m_formatFeatures[size_t(id)];
    }
    VkFormat vkFormat(format::Id id) const { return VkFormat(format::layout(id).vkFormat); }
    /// The layout that stores `internalFormat` here; None: not supported.
    format::Id storageFor(const format::InternalFormat& internalFormat) const;
    gl::FormatCaps formatCaps(const format::InternalFormat& internalFormat,
                              gl::TextureType type) const;
    bool vertexFormatSupported(VkFormat format) const;

    /// What images can be shared with others. Null: the device has no way for it.
    const DmaBufFormats* dmaBufFormats() const { return m_dmaBufFormats.get(); }
    /// Some resource's memory is used by others too (Resource::sharedMemory()); it stays so.
    void noteSharedMemory() { m_sharesMemory.store(true, std::memory_order_release); }
    bool sharesMemory() const { return m_sharesMemory.load(std::memory_order_acquire); }

    /// A new image leaves VK_IMAGE_LAYOUT_UNDEFINED before the next submission's commands run.
    void initialise(ResourceRef<Resource> keep, VkImage image, const FirstContents& contents);
    /// An image of several samples was made: shaders may be asked to shade each of them.
    void noteMultisampled() {
        if (!m_multisampled.load(std::memory_order_relaxed) && !m_multisampled.exchange(true)) {
            onFirstMultisampled();
        }
    }

    /// Lets go of new images that only submissions the device is done with kept; the next
    /// submission does too.
    void collect();

    /// Queues work; `value` is its place on the timeline. On failure nothing is queued, and it may
    /// be tried again.
    [[nodiscard]] VkResult submit(const Submission& submission, uint64_t& value);
    /// Highest place that is known to be reached; asks the device when `value` is beyond it.
    bool reached(uint64_t value);
    /// VK_SUCCESS, VK_TIMEOUT or VK_ERROR_DEVICE_LOST. `purpose`: of the application's waiting, for
    /// people.
    [[nodiscard]] VkResult waitFor(uint64_t value, uint64_t timeout_ns, const char* purpose);
    [[nodiscard]] VkResult present(const VkPresentInfoKHR& info);
    /// Until all that was submitted is done, presents included.
    void waitIdle();
    /// Nothing more will be done: the device said so, or did not answer for as long as the option
    /// device-wait says (docs/watchdog.md).
    bool lost() const { return m_lost.load(std::memory_order_acquire); }
    /// Of a lost device: the recorder whose work ran. 0: nobody knows.
    uint64_t culprit() const { return m_culprit.load(std::memory_order_relaxed); }
    void noteResult(VkResult result) {
        if (result == VK_ERROR_DEVICE_LOST && !lost()) {
            lose("it says so");
        }
    }
    void closeForExit() override;

protected:
    Gpu() = default;
    /// False with a sentence in `error`.
    bool open(const PhysicalGpu& found, bool presentation, std::string& error);
    virtual void onFirstMultisampled() {}

private:
    void loadNewerCommands();
    void readTimestampBits();
    void readFeedbackLimits();
    void fillFormats();
    std::unique_lock<std::mutex> lockQueue();
    VkResult waitWhileItMoves(VkSemaphoreWaitInfo info, uint64_t timeout_ns);
    void lose(const char* why);
    void abandon();
    uint64_t findCulprit();
    /// Makes every further call of this device's functions do nothing.
    void closeFunctions();
    VkResult pollFor(uint64_t value, uint64_t timeout_ns);

    std::shared_ptr<Instance> m_instance; ///< Goes last.
    VkInstance m_vulkanInstance = VK_NULL_HANDLE;
    DeviceDescription m_description;
    VkPhysicalDevice m_physical = VK_NULL_HANDLE;
    VkDevice m_device = VK_NULL_HANDLE;
    VolkDeviceTable m_vk{};
    Features m_features;
    Unmeasured m_unmeasured;
    ShaderCommands m_shaderCommands;
    RestartCommands m_restartCommands;
    VkPhysicalDeviceProperties m_properties{};
    VkPhysicalDeviceLimits m_limits{};
    VkPhysicalDeviceTransformFeedbackPropertiesEXT m_feedbackLimits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    std::array<VkFormatFeatureFlags, size_t(format::Id::Count)> m_formatFeatures{};
    int32_t m_timestampBits = 0;
    std::unique_ptr<MemoryAllocator> m_memory;
    SpareBuffers m_spareBuffers;
    std::unique_ptr<FirstLayouts> m_firstLayouts;
    std::atomic<uint64_t> m_nextId{1};
    std::atomic<bool> m_multisampled{false};
    std::unique_ptr<DmaBufFormats> m_dmaBufFormats;
    std::atomic<bool> m_sharesMemory{false};

    uint32_t m_queueFamily = 0;
    VkQueue m_queue = VK_NULL_HANDLE;
    VkSemaphore m_timeline = VK_NULL_HANDLE;
    std::mutex m_queueMutex; ///< The queue, the timeline's next value, first layouts.
    uint64_t m_submitted = 0;
    std::atomic<uint64_t> m_reached{0};
    std::atomic<bool> m_lost{false};
    std::atomic<uint64_t> m_culprit{0};
    /// A submission that was not known to be done when the next one came.
    struct Pending {
        uint64_t value;
        uint64_t recorder;
    };
    std::mutex m_pendingMutex; ///< Of the list, and of losing the device.
    std::deque<Pending> m_pending;
};

} // namespace glvk

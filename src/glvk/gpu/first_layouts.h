// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace glvk {

/// What a new image holds when it leaves VK_IMAGE_LAYOUT_UNDEFINED.
struct FirstContents {
    VkImageAspectFlags aspects = 0;    ///< Of the whole image.
    std::optional<VkClearValue> clear; ///< None: nothing in particular.
    bool ofOthers = false;             ///< What others, who had the image, put into it.
};

/// New images leave VK_IMAGE_LAYOUT_UNDEFINED in a command buffer that runs ahead of the next
/// submission's own. add() is thread-safe; the rest is called by who has the queue.
class FirstLayouts {
public:
    /// Whether a place on the timeline is reached.
    using Reached = std::function<bool(uint64_t)>;
    struct Recorded {
        VkCommandBuffer commands = VK_NULL_HANDLE; ///< Null: nothing to do, or see below.
        VkResult result = VK_SUCCESS;
    };

    /// `otherFamily`: of the queues of others, who share memory with us.
    FirstLayouts(VkDevice device,
                 const VolkDeviceTable& vk,
                 uint32_t queueFamily,
                 uint32_t otherFamily);
    ~FirstLayouts();
    FirstLayouts(const FirstLayouts&) = delete;
    FirstLayouts& operator=(const FirstLayouts&) = delete;

    /// `keep`: whose `image` is.
    void add(ResourceRef<Resource> keep, VkImage image, const FirstContents& contents);
    /// Lets go of the images that the device is done with.
    void collect(const Reached& reached);
    /// For the next submission. Until submitted(), the next call records the same again.
    Recorded record(const Reached& reached);
    /// What was recorded is under way, as `value` on the timeline.
    void submitted(uint64_t value) noexcept;

private:
    struct Pending {
        ResourceRef<Resource> keep;
        VkImage image = VK_NULL_HANDLE;
        FirstContents contents;
    };
    /// A command buffer, used again when the timeline passed `value`.
    struct Prologue {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        uint64_t value = 0;
        std::vector<ResourceRef<Resource>> images;
    };
    Prologue* freePrologue(const Reached& reached);
    /// From which m_recorded leave VK_IMAGE_LAYOUT_UNDEFINED.
    std::vector<VkImageMemoryBarrier> firstBarriers() const;
    void clear(VkCommandBuffer cmd, const Pending& p) const;

    VkDevice m_device;
    const VolkDeviceTable& m_vk;
    const uint32_t m_queueFamily;
    const uint32_t m_otherFamily;
    std::deque<Prologue> m_prologues;
    std::vector<Pending> m_recorded;  ///< Since the last submission.
    Prologue* m_recordedIn = nullptr; ///< Null: nothing is recorded.
    std::mutex m_mutex;               ///< Of what follows.
    std::vector<Pending> m_pending;
};

} // namespace glvk

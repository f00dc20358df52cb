// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "glvk/gpu/memory.h"
#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/interface/dma_buf.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

namespace glvk {

/// Part of an image that a view shows.
struct ViewKey {
    VkImageViewType type = VK_IMAGE_VIEW_TYPE_2D;
    VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    uint16_t baseLevel = 0;
    uint16_t levels = 1;
    uint16_t baseLayer = 0;
    uint16_t layers = 1;
    uint32_t swizzle = 0;                  ///< Four VkComponentSwizzle, a byte each, r lowest.
    VkFormat format = VK_FORMAT_UNDEFINED; ///< Undefined: the image's own.

    auto operator<=>(const ViewKey&) const = default;
};

/// A view and its number: numbers are never used again, so a descriptor cache may key on them.
struct View {
    VkImageView handle = VK_NULL_HANDLE;
    uint64_t id = 0;
};

struct ImageDescription {
    VkImageType type = VK_IMAGE_TYPE_2D;
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkExtent3D extent{1, 1, 1};
    uint32_t levels = 1;
    uint32_t layers = 1;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkImageUsageFlags usage = 0;
    bool cube = false;
    bool mutableFormat = false; ///< Views may have other formats of the same size.
    /// Others can have its memory, where the device has a way for it (docs/dma-buf.md).
    bool exportable = false;
};

VkImageAspectFlags aspectsOf(VkFormat format);

/// A VkImage, always in VK_IMAGE_LAYOUT_GENERAL (docs/synchronisation.md tells why), bottom row
/// first, with its views.
class Image : public Resource {
public:
    /// Null: out of memory. `clear`: what the texels are before anything is written; null leaves
    /// them undefined.
    static ResourceRef<Image>
    create(Gpu& gpu, const ImageDescription& description, const VkClearValue* clear);
    /// An image in memory of others, as `buffer` describes it; its description's format and usage
    /// are ours. Null: `failure` says why.
    static ResourceRef<Image> import(Gpu& gpu,
                                     const ImageDescription& description,
                                     const DmaBuf& buffer,
                                     DmaBufFailure& failure);
    ~Image() override;

    VkImage handle() const { return m_image; }
    const ImageDescription& description() const { return m_description; }
    VkImageAspectFlags aspects() const { return m_aspects; }
    VkExtent3D extent(uint32_t level) const;
    /// Null handle: out of memory.
    View view(const ViewKey& key);
    /// Nobody wants what `part` shows of these aspects: rendering to it need not load.
    void drop(const ViewKey& part, VkImageAspectFlags aspects);
    bool isDropped(const ViewKey& part, VkImageAspectFlags aspects) const {
        return dropped && !(aspects & ~m_droppedAspects) && samePart(part, m_droppedPart);
    }

    /// Where the texels of an image that can be exported lie, without format and file descriptors.
    /// Nothing: it cannot.
    std::optional<DmaBuf> placement() const;
    /// A new file descriptor of the memory of such an image. -1: it cannot be had.
    int exportMemory();
    int sharedMemory() const override { return m_sharedMemory.load(std::memory_order_acquire); }
    uint64_t memory_B() const override { return m_memory.size_B; }

private:
    static VkImageCreateInfo createInfo(const ImageDescription& description);
    /// The VkImage and its memory. False: out of memory.
    bool make();
    /// The same in memory that others can have. False, with nothing made: the device cannot.
    bool makeExportable();
    /// The image's memory, which is its own; `pNext` leads to where it comes from or may go to.
    VkResult allocateOwnMemory(uint32_t memoryTypes, const void* pNext);
    static bool samePart(const ViewKey& a, const ViewKey& b) {
        return a.baseLevel == b.baseLevel && a.baseLayer == b.baseLayer && a.layers == b.layers;
    }
    Image(Gpu& gpu, const ImageDescription& description)
        : Resource(gpu), m_description(description), m_aspects(aspectsOf(description.format)) {}
    VkImage m_image = VK_NULL_HANDLE;
    Allocation m_memory;
    VkDeviceMemory m_ownMemory = VK_NULL_HANDLE; ///< Instead, of images that others have too.
    bool m_exportable = false;
    std::atomic<int> m_sharedMemory = -1; ///< The dma-buf of an image that others have.
    ImageDescription m_description;
    VkImageAspectFlags m_aspects = 0;
    ViewKey m_droppedPart; ///< While `dropped`.
    VkImageAspectFlags m_droppedAspects = 0;
    std::mutex m_mutex; ///< Contexts of a share group may ask for views at once.
    std::map<ViewKey, View> m_views;
};

uint32_t packSwizzle(const format::Swizzle& swizzle);
format::Swizzle unpackSwizzle(uint32_t packed);

} // namespace glvk

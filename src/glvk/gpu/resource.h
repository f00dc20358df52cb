// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "glvk/gpu/memory.h"
#include "glvk/gpu/vulkan.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace glvk {

class Device;

/// What commands use and must outlive them. Counted: the GL object holds one reference, each batch
/// that uses it another until the device is done with the batch. So a count of one means idle.
class Resource {
public:
    explicit Resource(Device& device) : m_device(device) {}
    Resource(const Resource&) = delete;
    Resource& operator=(const Resource&) = delete;
    virtual ~Resource() = default;

    void retain() { m_count.fetch_add(1, std::memory_order_relaxed); }
    void release() {
        if (m_count.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete this;
        }
    }
    /// Nobody but one owner holds it: no batch in flight or being recorded uses it.
    bool idle() const { return m_count.load(std::memory_order_acquire) == 1; }

    Device& device() const { return m_device; }

    /// The batch (by id) that retained it last: saves retaining twice.
    std::atomic<uint64_t> batch{0};
    /// The batch whose main commands used it last.
    uint64_t mainBatch = 0;

    /// Hazard bookkeeping of the recorder that used it last (see recorder.h): the epochs, unique
    /// over all recorders, in which it was written and read.
    uint64_t writeEpoch = 0;
    uint64_t readEpoch = 0;
    /// The same for the batch's upload commands.
    uint64_t uploadEpoch = 0;
    /// Something of an image is not wanted any more (Image::drop()); any write ends that.
    bool dropped = false;
    /// The recorder (by id) that used it last, and whether several ever did: the numbers above are
    /// then no evidence that it was not used, for each recorder writes over the others'.
    uint64_t recorder = 0;
    bool manyRecorders = false;

protected:
    Device& m_device;

private:
    std::atomic<uint32_t> m_count{0};
};

template <class T>
class ResourceRef {
public:
    ResourceRef() = default;
    explicit ResourceRef(T* resource) : m_resource(resource) {
        if (m_resource) {
            m_resource->retain();
        }
    }
    ResourceRef(const ResourceRef& other) : ResourceRef(other.m_resource) {}
    ResourceRef(ResourceRef&& other) noexcept
        : m_resource(std::exchange(other.m_resource, nullptr)) {}
    template <class U>
    ResourceRef(const ResourceRef<U>& other) : ResourceRef(other.get()) {}
    ResourceRef& operator=(ResourceRef other) noexcept {
        std::swap(m_resource, other.m_resource);
        return *this;
    }
    ~ResourceRef() {
        if (m_resource) {
            m_resource->release();
        }
    }
    T* get() const { return m_resource; }
    T* operator->() const { return m_resource; }
    T& operator*() const { return *m_resource; }
    explicit operator bool() const { return m_resource != nullptr; }

private:
    T* m_resource = nullptr;
};

/// A view of a buffer's texels; numbers as View's.
struct TexelView {
    VkBufferView handle = VK_NULL_HANDLE;
    uint64_t id = 0;
    VkDeviceAddress address = 0; ///< As BufferStorage's.
    VkDeviceSize range_B = 0;
    VkFormat format = VK_FORMAT_UNDEFINED;
};

/// A VkBuffer with memory of its own piece.
class BufferStorage : public Resource {
public:
    /// Null: out of memory.
    static ResourceRef<BufferStorage>
    create(Device& device, VkDeviceSize size_B, VkBufferUsageFlags usage, MemoryUse use);
    ~BufferStorage() override;

    VkBuffer handle() const { return m_buffer; }
    uint64_t id() const { return m_id; } ///< Never used again: descriptor caches key on it.
    VkDeviceSize size_B() const { return m_size_B; }
    /// 0: no descriptor has addresses here (DescriptorWay).
    VkDeviceAddress address() const { return m_address; }
    std::byte* mapped() const { return m_memory.mapped; }
    bool cached() const { return m_memory.cached; }
    /// Its bytes as texels. The view lives as long as the buffer. Null: out of memory.
    const TexelView* texelView(VkFormat format, VkDeviceSize offset_B, VkDeviceSize range_B);

private:
    using TexelViewKey = std::tuple<VkFormat, VkDeviceSize, VkDeviceSize>;

    explicit BufferStorage(Device& device);
    const uint64_t m_id;
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceSize m_size_B = 0;
    VkDeviceAddress m_address = 0;
    Allocation m_memory;
    std::mutex m_mutex;
    std::map<TexelViewKey, TexelView> m_texelViews;
    /// The entry asked for last: most buffers are seen in one way, and need no lock then.
    std::atomic<const std::pair<const TexelViewKey, TexelView>*> m_lastTexelView = nullptr;
};

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
};

/// A VkImage, always in VK_IMAGE_LAYOUT_GENERAL (docs/synchronisation.md tells why), bottom row
/// first, with its views.
class Image : public Resource {
public:
    /// Null: out of memory. `clear`: what the texels are before anything is written; null leaves
    /// them undefined.
    static ResourceRef<Image>
    create(Device& device, const ImageDescription& description, const VkClearValue* clear);
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

private:
    static bool samePart(const ViewKey& a, const ViewKey& b) {
        return a.baseLevel == b.baseLevel && a.baseLayer == b.baseLayer && a.layers == b.layers;
    }
    explicit Image(Device& device) : Resource(device) {}
    VkImage m_image = VK_NULL_HANDLE;
    Allocation m_memory;
    ImageDescription m_description;
    VkImageAspectFlags m_aspects = 0;
    ViewKey m_droppedPart; ///< While `dropped`.
    VkImageAspectFlags m_droppedAspects = 0;
    std::mutex m_mutex; ///< Contexts of a share group may ask for views at once.
    std::map<ViewKey, View> m_views;
};

VkImageAspectFlags aspectsOf(VkFormat format);
uint32_t packSwizzle(const format::Swizzle& swizzle);
format::Swizzle unpackSwizzle(uint32_t packed);

} // namespace glvk

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/gpu.h"
#include "glvk/gpu/image.h"

#include <array>
#include <bit>
#include <fcntl.h>
#include <unistd.h>

// Images in memory that others have too (docs/dma-buf.md).

namespace glvk {

namespace {

constexpr auto kDmaBuf = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;

/// Planes of memory that an image can have at most: what EGL has attributes for.
constexpr size_t kMaxPlanes = 4;

int duplicate(int fd) {
    return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

/// The number of bytes of what a file descriptor stands for. Negative: it has none.
int64_t sizeOf_B(int fd) {
    return lseek(fd, 0, SEEK_END);
}

DmaBufFailure failureOf(VkResult result) {
    switch (result) {
    case VK_ERROR_INVALID_DRM_FORMAT_MODIFIER_PLANE_LAYOUT_EXT:
        return DmaBufFailure::Layout;
    case VK_ERROR_INVALID_EXTERNAL_HANDLE:
        return DmaBufFailure::Memory;
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
        return DmaBufFailure::Format;
    default:
        return DmaBufFailure::OutOfMemory;
    }
}

} // namespace

VkResult Image::allocateOwnMemory(uint32_t memoryTypes, const void* pNext) {
    const VolkDeviceTable& vk = m_gpu.vk();
    VkMemoryRequirements requirements{};
    vk.vkGetImageMemoryRequirements(m_gpu.handle(), m_image, &requirements);
    memoryTypes &= requirements.memoryTypeBits;
    if (memoryTypes == 0) {
        return VK_ERROR_INVALID_EXTERNAL_HANDLE;
    }
    VkMemoryDedicatedAllocateInfo dedicated{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
                                            pNext};
    dedicated.image = m_image;
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &dedicated};
    info.allocationSize = requirements.size;
    info.memoryTypeIndex = uint32_t(std::countr_zero(memoryTypes)); // The device's own come first.
    const VkResult result = vk.vkAllocateMemory(m_gpu.handle(), &info, nullptr, &m_ownMemory);
    if (result != VK_SUCCESS) {
        m_ownMemory = VK_NULL_HANDLE;
        return result;
    }
    return vk.vkBindImageMemory(m_gpu.handle(), m_image, m_ownMemory, 0);
}

ResourceRef<Image> Image::import(Gpu& gpu,
                                 const ImageDescription& description,
                                 const DmaBuf& buffer,
                                 DmaBufFailure& failure) {
    const VolkDeviceTable& vk = gpu.vk();
    std::array<VkSubresourceLayout, kMaxPlanes> layouts{};
    for (size_t i = 0; i < buffer.planes.size(); ++i) {
        layouts[i].offset = buffer.planes[i].offset_B;
        layouts[i].rowPitch = buffer.planes[i].pitch_B;
    }
    VkImageDrmFormatModifierExplicitCreateInfoEXT placement{
        VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT};
    placement.drmFormatModifier = buffer.modifier;
    placement.drmFormatModifierPlaneCount = uint32_t(buffer.planes.size());
    placement.pPlaneLayouts = layouts.data();
    VkExternalMemoryImageCreateInfo external{VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                             &placement};
    external.handleTypes = kDmaBuf;

    ResourceRef<Image> image(new Image(gpu, description));
    VkImageCreateInfo info = createInfo(description);
    info.pNext = &external;
    info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    VkResult result = vk.vkCreateImage(gpu.handle(), &info, nullptr, &image->m_image);
    if (result != VK_SUCCESS) {
        failure = failureOf(result);
        return {};
    }
    const int fd = buffer.planes[0].fd;
    VkMemoryFdPropertiesKHR reachable{VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR};
    VkMemoryRequirements requirements{};
    vk.vkGetImageMemoryRequirements(gpu.handle(), image->m_image, &requirements);
    if (vk.vkGetMemoryFdPropertiesKHR(gpu.handle(), kDmaBuf, fd, &reachable) != VK_SUCCESS) {
        failure = DmaBufFailure::Memory;
        return {};
    }
    // Of a layout that is not rows, nobody else knows where it ends.
    if (buffer.modifier != 0 && sizeOf_B(fd) < int64_t(requirements.size)) {
        failure = DmaBufFailure::Layout;
        return {};
    }
    VkImportMemoryFdInfoKHR source{VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR};
    source.handleType = kDmaBuf;
    source.fd = duplicate(fd); // Whose it is when the allocation succeeded: the device's.
    if (source.fd < 0) {
        failure = DmaBufFailure::OutOfMemory;
        return {};
    }
    result = image->allocateOwnMemory(reachable.memoryTypeBits, &source);
    if (!image->m_ownMemory) {
        close(source.fd);
    }
    image->m_sharedMemory = duplicate(fd);
    if (result != VK_SUCCESS || image->sharedMemory() < 0) {
        failure = failureOf(result);
        return {};
    }
    gpu.noteSharedMemory();
    gpu.initialise(image, image->m_image, {.aspects = image->m_aspects, .ofOthers = true});
    return image;
}

bool Image::makeExportable() {
    const DmaBufFormats* const formats = m_gpu.dmaBufFormats();
    const std::vector<uint64_t> modifiers =
        formats ? formats->exported(m_description.format) : std::vector<uint64_t>();
    if (modifiers.empty()) {
        return false;
    }
    const VolkDeviceTable& vk = m_gpu.vk();
    VkImageDrmFormatModifierListCreateInfoEXT choice{
        VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_LIST_CREATE_INFO_EXT};
    choice.drmFormatModifierCount = uint32_t(modifiers.size());
    choice.pDrmFormatModifiers = modifiers.data();
    VkExternalMemoryImageCreateInfo external{VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                             &choice};
    external.handleTypes = kDmaBuf;
    VkImageCreateInfo info = createInfo(m_description);
    info.pNext = &external;
    info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    if (vk.vkCreateImage(m_gpu.handle(), &info, nullptr, &m_image) != VK_SUCCESS) {
        m_image = VK_NULL_HANDLE;
        return false;
    }
    VkExportMemoryAllocateInfo exported{VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO};
    exported.handleTypes = kDmaBuf;
    if (allocateOwnMemory(~0u, &exported) != VK_SUCCESS) {
        vk.vkDestroyImage(m_gpu.handle(), m_image, nullptr);
        vk.vkFreeMemory(m_gpu.handle(), m_ownMemory, nullptr);
        m_image = VK_NULL_HANDLE;
        m_ownMemory = VK_NULL_HANDLE;
        return false;
    }
    m_exportable = true;
    return true;
}

std::optional<DmaBuf> Image::placement() const {
    const DmaBufFormats* const formats = m_gpu.dmaBufFormats();
    const VolkDeviceTable& vk = m_gpu.vk();
    VkImageDrmFormatModifierPropertiesEXT layout{
        VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_PROPERTIES_EXT};
    if (!m_exportable || vk.vkGetImageDrmFormatModifierPropertiesEXT(
                             m_gpu.handle(), m_image, &layout) != VK_SUCCESS) {
        return {};
    }
    DmaBuf buffer;
    buffer.width_px = int32_t(m_description.extent.width);
    buffer.height_px = int32_t(m_description.extent.height);
    buffer.modifier = layout.drmFormatModifier;
    const uint32_t planes = formats->planes(m_description.format, layout.drmFormatModifier);
    for (uint32_t i = 0; i < planes && i < kMaxPlanes; ++i) {
        const VkImageSubresource plane{
            VkImageAspectFlags(VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT << i), 0, 0};
        VkSubresourceLayout at{};
        vk.vkGetImageSubresourceLayout(m_gpu.handle(), m_image, &plane, &at);
        buffer.planes.push_back(
            {.offset_B = uint32_t(at.offset), .pitch_B = uint32_t(at.rowPitch)});
    }
    return buffer;
}

int Image::exportMemory() {
    VkMemoryGetFdInfoKHR info{VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR};
    info.memory = m_ownMemory;
    info.handleType = kDmaBuf;
    int fd = -1;
    if (!m_exportable || m_gpu.vk().vkGetMemoryFdKHR(m_gpu.handle(), &info, &fd) != VK_SUCCESS) {
        return -1;
    }
    if (sharedMemory() < 0) {
        int unknown = -1;
        const int own = duplicate(fd);
        if (own >= 0 && !m_sharedMemory.compare_exchange_strong(unknown, own)) {
            close(own); // Another thread was first.
        }
    }
    if (sharedMemory() < 0) {
        close(fd);
        return -1;
    }
    m_gpu.noteSharedMemory();
    return fd;
}

} // namespace glvk

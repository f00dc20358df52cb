// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A small Vulkan compute device for tests and benchmarks: whatever driver the environment names
// (VK_DRIVER_FILES). Everything here throws Failure; a program that uses it has nothing to save.
#pragma once

#define VK_NO_PROTOTYPES
#include <volk.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace vkc {

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws with the name of what was tried unless the result is VK_SUCCESS.
void check(VkResult result, const char* what);

/// GLSL compute source (#version 460) to SPIR-V.
std::vector<uint32_t> compileGlsl(const std::string& source);

class Device;

/// Host-visible, mapped for as long as it lives.
class Buffer {
public:
    Buffer(Device& device, VkDeviceSize size_B, VkBufferUsageFlags usage);
    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    VkBuffer handle() const { return m_buffer; }
    VkDeviceSize size_B() const { return m_size_B; }
    template <typename T>
    std::span<T> as() {
        return {static_cast<T*>(m_mapped), size_t(m_size_B / sizeof(T))};
    }

private:
    Device& m_device;
    VkDeviceSize m_size_B;
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    void* m_mapped = nullptr;
};

struct ImageShape {
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    VkImageType type = VK_IMAGE_TYPE_2D;
    VkImageViewType viewType = VK_IMAGE_VIEW_TYPE_2D;
    VkExtent3D extent{1, 1, 1};
    uint32_t levels = 1;
    uint32_t layers = 1;
    VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    VkComponentMapping swizzle{};
    VkImageTiling tiling = VK_IMAGE_TILING_OPTIMAL;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

/// An image with a view of the whole, in VK_IMAGE_LAYOUT_GENERAL from its first upload on.
class Image {
public:
    Image(Device& device, const ImageShape& shape);
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    VkImage handle() const { return m_image; }
    VkImageView view() const { return m_view; }
    const ImageShape& shape() const { return m_shape; }
    /// All layers of a level, tightly packed.
    void upload(uint32_t level, std::span<const std::byte> texels);
    std::vector<std::byte> download(uint32_t level, size_t size_B);
    VkExtent3D levelExtent(uint32_t level) const;

private:
    VkBufferImageCopy region(uint32_t level) const;

    Device& m_device;
    ImageShape m_shape;
    VkImage m_image = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    VkImageView m_view = VK_NULL_HANDLE;
};

class Sampler {
public:
    Sampler(Device& device, const VkSamplerCreateInfo& info);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;
    VkSampler handle() const { return m_sampler; }

private:
    Device& m_device;
    VkSampler m_sampler = VK_NULL_HANDLE;
};

struct BindingType {
    VkDescriptorType type;
    uint32_t count = 1;
};

/// A compute pipeline with one descriptor set; binding i has the i-th type.
class Kernel {
public:
    Kernel(Device& device,
           std::span<const uint32_t> spirv,
           std::span<const BindingType> bindings,
           uint32_t pushConstants_B = 0,
           const VkSpecializationInfo* specialization = nullptr);
    ~Kernel();
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    void bind(uint32_t binding, const Buffer& buffer);
    void bind(uint32_t binding, const Image& image, const Sampler* sampler);

    VkPipeline pipeline() const { return m_pipeline; }
    VkPipelineLayout layout() const { return m_layout; }
    VkDescriptorSet set() const { return m_set; }

private:
    Device& m_device;
    std::vector<BindingType> m_types;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

/// What a program wants of its device beyond compute.
struct Wishes {
    std::string nameContains;
    uint32_t apiVersion = VK_API_VERSION_1_1;
    bool graphics = false; ///< The queue can draw.
    /// Those that the device has are enabled, see hasExtension().
    std::vector<const char*> extensions;
    std::vector<const char*> instanceExtensions; ///< Needed.
    /// A chain of feature structures. What the device has is written there, and enabled.
    void* features = nullptr;
};

class Device {
public:
    /// The first device whose name contains the text, of the drivers that the environment names,
    /// with every core feature that it has. Several devices may exist at once.
    explicit Device(const std::string& nameContains = {});
    explicit Device(const Wishes& wishes);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    VkDevice handle() const { return m_device; }
    const std::string& name() const { return m_name; }
    const VkPhysicalDeviceFeatures& features() const { return m_features; }
    const VkPhysicalDeviceLimits& limits() const { return m_limits; }
    bool hasFormat(VkFormat format, VkFormatFeatureFlags features) const;
    /// Of those that were wished for.
    bool hasExtension(const char* name) const;
    uint32_t memoryType(uint32_t allowed, VkMemoryPropertyFlags wanted) const;

    /// Records with `record(VkCommandBuffer)`, submits and waits.
    template <typename Record>
    void run(const Record& record) {
        begin();
        record(m_commands);
        submitAndWait();
    }
    void dispatch(const Kernel& kernel,
                  uint32_t groupsX,
                  uint32_t groupsY = 1,
                  uint32_t groupsZ = 1,
                  std::span<const std::byte> pushConstants = {});

private:
    void begin();
    void submitAndWait();

    VkInstance m_instance = VK_NULL_HANDLE;
    VkPhysicalDevice m_physical = VK_NULL_HANDLE;
    VkDevice m_device = VK_NULL_HANDLE;
    VkQueue m_queue = VK_NULL_HANDLE;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
    VkPhysicalDeviceFeatures m_features{};
    VkPhysicalDeviceLimits m_limits{};
    VkPhysicalDeviceMemoryProperties m_memory{};
    std::string m_name;
    std::vector<const char*> m_extensions;
};

} // namespace vkc

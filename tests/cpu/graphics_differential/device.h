// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A Vulkan device that draws, with every feature of the kinds that the cases are about. Several
// devices of different drivers may exist at once.
#pragma once

#define VK_NO_PROTOTYPES
#include <volk.h>

// After Vulkan's own header.
#include "base/vk_shader_object.h"
#include "vk_compute/device.h"

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace pictures {

using vkc::check;
using vkc::Failure;

/// Features beyond those of Vulkan 1.3; all false where the extension is missing.
struct MoreFeatures {
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT dynamicState3{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT dynamicState2{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT};
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT vertexInput{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT};
    VkPhysicalDeviceDepthClipEnableFeaturesEXT depthClip{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT};
    VkPhysicalDeviceDepthClipControlFeaturesEXT depthClipControl{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_CONTROL_FEATURES_EXT};
    VkPhysicalDeviceIndexTypeUint8FeaturesEXT indexUint8{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT};
    VkPhysicalDeviceLineRasterizationFeaturesEXT lines{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT};
    VkPhysicalDeviceMultiDrawFeaturesEXT multiDraw{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT};
    VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT listRestart{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT};
    VkPhysicalDeviceProvokingVertexFeaturesEXT provokingVertex{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT};
    VkPhysicalDeviceShaderObjectFeaturesEXT shaderObject{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT};
};

/// Commands that volk may not know. Null: the device has none, or the validation layer watches,
/// which may not know them either.
struct ShaderObjectCommands {
    PFN_vkCreateShadersEXT create = nullptr;
    PFN_vkDestroyShaderEXT destroy = nullptr;
    PFN_vkCmdBindShadersEXT bind = nullptr;
};

class SampleReader;

class Device {
public:
    /// The first device whose name contains the text, of the drivers that the environment names.
    explicit Device(const std::string& nameContains);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    VkDevice handle() const { return m_device; }
    const std::string& name() const { return m_name; }
    const VkPhysicalDeviceLimits& limits() const { return m_limits; }
    const VkPhysicalDeviceFeatures& features() const { return m_features; }
    const VkPhysicalDeviceVulkan11Features& features11() const { return m_features11; }
    const VkPhysicalDeviceVulkan12Features& features12() const { return m_features12; }
    const MoreFeatures& more() const { return m_more; }
    const ShaderObjectCommands& shaderObjects() const { return m_shaderObjects; }
    bool has(const char* extension) const { return m_extensions.contains(extension); }
    VkFormatProperties format(VkFormat format) const;
    uint32_t memoryType(uint32_t allowed, VkMemoryPropertyFlags wanted) const;
    bool supports(const VkImageCreateInfo& info) const;

    /// Records, submits and waits. Everything written before is visible, and to the host after.
    void run(const std::function<void(VkCommandBuffer)>& record);

    SampleReader& sampleReader();

    /// What the validation layer said since the last call; GLISSADE_DIFFERENTIAL_VALIDATE=1 turns
    /// it on.
    std::vector<std::string> takeMessages();

private:
    void makeInstance();
    void queryFeatures();

    VkInstance m_instance = VK_NULL_HANDLE;
    VkPhysicalDevice m_physical = VK_NULL_HANDLE;
    VkDevice m_device = VK_NULL_HANDLE;
    VkQueue m_queue = VK_NULL_HANDLE;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkCommandBuffer m_commands = VK_NULL_HANDLE;
    VkFence m_fence = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
    std::vector<std::string> m_messages;
    std::string m_name;
    std::set<std::string> m_extensions;
    VkPhysicalDeviceLimits m_limits{};
    VkPhysicalDeviceMemoryProperties m_memory{};
    VkPhysicalDeviceFeatures m_features{};
    VkPhysicalDeviceVulkan11Features m_features11{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    VkPhysicalDeviceVulkan12Features m_features12{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan13Features m_features13{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    MoreFeatures m_more;
    ShaderObjectCommands m_shaderObjects;
    std::unique_ptr<SampleReader> m_sampleReader;
};

/// The objects that one case needs; they go with it.
class Objects {
public:
    explicit Objects(Device& device) : m_device(device) {}
    ~Objects();
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;

    struct Buffer {
        VkBuffer handle = VK_NULL_HANDLE;
        std::span<std::byte> bytes; ///< Mapped.
    };
    struct Image {
        VkImage handle = VK_NULL_HANDLE;
        VkImageAspectFlags aspects = 0;
        VkImageCreateInfo info{};
    };
    /// Filled with zeros, between margins filled with 0xa5.
    Buffer buffer(size_t size_B, VkBufferUsageFlags usage);
    /// In VK_IMAGE_LAYOUT_GENERAL.
    Image image(VkImageCreateInfo info, VkImageAspectFlags aspects);
    VkImageView
    view(const Image& image, VkImageViewType type, VkFormat format, VkImageAspectFlags aspects);
    /// Nothing has written beside a buffer.
    bool marginsIntact() const;
    VkShaderModule shader(const std::vector<uint32_t>& spirv);
    void atEnd(std::function<void()> release) { m_releases.push_back(std::move(release)); }
    Device& device() { return m_device; }

private:
    static constexpr size_t kMargin_B = 4096;
    static constexpr std::byte kMargin{0xa5};

    VkDeviceMemory allocate(VkDeviceSize size_B, uint32_t types, VkMemoryPropertyFlags wanted);

    Device& m_device;
    std::vector<std::function<void()>> m_releases;
    std::vector<std::span<const std::byte>> m_margins;
};

/// Everything before is there for everything after, the host included.
void barrier(VkCommandBuffer commands);

} // namespace pictures

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "device_test.h"

// After Vulkan's own header.
#include "base/vk_dynamic_rendering_local_read.h"
#include "base/vk_maintenance5.h"
#include "base/vk_primitive_restart_index.h"
#include "base/vk_shader_object.h"

#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

namespace vkt {

namespace {

constexpr char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";

bool layerWanted = true;
std::mutex messageMutex;
std::vector<std::string> allMessages;

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT types,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data,
                                         void*) {
    std::lock_guard lock(messageMutex);
    allMessages.push_back(data->pMessage);
    return VK_FALSE;
}

struct Shared {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    bool validated = false;
    uint32_t layerVersion = 0; ///< Of Vulkan, that the layer was made for.
    std::vector<VkExtensionProperties> extensions;
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceVulkan11Features features11{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    VkPhysicalDeviceVulkan12Features features12{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan13Features features13{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceRobustness2FeaturesEXT robustness2{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
    VkPhysicalDeviceCustomBorderColorFeaturesEXT customBorder{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT};
    // Of graphics
    VkPhysicalDeviceExtendedDynamicStateFeaturesEXT dynamicState{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT dynamicState2{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT};
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT dynamicState3{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT};
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT vertexInput{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT};
    VkPhysicalDeviceColorWriteEnableFeaturesEXT colorWrite{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COLOR_WRITE_ENABLE_FEATURES_EXT};
    VkPhysicalDeviceConditionalRenderingFeaturesEXT condition{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT};
    VkPhysicalDeviceDepthClipEnableFeaturesEXT depthClip{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_ENABLE_FEATURES_EXT};
    VkPhysicalDeviceDepthClipControlFeaturesEXT depthClipControl{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_CONTROL_FEATURES_EXT};
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT pipelineLibrary{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT};
    VkPhysicalDeviceIndexTypeUint8FeaturesEXT indexUint8{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT};
    VkPhysicalDeviceLineRasterizationFeaturesEXT lines{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT};
    VkPhysicalDeviceMultiDrawFeaturesEXT multiDraw{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT};
    VkPhysicalDevicePrimitiveRestartIndexFeaturesEXT restartIndex{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_RESTART_INDEX_FEATURES_EXT};
    VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT listRestart{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT};
    VkPhysicalDeviceProvokingVertexFeaturesEXT provokingVertex{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT};
    VkPhysicalDeviceAttachmentFeedbackLoopLayoutFeaturesEXT feedbackLoop{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ATTACHMENT_FEEDBACK_LOOP_LAYOUT_FEATURES_EXT};
    VkPhysicalDeviceDepthClampZeroOneFeaturesEXT clampZeroOne{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLAMP_ZERO_ONE_FEATURES_EXT};
    VkPhysicalDeviceImage2DViewOf3DFeaturesEXT slices{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_2D_VIEW_OF_3D_FEATURES_EXT};
    VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT nonSeamless{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_NON_SEAMLESS_CUBE_MAP_FEATURES_EXT};
    VkPhysicalDevicePipelineRobustnessFeaturesEXT pipelineRobustness{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_ROBUSTNESS_FEATURES_EXT};
    VkPhysicalDeviceRasterizationOrderAttachmentAccessFeaturesEXT rasterizationOrder{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_FEATURES_EXT};
    VkPhysicalDeviceTransformFeedbackFeaturesEXT transformFeedback{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT};
    VkPhysicalDevicePrimitivesGeneratedQueryFeaturesEXT primitivesGenerated{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVES_GENERATED_QUERY_FEATURES_EXT};
    VkPhysicalDeviceShaderObjectFeaturesEXT shaderObject{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT};
    VkPhysicalDeviceDynamicRenderingLocalReadFeaturesKHR localRead{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_LOCAL_READ_FEATURES_KHR};
    VkPhysicalDeviceMaintenance5FeaturesKHR maintenance5{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES_KHR};
    VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT};
    VkPhysicalDeviceImageViewMinLodFeaturesEXT viewMinLod{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_VIEW_MIN_LOD_FEATURES_EXT};
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomicFloat{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
    VkPhysicalDeviceFaultFeaturesEXT fault{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT};
    VkPhysicalDeviceDescriptorBufferFeaturesEXT descriptorBuffer{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT};

    bool hasExtension(const char* name) const {
        for (const VkExtensionProperties& extension : extensions) {
            if (std::strcmp(extension.extensionName, name) == 0) {
                return true;
            }
        }
        return false;
    }
};

/// Of Vulkan, that the installed one was made for; 0: there is none.
uint32_t layerVersion() {
    uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vkEnumerateInstanceLayerProperties(&count, layers.data());
    for (const VkLayerProperties& layer : layers) {
        if (std::strcmp(layer.layerName, kValidationLayer) == 0) {
            return layer.specVersion;
        }
    }
    return 0;
}

/// Such an extension wants another of the instance, which has no surfaces. Drivers have many.
bool isPresentation(std::string_view extension) {
    return extension.find("_swapchain") != std::string_view::npos ||
           extension.find("_present") != std::string_view::npos;
}

/// The layer warns of what is newer than it. `version`: of Vulkan, that it was made for.
bool isUnknownToTheLayer(std::string_view extension, uint32_t version) {
    return (extension == VK_EXT_SHADER_OBJECT_EXTENSION_NAME &&
            version < VK_MAKE_API_VERSION(0, 1, 3, 246)) ||
           (extension == VK_EXT_PRIMITIVE_RESTART_INDEX_EXTENSION_NAME &&
            version < VK_MAKE_API_VERSION(0, 1, 4, 359)) ||
           (extension == VK_KHR_MAINTENANCE_5_EXTENSION_NAME &&
            version < VK_MAKE_API_VERSION(0, 1, 3, 260)) ||
           (extension == VK_KHR_DYNAMIC_RENDERING_LOCAL_READ_EXTENSION_NAME &&
            version < VK_MAKE_API_VERSION(0, 1, 3, 274));
}

void queryFeatures(Shared& shared) {
    void** end = &shared.features.pNext;
    const auto append = [&](auto& structure) {
        *end = &structure;
        end = &structure.pNext;
    };
    append(shared.features11);
    append(shared.features12);
    append(shared.features13);
    if (shared.hasExtension(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME)) {
        append(shared.robustness2);
    }
    if (shared.hasExtension(VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME)) {
        append(shared.customBorder);
    }
    const auto appendIf = [&](const char* extension, auto& structure) {
        if (shared.hasExtension(extension) &&
            !(shared.validated && isUnknownToTheLayer(extension, shared.layerVersion))) {
            append(structure);
        }
    };
    appendIf(VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME, shared.dynamicState);
    appendIf(VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME, shared.dynamicState2);
    appendIf(VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME, shared.dynamicState3);
    appendIf(VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME, shared.vertexInput);
    appendIf(VK_EXT_COLOR_WRITE_ENABLE_EXTENSION_NAME, shared.colorWrite);
    appendIf(VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME, shared.condition);
    appendIf(VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME, shared.descriptorBuffer);
    appendIf(VK_EXT_DEVICE_FAULT_EXTENSION_NAME, shared.fault);
    appendIf(VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME, shared.depthClip);
    appendIf(VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME, shared.depthClipControl);
    appendIf(VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME, shared.pipelineLibrary);
    appendIf(VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME, shared.indexUint8);
    appendIf(VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, shared.lines);
    appendIf(VK_EXT_MULTI_DRAW_EXTENSION_NAME, shared.multiDraw);
    appendIf(VK_EXT_PRIMITIVE_RESTART_INDEX_EXTENSION_NAME, shared.restartIndex);
    appendIf(VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME, shared.listRestart);
    appendIf(VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME, shared.provokingVertex);
    appendIf(VK_EXT_ATTACHMENT_FEEDBACK_LOOP_LAYOUT_EXTENSION_NAME, shared.feedbackLoop);
    appendIf(VK_EXT_DEPTH_CLAMP_ZERO_ONE_EXTENSION_NAME, shared.clampZeroOne);
    appendIf(VK_EXT_IMAGE_2D_VIEW_OF_3D_EXTENSION_NAME, shared.slices);
    appendIf(VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME, shared.nonSeamless);
    appendIf(VK_EXT_PIPELINE_ROBUSTNESS_EXTENSION_NAME, shared.pipelineRobustness);
    appendIf(VK_EXT_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_EXTENSION_NAME,
             shared.rasterizationOrder);
    appendIf(VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, shared.transformFeedback);
    appendIf(VK_EXT_PRIMITIVES_GENERATED_QUERY_EXTENSION_NAME, shared.primitivesGenerated);
    appendIf(VK_EXT_SHADER_OBJECT_EXTENSION_NAME, shared.shaderObject);
    appendIf(VK_KHR_DYNAMIC_RENDERING_LOCAL_READ_EXTENSION_NAME, shared.localRead);
    appendIf(VK_KHR_MAINTENANCE_5_EXTENSION_NAME, shared.maintenance5);
    appendIf(VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME, shared.divisor);
    if (shared.hasExtension(VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME)) {
        append(shared.viewMinLod);
    }
    if (shared.hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        append(shared.atomicFloat);
    }
    vkGetPhysicalDeviceFeatures2(shared.physical, &shared.features);
}

/// Null instance: why is in the test's failures.
Shared* create() {
    auto* shared = new Shared;
    if (volkInitialize() != VK_SUCCESS) {
        ADD_FAILURE() << "there is no Vulkan loader";
        return shared;
    }
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkDebugUtilsMessengerCreateInfoEXT messenger{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    messenger.pfnUserCallback = onMessage;
    const char* const layer = kValidationLayer;
    const char* const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    shared->layerVersion = layerWanted ? layerVersion() : 0;
    shared->validated = shared->layerVersion != 0;
    if (shared->validated) {
        info.pNext = &messenger;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &extension;
    }
    if (const VkResult result = vkCreateInstance(&info, nullptr, &shared->instance)) {
        ADD_FAILURE() << "vkCreateInstance gave " << result;
        return shared;
    }
    volkLoadInstance(shared->instance);
    if (shared->validated) {
        VkDebugUtilsMessengerEXT unused;
        vkCreateDebugUtilsMessengerEXT(shared->instance, &messenger, nullptr, &unused);
    }
    uint32_t count = 1;
    vkEnumeratePhysicalDevices(shared->instance, &count, &shared->physical);
    if (count == 0) {
        ADD_FAILURE() << "there is no device";
        return shared;
    }
    vkEnumerateDeviceExtensionProperties(shared->physical, nullptr, &count, nullptr);
    shared->extensions.resize(count);
    vkEnumerateDeviceExtensionProperties(
        shared->physical, nullptr, &count, shared->extensions.data());
    queryFeatures(*shared);
    return shared;
}

/// Never destroyed: layers have static objects of their own.
Shared& shared() {
    static Shared* const one = create();
    return *one;
}

} // namespace

void DeviceTest::SetUp() {
    Shared& s = shared();
    ASSERT_NE(s.physical, VkPhysicalDevice(VK_NULL_HANDLE));
    messages().clear();
    std::vector<const char*> extensions;
    for (const VkExtensionProperties& extension : s.extensions) {
        if (!isPresentation(extension.extensionName) &&
            !(s.validated && isUnknownToTheLayer(extension.extensionName, s.layerVersion))) {
            extensions.push_back(extension.extensionName);
        }
    }
    const float priority = 1.0f;
    VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &s.features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queueInfo;
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    ASSERT_VK(vkCreateDevice(s.physical, &info, nullptr, &m_device));
    volkLoadDevice(m_device);
    vkGetDeviceQueue(m_device, 0, 0, &m_queue);
    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    ASSERT_VK(vkCreateCommandPool(m_device, &poolInfo, nullptr, &m_pool));
}

void DeviceTest::TearDown() {
    if (m_device) {
        EXPECT_EQ(vkDeviceWaitIdle(m_device), m_expected);
        for (; !m_releases.empty(); m_releases.pop_back()) {
            m_releases.back()();
        }
        vkDestroyCommandPool(m_device, m_pool, nullptr);
        destroyDevice();
    }
    for (const std::string& message : messages()) {
        ADD_FAILURE() << message;
    }
}

void DeviceTest::destroyDevice() {
    vkDestroyDevice(std::exchange(m_device, VK_NULL_HANDLE), nullptr);
}

VkInstance DeviceTest::instance() const {
    return shared().instance;
}

VkPhysicalDevice DeviceTest::physicalDevice() const {
    return shared().physical;
}

bool DeviceTest::hasExtension(const char* name) const {
    return shared().hasExtension(name);
}

const VkPhysicalDeviceFeatures& DeviceTest::features() const {
    return shared().features.features;
}

const VkPhysicalDeviceVulkan11Features& DeviceTest::features11() const {
    return shared().features11;
}

const VkPhysicalDeviceVulkan12Features& DeviceTest::features12() const {
    return shared().features12;
}

const VkPhysicalDeviceVulkan13Features& DeviceTest::features13() const {
    return shared().features13;
}

std::vector<std::string>& DeviceTest::messages() {
    return allMessages;
}

void DeviceTest::forgetMessagesAbout(std::string_view words) {
    std::erase_if(messages(), [&](const std::string& message) {
        return message.find(words) != std::string::npos;
    });
}

bool DeviceTest::validated() {
    return shared().validated;
}

void DeviceTest::doWithoutLayer() {
    layerWanted = false;
}

VkResult DeviceTest::makePlainDevice(VkPhysicalDevice physical,
                                     VkDevice& device,
                                     const VkPhysicalDeviceFeatures* features) {
    const float priority = 1;
    VkDeviceQueueCreateInfo queueInfo{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queueInfo;
    info.pEnabledFeatures = features;
    return vkCreateDevice(physical, &info, nullptr, &device);
}

Buffer DeviceTest::makeBuffer(VkDeviceSize size_B, VkBufferUsageFlags usage) {
    Buffer buffer;
    buffer.size_B = size_B;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size_B;
    info.usage = usage;
    EXPECT_VK(vkCreateBuffer(m_device, &info, nullptr, &buffer.buffer));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(m_device, buffer.buffer, &requirements);
    VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
    if (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) {
        flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    }
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags};
    allocation.allocationSize = requirements.size;
    EXPECT_VK(vkAllocateMemory(m_device, &allocation, nullptr, &buffer.memory));
    EXPECT_VK(vkBindBufferMemory(m_device, buffer.buffer, buffer.memory, 0));
    EXPECT_VK(vkMapMemory(m_device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &buffer.mapped));
    atEnd([this, buffer] {
        vkDestroyBuffer(m_device, buffer.buffer, nullptr);
        vkFreeMemory(m_device, buffer.memory, nullptr);
    });
    return buffer;
}

VkPipelineCache DeviceTest::makePipelineCache(const std::vector<uint8_t>& data) {
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    VkPipelineCache cache = VK_NULL_HANDLE;
    EXPECT_VK(vkCreatePipelineCache(m_device, &info, nullptr, &cache));
    atEnd([this, cache] { vkDestroyPipelineCache(m_device, cache, nullptr); });
    return cache;
}

std::vector<uint8_t> DeviceTest::dataOf(VkPipelineCache cache) {
    size_t size_B = 0;
    EXPECT_VK(vkGetPipelineCacheData(m_device, cache, &size_B, nullptr));
    std::vector<uint8_t> data(size_B);
    EXPECT_VK(vkGetPipelineCacheData(m_device, cache, &size_B, data.data()));
    EXPECT_EQ(size_B, data.size());
    return data;
}

VkCommandBuffer DeviceTest::makeCommandBuffer(VkCommandBufferLevel level) {
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = m_pool;
    info.level = level;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    EXPECT_VK(vkAllocateCommandBuffers(m_device, &info, &commands));
    return commands;
}

VkCommandBuffer DeviceTest::record(const std::function<void(VkCommandBuffer)>& commands) {
    const VkCommandBuffer commandBuffer = makeCommandBuffer();
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    EXPECT_VK(vkBeginCommandBuffer(commandBuffer, &begin));
    commands(commandBuffer);
    EXPECT_VK(vkEndCommandBuffer(commandBuffer));
    return commandBuffer;
}

void DeviceTest::submit(VkCommandBuffer commands, VkFence fence) {
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = commands ? 1 : 0;
    info.pCommandBuffers = &commands;
    EXPECT_VK(vkQueueSubmit(m_queue, 1, &info, fence));
}

void DeviceTest::run(const std::function<void(VkCommandBuffer)>& commands) {
    submit(record(commands));
    EXPECT_VK(vkQueueWaitIdle(m_queue));
}

} // namespace vkt

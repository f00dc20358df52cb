// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/pipelines/pipeline.h"
#include "cpu/icd/pipelines/shader_module.h"
#include "cpu/icd/pipelines/shader_object.h"

#include <new>

// VK_EXT_debug_utils: names of shaders, for logs and records. Messengers and labels of commands are
// accepted; the device has no messages of its own, and the loader hands on the application's.

namespace cpu::icd {

namespace {

/// Who hears what an application's messenger is made for: nobody.
class DebugUtilsMessenger {};

void nameRoutine(const stage::StageSource& source, std::string_view name, bool isOfItsOwn) {
    if (isOfItsOwn || source.name->label().empty()) {
        source.name->setLabel(name);
    }
}

/// Shaders without a name of their own go by the pipeline's that they are first in.
void namePipeline(const Pipeline& pipeline, std::string_view name) {
    const auto nameStage = [&](const auto* routine) {
        if (routine) {
            nameRoutine(routine->source(), name, false);
        }
    };
    nameStage(pipeline.compute().routine);
    if (const GraphicsPipeline* graphics = pipeline.graphics()) {
        nameStage(graphics->routine<stage::VertexStage>());
        nameStage(graphics->routine<stage::ControlStage>());
        nameStage(graphics->routine<stage::EvaluationStage>());
        nameStage(graphics->routine<stage::GeometryStage>());
        nameStage(graphics->routine<stage::FragmentStage>());
    }
}

template <typename Handle>
auto* objectOf(uint64_t handle) {
    return cast(reinterpret_cast<Handle>(handle));
}

void nameObject(VkObjectType type, uint64_t handle, std::string_view name) {
    if (type == VK_OBJECT_TYPE_SHADER_MODULE) {
        objectOf<VkShaderModule>(handle)->name()->setLabel(name);
    } else if (type == VK_OBJECT_TYPE_PIPELINE) {
        namePipeline(*objectOf<VkPipeline>(handle), name);
    } else if (type == VK_OBJECT_TYPE_SHADER_EXT) {
        std::visit([&](const auto& routine) { nameRoutine(routine->source(), name, true); },
                   objectOf<VkShaderEXT>(handle)->routine());
    }
}

} // namespace

GLISSADE_CPU_OBJECT(VkDebugUtilsMessengerEXT, DebugUtilsMessenger)

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL
SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* pNameInfo) {
    const uint64_t handle = pNameInfo->objectHandle;
    const std::string_view name = pNameInfo->pObjectName ? pNameInfo->pObjectName : "";
    try {
        nameObject(pNameInfo->objectType, handle, name);
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
SetDebugUtilsObjectTagEXT(VkDevice device, const VkDebugUtilsObjectTagInfoEXT* pTagInfo) {
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
CreateDebugUtilsMessengerEXT(VkInstance instance,
                             const VkDebugUtilsMessengerCreateInfoEXT* pCreateInfo,
                             const VkAllocationCallbacks* pAllocator,
                             VkDebugUtilsMessengerEXT* pMessenger) {
    auto* messenger = make<DebugUtilsMessenger>(pAllocator);
    if (!messenger) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pMessenger = handleOf<VkDebugUtilsMessengerEXT>(messenger);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyDebugUtilsMessengerEXT(VkInstance instance,
                                                         VkDebugUtilsMessengerEXT messenger,
                                                         const VkAllocationCallbacks* pAllocator) {
    destroy(cast(messenger), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL
SubmitDebugUtilsMessageEXT(VkInstance instance,
                           VkDebugUtilsMessageSeverityFlagBitsEXT messageSeverity,
                           VkDebugUtilsMessageTypeFlagsEXT messageTypes,
                           const VkDebugUtilsMessengerCallbackDataEXT* pCallbackData) {}

VKAPI_ATTR void VKAPI_CALL QueueBeginDebugUtilsLabelEXT(VkQueue queue,
                                                        const VkDebugUtilsLabelEXT* pLabelInfo) {}

VKAPI_ATTR void VKAPI_CALL QueueEndDebugUtilsLabelEXT(VkQueue queue) {}

VKAPI_ATTR void VKAPI_CALL QueueInsertDebugUtilsLabelEXT(VkQueue queue,
                                                         const VkDebugUtilsLabelEXT* pLabelInfo) {}

VKAPI_ATTR void VKAPI_CALL CmdBeginDebugUtilsLabelEXT(VkCommandBuffer commandBuffer,
                                                      const VkDebugUtilsLabelEXT* pLabelInfo) {}

VKAPI_ATTR void VKAPI_CALL CmdEndDebugUtilsLabelEXT(VkCommandBuffer commandBuffer) {}

VKAPI_ATTR void VKAPI_CALL CmdInsertDebugUtilsLabelEXT(VkCommandBuffer commandBuffer,
                                                       const VkDebugUtilsLabelEXT* pLabelInfo) {}

} // namespace entry

} // namespace cpu::icd

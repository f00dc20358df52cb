// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/layout_cache.h"
#include "store/key.h"

#include <cstdint>
#include <span>
#include <string>

namespace base {
class WorkQueue;
}
namespace store {
class Store;
}

namespace glvk {

class Gpu;

/// VK_EXT_shader_object: stages compiled alone and bound one by one. What the device made of a
/// stage's code is kept in the store, so that another run compiles nothing. Thread-safe.
class ShaderObjects {
public:
    /// `store` and `saver`, which writes to it: null where nothing is kept.
    ShaderObjects(Gpu& gpu, store::Store* store, base::WorkQueue* saver);

    /// A stage, from the store where it is there. Null: the device refused the code, and the log
    /// says so.
    VkShaderEXT create(spirv::Stage stage,
                       std::span<const uint32_t> words,
                       const StageLayouts& layouts,
                       const std::string& nameForPeople);
    void destroy(VkShaderEXT shader) const;

private:
    VkShaderEXT make(const VkShaderCreateInfoEXT& info, VkResult& result) const;
    store::Key keyOf(const VkShaderCreateInfoEXT& info,
                     std::span<const uint32_t> words,
                     const StageLayouts& layouts) const;
    void keep(VkShaderEXT shader, const store::Key& key) const;

    Gpu& m_gpu;
    store::Store* const m_store;
    base::WorkQueue* const m_saver;
    VkPhysicalDeviceShaderObjectPropertiesEXT m_properties{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_PROPERTIES_EXT};
    VkShaderStageFlags m_stages = 0; ///< That the device has.
};

} // namespace glvk

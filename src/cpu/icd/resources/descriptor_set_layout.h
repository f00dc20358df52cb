// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/icd/object.h"

#include <memory>
#include <vector>

namespace cpu::icd {

/// Where the descriptors of a set lie. Sets and pipeline layouts share it: it outlives its handle.
struct SetDescription {
    struct Binding {
        uint32_t binding;
        VkDescriptorType type;
        uint32_t count; ///< Elements; bytes of an inline uniform block.
        uint32_t offset_B;
        uint32_t firstDynamic; ///< Of dynamic buffers: index within the set.
        VkDescriptorBindingFlags flags;
        /// `count` of them, or none. Shared: a layout may outlive its samplers, and a copied
        /// descriptor the layout.
        std::vector<std::shared_ptr<const SamplerData>> immutableSamplers;
        std::vector<const SamplerData*> immutablePointers; ///< To the same.
    };
    std::vector<Binding> bindings; ///< By number, without those of no elements.
    uint32_t size_B = 0;
    uint32_t dynamicCount = 0;
    bool push = false;
    /// What makes two layouts identically defined (Vulkan 1.3, "Pipeline Layout Compatibility").
    std::vector<uint32_t> definition;

    /// Null: the set has no such binding.
    const Binding* find(uint32_t binding) const;
    /// Bytes of a set whose last binding has `count` elements, if its count is variable.
    uint32_t size_B_of(uint32_t variableCount) const;
};

class DescriptorSetLayout {
public:
    explicit DescriptorSetLayout(std::shared_ptr<const SetDescription> description)
        : m_description(std::move(description)) {}
    const std::shared_ptr<const SetDescription>& description() const { return m_description; }

private:
    std::shared_ptr<const SetDescription> m_description;
};
GLISSADE_CPU_OBJECT(VkDescriptorSetLayout, DescriptorSetLayout)

bool isDynamic(VkDescriptorType type);

} // namespace cpu::icd

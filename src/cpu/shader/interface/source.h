// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What a shader is compiled from.
namespace cpu::shader {

/// As VkDescriptorType, for what code generation needs to know of a binding.
enum class BindingKind : uint8_t {
    Sampler,
    CombinedImageSampler,
    SampledImage,
    StorageImage,
    UniformTexelBuffer,
    StorageTexelBuffer,
    UniformBuffer,
    StorageBuffer,
    InlineUniformBlock,
    InputAttachment,
};

struct Binding {
    uint32_t set;
    uint32_t binding;
    BindingKind kind;
    uint32_t count;            ///< Array elements; bytes of an inline uniform block.
    uint32_t offset_B;         ///< In the set's memory.
    int32_t firstDynamic = -1; ///< Index into DispatchData::dynamicOffsets_B, of *Dynamic kinds.
    const SamplerData* const* immutableSamplers = nullptr; ///< `count` of them.
    /// Sets have `count` elements at most: as many as fit DispatchData::setSizes_B.
    bool variableCount = false;
    /// Descriptors that no invocation uses may lead to what is no more.
    bool partiallyBound = false;
};

/// What a shader is compiled against. Two pipelines with equal descriptions share code.
struct InterfaceLayout {
    std::vector<Binding> bindings; ///< Sorted by set and binding.
};

struct SpecializationEntry {
    uint32_t constantId;
    uint32_t offset_B;
    uint32_t size_B;
};

struct ShaderSource {
    std::span<const uint32_t> spirv;
    std::string entryPoint;
    std::vector<SpecializationEntry> specialization;
    std::span<const std::byte> specializationData;
    bool robustBuffers = true;
};

} // namespace cpu::shader

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/level.h"
#include "cpu/shader/abi.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// A sampling instruction of the module, in the order of its slots.
struct SampleSite {
    SampleOp op;
};

/// A compiled shader without its addresses: what is kept on disk. What the images of all stages
/// have.
struct StageImage {
    jit::Object object; ///< Defines the stage's symbol.
    std::vector<SampleSite> sites;
    uint32_t frames_B = 0; ///< Of worker memory: what invocations keep across barriers.
};

struct ComputeImage : StageImage {
    std::array<uint32_t, 3> workgroupSize{1, 1, 1};
    uint32_t workgroupMemory_B = 0;
};
inline constexpr char kWorkgroupSymbol[] = "workgroup";

/// What tier 2 knows of a site: `ids` were stable, so that the routine is inlined for them, behind
/// a compare that falls back to the slot.
struct StableSite {
    uint32_t site;
    uint64_t ids;
};

/// SPIR-V to machine code. The module may be anything: what is malformed or unknown is an error
/// that says which instruction, never a crash. Safe on any thread.
base::Result<ComputeImage> compileCompute(const ShaderSource& source,
                                          const InterfaceLayout& layout,
                                          jit::Level level,
                                          std::span<const StableSite> stable = {});

/// True for a capability or extension the compiler implements: what the device may advertise.
bool supportsCapability(uint32_t spvCapability);
bool supportsExtension(std::string_view name);

} // namespace cpu::shader

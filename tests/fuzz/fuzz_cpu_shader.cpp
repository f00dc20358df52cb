// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged SPIR-V for the CPU device's compiler: code, or an error that says why. An input is a
// module's words.

#include "spirv_samples.h"
#include "target.h"

#include "cpu/shader/compiler.h"
#include "spirv/module.h"

#include <algorithm>
#include <tuple>

namespace fuzz {

namespace {

using namespace cpu::shader;

/// What a descriptor of the variable's type is; buffers for what is none, as nothing keeps a layout
/// from disagreeing with a shader.
BindingKind kindOf(const spirv::Module& module, const spirv::Variable& variable) {
    const spirv::Instruction type = module.definition(module.innermostType(variable.pointee));
    constexpr uint32_t kStorageUse = 2; // OpTypeImage, operand "Sampled"
    switch (type.op()) {
    case spv::OpTypeSampler:
        return BindingKind::Sampler;
    case spv::OpTypeSampledImage:
        return BindingKind::CombinedImageSampler;
    case spv::OpTypeImage:
        if (type[3] == spv::DimSubpassData) {
            return BindingKind::InputAttachment;
        }
        if (type[3] == spv::DimBuffer) {
            return type[7] == kStorageUse ? BindingKind::StorageTexelBuffer
                                          : BindingKind::UniformTexelBuffer;
        }
        return type[7] == kStorageUse ? BindingKind::StorageImage : BindingKind::SampledImage;
    default:
        return variable.storage == spv::StorageClassUniform ? BindingKind::UniformBuffer
                                                            : BindingKind::StorageBuffer;
    }
}

/// Each descriptor that the module names, one behind the other.
InterfaceLayout layoutOf(const spirv::Module& module) {
    constexpr uint32_t kMostElements = 64;
    InterfaceLayout layout;
    uint32_t offset_B = 0;
    for (const spirv::Variable& variable : module.globals()) {
        const auto set = module.decoration(variable.id, spv::DecorationDescriptorSet);
        const auto binding = module.decoration(variable.id, spv::DecorationBinding);
        if (!set || !binding || *set >= cpu::kMaxSets) {
            continue;
        }
        const uint32_t count =
            std::clamp(module.arrayLength(variable.pointee), uint32_t{1}, kMostElements);
        layout.bindings.push_back({*set, *binding, kindOf(module, variable), count, offset_B});
        offset_B += count * uint32_t(cpu::kDescriptor_B);
    }
    const auto place = [](const Binding& b) { return std::tie(b.set, b.binding); };
    const auto same = [&](const Binding& a, const Binding& b) { return place(a) == place(b); };
    std::ranges::stable_sort(layout.bindings, {}, place);
    const auto doubled = std::ranges::unique(layout.bindings, same);
    layout.bindings.erase(doubled.begin(), doubled.end());
    return layout;
}

template <class Image>
bool compiles(const std::vector<uint32_t>& words, const InterfaceLayout& layout) {
    const auto image = compile<Image>({words, "main", {}, {}}, layout, cpu::processLevel());
    if (!image && image.error().message.empty()) {
        fail("a module is refused without a reason");
    }
    if (!image && image.error().message.find("invalid IR") != std::string::npos) {
        fail(image.error().message);
    }
    return bool(image);
}

bool run(std::span<const std::byte> input) {
    const std::vector<uint32_t> words = wordsOf(input);
    const auto module = spirv::Module::parse(words);
    const InterfaceLayout layout = module ? layoutOf(*module) : InterfaceLayout{};
    const spv::ExecutionModel model =
        module ? module->entryPoint().model : spv::ExecutionModelGLCompute;
    switch (model) {
    case spv::ExecutionModelVertex:
        return compiles<VertexImage>(words, layout);
    case spv::ExecutionModelTessellationControl:
        return compiles<ControlImage>(words, layout);
    case spv::ExecutionModelTessellationEvaluation:
        return compiles<EvaluationImage>(words, layout);
    case spv::ExecutionModelGeometry:
        return compiles<GeometryImage>(words, layout);
    case spv::ExecutionModelFragment:
        return compiles<FragmentImage>(words, layout);
    default:
        return compiles<ComputeImage>(words, layout);
    }
}

/// Those that a device takes: the shaders as they are linked.
std::vector<Bytes> seeds() {
    std::vector<Bytes> all = moduleSeeds();
    std::erase_if(all, [](const Bytes& seed) { return !run(seed); });
    return all;
}

} // namespace

const Target kTarget = {.seeds = seeds, .damage = damageModuleBytes, .run = run};

} // namespace fuzz

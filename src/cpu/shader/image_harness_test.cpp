// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/image_harness_test.h"

#include "cpu/abi/interruption.h"
#include "cpu/jit/jit.h"
#include "cpu/kernels/kernel_library.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>

namespace {

/// What the slow path needs to know of the run under way.
thread_local cpu::Level t_level;
thread_local uint32_t t_resolved;
thread_local std::deque<cpu::Routine> t_routines;

} // namespace

extern "C" void
glissade_resolve_routine(const cpu::WorkerData*, cpu::Slot* slot, uint64_t ids, uint32_t op) {
    cpu::Routine& routine = t_routines.emplace_back();
    routine.function = cpu::kernels::kernel("sample", t_level);
    routine.key = {uint32_t(ids), uint32_t(ids >> 32), op};
    slot->ids = ids;
    slot->routine = &routine;
    ++t_resolved;
}

namespace cpu::shader::test {
namespace {

ViewId makeViewId(uint32_t vkFormat, ViewType type) {
    return ViewId::make(format::vkFormatIndex(vkFormat),
                        type,
                        Tiling::Linear,
                        AspectRead::Color,
                        false,
                        Swizzle::R,
                        Swizzle::G,
                        Swizzle::B,
                        Swizzle::A);
}

} // namespace

Image::Image(const Shape& shape, uint32_t texel_B) : m_texel_B(texel_B), m_data{} {
    uint32_t offset_B = 0;
    for (int32_t level = 0; level < shape.levels; ++level) {
        LevelData& data = m_data.levels[level];
        data.width_px = std::max(shape.width_px >> level, 1);
        data.height_px = std::max(shape.height_px >> level, 1);
        data.depth_px = std::max(shape.depth_px >> level, 1);
        data.offset_B = offset_B;
        data.rowPitch_B = uint32_t(data.width_px) * texel_B;
        data.slicePitch_B = data.rowPitch_B * uint32_t(data.height_px);
        offset_B += data.slicePitch_B * uint32_t(data.depth_px);
    }
    m_data.layerPitch_B = offset_B;
    m_memory.resize((size_t(offset_B) * size_t(shape.layers) + kOverread_B) / 4);
    m_data.base = reinterpret_cast<uint8_t*>(m_memory.data());
    m_data.viewId = makeViewId(shape.vkFormat, shape.type).bits;
    m_data.layerCount = shape.layers;
    m_data.levelCount = shape.levels;
    m_data.sampleCount = 1;
}

uint32_t& Image::at(int32_t level, int32_t x, int32_t y, int32_t z, int32_t layer, int32_t word) {
    const LevelData& data = m_data.levels[level];
    const uint32_t offset_B = data.offset_B + uint32_t(x) * m_texel_B +
                              uint32_t(y) * data.rowPitch_B + uint32_t(z) * data.slicePitch_B +
                              uint32_t(layer) * m_data.layerPitch_B;
    return m_memory.at(offset_B / 4 + uint32_t(word));
}

SamplerData makeSampler(bool linear, Address address, bool compares, Compare compare) {
    SamplerData data{};
    data.samplerId = SamplerId::make(linear,
                                     linear,
                                     false,
                                     address,
                                     address,
                                     address,
                                     false,
                                     compares,
                                     compare,
                                     Reduction::WeightedAverage,
                                     false,
                                     true)
                         .bits;
    data.minLod = -1000;
    data.maxLod = 1000;
    data.maxAnisotropy = 1;
    return data;
}

void resolveAt(Level level) {
    jit::registerSymbol("glissade_resolve_routine",
                        reinterpret_cast<void*>(glissade_resolve_routine));
    t_level = level;
    t_resolved = 0;
}

uint64_t idsOf(const Image& image, const SamplerData* sampler) {
    const uint32_t viewId = const_cast<Image&>(image).data().viewId;
    return viewId | uint64_t(sampler ? sampler->samplerId : 0) << 32;
}

namespace {

using Make = std::function<base::Result<ComputeImage>(const Words&, const InterfaceLayout&)>;

ImageRun runMade(const std::string& glsl,
                 const std::vector<ImageBinding>& bindings,
                 Level level,
                 const Make& make) {
    resolveAt(level);
    ImageRun run;
    run.result.resize(64);
    InterfaceLayout layout;
    alignas(64) std::byte set[4096] = {};
    const BufferDescriptor results{reinterpret_cast<uint8_t*>(run.result.data()), 256, 0};
    std::memcpy(set, &results, sizeof results);
    layout.bindings.push_back({0, 0, BindingKind::StorageBuffer, 1, 0});
    uint32_t offset_B = kDescriptor_B;
    for (uint32_t n = 0; n < bindings.size(); ++n) {
        const ImageBinding& binding = bindings[n];
        const size_t count = std::max(
            {binding.images.size(), binding.samplers.size(), size_t(binding.texels != nullptr)});
        layout.bindings.push_back({0, n + 1, binding.kind, uint32_t(count), offset_B});
        for (size_t element = 0; element < count; ++element) {
            if (binding.texels) {
                const format::VkFormatIndex format = format::vkFormatIndex(binding.vkFormat);
                const uint32_t words = (format::vkFormatLayout(format).block_B + 3u) / 4;
                const TexelBufferDescriptor descriptor{
                    reinterpret_cast<uint8_t*>(binding.texels->data()),
                    uint32_t(binding.texels->size()) / words,
                    makeViewId(binding.vkFormat, ViewType::Buffer).bits};
                std::memcpy(set + offset_B, &descriptor, sizeof descriptor);
            } else {
                Image* image = element < binding.images.size() ? binding.images[element] : nullptr;
                const SamplerData* sampler =
                    element < binding.samplers.size() ? binding.samplers[element] : nullptr;
                const ImageDescriptor descriptor{image ? &image->data() : nullptr,
                                                 sampler,
                                                 image ? image->data().viewId : 0,
                                                 sampler ? sampler->samplerId : 0};
                std::memcpy(set + offset_B, &descriptor, sizeof descriptor);
            }
            offset_B += uint32_t(kDescriptor_B);
        }
    }
    const Words spirv = compileGlsl(glsl);
    auto image = make(spirv, layout);
    if (!image) {
        ADD_FAILURE() << image.error().message;
        return run;
    }
    auto code = jit::load(image->object);
    if (!code) {
        ADD_FAILURE() << code.error().message;
        return run;
    }
    DispatchData dispatch{};
    dispatch.sets[0] = reinterpret_cast<uint8_t*>(set);
    dispatch.groupCount[0] = dispatch.groupCount[1] = dispatch.groupCount[2] = 1;
    std::vector<Slot> slots(image->sites.size());
    alignas(64) static thread_local uint8_t scratch[1 << 16];
    Interruption interruption;
    WorkerData worker{};
    worker.interruption = &interruption;
    worker.slots = slots.data();
    worker.workgroupMemory = scratch;
    worker.frames = scratch + (1 << 15);
    WorkgroupFunction((*code)->address(kWorkgroupSymbol))(&dispatch, &worker, 0, 0, 0);
    run.resolved = t_resolved;
    return run;
}

} // namespace

ImageRun runImages(const std::string& glsl,
                   const std::vector<ImageBinding>& bindings,
                   Level level,
                   std::span<const StableSite> stable) {
    return runMade(glsl, bindings, level, [&](const Words& spirv, const InterfaceLayout& layout) {
        return compile<ComputeImage>({spirv, "main", {}, {}}, layout, level, stable);
    });
}

ImageRun
runCopiedImages(const std::string& glsl, const std::vector<ImageBinding>& bindings, Level level) {
    return runMade(glsl, bindings, level, [&](const Words& spirv, const InterfaceLayout& layout) {
        return copy<ComputeImage>({spirv, "main", {}, {}}, layout, level);
    });
}

Words runImageBody(const std::string& declarations,
                   const std::string& body,
                   const std::vector<ImageBinding>& bindings) {
    const std::string glsl = "#version 460\n#extension GL_EXT_nonuniform_qualifier : require\n"
                             "layout(local_size_x = 64) in;\n"
                             "layout(std430, binding = 0) buffer R { uint r[]; };\n" +
                             declarations + "void main() { uint i = gl_GlobalInvocationID.x;\n" +
                             body + "}\n";
    Words first;
    for (const Level level : levels()) {
        SCOPED_TRACE(testing::Message() << "level " << int(level));
        const Words result = runImages(glsl, bindings, level).result;
        if (first.empty()) {
            first = result;
        }
        EXPECT_EQ(result, first);
        EXPECT_EQ(runCopiedImages(glsl, bindings, level).result, first) << "copied";
    }
    return first;
}

} // namespace cpu::shader::test

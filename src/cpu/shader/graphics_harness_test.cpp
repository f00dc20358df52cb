// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/graphics_harness_test.h"

#include "cpu/abi/interruption.h"
#include "cpu/jit/jit.h"

#include <cstring>
#include <functional>
#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

InterfaceLayout layoutOf(const std::vector<GraphicsResource>& resources) {
    InterfaceLayout layout;
    for (uint32_t n = 0; n < resources.size(); ++n) {
        layout.bindings.push_back({0, n, resources[n].kind, 1, n * uint32_t(kDescriptor_B)});
    }
    return layout;
}

/// Descriptors and what they lead to, for one run.
class Memory {
public:
    explicit Memory(const std::vector<GraphicsResource>& resources) {
        for (size_t n = 0; n < resources.size(); ++n) {
            const GraphicsResource& resource = resources[n];
            std::byte* const at = m_set + n * kDescriptor_B;
            if (resource.image || resource.sampler) {
                const ImageDescriptor descriptor{resource.image ? &resource.image->data() : nullptr,
                                                 resource.sampler,
                                                 resource.image ? resource.image->data().viewId : 0,
                                                 resource.sampler ? resource.sampler->samplerId
                                                                  : 0};
                std::memcpy(at, &descriptor, sizeof descriptor);
                buffers.emplace_back();
                continue;
            }
            buffers.push_back(resource.words);
            buffers.back().resize(resource.words.size() + kOverread_B / 4);
            const BufferDescriptor descriptor{reinterpret_cast<uint8_t*>(buffers.back().data()),
                                              uint32_t(resource.words.size() * 4),
                                              0};
            std::memcpy(at, &descriptor, sizeof descriptor);
        }
        draw.sets[0] = reinterpret_cast<uint8_t*>(m_set);
    }
    std::vector<Words> results() {
        for (Words& words : buffers) {
            words.resize(words.size() - std::min<size_t>(words.size(), kOverread_B / 4));
        }
        return buffers;
    }

    DispatchData draw{};
    std::vector<Words> buffers;

private:
    alignas(64) std::byte m_set[1024] = {};
};

enum class Method { Compile, Copy };

template <class Image>
base::Result<Image> make(const Words& spirv,
                         const std::vector<GraphicsResource>& resources,
                         Level level,
                         Method method) {
    const ShaderSource source{spirv, "main", {}, {}};
    return method == Method::Copy ? copy<Image>(source, layoutOf(resources), level)
                                  : compile<Image>(source, layoutOf(resources), level);
}

template <class Result>
Result forEachLevel(const std::string& glsl,
                    spirv::Stage stage,
                    bool exact,
                    const std::function<bool(const Words&, Level, Method, Result&)>& run,
                    const std::function<void(const Result&, const Result&)>& compare) {
    Result first;
    bool any = false;
    for (const bool optimized : {false, true}) {
        const Words spirv = compileGlsl(glsl, optimized, stage);
        Result own;
        bool anyOwn = false;
        for (const Level level : levels()) {
            SCOPED_TRACE(testing::Message()
                         << "level " << int(level) << (optimized ? " optimized" : ""));
            resolveAt(level);
            for (const Method method : {Method::Compile, Method::Copy}) {
                SCOPED_TRACE(method == Method::Copy ? "copied" : "compiled");
                Result result;
                if (!run(spirv, level, method, result)) {
                    return result;
                }
                if (anyOwn || (any && exact)) {
                    compare(anyOwn ? own : first, result);
                }
                if (!any) {
                    first = result;
                }
                own = std::move(result);
                any = anyOwn = true;
            }
        }
    }
    return first;
}

template <class Function>
Function
load(const jit::Object& object, const char* symbol, std::shared_ptr<const jit::Code>& code) {
    auto loaded = jit::load(object);
    if (!loaded) {
        ADD_FAILURE() << loaded.error().message;
        return nullptr;
    }
    code = std::move(*loaded);
    return Function(code->address(symbol));
}

bool runVertices(
    const VertexRun& run, const Words& spirv, Level level, Method method, VertexResult& result) {
    auto image = make<VertexImage>(spirv, run.resources, level, method);
    if (!image) {
        ADD_FAILURE() << image.error().message;
        return false;
    }
    std::shared_ptr<const jit::Code> code;
    const auto function = load<VertexFunction>(image->object, kVertexSymbol, code);
    if (!function) {
        return false;
    }
    Memory memory(run.resources);
    std::vector<Slot> slots(image->sites.size());
    Interruption interruption;
    WorkerData worker{};
    worker.interruption = &interruption;
    worker.slots = slots.data();
    const uint32_t lanes = lanesOf(level);
    result.slots.fill(Words(16, kMarker));
    for (uint32_t first = 0; first < 16; first += lanes) {
        Words attributes(kMaxLocations * 4 * lanes, kMarker);
        Words outputs(image->slotCount * lanes, kMarker);
        VertexLanes data{};
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            const uint32_t vertex = first + lane;
            data.vertexIndex[lane] = run.vertexIndex.empty() ? vertex : run.vertexIndex[vertex];
            for (uint32_t row = 0; row < kMaxLocations * 4; ++row) {
                const Words& words = run.attributes[row / 4][row % 4];
                if (!words.empty()) {
                    attributes[row * lanes + lane] = words[vertex];
                }
            }
        }
        data.active = run.active >> first & ((1u << lanes) - 1);
        data.instanceIndex = run.instanceIndex;
        data.baseVertex = run.baseVertex;
        data.baseInstance = run.baseInstance;
        data.drawIndex = run.drawIndex;
        data.viewIndex = run.viewIndex;
        data.attributes = attributes.data();
        data.outputs = outputs.data();
        function(&memory.draw, &worker, &data);
        for (uint32_t slot = 0; slot < image->slotCount; ++slot) {
            for (uint32_t lane = 0; lane < lanes; ++lane) {
                if (data.active >> lane & 1) {
                    result.slots[slot][first + lane] = outputs[slot * lanes + lane];
                }
            }
        }
    }
    result.buffers = memory.results();
    image->object.clear();
    result.image = std::move(*image);
    return true;
}

bool runFragments(const FragmentRun& run,
                  const Words& spirv,
                  Level level,
                  Method method,
                  FragmentResult& result) {
    auto image = make<FragmentImage>(spirv, run.resources, level, method);
    if (!image) {
        ADD_FAILURE() << image.error().message;
        return false;
    }
    std::shared_ptr<const jit::Code> code;
    const auto function = load<FragmentFunction>(image->object, kFragmentSymbol, code);
    if (!function) {
        return false;
    }
    Memory memory(run.resources);
    std::vector<Slot> slots(image->sites.size());
    Interruption interruption;
    WorkerData worker{};
    worker.interruption = &interruption;
    worker.slots = slots.data();
    std::vector<std::byte> primitive(sizeof(PrimitiveData) + run.varyings.size() * sizeof(Plane));
    std::memcpy(primitive.data(), &run.primitive, sizeof run.primitive);
    if (!run.varyings.empty()) {
        std::memcpy(primitive.data() + sizeof run.primitive,
                    run.varyings.data(),
                    run.varyings.size() * sizeof(Plane));
    }
    EXPECT_LE(image->varyings.size(), run.varyings.size());
    const uint32_t lanes = lanesOf(level);
    const uint32_t all = (1u << lanes) - 1;
    for (uint32_t first = 0; first < 16; first += lanes) {
        FragmentLanes data;
        std::memset(&data, 0xcd, sizeof data);
        for (uint32_t quad = 0; quad < lanes / 4; ++quad) {
            data.x[quad] = run.x + int32_t(pixelX(first + quad * 4));
            data.y[quad] = run.y + int32_t(pixelY(first + quad * 4));
        }
        data.active = 0;
        for (uint32_t sample = 0; sample < kMaxSamples; ++sample) {
            data.sampleCoverage[sample] = run.coverage[sample] >> first & all;
            data.active |= sample < run.sampleCount ? data.sampleCoverage[sample] : 0;
            // As Vulkan's standard sample locations.
            constexpr float kX[] = {0.375f, 0.875f, 0.125f, 0.625f};
            constexpr float kY[] = {0.125f, 0.375f, 0.625f, 0.875f};
            data.sampleX[sample] = kX[sample];
            data.sampleY[sample] = kY[sample];
        }
        if (run.sampleIndex >= 0) {
            data.active = data.sampleCoverage[run.sampleIndex];
        }
        data.sampleCount = run.sampleCount;
        data.sampleIndex = run.sampleIndex;
        data.viewIndex = run.viewIndex;
        function(
            &memory.draw, &worker, reinterpret_cast<const PrimitiveData*>(primitive.data()), &data);
        EXPECT_EQ(data.active & ~all, 0u);
        result.active |= data.active << first;
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            const bool active = data.active >> lane & 1;
            const auto keep = [&](FragmentResult::Row& row, uint32_t word) {
                row[first + lane] = active ? word : kMarker;
            };
            for (uint32_t component = 0; component < 4; ++component) {
                for (uint32_t location = 0; location < kMaxColorAttachments; ++location) {
                    keep(result.color[location][component], data.color[location][component][lane]);
                }
                keep(result.secondColor[component], data.secondColor[component][lane]);
            }
            keep(result.depth, bits(data.depth[lane]));
            keep(result.stencil, data.stencilReference[lane]);
            keep(result.sampleMask, data.sampleMask[lane]);
        }
    }
    result.buffers = memory.results();
    image->object.clear();
    result.image = std::move(*image);
    return true;
}

} // namespace

VertexResult run(const VertexRun& run) {
    return forEachLevel<VertexResult>(
        run.glsl,
        spirv::Stage::Vertex,
        run.exact,
        [&](const Words& spirv, Level level, Method method, VertexResult& result) {
            return runVertices(run, spirv, level, method, result);
        },
        [](const VertexResult& first, const VertexResult& second) {
            EXPECT_TRUE(first.slots == second.slots) << "other bits";
            EXPECT_TRUE(first.buffers == second.buffers) << "other bits in buffers";
        });
}

FragmentResult run(const FragmentRun& run) {
    return forEachLevel<FragmentResult>(
        run.glsl,
        spirv::Stage::Fragment,
        run.exact,
        [&](const Words& spirv, Level level, Method method, FragmentResult& result) {
            return runFragments(run, spirv, level, method, result);
        },
        [](const FragmentResult& first, const FragmentResult& second) {
            EXPECT_TRUE(first.color == second.color) << "other bits";
            EXPECT_TRUE(first.secondColor == second.secondColor) << "other bits";
            EXPECT_TRUE(first.depth == second.depth) << "other bits";
            EXPECT_TRUE(first.stencil == second.stencil) << "other bits";
            EXPECT_TRUE(first.sampleMask == second.sampleMask) << "other bits";
            EXPECT_EQ(first.active, second.active);
            EXPECT_TRUE(first.buffers == second.buffers) << "other bits in buffers";
        });
}

float at(const PrimitiveData& primitive, const Plane& plane, float x, float y) {
    const float alongX = (x - primitive.originX) * plane.dx;
    const float alongY = (y - primitive.originY) * plane.dy;
    return (plane.atOrigin + alongX) + alongY;
}

} // namespace cpu::shader::test

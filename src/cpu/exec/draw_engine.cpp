// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw_engine.h"

#include "cpu/jit/kernel_library.h"
#include "cpu/raster/coverage.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <new>
#include <optional>

namespace cpu::exec {
namespace {

/// Primitives of a batch: enough that vertices are shared and calls cost nothing, few enough that
/// what a batch makes stays in a core's cache.
constexpr uint32_t kBatchPrimitives = 256;
/// Batches between two rounds of tiles. What they make is kept until then.
constexpr uint32_t kMaxBatches = 64;

/// 64-byte aligned words that are not initialised.
class Rows {
public:
    uint32_t* reserve(size_t count) {
        if (count > m_count) {
            m_words.reset(new (std::align_val_t(64)) uint32_t[count]);
            m_count = count;
        }
        return m_words.get();
    }

private:
    struct Free {
        void operator()(uint32_t* words) const { ::operator delete[](words, std::align_val_t(64)); }
    };
    std::unique_ptr<uint32_t, Free> m_words;
    size_t m_count = 0;
};

float biasUnitOf(const Framebuffer& framebuffer) {
    if (!framebuffer.depth.surface.base) {
        return 0;
    }
    const format::VkFormatLayout& layout = format::vkFormatLayout(framebuffer.depth.format);
    return layout.type == format::ChannelType::Unorm
               ? 1.0f / float(uint32_t(1) << layout.channels[0].bits)
               : 0.0f;
}

raster::VertexOutputs outputsOf(const shader::VertexImage& vertex,
                                const shader::FragmentImage* fragment) {
    raster::VertexOutputs outputs;
    if (fragment) {
        outputs.varyings = fragment->varyings;
        outputs.readsPointCoord = fragment->readsPointCoord;
        outputs.readsClipDistance = fragment->readsClipDistance;
    }
    outputs.clipDistances = vertex.clipDistances;
    outputs.cullDistances = vertex.cullDistances;
    outputs.pointSize = vertex.writesPointSize;
    outputs.layer = vertex.writesLayer;
    outputs.viewportIndex = vertex.writesViewportIndex;
    return outputs;
}

/// Multiview: each view has the layer of its number.
void lookAt(FragmentWork& work, uint32_t view) {
    work.viewIndex = view;
    const auto move = [&](TargetWork& target) {
        if (target.base) {
            target.base += view * target.layerPitch_B;
        }
    };
    std::for_each(std::begin(work.depth), std::end(work.depth), move);
    std::for_each(std::begin(work.colors), std::end(work.colors), move);
}

template <class Function>
Function* drawKernel(const char* name, jit::Level level) {
    return reinterpret_cast<Function*>(jit::kernel(name, level));
}

} // namespace

struct DrawEngine::Batch {
    raster::PrimitiveArena arena;
    raster::Bins bins;
};

struct DrawEngine::WorkerState {
    std::vector<uint32_t> elements;
    std::vector<uint32_t> vertices; ///< gl_VertexIndex, up to a whole vector.
    raster::VertexBatch sharing;
    raster::SetupScratch setup;
    Rows attributes;
    Rows outputs;
    shader::FragmentLanes lanes;
    shader::WorkerData vertexData, fragmentData;
    uint64_t vertexInvocations = 0;
    raster::SetupCounters clipping;
    FragmentCounters fragments;
};

/// A draw for one view.
struct DrawEngine::Draw {
    const Input& input;
    const StageCode<VertexStage>& vertex;
    const DrawCall& call;
    uint32_t view;
    const raster::Assembly& assembly;
    const raster::IndexReader* indices;
    const raster::Setup& setup;
    const Attributes& attributes;
    const FragmentWork& fragments;
    uint32_t batchesPerInstance;
    bool shades; ///< Fragments have an effect.
    bool sequential;
    std::atomic<bool> failed = false;
};

DrawEngine::DrawEngine(Workers& workers, jit::Level level)
    : m_workers(workers),
      m_lanes(jit::lanesOf(level)),
      m_drawVertices(drawKernel<void(const VertexWork*)>("draw_vertices", level)),
      m_drawBlock(drawKernel<std::remove_pointer_t<decltype(m_drawBlock)>>("draw_block", level)) {
    for (uint32_t i = 0; i < workers.count(); ++i) {
        m_states.push_back(std::make_unique<WorkerState>());
    }
    for (uint32_t i = 0; i < kMaxBatches; ++i) {
        m_batches.push_back(std::make_unique<Batch>());
    }
}

DrawEngine::~DrawEngine() = default;

void DrawEngine::forEach(uint64_t items,
                         const std::function<void(uint64_t item, uint32_t worker)>& task) {
    if (items == 1) {
        task(0, 0);
    } else if (items > 1) {
        m_workers.run(items, 1, task);
    }
}

bool DrawEngine::draw(const Input& input, const DrawCall& call, DrawCounters& counters) {
    const GraphicsState& state = input.state;
    const shader::VertexImage& vertexImage = input.vertex.image();
    const shader::FragmentImage* const fragmentImage =
        input.fragment ? &input.fragment->image() : nullptr;
    const StageCode<VertexStage>& vertex = input.vertex.beginDraw();
    const StageCode<FragmentStage>* const fragment =
        input.fragment ? &input.fragment->beginDraw() : nullptr;
    try {
        std::optional<raster::IndexReader> indices;
        if (call.indexed) {
            indices.emplace(state.indices, call.first, call.count);
        }
        const raster::Assembly assembly =
            indices && state.raster.restart
                ? raster::Assembly(state.raster.topology, state.raster.provokingLast, *indices)
                : raster::Assembly(state.raster.topology, state.raster.provokingLast, call.count);
        const raster::Target target = {state.framebuffer.area,
                                       state.framebuffer.layers,
                                       state.framebuffer.samples,
                                       biasUnitOf(state.framebuffer)};
        const raster::Setup setup(state.raster, target, outputsOf(vertexImage, fragmentImage));
        const Attributes attributes =
            attributesOf(state.input, vertexImage.attributesUsed, input.routines);
        FragmentWork fragments = fragmentsOf(state, fragmentImage, input.routines);
        fragments.function = fragment ? fragment->function : nullptr;
        fragments.data = &input.fragmentData;

        counters.add(Statistic::InputVertices, uint64_t(call.count) * call.instanceCount);
        counters.add(Statistic::InputPrimitives,
                     uint64_t(assembly.primitiveCount()) * call.instanceCount);
        for (uint32_t views = state.framebuffer.viewMask ? state.framebuffer.viewMask : 1; views;
             views &= views - 1) {
            const auto view = uint32_t(std::countr_zero(views));
            FragmentWork seen = fragments;
            lookAt(seen, view);
            Draw draw = {.input = input,
                         .vertex = vertex,
                         .call = call,
                         .view = view,
                         .assembly = assembly,
                         .indices = indices ? &*indices : nullptr,
                         .setup = setup,
                         .attributes = attributes,
                         .fragments = seen,
                         .batchesPerInstance =
                             (assembly.primitiveCount() + kBatchPrimitives - 1) / kBatchPrimitives,
                         .shades = !state.raster.discard,
                         .sequential = state.raster.stippled};
            if (!drawInstances(draw)) {
                return false;
            }
            addCounters(counters);
        }
    } catch (const std::bad_alloc&) {
        return false;
    }
    input.vertex.endDraw();
    if (input.fragment) {
        input.fragment->endDraw();
    }
    return true;
}

void DrawEngine::addCounters(DrawCounters& counters) const {
    for (const auto& worker : m_states) {
        counters.add(Statistic::VertexInvocations, worker->vertexInvocations);
        counters.add(Statistic::ClippingInvocations, worker->clipping.clippingInvocations);
        counters.add(Statistic::ClippingPrimitives, worker->clipping.clippingPrimitives);
        counters.add(Statistic::FragmentInvocations, worker->fragments.invocations);
        counters.samplesPassed += worker->fragments.samplesPassed;
    }
}

bool DrawEngine::drawInstances(Draw& draw) {
    const Input& input = draw.input;
    for (uint32_t i = 0; i < m_states.size(); ++i) {
        WorkerState& worker = *m_states[i];
        worker.vertexData = input.workers[i];
        worker.vertexData.slots = input.vertex.slots(i);
        worker.fragmentData = input.workers[i];
        worker.fragmentData.slots = input.fragment ? input.fragment->slots(i) : nullptr;
        worker.lanes.sampleCount = draw.fragments.samples;
        worker.lanes.viewIndex = draw.view;
        std::copy_n(draw.fragments.sampleX, shader::kMaxSamples, worker.lanes.sampleX);
        std::copy_n(draw.fragments.sampleY, shader::kMaxSamples, worker.lanes.sampleY);
        worker.vertexInvocations = 0;
        worker.clipping = {};
        worker.fragments = {};
        worker.setup.stipple_px = 0;
    }
    const uint64_t batches = uint64_t(draw.batchesPerInstance) * draw.call.instanceCount;
    for (uint64_t first = 0; first < batches; first += kMaxBatches) {
        const auto count = uint32_t(std::min<uint64_t>(batches - first, kMaxBatches));
        const auto process = [&](uint64_t item, uint32_t worker) {
            try {
                processBatch(draw, first + item, *m_batches[item], worker);
            } catch (const std::bad_alloc&) {
                draw.failed = true;
            }
        };
        if (draw.sequential) {
            for (uint32_t item = 0; item < count; ++item) {
                process(item, 0);
            }
        } else {
            forEach(count, process);
        }
        if (draw.failed) {
            return false;
        }
        if (draw.shades) {
            shadeTiles(draw, count);
        }
    }
    return true;
}

void DrawEngine::processBatch(const Draw& draw, uint64_t item, Batch& batch, uint32_t index) {
    WorkerState& worker = *m_states[index];
    const Input& input = draw.input;
    const shader::VertexImage& image = input.vertex.image();
    const auto instance = uint32_t(item / draw.batchesPerInstance);
    const auto first = uint32_t(item % draw.batchesPerInstance) * kBatchPrimitives;
    const uint32_t count = std::min(kBatchPrimitives, draw.assembly.primitiveCount() - first);

    worker.elements.resize(size_t(count) * draw.assembly.corners());
    draw.assembly.assemble(first, count, worker.elements.data());
    worker.sharing.build(draw.indices, worker.elements);
    const std::vector<uint32_t>& vertices = worker.sharing.vertices();
    const uint32_t offset = draw.indices ? uint32_t(draw.call.vertexOffset) : draw.call.first;
    worker.vertices.resize((vertices.size() + m_lanes - 1) / m_lanes * m_lanes);
    std::transform(vertices.begin(), vertices.end(), worker.vertices.begin(), [&](uint32_t v) {
        return v + offset;
    });
    const auto vertexCount = uint32_t(vertices.size());

    VertexWork work = {};
    work.function = draw.vertex.function;
    work.data = &input.vertexData;
    work.worker = &worker.vertexData;
    work.attributes = draw.attributes.all.data();
    work.attributeCount = draw.attributes.count;
    work.slotCount = image.slotCount;
    work.rows = worker.attributes.reserve(shader::kMaxLocations * 4 * shader::kMaxLanes);
    work.vertices = worker.vertices.data();
    work.vertexCount = vertexCount;
    work.outputs = worker.outputs.reserve(worker.vertices.size() * image.slotCount);
    work.instance = draw.call.firstInstance + instance;
    work.baseVertex = draw.indices ? uint32_t(draw.call.vertexOffset) : draw.call.first;
    work.baseInstance = draw.call.firstInstance;
    work.drawIndex = draw.call.drawIndex;
    work.viewIndex = draw.view;
    work.writesPointSize = image.writesPointSize;
    m_drawVertices(&work);
    worker.vertexInvocations += vertexCount;

    batch.arena.clear();
    if (!draw.shades) {
        return;
    }
    const raster::SetupCounters counted =
        draw.setup.run({work.outputs, m_lanes, image.slotCount, vertexCount},
                       worker.elements,
                       first,
                       batch.arena,
                       worker.setup);
    worker.clipping.clippingInvocations += counted.clippingInvocations;
    worker.clipping.clippingPrimitives += counted.clippingPrimitives;
    batch.bins.build(batch.arena.primitives());
}

void DrawEngine::shadeTiles(const Draw& draw, uint32_t batchCount) {
    raster::Bins::Tiles all = {};
    for (uint32_t i = 0; i < batchCount; ++i) {
        const raster::Bins::Tiles& tiles = m_batches[i]->bins.tiles();
        if (tiles.x0 == tiles.x1) {
            continue;
        }
        all = all.x0 == all.x1 ? tiles
                               : raster::Bins::Tiles{std::min(all.x0, tiles.x0),
                                                     std::min(all.y0, tiles.y0),
                                                     std::max(all.x1, tiles.x1),
                                                     std::max(all.y1, tiles.y1)};
    }
    const auto width = uint32_t(all.x1 - all.x0);
    const uint64_t count = uint64_t(width) * uint32_t(all.y1 - all.y0);
    forEach(count, [&](uint64_t item, uint32_t worker) {
        shadeTile(draw,
                  batchCount,
                  all.x0 + int32_t(item % width),
                  all.y0 + int32_t(item / width),
                  worker);
    });
}

void DrawEngine::shadeTile(
    const Draw& draw, uint32_t batchCount, int32_t x, int32_t y, uint32_t index) {
    WorkerState& worker = *m_states[index];
    for (uint32_t i = 0; i < batchCount; ++i) {
        for (const raster::Primitive* primitive : m_batches[i]->bins.tile(x, y)) {
            const raster::TileCoverage coverage(
                *primitive, x * raster::kTile_px, y * raster::kTile_px, draw.fragments.samples);
            if (coverage.extent() == raster::Extent::Nothing) {
                continue;
            }
            coverage.forEachBlock([&](int32_t blockX, int32_t blockY, const uint16_t* samples) {
                m_drawBlock(&draw.fragments,
                            &worker.fragmentData,
                            &primitive->data,
                            blockX,
                            blockY,
                            samples,
                            &worker.lanes,
                            &worker.fragments);
            });
        }
    }
}

} // namespace cpu::exec

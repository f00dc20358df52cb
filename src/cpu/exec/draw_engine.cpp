// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw_engine.h"

#include "cpu/kernels/kernel_library.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <optional>

namespace cpu::exec {
namespace {

/// Primitives of a batch: enough that vertices are shared and calls cost nothing, few enough that
/// what a batch makes stays in a core's cache.
constexpr uint32_t kBatchPrimitives = 256;
/// So many are turned from vertices into primitives at once.
constexpr uint64_t kMaxPendingPrimitives = 64 * kBatchPrimitives;
/// What waits to be shaded takes no more memory than this, and a batch for each worker.
constexpr size_t kMaxScene_B = size_t(32) << 20;
/// The same of those with stages that make more of them: what a batch makes, and how few inputs it
/// may have.
constexpr uint64_t kBatchMade = 4096;
constexpr uint64_t kLeastInputs = 4;
/// The patches of a draw may have small levels first and then large ones.
constexpr uint64_t kLeastGrowth = 128;
/// Less is done before another thread has woken up.
constexpr uint64_t kWorthSharing_primitives = 192;
constexpr uint64_t kWorthSharing_px = 4096;

/// Steps of the format are a little more than 2^-n, and planes of depth are rounded: polygons 2^-n
/// apart meet in some pixels. Twice that never does, and is the most that Vulkan allows.
float biasUnitOf(const Framebuffer& framebuffer) {
    if (!framebuffer.depth.surface.base) {
        return 0;
    }
    const format::VkFormatLayout& layout = format::vkFormatLayout(framebuffer.depth.format);
    return layout.type == format::ChannelType::Unorm
               ? 2.0f / float(uint32_t(1) << layout.channels[0].bits)
               : 0.0f;
}

raster::VertexOutputs outputsOf(const shader::VertexOutputImage& vertex,
                                bool primitiveId,
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
    outputs.primitiveId = primitiveId;
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

/// Without views there is the view 0.
uint32_t viewsOf(const DrawState& state) {
    return state.viewMask ? state.viewMask : 1;
}

/// How many primitives come of one. `ofPatches`: by tessellation.
uint64_t growthOf(const PrimitiveStageState* stages, uint64_t ofPatches) {
    if (!stages) {
        return 1;
    }
    uint64_t growth = stages->evaluation.routine ? std::max(ofPatches, kLeastGrowth) : 1;
    if (stages->geometry.routine) {
        const shader::GeometryImage& image = stages->geometry.routine->image();
        growth *= uint64_t(std::max(image.maxVertices, 1u)) * image.invocations;
    }
    return growth;
}

raster::Topology topologyOf(const PrimitiveStageState& stages) {
    switch (stages.corners()) {
    case 1:
        return raster::Topology::PointList;
    case 2:
        return stages.geometry.routine ? raster::Topology::LineStrip : raster::Topology::LineList;
    default:
        return raster::Topology::TriangleList;
    }
}

template <class Function>
Function drawKernel(const char* name, Level level) {
    return reinterpret_cast<Function>(kernels::kernel(name, level));
}

} // namespace

DrawEngine::DrawEngine(Workers& workers,
                       Level level,
                       routine::KeyedRoutines& routines,
                       const WorkerData* workerData,
                       DrawCounters& counters)
    : m_workers(workers), m_workerData(workerData), m_counters(counters), m_routines(routines) {
    const auto drawVertices = drawKernel<VertexBatch::Kernel>("draw_vertices", level);
    const auto drawBlocks = drawKernel<TileShader::Kernel>("draw_blocks", level);
    const raster::SetupKernels setup = {
        drawKernel<decltype(raster::SetupKernels::placeVertices)>("place_vertices", level),
        drawKernel<decltype(raster::SetupKernels::sortTriangles)>("sort_triangles", level),
        drawKernel<decltype(raster::SetupKernels::setUpTriangles)>("set_up_triangles", level)};
    for (uint32_t i = 0; i < workers.count(); ++i) {
        m_batches.push_back(std::make_unique<VertexBatch>(drawVertices, setup, lanesOf(level)));
        m_shaders.push_back(std::make_unique<TileShader>(drawBlocks));
    }
}

DrawEngine::~DrawEngine() = default;

template <typename Work>
bool DrawEngine::guarded(Work&& work) {
    try {
        work();
        return true;
    } catch (const std::bad_alloc&) {
        forget();
        return false;
    }
}

bool DrawEngine::makeRoom() {
    return used_B() <= kMaxScene_B || finish();
}

/// Null: there are none.
const PrimitiveStageState* DrawEngine::stagesOf(const GraphicsState& state, const Stages& stages) {
    const bool tessellates = stages.control && stages.evaluation;
    if (!tessellates && !stages.geometry) {
        return nullptr;
    }
    PrimitiveStageState made = {};
    made.provokingLast = state.raster.provokingLast;
    const auto begin = [&]<typename Stage>(StageCall<Stage>& call,
                                           stage::StageRoutine<Stage>& routine) {
        m_scene.addRoutine(&routine);
        const stage::StageCode<Stage>& code = routine.begin();
        m_scene.hold(code.code);
        m_frames_B = std::max(m_frames_B, code.frames_B);
        call = {&routine, code.function};
    };
    if (tessellates) {
        begin(made.control, *stages.control);
        begin(made.evaluation, *stages.evaluation);
        const shader::ControlImage& control = stages.control->image();
        const shader::EvaluationImage& evaluation = stages.evaluation->image();
        made.shape = shapeOf(control, evaluation, state.tessellation.lowerLeft);
        made.patchVertices = control.modes.outputVertices ? control.modes.outputVertices
                                                          : evaluation.modes.outputVertices;
        made.routes =
            m_scene.keepAll(std::span<const PatchRoute>(routesBetween(control, evaluation)));
        made.levels = levelsOf(control);
    }
    if (stages.geometry) {
        begin(made.geometry, *stages.geometry);
    }
    return &m_scene.keep(made);
}

bool DrawEngine::setState(const GraphicsState& asked, const Stages& stages) {
    return guarded([&] {
        const PrimitiveStageState* const between = stagesOf(asked, stages);
        // What the last stage makes is what is rasterised.
        std::optional<GraphicsState> changed;
        if (between) {
            changed = asked;
            changed->raster.topology = topologyOf(*between);
        }
        const GraphicsState& state = changed ? *changed : asked;
        const shader::FragmentImage* const fragmentImage =
            stages.fragment ? &stages.fragment->image() : nullptr;
        m_scene.addRoutine(&stages.vertex);
        m_scene.addRoutine(stages.fragment);
        const stage::StageCode<stage::VertexStage>& vertex = stages.vertex.begin();
        m_scene.hold(vertex.code);
        m_frames_B = std::max(m_frames_B, vertex.frames_B);
        FragmentWork fragments = fragmentsOf(state, fragmentImage, m_routines);
        if (stages.fragment) {
            const stage::StageCode<stage::FragmentStage>& fragment = stages.fragment->begin();
            m_scene.hold(fragment.code);
            m_frames_B = std::max(m_frames_B, fragment.frames_B);
            fragments.function = fragment.function;
        }
        const raster::Target target = {state.framebuffer.area,
                                       state.framebuffer.layers,
                                       state.framebuffer.samples,
                                       biasUnitOf(state.framebuffer)};
        const shader::VertexOutputImage& last = between ? between->last() : stages.vertex.image();
        m_state = &m_scene.keep(DrawState{
            .setup = raster::Setup(
                state.raster, target, outputsOf(last, between != nullptr, fragmentImage)),
            .vertex = &stages.vertex,
            .fragment = stages.fragment,
            .vertexFunction = vertex.function,
            .stages = between,
            .fragments = fragments,
            .topology = asked.raster.topology,
            .provokingLast = state.raster.provokingLast,
            .restart = state.raster.restart,
            .reader = {between != nullptr, asked.tessellation.patchVertices},
            .viewMask = state.framebuffer.viewMask,
            .setsUp = !state.raster.discard || m_counters.counts(DrawCounters::Statistics),
            .sequential = state.raster.stippled && !between,
        });
        m_fragments = {};
        m_growth = kUnknownGrowth;
    });
}

bool DrawEngine::setAttributes(const VertexInput& input) {
    return guarded([&] {
        const Attributes attributes =
            attributesOf(input, m_state->vertex->image().attributesUsed, m_routines);
        m_attributes = m_scene.keepAll(std::span(attributes.all).first(attributes.count));
    });
}

bool DrawEngine::setData(const Data& data) {
    return guarded([&] {
        m_vertexData = &m_scene.keep(data.vertex);
        const auto keep = [&](const DispatchData* from) {
            const bool same = from && std::memcmp(&data.vertex, from, sizeof *from) == 0;
            return !from || same ? m_vertexData : &m_scene.keep(*from);
        };
        m_stageData = {
            keep(data.stages.control), keep(data.stages.evaluation), keep(data.stages.geometry)};
        m_fragmentData = keep(&data.fragment);
        m_fragments = {};
    });
}

bool DrawEngine::draw(const DrawCall& call,
                      const raster::IndexBuffer& indices,
                      TransformFeedback& feedback) {
    return guarded([&] {
        const DrawState& state = *m_state;
        SceneDraw& draw = m_scene.addDraw();
        draw.state = &state;
        draw.vertexData = m_vertexData;
        draw.stageData = m_stageData;
        draw.attributes = m_attributes;
        draw.call = call;
        draw.segment = m_counters.segment();
        draw.indices.reset();
        if (call.indexed) {
            draw.indices.emplace(indices, call.first, call.count);
        }
        draw.assembly =
            call.indexed && state.restart
                ? raster::Assembly(state.topology, state.provokingLast, *draw.indices, state.reader)
                : raster::Assembly(state.topology, state.provokingLast, call.count, state.reader);
        DrawSums& sums = m_counters.sums();
        sums.add(Statistic::InputVertices, uint64_t(call.count) * call.instanceCount);
        const uint64_t primitives = uint64_t(draw.assembly.primitiveCount()) * call.instanceCount;
        sums.add(Statistic::InputPrimitives, primitives);
        draw.feedback = nullptr;
        draw.capture = nullptr;
        if (state.stages) {
            draw.capture = feedback.wanted() ? &feedback : nullptr;
        } else if (const std::optional<FeedbackWriter> writer = beginFeedback(
                       feedback, state.vertex->image(), draw.assembly.corners(), primitives)) {
            draw.feedback = &m_scene.keep(*writer);
        }
        record(draw);
    });
}

/// In all views.
void DrawEngine::record(SceneDraw& draw) {
    const uint32_t views = viewsOf(*m_state);
    if (m_fragments.empty()) {
        const auto count = size_t(std::popcount(views));
        auto* work = m_scene.allocate<FragmentWork>(count);
        m_fragments = {work, count};
        for (uint32_t left = views; left; left &= left - 1, ++work) {
            new (work) FragmentWork(m_state->fragments);
            work->data = m_fragmentData;
            lookAt(*work, uint32_t(std::countr_zero(left)));
        }
    }
    const FragmentWork* work = m_fragments.data();
    for (uint32_t left = views; left; left &= left - 1) {
        SceneDraw& seen = left == views ? draw : m_scene.addDraw();
        if (&seen != &draw) {
            seen = draw;
            seen.capture = nullptr;
        }
        seen.view = uint32_t(std::countr_zero(left));
        seen.fragments = work++;
        addBatches(seen);
    }
}

/// Batches have a part of the primitives of an instance, or those of several instances.
void DrawEngine::addBatches(const SceneDraw& draw) {
    const uint32_t primitives = draw.assembly.primitiveCount();
    if (primitives == 0) {
        return;
    }
    const bool sequential = draw.state->sequential || draw.capture;
    const uint64_t growth = growthOf(draw.state->stages, m_growth);
    const auto most =
        uint32_t(std::clamp<uint64_t>(kBatchMade / growth, kLeastInputs, kBatchPrimitives));
    const uint32_t instances = sequential ? 1 : std::max<uint32_t>(1, most / primitives);
    if (sequential) {
        runVertices();
    }
    for (uint32_t instance = 0; instance < draw.call.instanceCount && !m_workers.interrupted();) {
        const uint32_t count = std::min(instances, draw.call.instanceCount - instance);
        for (uint64_t first = 0; first < primitives && !m_workers.interrupted(); first += most) {
            const auto part = uint32_t(std::min<uint64_t>(most, primitives - first));
            m_scene.addItem({&draw, nullptr, instance, count, uint32_t(first), part, {}});
            m_pendingPrimitives += uint64_t(part) * count * growth;
            m_pendingInputs += draw.state->stages ? uint64_t(part) * count : 0;
            if (sequential) {
                // One after the other on this thread, for a batch goes on where the one before
                // ended.
                m_batches[0]->run(m_scene.items().back(), m_workerData[0]);
                verticesAreDone();
            } else if (m_pendingPrimitives >= kMaxPendingPrimitives &&
                       m_scene.items().size() - m_firstPending >= 2 * m_workers.count()) {
                runVertices();
            }
            if (m_pendingPrimitives == 0 && used_B() > kMaxScene_B) {
                shade();
            }
        }
        instance += count;
    }
}

bool DrawEngine::clear(const SceneClear& clear) {
    return guarded([&] { m_scene.addClear(clear); });
}

bool DrawEngine::finish() {
    if (m_scene.empty()) {
        return true;
    }
    return guarded([&] {
        shade();
        forget();
    });
}

/// The scene is gone, whether it was shaded or not.
void DrawEngine::forget() {
    for (const auto& batch : m_batches) {
        batch->addCounts(m_counters);
        batch->clear();
    }
    for (const auto& shader : m_shaders) {
        shader->addCounts(m_counters);
    }
    m_scene.clear();
    m_routines.clear();
    m_firstPending = 0;
    m_pendingPrimitives = 0;
    m_pendingInputs = 0;
    m_batches_B = 0;
    m_state = nullptr;
    m_frames_B = 0;
    m_attributes = {};
    m_vertexData = m_fragmentData = nullptr;
    m_stageData = {};
    m_fragments = {};
}

/// Of all draws that have not had it: as much at a time as there is.
void DrawEngine::runVertices() {
    const std::span<SceneItem> pending = std::span(m_scene.items()).subspan(m_firstPending);
    const auto run = [&](uint64_t item, uint32_t worker) {
        if (pending[item].draw) {
            m_batches[worker]->run(pending[item], m_workerData[worker]);
        }
    };
    if (m_pendingPrimitives < kWorthSharing_primitives) {
        for (uint64_t item = 0; item < pending.size() && !m_workers.interrupted(); ++item) {
            run(item, 0);
        }
    } else {
        const uint64_t grain = pending.size() / (uint64_t(m_workers.count()) * 16);
        m_workers.run(pending.size(), std::clamp<uint64_t>(grain, 1, 16), run);
    }
    verticesAreDone();
}

void DrawEngine::verticesAreDone() {
    uint64_t made = 0;
    m_batches_B = 0;
    for (const auto& batch : m_batches) {
        m_batches_B += batch->used_B();
        made += batch->takeMade();
    }
    if (made > 0) {
        m_growth = made / std::max<uint64_t>(m_pendingInputs, 1) + 1;
    }
    m_firstPending = m_scene.items().size();
    m_pendingPrimitives = 0;
    m_pendingInputs = 0;
}

/// Carries out all items and takes their memory back.
void DrawEngine::shade() {
    runVertices();
    std::vector<SceneItem>& items = m_scene.items();
    const auto first = items.begin() + ptrdiff_t(m_scene.clearsAtOnce());
    std::for_each(
        items.begin(), first, [&](const SceneItem& item) { clearAll(m_workers, *item.clear); });
    items.erase(items.begin(), first);
    if (!items.empty()) {
        const std::span<const SceneTile> tiles = m_scene.makeTiles();
        uint64_t cost_px = 0;
        for (const SceneTile& tile : tiles) {
            cost_px += tile.cost;
        }
        for (const auto& shader : m_shaders) {
            shader->reserveCounts(m_counters.segment() + 1);
        }
        const auto shadeTile = [&](uint64_t item, uint32_t worker) {
            m_shaders[worker]->shade(tiles[item], m_workerData[worker]);
        };
        if (cost_px < kWorthSharing_px) {
            for (uint64_t item = 0; item < tiles.size() && !m_workers.interrupted(); ++item) {
                shadeTile(item, 0);
            }
        } else {
            m_workers.run(tiles.size(), 1, shadeTile);
        }
    }
    m_scene.clearItems();
    m_firstPending = 0;
    m_batches_B = 0;
    for (const auto& batch : m_batches) {
        batch->clear();
    }
}

} // namespace cpu::exec

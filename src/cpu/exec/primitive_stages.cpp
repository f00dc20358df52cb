// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/primitive_stages.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cpu::exec {

using shader::Cell;
using shader::Cells;

namespace {

/// So many vertices are handed on at once, or those of one patch or primitive.
constexpr uint32_t kHandedOn = 1024;

uint32_t* wordOf(uint8_t* memory, const Cell& cell, uint32_t vertex, uint32_t lane) {
    return reinterpret_cast<uint32_t*>(memory + cell.offset_B + vertex * cell.vertex_B +
                                       lane * cell.lane_B);
}

uint32_t roundUp(uint32_t count, uint32_t lanes) {
    return (count + lanes - 1) / lanes * lanes;
}

const Cell* findCell(const std::vector<Cell>& cells, uint32_t slot) {
    const auto at = std::ranges::find(cells, slot, &Cell::slot);
    return at == cells.end() ? nullptr : &*at;
}

/// Slots of a stage that are written.
std::vector<uint8_t> slotsOf(const shader::VertexOutputImage& image) {
    std::vector<uint8_t> slots = {0, 1, 2, 3};
    const auto add = [&](bool written, uint32_t slot) {
        if (written) {
            slots.push_back(uint8_t(slot));
        }
    };
    add(image.writesPointSize, kPointSizeSlot);
    add(image.writesLayer, kLayerSlot);
    add(image.writesViewportIndex, kViewportSlot);
    add(image.writesPrimitiveId, kPrimitiveIdSlot);
    for (uint32_t i = 0; i < uint32_t(image.clipDistances) + image.cullDistances; ++i) {
        slots.push_back(uint8_t(kClipDistanceSlot + i));
    }
    for (uint32_t i = 0; i < 4 * kMaxLocations; ++i) {
        add(image.varyingComponents[i / 4] >> i % 4 & 1, kFirstVaryingSlot + i);
    }
    std::erase_if(slots, [&](uint8_t slot) { return slot >= image.slotCount; });
    return slots;
}

} // namespace

std::vector<PatchRoute> routesBetween(const shader::ControlImage& control,
                                      const shader::EvaluationImage& evaluation) {
    std::vector<PatchRoute> routes;
    for (const Cell& cell : evaluation.inputs.vertices) {
        routes.push_back({&cell, findCell(control.outputs.vertices, cell.slot)});
    }
    for (const Cell& cell : evaluation.inputs.patch) {
        routes.push_back({&cell, findCell(control.outputs.patch, cell.slot)});
    }
    return routes;
}

std::array<const Cell*, 6> levelsOf(const shader::ControlImage& control) {
    std::array<const Cell*, 6> levels{};
    for (uint32_t i = 0; i < levels.size(); ++i) {
        levels[i] = findCell(control.outputs.patch, kOuterLevelSlot + i);
    }
    return levels;
}

raster::PatchShape shapeOf(const shader::ControlImage& control,
                           const shader::EvaluationImage& evaluation,
                           bool lowerLeft) {
    const auto either = [](auto a, auto b) { return a != decltype(a)() ? a : b; };
    const TessellationModes& a = evaluation.modes;
    const TessellationModes& b = control.modes;
    // Seen with the origin in the lower left corner, from u to v is counter-clockwise.
    const bool counterClockwise = either(a.order, b.order) != TessellationModes::Order::Clockwise;
    return {either(a.domain, b.domain),
            either(a.spacing, b.spacing),
            a.points || b.points,
            counterClockwise == lowerLeft};
}

void PrimitiveStages::run(const Batch& batch, const StagePrimitives& from) {
    if (batch.state.geometry.routine) {
        m_slots = slotsOf(batch.state.last());
    }
    m_vertices = m_patchVertices = 0;
    m_patchElements.clear();
    std::ranges::for_each(m_elements, [](auto& elements) { elements.clear(); });
    if (batch.state.evaluation.routine) {
        tessellate(batch, from);
    } else {
        geometry(batch, from, false);
    }
    endPrimitives(batch);
}

void PrimitiveStages::gather(
    const Cells& cells, const StagePrimitives& from, uint32_t first, uint32_t count, uint8_t* to) {
    m_gathered.resize(size_t(count) * from.corners);
    const uint32_t* element = from.elements.data() + size_t(first) * from.corners;
    for (const uint32_t*& vertex : m_gathered) {
        vertex = from.rows.vertex(*element++);
    }
    for (const Cell& cell : cells.vertices) {
        const uint32_t vertices = std::min(cell.vertexCount, from.corners);
        for (uint32_t v = 0; v < vertices; ++v) {
            const uint32_t* const* vertex = &m_gathered[v];
            uint8_t* word = to + cell.offset_B + v * cell.vertex_B;
            for (uint32_t lane = 0; lane < count; ++lane) {
                const uint32_t bits = from.rows.bits(*vertex, cell.slot);
                std::memcpy(word, &bits, sizeof bits);
                vertex += from.corners;
                word += cell.lane_B;
            }
        }
    }
}

// Tessellation.

void PrimitiveStages::tessellate(const Batch& batch, const StagePrimitives& patches) {
    const auto count = uint32_t(patches.elements.size() / patches.corners);
    batch.sums.add(Statistic::ControlPatches, count);
    for (uint32_t first = 0; first < count; first += m_lanes) {
        const uint32_t lanes = std::min(count - first, m_lanes);
        control(batch, patches, first, lanes);
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            evaluate(batch, lane, batch.firstPrimitive + first + lane);
        }
    }
    endPatches(batch);
}

/// Of as many patches as there are lanes.
void PrimitiveStages::control(const Batch& batch,
                              const StagePrimitives& patches,
                              uint32_t first,
                              uint32_t count) {
    const StageCall<stage::ControlStage>& stage = batch.state.control;
    const shader::ControlImage& image = stage.routine->image();
    ControlLanes lanes;
    uint8_t* const inputs = m_controlInputs.reserveBytes(image.inputs.size_B);
    uint8_t* const outputs = m_controlOutputs.reserveBytes(image.outputs.size_B);
    gather(image.inputs, patches, first, count, inputs);
    if (image.outputs.size_B > 0) {
        std::memset(outputs, 0, image.outputs.size_B);
    }
    lanes.inputs = inputs;
    lanes.outputs = outputs;
    lanes.active = (1u << count) - 1;
    lanes.outputVertices = batch.state.patchVertices;
    lanes.patchVertices = patches.corners;
    lanes.viewIndex = batch.view;
    for (uint32_t lane = 0; lane < m_lanes; ++lane) {
        lanes.primitiveId[lane] = batch.firstPrimitive + first + lane;
    }
    WorkerData worker = batch.worker;
    stage.routine->enter(worker);
    stage.function(batch.data.control, &worker, &lanes);
}

/// Every lane has the patch's.
void PrimitiveStages::fillEvaluationInputs(const Batch& batch, uint32_t lane) {
    const Cells& cells = batch.state.evaluation.routine->image().inputs;
    uint8_t* const inputs = m_evaluationInputs.reserveBytes(cells.size_B);
    uint8_t* const outputs = reinterpret_cast<uint8_t*>(m_controlOutputs.words());
    for (const auto& [to, from] : batch.state.routes) {
        const uint32_t vertices = std::min(to->vertexCount, batch.state.patchVertices);
        for (uint32_t v = 0; v < vertices; ++v) {
            const uint32_t word =
                from && v < from->vertexCount ? *wordOf(outputs, *from, v, lane) : 0;
            uint32_t* own = wordOf(inputs, *to, v, 0);
            const uint32_t step = to->lane_B / sizeof(uint32_t);
            for (uint32_t i = 0; i < m_lanes; ++i, own += step) {
                *own = word;
            }
        }
    }
}

/// The patch that the control shader had in a lane.
void PrimitiveStages::evaluate(const Batch& batch, uint32_t lane, uint32_t primitiveId) {
    const PrimitiveStageState& state = batch.state;
    const StageCall<stage::EvaluationStage>& stage = state.evaluation;
    const shader::EvaluationImage& image = stage.routine->image();
    raster::PatchLevels levels;
    for (uint32_t i = 0; i < state.levels.size(); ++i) {
        if (const Cell* const cell = state.levels[i]) {
            uint8_t* const outputs = reinterpret_cast<uint8_t*>(m_controlOutputs.words());
            (i < 4 ? levels.outer[i] : levels.inner[i - 4]) =
                std::bit_cast<float>(*wordOf(outputs, *cell, 0, lane));
        }
    }
    if (!m_tessellator.run(state.shape, levels)) {
        return;
    }
    const std::span<const raster::Tessellator::Point> points = m_tessellator.points();
    const auto count = uint32_t(points.size());
    batch.sums.add(Statistic::EvaluationInvocations, count);
    if (m_patchVertices > 0 && m_patchVertices + count > kHandedOn) {
        endPatches(batch);
    }
    const uint32_t room = std::max(kHandedOn, roundUp(count, m_lanes)) + m_lanes;
    uint32_t* const rows = m_patchRows.reserve(size_t(room) * image.slotCount);
    fillEvaluationInputs(batch, lane);

    EvaluationLanes lanes;
    lanes.inputs = reinterpret_cast<uint8_t*>(m_evaluationInputs.words());
    lanes.patchVertices = state.patchVertices;
    lanes.primitiveId = primitiveId;
    lanes.viewIndex = batch.view;
    WorkerData worker = batch.worker;
    stage.routine->enter(worker);
    for (uint32_t first = 0; first < count; first += m_lanes) {
        const uint32_t part = std::min(count - first, m_lanes);
        for (uint32_t i = 0; i < m_lanes; ++i) {
            const raster::Tessellator::Point& point = points[first + std::min(i, part - 1)];
            lanes.tessCoord[0][i] = point.u;
            lanes.tessCoord[1][i] = point.v;
            lanes.tessCoord[2][i] = point.w;
        }
        lanes.active = (1u << part) - 1;
        lanes.outputs = rows + size_t(m_patchVertices + first) * image.slotCount;
        std::fill_n(lanes.outputs + kPrimitiveIdSlot * m_lanes, m_lanes, primitiveId);
        if (!image.writesPointSize) {
            std::fill_n(
                lanes.outputs + kPointSizeSlot * m_lanes, m_lanes, std::bit_cast<uint32_t>(1.0f));
        }
        stage.function(batch.data.evaluation, &worker, &lanes);
    }
    for (const uint32_t element : m_tessellator.elements()) {
        m_patchElements.push_back(m_patchVertices + element);
    }
    m_patchVertices += roundUp(count, m_lanes);
}

/// Hands on what evaluation shaders made so far.
void PrimitiveStages::endPatches(const Batch& batch) {
    const shader::EvaluationImage& image = batch.state.evaluation.routine->image();
    if (!m_patchElements.empty()) {
        const StagePrimitives made = {
            {m_patchRows.words(), m_lanes, image.slotCount, m_patchVertices},
            m_patchElements,
            batch.state.shape.corners()};
        if (batch.state.geometry.routine) {
            geometry(batch, made, true);
        } else {
            batch.sink(made);
        }
    }
    m_patchVertices = 0;
    m_patchElements.clear();
}

// Geometry.

void PrimitiveStages::geometry(const Batch& batch, const StagePrimitives& from, bool tessellated) {
    const shader::GeometryImage& image = batch.state.geometry.routine->image();
    const auto primitives = uint32_t(from.elements.size() / from.corners);
    uint8_t* const inputs = m_geometryInputs.reserveBytes(image.inputs.size_B);
    const size_t vertex_el = size_t(image.slotCount + 1) * m_lanes;
    const size_t invocation_el = vertex_el * std::max(image.maxVertices, 1u);
    const uint32_t* const emitted = m_geometryOutputs.reserve(invocation_el * image.invocations);
    GeometryLanes lanes;
    lanes.inputs = inputs;
    lanes.viewIndex = batch.view;
    for (uint32_t first = 0; first < primitives; first += m_lanes) {
        const uint32_t count = std::min(primitives - first, m_lanes);
        gather(image.inputs, from, first, count, inputs);
        for (uint32_t lane = 0; lane < m_lanes; ++lane) {
            const size_t own = first + std::min(lane, count - 1);
            const uint32_t* const vertex = from.rows.vertex(from.elements[own * from.corners]);
            lanes.primitiveId[lane] = tessellated ? from.rows.bits(vertex, kPrimitiveIdSlot)
                                                  : batch.firstPrimitive + uint32_t(own);
        }
        callGeometry(batch, lanes, count);
        // Primitive by primitive, of each one invocation by invocation.
        for (uint32_t lane = 0; lane < count; ++lane) {
            for (uint32_t i = 0; i < image.invocations; ++i) {
                collect(batch,
                        emitted + i * invocation_el + lane,
                        std::min(m_emitted[i][lane], image.maxVertices),
                        lanes.primitiveId[lane]);
            }
        }
    }
}

void PrimitiveStages::callGeometry(const Batch& batch, GeometryLanes& lanes, uint32_t count) {
    const StageCall<stage::GeometryStage>& stage = batch.state.geometry;
    const shader::GeometryImage& image = stage.routine->image();
    batch.sums.add(Statistic::GeometryInvocations, uint64_t(count) * image.invocations);
    WorkerData worker = batch.worker;
    stage.routine->enter(worker);
    const size_t vertex_el = size_t(image.slotCount + 1) * m_lanes;
    lanes.active = (1u << count) - 1;
    lanes.outputs = m_geometryOutputs.words();
    for (uint32_t i = 0; i < image.invocations; ++i) {
        lanes.invocation = i;
        stage.function(batch.data.geometry, &worker, &lanes);
        std::copy_n(lanes.counts, m_lanes, m_emitted[i].begin());
        lanes.outputs += vertex_el * std::max(image.maxVertices, 1u);
    }
}

/// Takes what an invocation emitted: `vertices` in their rows, a lane of them.
void PrimitiveStages::collect(const Batch& batch,
                              const uint32_t* vertices,
                              uint32_t count,
                              uint32_t primitiveId) {
    const shader::GeometryImage& image = batch.state.geometry.routine->image();
    const size_t vertex_el = size_t(image.slotCount + 1) * m_lanes;
    if (m_vertices > 0 && m_vertices + count > kHandedOn) {
        endPrimitives(batch);
    }
    uint32_t* const rows =
        m_rows.reserve(size_t(roundUp(std::max(kHandedOn, count), m_lanes)) * image.slotCount);
    const uint32_t lanes = m_lanes;
    uint32_t strip = 0; ///< Vertices of it.
    uint64_t primitives = 0;
    for (uint32_t i = 0; i < count; ++i, vertices += vertex_el) {
        const uint32_t flags = vertices[size_t(image.slotCount) * lanes];
        const uint32_t stream = flags >> kStreamShift;
        if (stream > 0 && !batch.streams) {
            ++primitives;
            continue;
        }
        const uint32_t number = m_vertices++;
        uint32_t* const to =
            rows + size_t(number / lanes) * image.slotCount * lanes + number % lanes;
        to[kPrimitiveIdSlot * lanes] = primitiveId; // Unless the shader says another one.
        for (const uint32_t slot : m_slots) {
            to[slot * lanes] = vertices[slot * lanes];
        }
        std::vector<uint32_t>& elements = m_elements[stream];
        strip = flags & kBeginsStrip ? 1 : strip + 1;
        if (stream > 0 || image.outputCorners == 1) {
            elements.push_back(number);
        } else if (strip < image.outputCorners) {
            continue;
        } else if (image.outputCorners == 2) {
            elements.insert(elements.end(), {number - 1, number});
        } else {
            // As raster::Assembly: the provoking vertex first, or last.
            const uint32_t odd = (strip - 3) & 1;
            const uint32_t a = number - 2;
            if (batch.state.provokingLast) {
                elements.insert(elements.end(), {a + odd, a + 1 - odd, number});
            } else {
                elements.insert(elements.end(), {a, a + 1 + odd, number - odd});
            }
        }
        ++primitives;
    }
    batch.sums.add(Statistic::GeometryPrimitives, primitives);
}

/// Hands on what geometry shaders emitted so far.
void PrimitiveStages::endPrimitives(const Batch& batch) {
    if (m_vertices == 0) {
        return;
    }
    const shader::GeometryImage& image = batch.state.geometry.routine->image();
    const VertexRows rows = {m_rows.words(), m_lanes, image.slotCount, m_vertices};
    for (uint32_t stream = 0; stream < kMaxStreams; ++stream) {
        std::vector<uint32_t>& elements = m_elements[stream];
        if (!elements.empty()) {
            batch.sink({rows, elements, stream > 0 ? 1u : image.outputCorners, stream});
        }
        elements.clear();
    }
    m_vertices = 0;
}

} // namespace cpu::exec

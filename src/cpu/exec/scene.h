// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_call.h"
#include "cpu/exec/draw_work.h"
#include "cpu/exec/feedback.h"
#include "cpu/exec/primitive_stages.h"
#include "cpu/exec/scene_clear.h"
#include "cpu/raster/assembly.h"
#include "cpu/raster/bins.h"
#include "cpu/raster/chunks.h"
#include "cpu/raster/setup.h"
#include "cpu/stage/stage_routine.h"

#include <memory>
#include <new>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

/// What is drawn between two points where somebody may look: draws and clears of a render pass
/// instance, in their order (docs/graphics-cpu.md). Everything that may change before they are
/// carried out is copied.
namespace cpu::exec {

/// What draws with the same state share.
struct DrawState {
    raster::Setup setup;
    stage::VertexRoutine* vertex;
    stage::FragmentRoutine* fragment; ///< Null: there is no such stage.
    VertexFunction vertexFunction;
    const PrimitiveStageState* stages; ///< Null: vertices are rasterised as they are.
    FragmentWork fragments;            ///< But for the data, and of view 0.
    raster::Topology topology;
    bool provokingLast, restart;
    raster::AssemblyReader reader;
    uint32_t viewMask;
    bool setsUp;     ///< Primitives are wanted, or counted.
    bool sequential; ///< A batch goes on where the one before ended.
};

/// A draw in one view.
struct SceneDraw {
    const DrawState* state;
    const DispatchData* vertexData;
    PrimitiveStageData stageData;
    const FragmentWork* fragments;
    std::span<const AttributeWork> attributes;
    DrawCall call;
    uint32_t view;
    uint32_t segment;               ///< Of DrawCounters.
    const FeedbackWriter* feedback; ///< Null: primitives are not captured.
    /// Of stages behind the vertex shader: batches come one after the other and add to it what they
    /// gave. Null: nobody asks.
    TransformFeedback* capture;
    raster::Assembly assembly{raster::Topology::PointList, false, 0};
    std::optional<raster::IndexReader> indices;
};

/// What a batch of a draw, or a clear, has in a tile.
struct TileRun {
    const SceneDraw* draw; ///< Null: it is a clear.
    const SceneClear* clear;
    const Primitive* const* primitives;
    uint32_t count;
    uint32_t pixels; ///< At most.
    int32_t x, y;    ///< Of the tile.
    TileRun* next;   ///< In the same tile.
};

/// Of the scene, in its order: primitives that a worker turns into runs, or a clear.
struct SceneItem {
    const SceneDraw* draw; ///< Null: it is a clear.
    const SceneClear* clear;
    uint32_t firstInstance, instanceCount; ///< From the draw's first.
    uint32_t firstPrimitive, primitiveCount;
    std::span<TileRun> runs; ///< Once the vertices are done.
};

/// A tile of raster::kTile_px with what lies in it, in order.
struct SceneTile {
    int32_t x, y;
    const TileRun* first;
    TileRun* last;
    uint64_t cost;
};

/// Objects that stay where they are, and are used again.
template <typename T>
class Pool {
public:
    T& add() {
        if (m_count == m_all.size()) {
            m_all.push_back(std::make_unique<T>());
        }
        return *m_all[m_count++];
    }
    void clear() { m_count = 0; }
    size_t used_B() const { return m_count * sizeof(T); }

private:
    std::vector<std::unique_ptr<T>> m_all;
    size_t m_count = 0;
};

class Scene {
public:
    // Each of these may throw std::bad_alloc.

    /// A copy that lives until clear().
    template <typename T>
    T& keep(const T& value) {
        static_assert(std::is_trivially_destructible_v<T>);
        return *new (m_memory.allocate(sizeof(T))) T(value);
    }
    template <typename T>
    std::span<const T> keepAll(std::span<const T> values) {
        T* const to = allocate<T>(values.size());
        std::uninitialized_copy(values.begin(), values.end(), to);
        return {to, values.size()};
    }
    /// Not initialised; as well.
    template <typename T>
    T* allocate(size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        return m_memory.allocateArray<T>(count);
    }
    /// Code that may run until clear().
    void hold(std::shared_ptr<const void> code) { m_code.push_back(std::move(code)); }
    /// A routine that draws use, or null: StageRoutine::end() is called for it.
    template <typename Stage>
    void addRoutine(stage::StageRoutine<Stage>* routine) {
        if (routine) {
            std::get<std::vector<stage::StageRoutine<Stage>*>>(m_routines).push_back(routine);
        }
    }
    SceneDraw& addDraw() { return m_draws.add(); }
    void addItem(const SceneItem& item) { m_items.push_back(item); }
    void addClear(const SceneClear& clear);

    std::vector<SceneItem>& items() { return m_items; }
    /// How many of the first items are clears that are better done at once than tile by tile: where
    /// little is drawn, no tile is in a cache for a draw. Vertices are done.
    size_t clearsAtOnce() const;
    /// Sorts the items' runs by tiles: costly tiles first.
    std::span<const SceneTile> makeTiles();

    /// The items are carried out; draws go on being there.
    void clearItems();
    /// No worker is busy with it.
    void clear();
    bool empty() const { return m_items.empty() && m_memory.used_B() == 0; }
    size_t used_B() const {
        return m_memory.used_B() + m_draws.used_B() + m_items.size() * sizeof(SceneItem);
    }

private:
    void addClearRuns(SceneItem& item);

    raster::Chunks m_memory;
    Pool<SceneDraw> m_draws;
    std::vector<SceneItem> m_items;
    std::vector<SceneTile> m_tiles;
    std::vector<std::shared_ptr<const void>> m_code;
    template <typename Stage>
    using Routines = std::vector<stage::StageRoutine<Stage>*>;
    stage::DrawStageList::Tuple<Routines> m_routines;
};

} // namespace cpu::exec

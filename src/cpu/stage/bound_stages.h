// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/stage/stage.h"

#include <tuple>

/// The code that draws and dispatches run, whether it came with a pipeline or as shader objects.
namespace cpu::stage {

class SetPlaces;
template <typename Stage>
class StageRoutine;

/// What it points to lives as long as the pipeline or shader object that is bound.
template <typename Stage>
struct BoundStage {
    StageRoutine<Stage>* routine = nullptr; ///< Null: there is no such stage.
    const SetPlaces* sets = nullptr;        ///< Not null if the routine is not.

    friend bool operator==(const BoundStage&, const BoundStage&) = default;
};

/// At the graphics bind point.
class DrawStages {
public:
    template <typename Stage>
    BoundStage<Stage>& of() {
        return std::get<BoundStage<Stage>>(m_stages);
    }
    template <typename Stage>
    const BoundStage<Stage>& of() const {
        return std::get<BoundStage<Stage>>(m_stages);
    }
    template <typename Stage>
    StageRoutine<Stage>* routine() const {
        return of<Stage>().routine;
    }
    /// Calls each(stage) for all of them.
    template <typename Each>
    void forEach(Each&& each) const {
        std::apply([&](const auto&... stages) { (each(stages), ...); }, m_stages);
    }

    /// They are a pipeline's: binding a shader object leaves none of them (Vulkan, "Interaction
    /// with Pipelines").
    bool ofPipeline = false;

    friend bool operator==(const DrawStages&, const DrawStages&) = default;

private:
    DrawStageList::Tuple<BoundStage> m_stages;
};

} // namespace cpu::stage

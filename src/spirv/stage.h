// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spirv {

/// The programmable stages, in the pipeline's order, those of graphics first. Every layer that
/// speaks of stages uses this enum; what a layer knows about them is a table indexed by it.
enum class Stage : uint8_t {
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
    Fragment,
    Compute,
};
inline constexpr size_t kStageCount = 6;
inline constexpr size_t kGraphicsStageCount = 5;

inline constexpr std::array<Stage, kStageCount> kStages = {
    Stage::Vertex,
    Stage::TessControl,
    Stage::TessEvaluation,
    Stage::Geometry,
    Stage::Fragment,
    Stage::Compute,
};
inline constexpr std::array<Stage, kGraphicsStageCount> kGraphicsStages = {
    Stage::Vertex,
    Stage::TessControl,
    Stage::TessEvaluation,
    Stage::Geometry,
    Stage::Fragment,
};

} // namespace spirv

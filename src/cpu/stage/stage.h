// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/compiler.h"

#include <tuple>
#include <variant>

/// What tells the stages of pipelines apart. All that is done with compiled shaders is done with
/// every stage the same way.
namespace cpu::stage {

/// What the compiler makes of a stage, and what the code in it is once it is loaded.
template <class ImageOfStage, class FunctionOfStage>
struct CompiledTo {
    using Image = ImageOfStage;
    using Function = FunctionOfStage;
};

struct ComputeStage : CompiledTo<shader::ComputeImage, WorkgroupFunction> {
    static constexpr char kName[] = "compute";
    static constexpr auto& kSymbol = shader::kWorkgroupSymbol;
};
struct VertexStage : CompiledTo<shader::VertexImage, VertexFunction> {
    static constexpr char kName[] = "vertex";
    static constexpr auto& kSymbol = shader::kVertexSymbol;
};
struct ControlStage : CompiledTo<shader::ControlImage, ControlFunction> {
    static constexpr char kName[] = "tessellation control";
    static constexpr auto& kSymbol = shader::kControlSymbol;
};
struct EvaluationStage : CompiledTo<shader::EvaluationImage, EvaluationFunction> {
    static constexpr char kName[] = "tessellation evaluation";
    static constexpr auto& kSymbol = shader::kEvaluationSymbol;
};
struct GeometryStage : CompiledTo<shader::GeometryImage, GeometryFunction> {
    static constexpr char kName[] = "geometry";
    static constexpr auto& kSymbol = shader::kGeometrySymbol;
};
struct FragmentStage : CompiledTo<shader::FragmentImage, FragmentFunction> {
    static constexpr char kName[] = "fragment";
    static constexpr auto& kSymbol = shader::kFragmentSymbol;
};

/// Stages in order, for what has a part for each of them.
template <typename... Stages>
struct StageList {
    template <template <typename> class Part>
    using Tuple = std::tuple<Part<Stages>...>;
    template <template <typename> class Part>
    using Variant = std::variant<Part<Stages>...>;

    /// Calls each(Stage()) for all of them.
    template <typename Each>
    static constexpr void forEach(Each&& each) {
        (each(Stages()), ...);
    }
};
/// Those of graphics pipelines.
using DrawStageList =
    StageList<VertexStage, ControlStage, EvaluationStage, GeometryStage, FragmentStage>;
using AllStages = StageList<ComputeStage,
                            VertexStage,
                            ControlStage,
                            EvaluationStage,
                            GeometryStage,
                            FragmentStage>;

} // namespace cpu::stage

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/compiler.h"

#include <cstdint>

/// What tells the stages of pipelines apart. All that is done with compiled shaders is done with
/// every stage the same way.
namespace cpu::stage {

struct ComputeStage {
    using Image = shader::ComputeImage;
    using Function = WorkgroupFunction;
    static constexpr char kName[] = "compute";
    static constexpr auto& kSymbol = shader::kWorkgroupSymbol;
    static constexpr auto kCompile = shader::compileCompute;
};
struct VertexStage {
    using Image = shader::VertexImage;
    using Function = VertexFunction;
    static constexpr char kName[] = "vertex";
    static constexpr auto& kSymbol = shader::kVertexSymbol;
    static constexpr auto kCompile = shader::compileVertex;
};
struct ControlStage {
    using Image = shader::ControlImage;
    using Function = ControlFunction;
    static constexpr char kName[] = "tessellation control";
    static constexpr auto& kSymbol = shader::kControlSymbol;
    static constexpr auto kCompile = shader::compileControl;
};
struct EvaluationStage {
    using Image = shader::EvaluationImage;
    using Function = EvaluationFunction;
    static constexpr char kName[] = "tessellation evaluation";
    static constexpr auto& kSymbol = shader::kEvaluationSymbol;
    static constexpr auto kCompile = shader::compileEvaluation;
};
struct GeometryStage {
    using Image = shader::GeometryImage;
    using Function = GeometryFunction;
    static constexpr char kName[] = "geometry";
    static constexpr auto& kSymbol = shader::kGeometrySymbol;
    static constexpr auto kCompile = shader::compileGeometry;
};
struct FragmentStage {
    using Image = shader::FragmentImage;
    using Function = FragmentFunction;
    static constexpr char kName[] = "fragment";
    static constexpr auto& kSymbol = shader::kFragmentSymbol;
    static constexpr auto kCompile = shader::compileFragment;
};

} // namespace cpu::stage

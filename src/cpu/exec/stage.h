// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/graphics.h"

#include <cstdint>

/// What tells the stages of pipelines apart. All that is done with compiled shaders is done with
/// every stage the same way.
namespace cpu::exec {

struct ComputeStage {
    using Image = shader::ComputeImage;
    using Function = shader::WorkgroupFunction;
    static constexpr char kName[] = "compute";
    static constexpr auto& kSymbol = shader::kWorkgroupSymbol;
    static constexpr auto kCompile = shader::compileCompute;
};
struct VertexStage {
    using Image = shader::VertexImage;
    using Function = shader::VertexFunction;
    static constexpr char kName[] = "vertex";
    static constexpr auto& kSymbol = shader::kVertexSymbol;
    static constexpr auto kCompile = shader::compileVertex;
};
struct FragmentStage {
    using Image = shader::FragmentImage;
    using Function = shader::FragmentFunction;
    static constexpr char kName[] = "fragment";
    static constexpr auto& kSymbol = shader::kFragmentSymbol;
    static constexpr auto kCompile = shader::compileFragment;
};

} // namespace cpu::exec

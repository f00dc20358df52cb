// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Subroutines (OpenGL 4.0 section 2.11.5).
#include "glsl/link/default_block.h"
#include "glsl/link/steps.h"

#include <algorithm>

namespace glsl {

namespace {

void addUniform(StageSubroutines& out,
                const SubroutineVariable& variable,
                const std::vector<SubroutineFunction>& functions) {
    SubroutineUniform& uniform = out.uniforms.emplace_back();
    uniform.name = variable.name;
    uniform.location = variable.location;
    uniform.arraySize = variable.arraySize;
    uniform.isArray = variable.isArray;
    for (const SubroutineFunction& function : functions) {
        if (std::ranges::find(function.types, variable.type) != function.types.end()) {
            uniform.compatible.push_back(function.index);
        }
    }
    out.locationCount = std::max(out.locationCount, variable.location + variable.arraySize);
}

void linkStage(LinkState& state, const LinkStage& stage) {
    StageSubroutines& out = state.program.subroutines[size_t(stage.stage)];
    for (const ShaderInterface* shader : stage.shaders) {
        for (const SubroutineFunction& function : shader->subroutines) {
            if (function.index < 0 || function.index >= state.options.limits.maxSubroutines) {
                state.error("subroutine '" + function.name + "' has an index beyond the limit");
                return;
            }
            out.names.resize(std::max(out.names.size(), size_t(function.index) + 1));
            out.names[size_t(function.index)] = function.name;
        }
        for (const SubroutineVariable& variable : shader->subroutineVariables) {
            addUniform(out, variable, shader->subroutines);
        }
    }
    if (out.locationCount > state.options.limits.maxSubroutineUniformLocations) {
        state.error("too many subroutine uniforms");
    }
    const DefaultBlock block(*stage.module);
    const int member = block.member(std::string(kSubroutineIndices));
    if (member >= 0 && block.isUsed({member})) {
        const spirv::Module& module = *stage.module;
        const spirv::Id type{module.definition(block.type())[size_t(member) + 2]};
        out.offset_B =
            int(module.memberDecoration(block.type(), uint32_t(member), spv::DecorationOffset)
                    .value_or(0));
        out.stride_B = int(module.decoration(type, spv::DecorationArrayStride).value_or(16));
    }
}

} // namespace

void linkSubroutines(LinkState& state) {
    for (const LinkStage& stage : state.stages) {
        if (!state.failed()) {
            linkStage(state, stage);
        }
    }
}

} // namespace glsl

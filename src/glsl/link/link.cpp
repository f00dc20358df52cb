// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/link.h"

#include "glsl/compile/optimize.h"
#include "glsl/language/builtins.h"
#include "glsl/link/steps.h"

#include "spirv/double_inputs.h"
#include "spirv/editor.h"
#include "spirv/fix_constant.h"
#include "spirv/merge_inputs.h"
#include "spirv/module.h"
#include "spirv/split_interface.h"
#include "spirv/text.h"

#include <algorithm>
#include <cassert>

namespace glsl {

namespace {

// Anything of the fragment shader that makes it run once per sample (OpenGL 4.0 section 3.9.2).
bool isPerSample(const spirv::Module& module) {
    return std::ranges::any_of(module.decorations(), [](const spirv::Decoration& d) {
        return d.kind == spv::DecorationSample ||
               (d.kind == spv::DecorationBuiltIn &&
                (d.value == spv::BuiltInSampleId || d.value == spv::BuiltInSamplePosition));
    });
}

void noteFacts(LinkState& state) {
    LinkedProgram& program = state.program;
    program.separable = state.options.separable;
    program.isFixedFunction = state.options.fixedFunction == FixedFunction::Is;
    program.meetsOthers =
        program.separable || std::ranges::any_of(state.stages, [](const LinkStage& stage) {
            return stage.opensInputs || stage.opensOutputs;
        });
    if (program.separable && state.stages.front().stage != Stage::Vertex) {
        program.openInputs = openEnd(state.stages.front(), Storage::Input);
    }
    if (program.separable && state.stages.back().stage != Stage::Fragment) {
        program.openOutputs = openEnd(state.stages.back(), Storage::Output);
    }
    const LinkStage* last = state.lastBeforeRasterizer();
    for (const LinkStage& stage : state.stages) {
        for (const ShaderInterface* shader : stage.shaders) {
            program.writesPointSize |= shader->writesPointSize && &stage == last;
            program.usesClipDistance |= shader->usesClipDistance && &stage == last;
        }
        stage.module->forEach([&](const spirv::Instruction& inst) {
            program.usesDiscard |= inst.op() == spv::OpKill;
            program.writesFragDepth |=
                inst.op() == spv::OpExecutionMode && inst[2] == spv::ExecutionModeDepthReplacing;
        });
        program.usesSampleShading |= stage.stage == Stage::Fragment && isPerSample(*stage.module);
    }
}

std::vector<uint32_t> finalCode(const LinkState& state, const LinkStage& stage) {
    spirv::Editor editor(*stage.module);
    for (const spirv::Variable& v : stage.module->globals()) {
        for (const spv::Decoration kind :
             {spv::DecorationLocation, spv::DecorationBinding, spv::DecorationDescriptorSet}) {
            editor.dropDecoration(v.id, kind);
        }
        const bool isInterface =
            v.storage == spv::StorageClassInput || v.storage == spv::StorageClassOutput;
        if (isInterface && stage.module->isBlock(v)) {
            const spirv::Id block = stage.module->innermostType(v.pointee);
            for (uint32_t i = 0; i + 2 < stage.module->definition(block).size(); ++i) {
                editor.dropMemberDecoration(block, i, spv::DecorationLocation);
            }
        }
    }
    for (const spirv::Decoration& d : stage.decorations) {
        if (!stage.module->defines(d.target)) {
            continue; // a later step removed it
        }
        if (d.member >= 0) {
            editor.decorateMember(d.target, uint32_t(d.member), d.kind, d.value);
        } else {
            editor.decorate(d.target, d.kind, d.value);
        }
    }
    editor.dropDebug();
    std::vector<uint32_t> words = editor.finish();
    if (stage.stage == Stage::Vertex) {
        const auto module = spirv::Module::parse(std::move(words));
        assert(module);
        words = state.program.attributeDouble != 0
                    ? spirv::DoubleInputs::run(*module, LinkedProgram::kSecondHalfLocation)
                    : spirv::MergeInputs::run(*module);
    }
    // Where another program's stage may come behind, it stays open.
    const bool isLast = state.lastBeforeRasterizer() == &stage;
    if (!isLast || !state.options.separable) {
        words = spirv::FixConstant::run(std::move(words), kLastStageConstant, isLast);
    }
    const auto module = spirv::Module::parse(std::move(words));
    assert(module);
    return spirv::SplitInterface::run(*module);
}

void linkInto(LinkState& state, std::span<const std::shared_ptr<const CompiledShader>> shaders) {
    linkStages(state, shaders);
    if (!state.failed() && state.stages.empty()) {
        state.program.ok = true;
        return;
    }
    for (const auto step : {linkFeedback, linkVaryings, linkAttributes, linkFragmentOutputs}) {
        if (!state.failed()) {
            step(state);
        }
    }
    if (state.failed()) {
        return;
    }
    state.program.stages.resize(state.stages.size());
    for (const auto step : {linkUniforms, linkBlocks, linkSubroutines}) {
        if (!state.failed()) {
            step(state);
        }
    }
    if (state.failed()) {
        return;
    }
    noteFacts(state);
    for (size_t i = 0; i < state.stages.size(); ++i) {
        state.program.stages[i].stage = state.stages[i].stage;
        state.program.stages[i].spirv = finalCode(state, state.stages[i]);
        assert(spirv::validate(state.program.stages[i].spirv).empty());
    }
    state.program.ok = true;
}

} // namespace

const Global* LinkStage::find(Storage storage, std::string_view name) const {
    for (const auto* list : {&globals, &hidden}) {
        for (const Global& global : *list) {
            if (global.storage == storage && global.name == name) {
                return &global;
            }
        }
    }
    return nullptr;
}

const spirv::Variable* LinkStage::variable(spv::StorageClass storage, std::string_view name) const {
    for (const spirv::Variable& v : module->globals()) {
        if (v.storage == storage && module->isAccessed(v.id) && nameOf(v) == name) {
            return &v;
        }
    }
    return nullptr;
}

std::string LinkStage::nameOf(const spirv::Variable& variable) const {
    const spirv::Id named =
        module->isBlock(variable) ? module->innermostType(variable.pointee) : variable.id;
    return originalName(module->name(named));
}

void LinkState::error(const std::string& text) {
    program.infoLog += "error: " + text + "\n";
    hasErrors = true;
}

void LinkState::warning(const std::string& text) {
    program.infoLog += "warning: " + text + "\n";
}

LinkStage* LinkState::stage(Stage stage) {
    const auto it = std::ranges::find(stages, stage, &LinkStage::stage);
    return it == stages.end() ? nullptr : &*it;
}

std::shared_ptr<const LinkedProgram>
link(std::span<const std::shared_ptr<const CompiledShader>> shaders, const LinkOptions& options) {
    auto program = std::make_shared<LinkedProgram>();
    LinkState state{options, {}, *program};
    linkInto(state, shaders);
    if (!program->ok) {
        std::string log = std::move(program->infoLog);
        *program = LinkedProgram{};
        program->infoLog = std::move(log);
    }
    return program;
}

} // namespace glsl

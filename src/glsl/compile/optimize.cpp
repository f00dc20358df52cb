// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/optimize.h"

#include "spirv/flatten_arrays.h"
#include "spirv/flatten_rect.h"
#include "spirv/module.h"

#include <spirv-tools/optimizer.hpp>

#include <algorithm>
#include <map>

namespace glsl {

namespace {

constexpr uint64_t kMaxInlinedInstructions = 60'000;

struct FunctionCost {
    uint64_t instructions = 0;
    std::vector<uint32_t> calls;
};

uint64_t inlinedCost(const std::map<uint32_t, FunctionCost>& functions,
                     uint32_t id,
                     std::map<uint32_t, uint64_t>& known) {
    if (const auto it = known.find(id); it != known.end()) {
        return it->second;
    }
    known[id] = 0; // recursion has been refused before
    const auto function = functions.find(id);
    if (function == functions.end()) {
        return 0;
    }
    uint64_t cost = function->second.instructions;
    for (const uint32_t callee : function->second.calls) {
        cost = std::min(cost + inlinedCost(functions, callee, known), kMaxInlinedInstructions + 1);
    }
    known[id] = cost;
    return cost;
}

bool mayInline(const std::vector<uint32_t>& words) {
    const auto module = spirv::Module::parse(words);
    if (!module) {
        return false;
    }
    std::map<uint32_t, FunctionCost> functions;
    FunctionCost* current = nullptr;
    module->forEach([&](const spirv::Instruction& inst) {
        if (inst.op() == spv::OpFunction) {
            current = &functions[inst[2]];
        }
        if (current != nullptr) {
            ++current->instructions;
            if (inst.op() == spv::OpFunctionCall) {
                current->calls.push_back(inst[3]);
            }
        }
    });
    std::map<uint32_t, uint64_t> known;
    return inlinedCost(functions, module->entryPoint().function.value, known) <=
           kMaxInlinedInstructions;
}

std::vector<uint32_t> runPasses(spvtools::Optimizer& optimizer, std::vector<uint32_t> words) {
    optimizer.SetMessageConsumer(
        [](spv_message_level_t, const char*, const spv_position_t&, const char*) {});
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<uint32_t> out;
    if (!optimizer.Run(words.data(), words.size(), &out, options) || out.empty()) {
        return words;
    }
    return out;
}

} // namespace

namespace {

/// Indices outside of vectors, matrices and arrays are undefined in GLSL and in SPIR-V, and a
/// device may well write over its own memory then. Clamped, they stay inside whatever the shader
/// does.
std::vector<uint32_t> clampIndices(std::vector<uint32_t> words) {
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreateGraphicsRobustAccessPass());
    return runPasses(optimizer, std::move(words));
}

std::vector<uint32_t> withoutRectangles(std::vector<uint32_t> words) {
    std::vector<uint32_t> flat = spirv::FlattenRect::run(words);
    if (flat == words) {
        return words;
    }
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreateRemoveDuplicatesPass());
    return runPasses(optimizer, std::move(flat));
}

} // namespace

std::vector<uint32_t> optimize(std::vector<uint32_t> words) {
    words = clampIndices(withoutRectangles(std::move(words)));
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    if (mayInline(words)) {
        optimizer.RegisterPass(spvtools::CreateWrapOpKillPass())
            .RegisterPass(spvtools::CreateDeadBranchElimPass())
            .RegisterPass(spvtools::CreateMergeReturnPass())
            .RegisterPass(spvtools::CreateInlineExhaustivePass())
            .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    }
    optimizer.RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
        .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateScalarReplacementPass())
        .RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
        .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
        .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
        .RegisterPass(spvtools::CreateLocalMultiStoreElimPass())
        .RegisterPass(spvtools::CreateCCPPass())
        .RegisterPass(spvtools::CreateDeadBranchElimPass())
        .RegisterPass(spvtools::CreateSimplificationPass())
        .RegisterPass(spvtools::CreateVectorDCEPass())
        .RegisterPass(spvtools::CreateDeadInsertElimPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateBlockMergePass())
        .RegisterPass(spvtools::CreateRedundancyEliminationPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass())
        .RegisterPass(spvtools::CreateCFGCleanupPass());
    return spirv::FlattenArrays::run(runPasses(optimizer, std::move(words)));
}

std::vector<uint32_t> removeDead(std::vector<uint32_t> words) {
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass());
    return runPasses(optimizer, std::move(words));
}

} // namespace glsl

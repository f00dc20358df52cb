// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/optimize.h"

#include "spirv/copy_in_loops.h"
#include "spirv/flatten_arrays.h"
#include "spirv/flatten_rect.h"
#include "spirv/inlined_size.h"

#include <spirv-tools/optimizer.hpp>

namespace glsl {

namespace {

/// Of a shader, its functions in the place of their calls: devices take a second for so much, and
/// grow with it.
constexpr uint64_t kMaxInstructions = 100'000;
/// What inlining may cost: the optimiser moves what comes before a call with each call that it
/// replaces.
constexpr uint64_t kMaxMovedInstructions = 10'000'000;

bool mayInline(const std::vector<uint32_t>& words) {
    const auto module = spirv::Module::parse(words);
    const spirv::InlinedSize size = module ? spirv::inlinedSize(*module) : spirv::InlinedSize();
    return size.instructions <= kMaxInstructions &&
           size.instructions * size.calls <= kMaxMovedInstructions;
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

std::string sizeError(const spirv::Module& module) {
    const uint64_t count = spirv::inlinedSize(module).instructions;
    if (count <= kMaxInstructions) {
        return {};
    }
    return "the shader is more than " + std::to_string(kMaxInstructions) +
           " instructions, counting functions wherever they are called";
}

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
    words = spirv::FlattenArrays::run(runPasses(optimizer, std::move(words)));
    return spirv::CopyInLoops::run(words);
}

std::vector<uint32_t> removeDead(std::vector<uint32_t> words) {
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass());
    return runPasses(optimizer, std::move(words));
}

} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/optimize.h"

#include "spirv/copy_in_loops.h"
#include "spirv/flatten_arrays.h"
#include "spirv/flatten_rect.h"
#include "spirv/inlined_size.h"
#include "spirv/invariant_outputs.h"
#include "spirv/match_stores.h"
#include "spirv/settle_variables.h"

#include <spirv-tools/optimizer.hpp>

#include <algorithm>
#include <span>

namespace glsl {

namespace {

/// Of a shader, its functions in the place of their calls: devices take a second for so much, and
/// grow with it.
constexpr uint64_t kMaxInstructions = 100'000;
/// What inlining may cost: the optimiser moves what comes before a call with each call that it
/// replaces.
constexpr uint64_t kMaxMovedInstructions = 10'000'000;

/// What code has that passes are for. Of a module that the compiler library or a pass made.
struct CodeShape {
    uint32_t functions = 0;
    bool branches = false;    ///< more than one block, in some function
    bool variables = false;   ///< of functions, or private ones
    bool composites = false;  ///< such variables that are more than a vector
    bool parts = false;       ///< chains into such variables
    bool inserts = false;     ///< OpCompositeInsert
    bool openIndices = false; ///< an index that is no constant
    bool rectangles = false;  ///< images
    bool arraysOfArrays = false;

    explicit CodeShape(std::span<const uint32_t> words)
        : m_of(words.size() > 3 ? std::min(words[3], kMostIds) : 0) {
        for (size_t at = spirv::kHeaderWords; at < words.size();) {
            const size_t length = std::max(words[at] >> 16, 1u);
            if (length > words.size() - at) {
                break;
            }
            read({words.subspan(at, length)});
            at += length;
        }
    }

private:
    static constexpr uint32_t kMostIds = 1u << 22;

    /// What is known of an id.
    enum class Kind : uint8_t { Other, Constant, Array, Scalar, PointerToScalar, Variable };

    [[nodiscard]] Kind of(uint32_t id) const { return id < m_of.size() ? m_of[id] : Kind::Other; }
    void note(uint32_t id, Kind kind) {
        if (id < m_of.size()) {
            m_of[id] = kind;
        }
    }

    void read(const spirv::Instruction& inst) {
        switch (inst.op()) {
        case spv::OpTypeBool:
        case spv::OpTypeInt:
        case spv::OpTypeFloat:
        case spv::OpTypeVector:
            note(inst[1], Kind::Scalar);
            break;
        case spv::OpTypeArray:
            arraysOfArrays |= of(inst[2]) == Kind::Array;
            note(inst[1], Kind::Array);
            break;
        case spv::OpTypeImage:
            rectangles |= inst[3] == uint32_t(spv::DimRect);
            break;
        case spv::OpTypePointer:
            if (of(inst[3]) == Kind::Scalar) {
                note(inst[1], Kind::PointerToScalar);
            }
            break;
        case spv::OpConstant:
            note(inst[2], Kind::Constant);
            break;
        case spv::OpVariable:
            if (inst[3] == uint32_t(spv::StorageClassFunction) ||
                inst[3] == uint32_t(spv::StorageClassPrivate)) {
                variables = true;
                composites |= of(inst[1]) != Kind::PointerToScalar;
                note(inst[2], Kind::Variable);
            }
            break;
        case spv::OpFunction:
            ++functions;
            m_blocks = 0;
            break;
        case spv::OpLabel:
            branches |= ++m_blocks > 1;
            break;
        case spv::OpAccessChain:
        case spv::OpInBoundsAccessChain:
            parts |= of(inst[3]) == Kind::Variable;
            for (size_t i = 4; i < inst.size(); ++i) {
                openIndices |= of(inst[i]) != Kind::Constant;
            }
            break;
        case spv::OpImageTexelPointer:
            openIndices = true;
            break;
        case spv::OpCompositeInsert:
            inserts = true;
            break;
        default:
            break;
        }
    }

    std::vector<Kind> m_of; ///< by id
    uint32_t m_blocks = 0;
};

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

std::vector<uint32_t> withoutRectangles(std::vector<uint32_t> words) {
    std::vector<uint32_t> flat = spirv::FlattenRect::run(words);
    if (flat == words) {
        return words;
    }
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreateRemoveDuplicatesPass());
    return runPasses(optimizer, std::move(flat));
}

void inlineCalls(spvtools::Optimizer& optimizer, const std::vector<uint32_t>& words) {
    optimizer.RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    if (mayInline(words)) {
        optimizer.RegisterPass(spvtools::CreateWrapOpKillPass())
            .RegisterPass(spvtools::CreateDeadBranchElimPass())
            .RegisterPass(spvtools::CreateMergeReturnPass())
            .RegisterPass(spvtools::CreateInlineExhaustivePass())
            .RegisterPass(spvtools::CreateEliminateDeadFunctionsPass());
    }
}

/// Of one block without parts of variables, as most shaders are, half of the passes find nothing.
void simplify(spvtools::Optimizer& optimizer, const CodeShape& shape) {
    const bool flows = shape.branches || shape.functions > 1;
    const bool parts = shape.composites || shape.parts;
    optimizer.RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass());
    if (flows) {
        optimizer.RegisterPass(spvtools::CreateLocalSingleStoreElimPass());
    }
    if (parts) {
        optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass())
            .RegisterPass(spvtools::CreateScalarReplacementPass())
            .RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
            .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass());
        if (flows) {
            optimizer.RegisterPass(spvtools::CreateLocalSingleStoreElimPass());
        }
    }
    optimizer.RegisterPass(spvtools::CreateLocalMultiStoreElimPass());
    if (flows) {
        optimizer.RegisterPass(spvtools::CreateCCPPass())
            .RegisterPass(spvtools::CreateDeadBranchElimPass());
    }
    optimizer.RegisterPass(spvtools::CreateSimplificationPass())
        .RegisterPass(spvtools::CreateVectorDCEPass());
    if (parts || shape.inserts) {
        optimizer.RegisterPass(spvtools::CreateDeadInsertElimPass());
    }
    if (flows) {
        optimizer.RegisterPass(spvtools::CreateAggressiveDCEPass())
            .RegisterPass(spvtools::CreateBlockMergePass());
    }
    optimizer.RegisterPass(spvtools::CreateRedundancyEliminationPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass());
    if (flows) {
        optimizer.RegisterPass(spvtools::CreateCFGCleanupPass());
    }
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

std::vector<uint32_t> optimize(std::vector<uint32_t> words, bool invariant) {
    if (invariant) {
        words = spirv::InvariantOutputs::run(words);
    }
    if (CodeShape(words).rectangles) {
        words = withoutRectangles(std::move(words));
    }
    const CodeShape shape(words);
    if (shape.functions == 1 && !shape.openIndices && !invariant) {
        if (auto settled = spirv::SettleVariables::run(words)) {
            return shape.arraysOfArrays ? spirv::FlattenArrays::run(*settled) : *std::move(settled);
        }
    }
    if (shape.branches && shape.composites) {
        words = spirv::MatchStores::run(std::move(words));
    }
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    if (shape.openIndices) {
        // Indices outside of vectors, matrices and arrays are undefined in GLSL and in SPIR-V, and
        // a device may well write over its own memory then. Clamped, they stay inside whatever the
        // shader does. Those that are constants the compiler library has checked.
        optimizer.RegisterPass(spvtools::CreateGraphicsRobustAccessPass());
    }
    if (shape.functions > 1) {
        inlineCalls(optimizer, words);
    }
    simplify(optimizer, shape);
    words = runPasses(optimizer, std::move(words));
    const CodeShape made(words);
    if (made.arraysOfArrays) {
        words = spirv::FlattenArrays::run(words);
    }
    return made.variables ? spirv::CopyInLoops::run(words) : words;
}

std::vector<uint32_t> removeDead(std::vector<uint32_t> words) {
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    optimizer.RegisterPass(spvtools::CreatePrivateToLocalPass())
        .RegisterPass(spvtools::CreateAggressiveDCEPass());
    return runPasses(optimizer, std::move(words));
}

} // namespace glsl

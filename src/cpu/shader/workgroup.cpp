// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/barrier.h"
#include "cpu/shader/shader_translator.h"
#include "cpu/shader/uniform.h"

#include <llvm/IR/Constants.h>

#include <fmt/format.h>

namespace cpu::shader {
namespace {

constexpr uint64_t kMaxInvocations = 4096;
constexpr uint32_t kMaxWorkgroupMemory_B = 1u << 18;
/// Of all vectors of a workgroup.
constexpr uint64_t kMaxFrames_B = 32u << 20;
constexpr uint32_t kAlign_B = 64;

uint32_t alignUp(uint64_t size_B) {
    return uint32_t((size_B + kAlign_B - 1) / kAlign_B * kAlign_B);
}

/// The first word of a SubgroupEqMask and its like, of one lane of a subgroup.
uint32_t subgroupMask(spv::BuiltIn builtIn, uint32_t lane) {
    const uint32_t equal = 1u << lane;
    const uint32_t less = equal - 1;
    const uint32_t all = (1u << kSubgroupSize) - 1;
    switch (builtIn) {
    case spv::BuiltInSubgroupEqMask:
        return equal;
    case spv::BuiltInSubgroupGeMask:
        return all & ~less;
    case spv::BuiltInSubgroupGtMask:
        return all & ~(less | equal);
    case spv::BuiltInSubgroupLeMask:
        return less | equal;
    default:
        return less;
    }
}

} // namespace

ShaderTranslator::ShaderTranslator(const Module& module,
                                   const ShaderSource& source,
                                   const InterfaceLayout& layout,
                                   Level level,
                                   std::span<const StableSite> stable,
                                   llvm::Module& ir)
    : m_module(module),
      m_source(source),
      m_layout(layout),
      m_level(level),
      m_lanes(cpu::lanesOf(level)),
      m_stable(stable),
      m_llvm(ir),
      m_ir(ir.getContext()),
      m_types(module, [this](Id id) {
          uint64_t value = 0;
          if (!constant(id, value)) {
              refuse(m_module.definition(id), "is no length of an array");
          }
          return value;
      }) {}

ShaderTranslator::~ShaderTranslator() = default;

void ShaderTranslator::translate(ComputeImage& image) {
    llvm::Type* pointer = m_ir.getPtrTy();
    llvm::Type* number = m_ir.getInt32Ty();
    auto* type = llvm::FunctionType::get(
        number, {pointer, pointer, number, number, number, number, pointer, number}, false);
    m_function =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "invocations", m_llvm);
    m_entry = llvm::BasicBlock::Create(m_llvm.getContext(), "entry", m_function);
    auto* body = llvm::BasicBlock::Create(m_llvm.getContext(), "body", m_function);
    m_ir.SetInsertPoint(m_entry);
    m_ir.CreateBr(body);
    m_ir.SetInsertPoint(body);
    m_mask = llvm::ConstantInt::getTrue(boolLanes());

    readEntry(image);
    placeWorkgroupMemory(image);
    emitInvocations(m_function);
    simplifyAll(*m_function, m_hurries ? Simplification::Quick : Simplification::Thorough);
    interruptLoops();
    const uint32_t frame_B = m_barriers ? splitAtBarriers(*m_function) : 0;
    emitDriver(image, m_function, frame_B);
    image.sites = m_sites;
}

void ShaderTranslator::readEntry(ComputeImage& image) {
    const Id function = m_module.entry(spv::ExecutionModelGLCompute, m_source.entryPoint)[1];
    for (const Instruction& i : m_module.instructions()) {
        if ((i.op != spv::OpExecutionMode && i.op != spv::OpExecutionModeId) || i[0] != function) {
            continue;
        }
        for (uint32_t axis = 0; axis < 3; ++axis) {
            if (i[1] == spv::ExecutionModeLocalSize) {
                m_workgroupSize[axis] = i[2 + axis];
            } else if (i[1] == spv::ExecutionModeLocalSizeId) {
                uint64_t size = 0;
                if (!constant(i[2 + axis], size)) {
                    refuse(i, "its size is not constant");
                }
                m_workgroupSize[axis] = uint32_t(std::min<uint64_t>(size, UINT32_MAX));
            }
        }
    }
    // The built-in wins over the execution mode (Vulkan, "WorkgroupSize").
    for (const Instruction& i : m_module.instructions()) {
        if (i.result && i.resultType &&
            m_module.decoration(i.result, spv::DecorationBuiltIn) == spv::BuiltInWorkgroupSize) {
            const Value& size = constantValue(i.result);
            for (uint32_t axis = 0; axis < 3; ++axis) {
                const auto* scalar =
                    size.size() == 3
                        ? llvm::dyn_cast_or_null<llvm::ConstantInt>(uniform(size[axis]))
                        : nullptr;
                if (!scalar) {
                    refuse(i, "is no size of workgroups");
                }
                m_workgroupSize[axis] = uint32_t(scalar->getZExtValue());
            }
        }
    }
    uint64_t invocations = 1;
    for (const uint32_t size : m_workgroupSize) {
        if (size == 0 || size > kMaxInvocations) {
            throw Refused("a workgroup of no or too many invocations");
        }
        invocations *= size;
    }
    if (invocations > kMaxInvocations) {
        throw Refused("a workgroup of too many invocations");
    }
    m_invocations = uint32_t(invocations);
    image.workgroupSize = m_workgroupSize;
}

void ShaderTranslator::placeWorkgroupMemory(ComputeImage& image) {
    uint64_t used_B = 0;
    for (const Instruction& i : m_module.instructions()) {
        if (i.op != spv::OpVariable || i[0] != spv::StorageClassWorkgroup) {
            continue;
        }
        const Type& pointer = m_types.get(i.resultType);
        m_workgroupOffset_B[i.result] = uint32_t(used_B);
        used_B = (used_B + m_types.size_B(pointer.element) + 15) / 16 * 16;
        if (used_B > kMaxWorkgroupMemory_B) {
            refuse(i, "there is not so much workgroup memory");
        }
        // The initialiser can only be OpConstantNull.
        m_zeroWorkgroupMemory |= i.count() > 1;
    }
    image.workgroupMemory_B = alignUp(used_B);
}

void ShaderTranslator::emitInvocations(llvm::Function* function) {
    m_dispatch = function->getArg(0);
    m_worker = function->getArg(1);
    for (uint32_t axis = 0; axis < 3; ++axis) {
        m_group[axis] = function->getArg(2 + axis);
    }
    m_vector = function->getArg(5);
    const llvm::IRBuilder<>::InsertPoint body = m_ir.saveIP();
    m_ir.SetInsertPoint(m_entry->getTerminator());
    m_workgroupMemory = field(m_worker, offsetof(WorkerData, workgroupMemory), m_ir.getPtrTy());
    m_ir.restoreIP(body);

    const Id entry = m_module.entry(spv::ExecutionModelGLCompute, m_source.entryPoint)[1];
    Instance instance;
    instance.flow = &flow(entry);
    if (!instance.flow->function().parameters.empty()) {
        refuse(*instance.flow->function().definition, "an entry point with parameters");
    }
    m_instance = &instance;
    llvm::Value* mask = llvm::ConstantInt::getTrue(boolLanes());
    if (m_invocations % m_lanes != 0) {
        mask = m_ir.CreateICmpULT(makeBuiltIn(spv::BuiltInLocalInvocationIndex).front(),
                                  splat(m_invocations));
    }
    m_mask = mask;
    emitFunction(instance, mask);
    m_instance = nullptr;
    m_ir.CreateRet(m_ir.getInt32(0));
}

/// WorkgroupFunction.
void ShaderTranslator::emitDriver(ComputeImage& image,
                                  llvm::Function* invocations,
                                  uint32_t frame_B) {
    llvm::Type* pointer = m_ir.getPtrTy();
    llvm::Type* number = m_ir.getInt32Ty();
    auto* type = llvm::FunctionType::get(
        m_ir.getVoidTy(), {pointer, pointer, number, number, number}, false);
    auto* driver =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, kWorkgroupSymbol, m_llvm);
    m_ir.SetInsertPoint(llvm::BasicBlock::Create(m_llvm.getContext(), "entry", driver));
    if (m_zeroWorkgroupMemory) {
        llvm::Value* memory =
            field(driver->getArg(1), offsetof(WorkerData, workgroupMemory), m_ir.getPtrTy());
        m_ir.CreateMemSet(memory, m_ir.getInt8(0), image.workgroupMemory_B, llvm::Align(kAlign_B));
    }
    const uint32_t vectors = (m_invocations + m_lanes - 1) / m_lanes;
    image.frames_B = emitRounds(driver, invocations, frame_B, m_ir.getInt32(vectors), vectors);
}

/// The loop over the vectors of a workgroup, `most` of them at most, and the driver's end. With
/// barriers, rounds of it, until all are done. The driver's arguments, the worker second, are the
/// first ones of `invocations`; then come vector, frame and state. Returns StageImage::frames_B.
uint32_t ShaderTranslator::emitRounds(llvm::Function* driver,
                                      llvm::Function* invocations,
                                      uint32_t frame_B,
                                      llvm::Value* vectors,
                                      uint32_t most) {
    llvm::LLVMContext& context = m_llvm.getContext();
    llvm::Type* number = m_ir.getInt32Ty();
    const uint32_t states_B = alignUp(most * sizeof(uint32_t));
    const uint64_t frames_B = states_B + uint64_t(most) * frame_B;
    if (frames_B > kMaxFrames_B) {
        throw Refused("too much lives across barriers");
    }

    llvm::BasicBlock* entry = m_ir.GetInsertBlock();
    auto* round = llvm::BasicBlock::Create(context, "round", driver);
    auto* vector = llvm::BasicBlock::Create(context, "vector", driver);
    auto* end = llvm::BasicBlock::Create(context, "end", driver);
    auto* done = llvm::BasicBlock::Create(context, "done", driver);
    llvm::Value* frames = llvm::ConstantPointerNull::get(m_ir.getPtrTy());
    if (m_barriers) {
        frames = field(driver->getArg(1), offsetof(WorkerData, frames), m_ir.getPtrTy());
        // Any state but zero; the first round passes 1 whatever it is.
        m_ir.CreateMemSet(frames, m_ir.getInt8(1), states_B, llvm::Align(kAlign_B));
    }
    m_ir.CreateBr(round);

    m_ir.SetInsertPoint(round);
    llvm::PHINode* first = m_ir.CreatePHI(m_ir.getInt1Ty(), 2);
    first->addIncoming(m_ir.getTrue(), entry);
    first->addIncoming(m_ir.getFalse(), end);
    m_ir.CreateBr(vector);

    m_ir.SetInsertPoint(vector);
    llvm::PHINode* index = m_ir.CreatePHI(number, 2);
    llvm::PHINode* alive = m_ir.CreatePHI(number, 2);
    index->addIncoming(m_ir.getInt32(0), round);
    alive->addIncoming(m_ir.getInt32(0), round);
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : driver->args()) {
        arguments.push_back(&argument);
    }
    arguments.push_back(index);
    llvm::Value* left = m_ir.getInt32(0);
    if (!m_barriers) {
        arguments.push_back(frames);
        arguments.push_back(m_ir.getInt32(1));
        m_ir.CreateCall(invocations, arguments);
    } else {
        llvm::Value* wide = m_ir.CreateZExt(index, m_ir.getInt64Ty());
        llvm::Value* stateAt = m_ir.CreateGEP(number, frames, wide);
        llvm::Value* state = m_ir.CreateLoad(number, stateAt);
        state = m_ir.CreateSelect(first, m_ir.getInt32(1), state);
        llvm::Value* frame = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), frames, states_B);
        arguments.push_back(
            m_ir.CreateGEP(m_ir.getInt8Ty(), frame, m_ir.CreateMul(wide, m_ir.getInt64(frame_B))));
        arguments.push_back(state);
        left = m_ir.CreateCall(invocations, arguments);
        m_ir.CreateStore(left, stateAt);
        left = m_ir.CreateOr(alive, left);
    }
    llvm::Value* next = m_ir.CreateAdd(index, m_ir.getInt32(1));
    index->addIncoming(next, vector);
    alive->addIncoming(left, vector);
    m_ir.CreateCondBr(m_ir.CreateICmpULT(next, vectors), vector, end);
    m_ir.SetInsertPoint(end);
    m_ir.CreateCondBr(m_ir.CreateICmpNE(left, m_ir.getInt32(0)), round, done);
    m_ir.SetInsertPoint(done);
    m_ir.CreateRetVoid();
    if (!m_barriers) {
        invocations->addFnAttr(llvm::Attribute::AlwaysInline);
    }
    return m_barriers ? uint32_t(frames_B) : 0;
}

void ShaderTranslator::emitBarrier(const Instruction& i) {
    m_ir.CreateFence(llvm::AtomicOrdering::AcquireRelease);
    // The invocations of a control shader are one after the other.
    const bool parted = m_stage == spirv::Stage::TessControl || m_invocations > m_lanes;
    if (i.op != spv::OpControlBarrier || !parted) {
        return;
    }
    uint64_t scope = 0;
    if (!constant(i[0], scope)) {
        refuse(i, "its scope is not constant");
    }
    if (scope == spv::ScopeSubgroup || scope == spv::ScopeInvocation) {
        return; // A subgroup's lanes are in one vector.
    }
    auto* type = llvm::FunctionType::get(m_ir.getVoidTy(), false);
    auto callee = m_llvm.getOrInsertFunction(kBarrierSymbol, type);
    m_ir.CreateCall(callee)->setCannotDuplicate();
    m_barriers = true;
}

const Value& ShaderTranslator::builtIn(const Instruction& variable) {
    const auto found = m_builtIns.find(variable.result);
    if (found != m_builtIns.end()) {
        return found->second;
    }
    const auto which = m_module.decoration(variable.result, spv::DecorationBuiltIn);
    if (!which) {
        refuse(variable, "is no built-in");
    }
    // Made once, in front of everything.
    const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    m_ir.SetInsertPoint(m_entry->getTerminator());
    Value value = makeBuiltIn(spv::BuiltIn(*which));
    const Type& type = m_types.get(m_types.get(variable.resultType).element);
    if (type.scalars != value.size() || lanesOf(type) != value[0]->getType()) {
        refuse(variable, "is not of its built-in's type");
    }
    return m_builtIns.emplace(variable.result, std::move(value)).first->second;
}

Value ShaderTranslator::localInvocationId(llvm::Value* first, llvm::Value* lane) {
    const uint32_t width = m_workgroupSize[0];
    const uint32_t height = m_workgroupSize[1];
    if (width % m_lanes == 0) {
        llvm::Value* row = m_ir.CreateUDiv(first, m_ir.getInt32(width));
        llvm::Value* x = m_ir.CreateURem(first, m_ir.getInt32(width));
        return {m_ir.CreateAdd(splat(x), lane),
                splat(m_ir.CreateURem(row, m_ir.getInt32(height))),
                splat(m_ir.CreateUDiv(row, m_ir.getInt32(height)))};
    }
    llvm::Value* index = m_ir.CreateAdd(splat(first), lane);
    llvm::Value* row = m_ir.CreateUDiv(index, splat(width));
    return {m_ir.CreateURem(index, splat(width)),
            m_ir.CreateURem(row, splat(height)),
            m_ir.CreateUDiv(row, splat(height))};
}

Value ShaderTranslator::makeBuiltIn(spv::BuiltIn builtIn) {
    std::vector<uint32_t> steps;
    for (uint32_t lane = 0; lane < m_lanes; ++lane) {
        steps.push_back(lane);
    }
    llvm::Value* lane = llvm::ConstantDataVector::get(m_llvm.getContext(), steps);
    // The vector's first invocation, kept apart from the lane as long as possible: LLVM finds out
    // from that which addresses are next to each other.
    llvm::Value* first = m_ir.CreateMul(m_vector, m_ir.getInt32(m_lanes));
    switch (builtIn) {
    case spv::BuiltInLocalInvocationIndex:
        return {m_ir.CreateAdd(splat(first), lane)};
    case spv::BuiltInLocalInvocationId:
        return localInvocationId(first, lane);
    case spv::BuiltInGlobalInvocationId: {
        Value id = makeBuiltIn(spv::BuiltInLocalInvocationId);
        for (uint32_t axis = 0; axis < 3; ++axis) {
            llvm::Value* base = m_ir.CreateMul(m_group[axis], m_ir.getInt32(m_workgroupSize[axis]));
            id[axis] = m_ir.CreateAdd(splat(base), id[axis]);
        }
        return id;
    }
    case spv::BuiltInWorkgroupId:
        return {splat(m_group[0]), splat(m_group[1]), splat(m_group[2])};
    case spv::BuiltInNumWorkgroups: {
        Value count;
        for (uint32_t axis = 0; axis < 3; ++axis) {
            const size_t offset_B = offsetof(DispatchData, groupCount) + axis * sizeof(uint32_t);
            count.push_back(splat(field(m_dispatch, offset_B, m_ir.getInt32Ty())));
        }
        return count;
    }
    case spv::BuiltInWorkgroupSize:
        return {splat(m_workgroupSize[0]), splat(m_workgroupSize[1]), splat(m_workgroupSize[2])};
    case spv::BuiltInSubgroupSize:
        return {splat(kSubgroupSize)};
    case spv::BuiltInSubgroupLocalInvocationId:
        return {m_ir.CreateAnd(lane, splat(kSubgroupSize - 1))};
    case spv::BuiltInSubgroupId: {
        llvm::Value* subgroup = m_ir.CreateUDiv(first, m_ir.getInt32(kSubgroupSize));
        return {m_ir.CreateAdd(splat(subgroup), m_ir.CreateUDiv(lane, splat(kSubgroupSize)))};
    }
    case spv::BuiltInNumSubgroups:
        return {splat((m_invocations + kSubgroupSize - 1) / kSubgroupSize)};
    case spv::BuiltInSubgroupEqMask:
    case spv::BuiltInSubgroupGeMask:
    case spv::BuiltInSubgroupGtMask:
    case spv::BuiltInSubgroupLeMask:
    case spv::BuiltInSubgroupLtMask: {
        std::vector<uint32_t> bits;
        for (const uint32_t index : steps) {
            bits.push_back(subgroupMask(builtIn, index % kSubgroupSize));
        }
        return {llvm::ConstantDataVector::get(m_llvm.getContext(), bits),
                splat(0u),
                splat(0u),
                splat(0u)};
    }
    case spv::BuiltInDeviceIndex:
        return {splat(0u)};
    case spv::BuiltInInvocationId:
        if (m_stage == spirv::Stage::TessControl) {
            return {splat(m_vector)};
        }
        if (m_stage == spirv::Stage::Geometry) {
            return {
                splat(field(m_stageData, offsetof(GeometryLanes, invocation), m_ir.getInt32Ty()))};
        }
        [[fallthrough]];
    default:
        throw Refused(fmt::format("built-in {} is not supported", uint32_t(builtIn)));
    }
}

} // namespace cpu::shader

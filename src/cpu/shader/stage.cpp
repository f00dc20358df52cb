// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"
#include "cpu/shader/uniform.h"

#include <llvm/IR/Constants.h>

/// What the stages of graphics share: the function around the shader, and variables that stand
/// for inputs and outputs. Inputs are filled in front of everything, outputs are written behind it;
/// LLVM removes what is not used.
namespace cpu::shader {

/// Makes the function, of pointers, and stands in its beginning. Returns the entry point's
/// function.
Id ShaderTranslator::beginStage(const char* symbol, spv::ExecutionModel model, uint32_t arguments) {
    const Id entry = m_module.entry(model, m_source.entryPoint)[1];
    const std::vector<llvm::Type*> types(arguments, m_ir.getPtrTy());
    auto* type = llvm::FunctionType::get(m_ir.getVoidTy(), types, false);
    m_function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, m_llvm);
    m_entry = llvm::BasicBlock::Create(m_llvm.getContext(), "entry", m_function);
    auto* body = llvm::BasicBlock::Create(m_llvm.getContext(), "body", m_function);
    m_ir.SetInsertPoint(m_entry);
    m_ir.CreateBr(body);
    m_ir.SetInsertPoint(m_entry->getTerminator());
    m_dispatch = m_function->getArg(0);
    m_worker = m_function->getArg(1);
    m_vector = m_ir.getInt32(0);
    return entry;
}

/// The shader's code. What follows goes behind it.
void ShaderTranslator::runStage(Id entry, llvm::Value* mask) {
    m_stageMask = mask;
    m_mask = mask;
    m_ir.SetInsertPoint(m_entry->getTerminator()->getSuccessor(0));
    Instance instance;
    instance.flow = &flow(entry);
    if (!instance.flow->function().parameters.empty()) {
        refuse(*instance.flow->function().definition, "an entry point with parameters");
    }
    m_instance = &instance;
    emitFunction(instance, mask);
    m_instance = nullptr;
    m_mask = mask;
}

void ShaderTranslator::endStage() {
    m_ir.CreateRetVoid();
    simplifyAll(*m_function, m_hurries ? Simplification::Quick : Simplification::Thorough);
    interruptLoops();
}

llvm::Value* ShaderTranslator::writeMask() {
    m_writesMemory = true;
    return m_live ? both(m_mask, loadSlot(m_live, boolLanes())) : m_mask;
}

ShaderTranslator::StageVariable& ShaderTranslator::stageVariable(const Instruction& variable) {
    if (const auto found = m_stageVariables.find(variable.result);
        found != m_stageVariables.end()) {
        return found->second;
    }
    if (isShared(variable)) {
        return m_stageVariables.emplace(variable.result, sharedVariable(variable)).first->second;
    }
    const Type& pointer = m_types.get(variable.resultType);
    StageVariable made;
    made.scalars = interfaceScalars(m_module, m_types, variable);
    made.memory = makeVariable(pointer.element);
    const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    m_ir.SetInsertPoint(m_entry->getTerminator());
    if (pointer.storage == spv::StorageClassOutput) {
        const bool initialized = variable.count() > 1;
        made.written.assign(made.scalars.size(), initialized);
        if (initialized) {
            fill(made.memory, constantValue(variable[1]));
        }
    } else {
        Value value;
        for (const InterfaceScalar& scalar : made.scalars) {
            value.push_back(stageInput(scalar));
            if (value.back()->getType() != lanesOf(*scalar.type)) {
                refuse(variable, "is not of its built-in's type");
            }
        }
        fill(made.memory, value);
    }
    return m_stageVariables.emplace(variable.result, std::move(made)).first->second;
}

llvm::Value* ShaderTranslator::stageInput(const InterfaceScalar& scalar) {
    switch (m_stage) {
    case spirv::Stage::Vertex:
        return vertexInput(scalar);
    case spirv::Stage::TessControl:
        return controlInput(scalar);
    case spirv::Stage::TessEvaluation:
        return evaluationInput(scalar);
    case spirv::Stage::Geometry:
        return geometryInput(scalar);
    default:
        return fragmentInput(scalar);
    }
}

spv::ExecutionModel ShaderTranslator::executionModel() const {
    // By spirv::Stage.
    constexpr std::array<spv::ExecutionModel, spirv::kStageCount> kModels = {
        spv::ExecutionModelVertex,
        spv::ExecutionModelTessellationControl,
        spv::ExecutionModelTessellationEvaluation,
        spv::ExecutionModelGeometry,
        spv::ExecutionModelFragment,
        spv::ExecutionModelGLCompute,
    };
    return kModels[size_t(m_stage)];
}

/// For all lanes.
void ShaderTranslator::fill(const Variable& variable, const Value& value) {
    Place place;
    place.type = variable.type;
    place.lanes = &variable;
    llvm::Value* const mask = std::exchange(m_mask, nullptr);
    storePlace(place, value);
    m_mask = mask;
}

void ShaderTranslator::markWritten(const Chain& chain) {
    const auto found = m_stageVariables.find(chain.variable->result);
    if (found == m_stageVariables.end()) {
        return;
    }
    Id type = chain.type;
    uint32_t first = 0;
    for (const Index& index : chain.path) {
        const Type& whole = m_types.get(type);
        if (index.lanes) {
            break; // Any of them.
        }
        const uint32_t part = std::min(index.constant, whole.count - 1);
        first += m_types.scalarsBefore(whole, part);
        type = m_types.part(whole, part);
    }
    std::vector<bool>& written = found->second.written;
    for (uint32_t n = 0; n < m_types.get(type).scalars && first + n < written.size(); ++n) {
        written[first + n] = true;
    }
}

void ShaderTranslator::forEachOutput(const OutputVisitor& fn) {
    for (const auto& [id, variable] : m_stageVariables) {
        if (variable.written.empty()) {
            continue;
        }
        Place place;
        place.type = variable.memory.type;
        place.lanes = &variable.memory;
        const Value value = loadLanes(place);
        for (size_t n = 0; n < value.size(); ++n) {
            if (!variable.written[n]) {
                continue;
            }
            const InterfaceScalar& scalar = variable.scalars[n];
            if (scalar.type->scalar == ScalarKind::Bool || scalar.type->width < 32) {
                throw Refused("an output of a type that outputs do not have");
            }
            if (scalar.type->width == 32) {
                fn(scalar, m_ir.CreateBitCast(value[n], intLanes()), scalar.slot);
                continue;
            }
            llvm::Value* bits = m_ir.CreateBitCast(value[n], intLanes()->getWithNewBitWidth(64));
            fn(scalar, m_ir.CreateTrunc(bits, intLanes()), scalar.slot);
            fn(scalar, m_ir.CreateTrunc(m_ir.CreateLShr(bits, 32), intLanes()), scalar.slot + 1);
        }
    }
}

/// How many clip distances the entry point's variables have room for.
uint32_t ShaderTranslator::declaredClipDistances(spv::StorageClass storage) {
    const Instruction& entry = m_module.entry(executionModel(), m_source.entryPoint);
    uint32_t count = 0;
    // The interface follows the name.
    const size_t name_words = literalString(entry, 2).size() / sizeof(Word) + 1;
    for (size_t n = 2 + name_words; n < entry.count(); ++n) {
        const Instruction* variable = m_module.find(entry[n]);
        if (!variable || variable->op != spv::OpVariable || (*variable)[0] != uint32_t(storage)) {
            continue;
        }
        for (const InterfaceScalar& scalar :
             interfaceScalars(m_module, m_types, *variable, isArrayed(*variable))) {
            count += scalar.builtIn == spv::BuiltInClipDistance;
        }
    }
    return count;
}

llvm::Value* ShaderTranslator::laneBits(llvm::Value* bits) {
    if (m_level == Level::V4) {
        return m_ir.CreateBitCast(m_ir.CreateTrunc(bits, m_ir.getIntNTy(m_lanes)), boolLanes());
    }
    std::vector<uint32_t> masks;
    for (uint32_t lane = 0; lane < m_lanes; ++lane) {
        masks.push_back(1u << lane);
    }
    llvm::Value* own = llvm::ConstantDataVector::get(m_llvm.getContext(), masks);
    return m_ir.CreateICmpEQ(m_ir.CreateAnd(splat(bits), own), own);
}

/// A word of each lane.
llvm::Value* ShaderTranslator::row(llvm::Value* base, size_t offset_B) {
    llvm::Value* address = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), base, offset_B);
    return m_ir.CreateAlignedLoad(intLanes(), address, llvm::Align(4));
}

/// The scalar that lies in one word, or in two.
llvm::Value*
ShaderTranslator::fromWords(const InterfaceScalar& scalar, llvm::Value* low, llvm::Value* high) {
    llvm::Type* lanes = lanesOf(*scalar.type);
    if (scalar.type->width == 32) {
        return m_ir.CreateBitCast(low, lanes);
    }
    llvm::Type* wide = intLanes()->getWithNewBitWidth(64);
    llvm::Value* bits =
        m_ir.CreateOr(m_ir.CreateShl(m_ir.CreateZExt(high, wide), 32), m_ir.CreateZExt(low, wide));
    return m_ir.CreateBitCast(bits, lanes);
}

/// What every stage has.
llvm::Value* ShaderTranslator::commonBuiltIn(spv::BuiltIn builtIn, uint32_t component) {
    switch (builtIn) {
    case spv::BuiltInSubgroupSize:
    case spv::BuiltInSubgroupLocalInvocationId:
    case spv::BuiltInSubgroupEqMask:
    case spv::BuiltInSubgroupGeMask:
    case spv::BuiltInSubgroupGtMask:
    case spv::BuiltInSubgroupLeMask:
    case spv::BuiltInSubgroupLtMask:
    case spv::BuiltInDeviceIndex: {
        const Value value = makeBuiltIn(builtIn);
        if (component < value.size()) {
            return value[component];
        }
        break;
    }
    default:
        break;
    }
    throw Refused("an input of a built-in that the stage does not have");
}

} // namespace cpu::shader

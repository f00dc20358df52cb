// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/barrier.h"
#include "cpu/shader/shader_translator.h"
#include "cpu/shader/uniform.h"

#include <llvm/IR/Constants.h>

/// ControlFunction and EvaluationFunction. Lanes of a control shader are patches, and its
/// invocations come one after the other: so gl_InvocationID is the same in all lanes, and barriers
/// are what they are between the vectors of a workgroup. Lanes of an evaluation shader are vertices
/// of one patch.
namespace cpu::shader {

void ShaderTranslator::readTessellationModes(Id entry, TessellationModes& modes) {
    using Modes = TessellationModes;
    for (const Instruction& i : m_module.instructions()) {
        if ((i.op != spv::OpExecutionMode && i.op != spv::OpExecutionModeId) || i[0] != entry) {
            continue;
        }
        switch (spv::ExecutionMode(i[1])) {
        case spv::ExecutionModeTriangles:
            modes.domain = Modes::Domain::Triangles;
            break;
        case spv::ExecutionModeQuads:
            modes.domain = Modes::Domain::Quads;
            break;
        case spv::ExecutionModeIsolines:
            modes.domain = Modes::Domain::Isolines;
            break;
        case spv::ExecutionModeSpacingEqual:
            modes.spacing = Modes::Spacing::Equal;
            break;
        case spv::ExecutionModeSpacingFractionalEven:
            modes.spacing = Modes::Spacing::FractionalEven;
            break;
        case spv::ExecutionModeSpacingFractionalOdd:
            modes.spacing = Modes::Spacing::FractionalOdd;
            break;
        case spv::ExecutionModeVertexOrderCw:
            modes.order = Modes::Order::Clockwise;
            break;
        case spv::ExecutionModeVertexOrderCcw:
            modes.order = Modes::Order::CounterClockwise;
            break;
        case spv::ExecutionModePointMode:
            modes.points = true;
            break;
        case spv::ExecutionModeOutputVertices:
            modes.outputVertices = i[2];
            if (modes.outputVertices == 0 || modes.outputVertices > kMaxPatchVertices) {
                refuse(i, "is no size of patches");
            }
            break;
        case spv::ExecutionModeXfb:
            break;
        default:
            refuse(i, "is an execution mode that the stage does not have");
        }
    }
}

void ShaderTranslator::translate(ControlImage& image) {
    m_stage = spirv::Stage::TessControl;
    m_inputCells = &image.inputs;
    m_outputCells = &image.outputs;
    llvm::Type* pointer = m_ir.getPtrTy();
    llvm::Type* number = m_ir.getInt32Ty();
    auto* type = llvm::FunctionType::get(
        number, {pointer, pointer, pointer, number, pointer, number}, false);
    m_function =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "invocations", m_llvm);
    m_entry = llvm::BasicBlock::Create(m_llvm.getContext(), "entry", m_function);
    auto* body = llvm::BasicBlock::Create(m_llvm.getContext(), "body", m_function);
    m_ir.SetInsertPoint(m_entry);
    m_ir.CreateBr(body);
    m_ir.SetInsertPoint(m_entry->getTerminator());
    m_dispatch = m_function->getArg(0);
    m_worker = m_function->getArg(1);
    m_stageData = m_function->getArg(2);
    m_vector = m_function->getArg(3);
    m_sharedInputs = field(m_stageData, offsetof(ControlLanes, inputs), pointer);
    m_sharedOutputs = field(m_stageData, offsetof(ControlLanes, outputs), pointer);
    llvm::Value* active = field(m_stageData, offsetof(ControlLanes, active), number);

    const Id entry = m_module.entry(spv::ExecutionModelTessellationControl, m_source.entryPoint)[1];
    readTessellationModes(entry, image.modes);
    runStage(entry, laneBits(active));
    m_ir.CreateRet(m_ir.getInt32(0));
    simplifyAll(*m_function, m_hurries ? Simplification::Quick : Simplification::Thorough);
    interruptLoops();
    const uint32_t frame_B = m_barriers ? splitAtBarriers(*m_function) : 0;
    emitControlDriver(image, m_function, frame_B);
    image.sites = m_sites;
    image.writesMemory = m_writesMemory;
}

void ShaderTranslator::emitControlDriver(ControlImage& image,
                                         llvm::Function* invocations,
                                         uint32_t frame_B) {
    llvm::Type* pointer = m_ir.getPtrTy();
    auto* type = llvm::FunctionType::get(m_ir.getVoidTy(), {pointer, pointer, pointer}, false);
    auto* driver =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, kControlSymbol, m_llvm);
    m_ir.SetInsertPoint(llvm::BasicBlock::Create(m_llvm.getContext(), "entry", driver));
    const uint32_t most =
        image.modes.outputVertices ? image.modes.outputVertices : kMaxPatchVertices;
    llvm::Value* count =
        field(driver->getArg(2), offsetof(ControlLanes, outputVertices), m_ir.getInt32Ty());
    count = m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, m_ir.getInt32(most));
    image.frames_B = emitRounds(driver, invocations, frame_B, count, most);
}

llvm::Value* ShaderTranslator::controlInput(const InterfaceScalar& scalar) {
    if (!scalar.builtIn) {
        throw Refused("an input of a control shader that is no array of vertices");
    }
    if (scalar.slot == 0) {
        switch (*scalar.builtIn) {
        case spv::BuiltInPrimitiveId:
            return row(m_stageData, offsetof(ControlLanes, primitiveId));
        case spv::BuiltInPatchVertices:
            return splat(
                field(m_stageData, offsetof(ControlLanes, patchVertices), m_ir.getInt32Ty()));
        case spv::BuiltInViewIndex:
            return splat(field(m_stageData, offsetof(ControlLanes, viewIndex), m_ir.getInt32Ty()));
        default:
            break;
        }
    }
    return commonBuiltIn(*scalar.builtIn, scalar.slot);
}

void ShaderTranslator::translate(EvaluationImage& image) {
    m_stage = spirv::Stage::TessEvaluation;
    m_outputImage = &image;
    m_inputCells = &image.inputs;
    const Id entry = beginStage(kEvaluationSymbol, spv::ExecutionModelTessellationEvaluation, 3);
    m_stageData = m_function->getArg(2);
    m_sharedInputs = field(m_stageData, offsetof(EvaluationLanes, inputs), m_ir.getPtrTy());
    readTessellationModes(entry, image.modes);
    llvm::Value* active = field(m_stageData, offsetof(EvaluationLanes, active), m_ir.getInt32Ty());
    runStage(entry, laneBits(active));
    writeVertexOutputs(field(m_stageData, offsetof(EvaluationLanes, outputs), m_ir.getPtrTy()));
    endStage();
    image.sites = m_sites;
    image.writesMemory = m_writesMemory;
}

llvm::Value* ShaderTranslator::evaluationInput(const InterfaceScalar& scalar) {
    if (!scalar.builtIn) {
        throw Refused("an input of an evaluation shader that is neither vertices' nor a patch's");
    }
    if (scalar.builtIn == spv::BuiltInTessCoord && scalar.slot < 3 && scalar.type->width == 32) {
        constexpr size_t kRow_B = sizeof(EvaluationLanes::tessCoord[0]);
        return fromWords(
            scalar,
            row(m_stageData, offsetof(EvaluationLanes, tessCoord) + scalar.slot * kRow_B),
            nullptr);
    }
    const auto uniform = [&](size_t offset_B) {
        return splat(field(m_stageData, offset_B, m_ir.getInt32Ty()));
    };
    if (scalar.slot == 0) {
        switch (*scalar.builtIn) {
        case spv::BuiltInPrimitiveId:
            return uniform(offsetof(EvaluationLanes, primitiveId));
        case spv::BuiltInPatchVertices:
            return uniform(offsetof(EvaluationLanes, patchVertices));
        case spv::BuiltInViewIndex:
            return uniform(offsetof(EvaluationLanes, viewIndex));
        default:
            break;
        }
    }
    return commonBuiltIn(*scalar.builtIn, scalar.slot);
}

} // namespace cpu::shader

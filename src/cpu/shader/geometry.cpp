// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/instructions/lane_loop.h"
#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

/// GeometryFunction: one primitive in each lane. Lanes emit vertices at different times, so each
/// has a count of its own, and its vertices lie in a column. What exceeds OutputVertices is not
/// emitted.
namespace cpu::shader {

void ShaderTranslator::translate(GeometryImage& image) {
    m_stage = spirv::Stage::Geometry;
    m_outputImage = &image;
    m_geometryImage = &image;
    m_inputCells = &image.inputs;
    const Id entry = beginStage(kGeometrySymbol, spv::ExecutionModelGeometry, 3);
    m_stageData = m_function->getArg(2);
    m_sharedInputs = field(m_stageData, offsetof(GeometryLanes, inputs), m_ir.getPtrTy());
    readGeometryModes(entry);
    m_emitted = slot(intLanes());
    m_ended = slot(boolLanes());
    storeSlot(m_ended, llvm::ConstantInt::getTrue(boolLanes()), nullptr);
    llvm::Value* active = field(m_stageData, offsetof(GeometryLanes, active), m_ir.getInt32Ty());
    runStage(entry, laneBits(active));
    writeEmissions();
    llvm::Value* counts =
        m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), m_stageData, offsetof(GeometryLanes, counts));
    m_ir.CreateAlignedStore(loadSlot(m_emitted, intLanes()), counts, llvm::Align(4));
    endStage();
    image.sites = m_sites;
    image.writesMemory = m_writesMemory;
}

void ShaderTranslator::readGeometryModes(Id entry) {
    GeometryImage& image = *m_geometryImage;
    for (const Instruction& i : m_module.instructions()) {
        if ((i.op != spv::OpExecutionMode && i.op != spv::OpExecutionModeId) || i[0] != entry) {
            continue;
        }
        switch (spv::ExecutionMode(i[1])) {
        case spv::ExecutionModeInputPoints:
            image.inputVertices = 1;
            break;
        case spv::ExecutionModeInputLines:
            image.inputVertices = 2;
            break;
        case spv::ExecutionModeTriangles:
            image.inputVertices = 3;
            break;
        case spv::ExecutionModeInputLinesAdjacency:
            image.inputVertices = 4;
            break;
        case spv::ExecutionModeInputTrianglesAdjacency:
            image.inputVertices = 6;
            break;
        case spv::ExecutionModeOutputPoints:
            image.outputCorners = 1;
            break;
        case spv::ExecutionModeOutputLineStrip:
            image.outputCorners = 2;
            break;
        case spv::ExecutionModeOutputTriangleStrip:
            image.outputCorners = 3;
            break;
        case spv::ExecutionModeOutputVertices:
            image.maxVertices = i[2];
            break;
        case spv::ExecutionModeInvocations:
            image.invocations = i[2];
            break;
        case spv::ExecutionModeXfb:
            break;
        default:
            refuse(i, "is an execution mode that geometry shaders do not have");
        }
    }
    if (image.inputVertices == 0 || image.outputCorners == 0) {
        throw Refused("a geometry shader that does not say what goes in or comes out");
    }
    if (image.maxVertices > kMaxGeometryVertices || image.invocations == 0 ||
        image.invocations > kMaxGeometryInvocations) {
        throw Refused("a geometry shader of too many vertices or invocations");
    }
}

llvm::Value* ShaderTranslator::geometryInput(const InterfaceScalar& scalar) {
    if (!scalar.builtIn) {
        throw Refused("an input of a geometry shader that is no array of vertices");
    }
    if (scalar.slot == 0) {
        switch (*scalar.builtIn) {
        case spv::BuiltInPrimitiveId:
            return row(m_stageData, offsetof(GeometryLanes, primitiveId));
        case spv::BuiltInViewIndex:
            return splat(field(m_stageData, offsetof(GeometryLanes, viewIndex), m_ir.getInt32Ty()));
        default:
            break;
        }
    }
    return commonBuiltIn(*scalar.builtIn, scalar.slot);
}

/// It is a value of its own where all lanes have the same, so that what it chooses is a row.
bool ShaderTranslator::isInvocationId(const Instruction& variable) const {
    return (m_stage == spirv::Stage::TessControl || m_stage == spirv::Stage::Geometry) &&
           m_module.decoration(variable.result, spv::DecorationBuiltIn) == spv::BuiltInInvocationId;
}

bool ShaderTranslator::translateGeometry(const Instruction& i) {
    if (m_stage != spirv::Stage::Geometry) {
        return false;
    }
    uint64_t stream = 0;
    switch (i.op) {
    case spv::OpEmitStreamVertex:
    case spv::OpEndStreamPrimitive:
        if (!constant(i[0], stream) || stream >= kMaxStreams) {
            refuse(i, "is of no stream that there is");
        }
        break;
    case spv::OpEmitVertex:
    case spv::OpEndPrimitive:
        break;
    default:
        return false;
    }
    if (i.op == spv::OpEndPrimitive || i.op == spv::OpEndStreamPrimitive) {
        // Where there are several streams they have points.
        if (stream == 0) {
            llvm::Value* ended = loadSlot(m_ended, boolLanes());
            storeSlot(m_ended, m_ir.CreateOr(ended, m_mask), nullptr);
        }
        return true;
    }
    auto* block = llvm::BasicBlock::Create(m_llvm.getContext(), "emit", m_function);
    auto* next = llvm::BasicBlock::Create(m_llvm.getContext(), "emitted", m_function);
    m_ir.CreateBr(block);
    m_ir.SetInsertPoint(next);
    m_emissions.push_back({block, next, m_mask, uint32_t(stream)});
    return true;
}

void ShaderTranslator::writeEmissions() {
    const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    for (const Emission& emission : m_emissions) {
        writeEmission(emission);
    }
}

void ShaderTranslator::writeEmission(const Emission& emission) {
    const GeometryImage& image = *m_geometryImage;
    llvm::LLVMContext& context = m_llvm.getContext();
    m_ir.SetInsertPoint(emission.block);
    llvm::Value* count = loadSlot(m_emitted, intLanes());
    llvm::Value* ok =
        m_ir.CreateAnd(emission.mask, m_ir.CreateICmpULT(count, splat(image.maxVertices)));
    llvm::Value* bits = bitsOf(ok);
    llvm::Value* ended = loadSlot(m_ended, boolLanes());
    std::vector<std::pair<uint32_t, llvm::Value*>> words;
    forEachVertexSlot([&](uint32_t slot, llvm::Value* word) { words.emplace_back(slot, word); });
    words.emplace_back(
        image.slotCount,
        m_ir.CreateOr(m_ir.CreateZExt(ended, intLanes()), splat(emission.stream << kStreamShift)));
    llvm::Value* rows = field(m_stageData, offsetof(GeometryLanes, outputs), m_ir.getPtrTy());
    const size_t row_B = m_lanes * sizeof(uint32_t);
    const auto vertexAt = [&](llvm::Value* number) {
        llvm::Value* offset_B = m_ir.CreateMul(m_ir.CreateZExt(number, m_ir.getInt64Ty()),
                                               m_ir.getInt64((image.slotCount + 1) * row_B));
        return m_ir.CreateGEP(m_ir.getInt8Ty(), rows, offset_B);
    };
    const auto slotAt = [&](llvm::Value* vertex, uint32_t slot) {
        return m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), vertex, slot * row_B);
    };

    auto* some = llvm::BasicBlock::Create(context, "some", m_function);
    auto* together = llvm::BasicBlock::Create(context, "together", m_function);
    auto* apart = llvm::BasicBlock::Create(context, "apart", m_function);
    auto* done = llvm::BasicBlock::Create(context, "done", m_function);
    m_ir.CreateCondBr(m_ir.CreateICmpNE(bits, m_ir.getInt32(0)), some, done);

    m_ir.SetInsertPoint(some);
    llvm::Value* lane = m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, m_ir.getTrue());
    llvm::Value* first = m_ir.CreateExtractElement(count, lane);
    llvm::Value* differ = m_ir.CreateAnd(ok, m_ir.CreateICmpNE(count, splat(first)));
    m_ir.CreateCondBr(anyLane(differ), apart, together);

    m_ir.SetInsertPoint(together);
    llvm::Value* vertex = vertexAt(first);
    for (const auto& [slot, word] : words) {
        llvm::Value* address = slotAt(vertex, slot);
        llvm::Value* old = m_ir.CreateAlignedLoad(intLanes(), address, llvm::Align(4));
        m_ir.CreateAlignedStore(m_ir.CreateSelect(ok, word, old), address, llvm::Align(4));
    }
    m_ir.CreateBr(done);

    m_ir.SetInsertPoint(apart);
    forEachBit(*this, bits, nullptr, [&](llvm::Value* lane) -> llvm::Value* {
        llvm::Value* own = m_ir.CreateGEP(m_ir.getInt32Ty(),
                                          vertexAt(m_ir.CreateExtractElement(count, lane)),
                                          m_ir.CreateZExt(lane, m_ir.getInt64Ty()));
        for (const auto& [slot, word] : words) {
            m_ir.CreateAlignedStore(
                m_ir.CreateExtractElement(word, lane), slotAt(own, slot), llvm::Align(4));
        }
        return nullptr;
    });
    m_ir.CreateBr(done);

    m_ir.SetInsertPoint(done);
    storeSlot(m_emitted, m_ir.CreateAdd(count, m_ir.CreateZExt(ok, intLanes())), nullptr);
    storeSlot(m_ended, m_ir.CreateAnd(ended, m_ir.CreateNot(ok)), nullptr);
    m_ir.CreateBr(emission.next);
}

} // namespace cpu::shader

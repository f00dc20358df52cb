// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

#include <algorithm>

/// VertexFunction: attributes and built-ins from rows, outputs into slots.
namespace cpu::shader {

void ShaderTranslator::translate(VertexImage& image) {
    m_stage = spirv::Stage::Vertex;
    m_vertexImage = &image;
    m_outputImage = &image;
    const Id entry = beginStage(kVertexSymbol, spv::ExecutionModelVertex, 3);
    m_stageData = m_function->getArg(2);
    for (const Instruction& i : m_module.instructions()) {
        if ((i.op == spv::OpExecutionMode || i.op == spv::OpExecutionModeId) && i[0] == entry &&
            i[1] != spv::ExecutionModeXfb) {
            refuse(i, "is an execution mode that vertex shaders do not have");
        }
    }
    llvm::Value* active = field(m_stageData, offsetof(VertexLanes, active), m_ir.getInt32Ty());
    runStage(entry, laneBits(active));
    writeVertexOutputs(field(m_stageData, offsetof(VertexLanes, outputs), m_ir.getPtrTy()));
    endStage();
    image.sites = m_sites;
    image.writesMemory = m_writesMemory;
}

llvm::Value* ShaderTranslator::vertexInput(const InterfaceScalar& scalar) {
    if (!scalar.builtIn) {
        llvm::Value* attributes =
            field(m_stageData, offsetof(VertexLanes, attributes), m_ir.getPtrTy());
        const size_t row_B = m_lanes * sizeof(uint32_t);
        m_vertexImage->attributesUsed |= 1u << scalar.slot / 4;
        llvm::Value* low = row(attributes, scalar.slot * row_B);
        llvm::Value* high =
            scalar.type->width == 64 ? row(attributes, (scalar.slot + 1) * row_B) : nullptr;
        return fromWords(scalar, low, high);
    }
    const auto uniform = [&](size_t offset_B) {
        return splat(field(m_stageData, offset_B, m_ir.getInt32Ty()));
    };
    if (scalar.slot == 0) {
        switch (*scalar.builtIn) {
        case spv::BuiltInVertexIndex:
            return row(m_stageData, offsetof(VertexLanes, vertexIndex));
        case spv::BuiltInInstanceIndex:
            return uniform(offsetof(VertexLanes, instanceIndex));
        case spv::BuiltInBaseVertex:
            return uniform(offsetof(VertexLanes, baseVertex));
        case spv::BuiltInBaseInstance:
            return uniform(offsetof(VertexLanes, baseInstance));
        case spv::BuiltInDrawIndex:
            return uniform(offsetof(VertexLanes, drawIndex));
        case spv::BuiltInViewIndex:
            return uniform(offsetof(VertexLanes, viewIndex));
        default:
            break;
        }
    }
    return commonBuiltIn(*scalar.builtIn, scalar.slot);
}

void ShaderTranslator::forEachVertexSlot(
    const std::function<void(uint32_t slot, llvm::Value* word)>& fn) {
    VertexOutputImage& image = *m_outputImage;
    image.captures.clear();
    const uint32_t clipRoom = declaredClipDistances(spv::StorageClassOutput);
    bool clips = false;
    forEachOutput([&](const InterfaceScalar& scalar, llvm::Value*, uint32_t) {
        clips |= scalar.builtIn == spv::BuiltInClipDistance;
    });
    image.clipDistances = uint8_t(std::min(clips ? clipRoom : 0, kMaxClipDistances + 1));
    uint32_t culls = 0;
    const auto distance = [&](uint32_t n) {
        if (n >= kMaxClipDistances) {
            throw Refused("too many clip and cull distances");
        }
        return kClipDistanceSlot + n;
    };
    if (clips) {
        distance(image.clipDistances - 1u);
    }
    const auto slotOf = [&](const InterfaceScalar& scalar, uint32_t slot) -> uint32_t {
        if (!scalar.builtIn) {
            image.varyingComponents[slot / 4] |= uint8_t(1u << slot % 4);
            return kFirstVaryingSlot + slot;
        }
        switch (*scalar.builtIn) {
        case spv::BuiltInPosition:
            return kPositionSlot + std::min(slot, 3u);
        case spv::BuiltInPointSize:
            image.writesPointSize = true;
            return kPointSizeSlot;
        case spv::BuiltInLayer:
            image.writesLayer = true;
            return kLayerSlot;
        case spv::BuiltInViewportIndex:
            image.writesViewportIndex = true;
            return kViewportSlot;
        case spv::BuiltInPrimitiveId:
            image.writesPrimitiveId = true;
            return kPrimitiveIdSlot;
        case spv::BuiltInClipDistance:
            return distance(slot);
        case spv::BuiltInCullDistance:
            culls = std::max(culls, slot + 1);
            return distance(image.clipDistances + slot);
        default:
            throw Refused("an output of a built-in that the stage does not have");
        }
    };
    forEachOutput([&](const InterfaceScalar& scalar, llvm::Value* word, uint32_t slot) {
        const uint32_t place = slotOf(scalar, slot);
        fn(place, word);
        image.slotCount = std::max(image.slotCount, place + 1);
        if (scalar.capture) {
            const auto [buffer, stride_B, offset_B, stream] = *scalar.capture;
            const uint32_t second = slot - scalar.slot; // Of the words of 64 bits.
            image.captures.push_back({place, buffer, offset_B + second * 4, stream});
            image.captureStrides_B[buffer] = stride_B;
        }
    });
    std::ranges::sort(image.captures, {}, [](const Capture& capture) {
        return std::pair(capture.buffer, capture.offset_B);
    });
    image.cullDistances = uint8_t(culls);
}

void ShaderTranslator::writeVertexOutputs(llvm::Value* rows) {
    forEachVertexSlot([&](uint32_t slot, llvm::Value* word) {
        llvm::Value* address = m_ir.CreateConstGEP1_64(
            m_ir.getInt8Ty(), rows, size_t(slot) * m_lanes * sizeof(uint32_t));
        m_ir.CreateAlignedStore(word, address, llvm::Align(4));
    });
}

} // namespace cpu::shader

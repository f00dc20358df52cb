// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <algorithm>

/// Inputs and outputs of whole patches and primitives: arrays of vertices, and what the patch has.
/// They lie in memory of the caller's, in rows of lanes like any variable; the image says where
/// (Cells), so that whoever calls fills it, or hands it on.
namespace cpu::shader {
namespace {

constexpr uint32_t kMaxShared_B = 2u << 20;
constexpr uint32_t kCellAlign_B = 64;

} // namespace

/// One element for each vertex?
bool ShaderTranslator::isArrayed(const Instruction& variable) {
    const bool input = variable[0] == spv::StorageClassInput;
    const bool vertices =
        m_stage == spirv::Stage::TessControl ||
        (input && (m_stage == spirv::Stage::TessEvaluation || m_stage == spirv::Stage::Geometry));
    const Type& type = m_types.get(m_types.get(variable.resultType).element);
    return vertices && type.kind == Type::Kind::Array && !isPerPatch(m_module, m_types, variable);
}

bool ShaderTranslator::isShared(const Instruction& variable) {
    const bool input = variable[0] == spv::StorageClassInput;
    const bool patches = (input && m_stage == spirv::Stage::TessEvaluation) ||
                         (!input && m_stage == spirv::Stage::TessControl);
    return isArrayed(variable) || (patches && isPerPatch(m_module, m_types, variable));
}

uint32_t
ShaderTranslator::sharedSlot(const InterfaceScalar& scalar, spv::StorageClass storage, bool patch) {
    if (!scalar.builtIn) {
        return (patch ? uint32_t(kFirstPatchSlot) : uint32_t(kFirstVaryingSlot)) + scalar.slot;
    }
    const auto slot = [&](uint32_t first, uint32_t count, bool ofPatch = false) {
        if (scalar.slot >= count || patch != ofPatch) {
            throw Refused("a built-in that has not so many parts, or not of a patch");
        }
        return first + scalar.slot;
    };
    switch (*scalar.builtIn) {
    case spv::BuiltInTessLevelOuter:
        return slot(kOuterLevelSlot, 4, true);
    case spv::BuiltInTessLevelInner:
        return slot(kInnerLevelSlot, 2, true);
    case spv::BuiltInPosition:
        return slot(kPositionSlot, 4);
    case spv::BuiltInPointSize:
        return slot(kPointSizeSlot, 1);
    case spv::BuiltInLayer:
        return slot(kLayerSlot, 1);
    case spv::BuiltInViewportIndex:
        return slot(kViewportSlot, 1);
    case spv::BuiltInClipDistance:
        return slot(kClipDistanceSlot, kMaxClipDistances);
    case spv::BuiltInCullDistance: {
        const uint32_t clips = std::min(declaredClipDistances(storage), kMaxClipDistances);
        return slot(kClipDistanceSlot + clips, kMaxClipDistances - clips);
    }
    default:
        throw Refused("a built-in that vertices of other stages do not have");
    }
}

void ShaderTranslator::addCells(const StageVariable& variable,
                                uint32_t offset_B,
                                bool patch,
                                Cells& cells) {
    const Type& type = m_types.get(variable.memory.type);
    const auto storage = m_stage == spirv::Stage::TessControl && &cells == m_outputCells
                             ? spv::StorageClassOutput
                             : spv::StorageClassInput;
    const uint32_t slot_B = variable.memory.slot_B;
    const uint32_t vertex_B = uint32_t(variable.scalars.size()) * slot_B;
    const uint32_t count = patch ? 1 : type.count;
    for (const InterfaceScalar& scalar : variable.scalars) {
        const uint32_t slot = sharedSlot(scalar, storage, patch);
        const uint32_t lane_B = scalarSize_B(*scalar.type);
        if (lane_B < sizeof(uint32_t) || scalar.type->scalar == ScalarKind::Bool) {
            throw Refused("an input or output of a type that they do not have");
        }
        std::vector<Cell>& to = patch ? cells.patch : cells.vertices;
        for (uint32_t word = 0; word < lane_B / sizeof(uint32_t); ++word) {
            if (to.size() == kMaxCells) {
                throw Refused("too many inputs or outputs");
            }
            const uint32_t at_B = offset_B + word * uint32_t(sizeof(uint32_t));
            to.push_back({slot + word, at_B, vertex_B, lane_B, count});
        }
        offset_B += slot_B;
    }
}

ShaderTranslator::StageVariable ShaderTranslator::sharedVariable(const Instruction& variable) {
    const bool input = variable[0] == spv::StorageClassInput;
    const bool patch = !isArrayed(variable);
    const Id id = m_types.get(variable.resultType).element;
    const Type& type = m_types.get(id);
    Cells* const cells = input ? m_inputCells : m_outputCells;
    llvm::Value* const memory = input ? m_sharedInputs : m_sharedOutputs;
    if (!cells || (!patch && type.count > kMaxPatchVertices)) {
        refuse(variable, "has too many vertices, or none");
    }
    StageVariable made;
    made.scalars = interfaceScalars(m_module, m_types, variable, !patch);
    uint32_t scalar_B = 0;
    for (const InterfaceScalar& scalar : made.scalars) {
        scalar_B = std::max(scalar_B, scalarSize_B(*scalar.type));
    }
    const uint32_t offset_B = cells->size_B;
    const uint64_t size_B = uint64_t(type.scalars) * scalar_B * m_lanes;
    if (offset_B + size_B > kMaxShared_B) {
        refuse(variable, "is too large");
    }
    cells->size_B = uint32_t((offset_B + size_B + kCellAlign_B - 1) / kCellAlign_B * kCellAlign_B);
    const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    m_ir.SetInsertPoint(m_entry->getTerminator());
    made.memory = {
        m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), memory, offset_B), scalar_B * m_lanes, id};
    addCells(made, offset_B, patch, *cells);
    return made;
}

} // namespace cpu::shader

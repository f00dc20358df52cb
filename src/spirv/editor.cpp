// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/editor.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace spirv {

namespace {

/// Where modes, then annotations go (SPIR-V 2.4, logical layout).
bool isBeforeModes(spv::Op op) {
    switch (op) {
    case spv::OpCapability:
    case spv::OpExtension:
    case spv::OpExtInstImport:
    case spv::OpMemoryModel:
    case spv::OpEntryPoint:
        return true;
    default:
        return false;
    }
}

bool isDebug(spv::Op op) {
    switch (op) {
    case spv::OpName:
    case spv::OpMemberName:
    case spv::OpSource:
    case spv::OpSourceContinued:
    case spv::OpSourceExtension:
    case spv::OpString:
    case spv::OpLine:
    case spv::OpNoLine:
    case spv::OpModuleProcessed:
        return true;
    default:
        return false;
    }
}

bool isBeforeAnnotations(spv::Op op) {
    return isBeforeModes(op) || isDebug(op) || op == spv::OpExecutionMode ||
           op == spv::OpExecutionModeId;
}

bool hasLiteral(spv::Decoration kind) {
    switch (kind) {
    case spv::DecorationRelaxedPrecision:
    case spv::DecorationBlock:
    case spv::DecorationFlat:
    case spv::DecorationNoPerspective:
    case spv::DecorationCentroid:
    case spv::DecorationSample:
    case spv::DecorationInvariant:
    case spv::DecorationPatch:
        return false;
    default:
        return true;
    }
}

void insert(std::vector<uint32_t>& out, const std::vector<uint32_t>& words) {
    out.insert(out.end(), words.begin(), words.end());
}

} // namespace

Editor::Editor(const Module& module) : m_module(module), m_nextId(module.bound()) {}

Id Editor::type(spv::Op op, std::initializer_list<uint32_t> operands) {
    std::vector<uint32_t> key = {uint32_t(op)};
    key.insert(key.end(), operands.begin(), operands.end());
    auto [it, isNew] = m_made.try_emplace(std::move(key), Id{});
    if (!isNew) {
        return it->second;
    }
    m_module.forEach([&](const Instruction& inst) {
        if (!it->second && inst.op() == op && inst.size() == operands.size() + 2 &&
            std::ranges::equal(inst.words.subspan(2), operands)) {
            it->second = Id{inst[1]};
        }
    });
    if (!it->second) {
        it->second = Id{newId()};
        std::vector<uint32_t> words = {it->second.value};
        words.insert(words.end(), operands.begin(), operands.end());
        append(m_declarations, op, words);
    }
    return it->second;
}

/// A constant has its type before its id, so that type() does not do.
Id Editor::constant(spv::Op op, Id type, std::initializer_list<uint32_t> value) {
    std::vector<uint32_t> key = {uint32_t(op), type.value};
    key.insert(key.end(), value.begin(), value.end());
    auto [it, isNew] = m_made.try_emplace(std::move(key), Id{});
    if (!isNew) {
        return it->second;
    }
    m_module.forEach([&](const Instruction& inst) {
        if (inst.op() == op && inst[1] == type.value &&
            std::ranges::equal(inst.words.subspan(3), value)) {
            it->second = Id{inst[2]};
        }
    });
    if (!it->second) {
        it->second = Id{newId()};
        std::vector<uint32_t> words = {type.value, it->second.value};
        words.insert(words.end(), value.begin(), value.end());
        append(m_declarations, op, words);
    }
    return it->second;
}

Id Editor::boolType() {
    return type(spv::OpTypeBool, {});
}

Id Editor::floatType() {
    return type(spv::OpTypeFloat, {32});
}

Id Editor::uintType() {
    return type(spv::OpTypeInt, {32, 0});
}

Id Editor::vectorType(Id scalar, uint32_t components) {
    return components == 1 ? scalar : type(spv::OpTypeVector, {scalar.value, components});
}

Id Editor::pointerType(spv::StorageClass storage, Id pointee) {
    return type(spv::OpTypePointer, {uint32_t(storage), pointee.value});
}

Id Editor::uintConstant(uint32_t value) {
    return constant(spv::OpConstant, uintType(), {value});
}

Id Editor::floatConstant(float value) {
    return constant(spv::OpConstant, floatType(), {std::bit_cast<uint32_t>(value)});
}

Id Editor::nullConstant(Id type) {
    return constant(spv::OpConstantNull, type, {});
}

Id Editor::arrayType(Id element, uint32_t length) {
    const Id count = uintConstant(length);
    const Id array{newId()};
    append(m_declarations, spv::OpTypeArray, {array.value, element.value, count.value});
    return array;
}

Id Editor::interfaceVariable(spv::StorageClass storage, Id pointee) {
    const Id pointer = pointerType(storage, pointee);
    const Id variable{newId()};
    append(m_declarations, spv::OpVariable, {pointer.value, variable.value, uint32_t(storage)});
    m_interface.push_back(variable.value);
    return variable;
}

Id Editor::uniformBlock(Id member, const BlockPlace& place) {
    const Id block{newId()};
    append(m_declarations, spv::OpTypeStruct, {block.value, member.value});
    decorate(block, spv::DecorationBlock);
    decorateMember(block, 0, spv::DecorationOffset, place.offset_B);
    const Id pointer = pointerType(spv::StorageClassUniform, block);
    const Id variable{newId()};
    append(m_declarations,
           spv::OpVariable,
           {pointer.value, variable.value, uint32_t(spv::StorageClassUniform)});
    decorate(variable, spv::DecorationDescriptorSet, place.set);
    decorate(variable, spv::DecorationBinding, place.binding);
    return variable;
}

void Editor::declare(spv::Op op, std::initializer_list<uint32_t> operands) {
    append(m_declarations, op, operands);
}

void Editor::decorate(Id id, spv::Decoration kind, uint32_t value) {
    dropDecoration(id, kind);
    const size_t start = m_decorations.size();
    append(m_decorations, spv::OpDecorate, {id.value, uint32_t(kind)});
    if (hasLiteral(kind)) {
        m_decorations.push_back(value);
        close(m_decorations, start);
    }
}

void Editor::decorateMember(Id type, uint32_t member, spv::Decoration kind, uint32_t value) {
    dropMemberDecoration(type, member, kind);
    const size_t start = m_decorations.size();
    append(m_decorations, spv::OpMemberDecorate, {type.value, member, uint32_t(kind)});
    if (hasLiteral(kind)) {
        m_decorations.push_back(value);
        close(m_decorations, start);
    }
}

void Editor::dropDecoration(Id id, spv::Decoration kind) {
    m_dropped.insert({id.value, -1, kind});
}

void Editor::dropMemberDecoration(Id type, uint32_t member, spv::Decoration kind) {
    m_dropped.insert({type.value, int(member), kind});
}

uint32_t Editor::value(std::vector<uint32_t>& out,
                       spv::Op op,
                       Id type,
                       std::initializer_list<uint32_t> operands) {
    const uint32_t id = newId();
    out.push_back(uint32_t(operands.size() + 3) << 16 | uint32_t(op));
    out.insert(out.end(), {type.value, id});
    out.insert(out.end(), operands);
    return id;
}

void Editor::capability(spv::Capability capability) {
    bool isThere = false;
    m_module.forEach([&](const Instruction& inst) {
        isThere |= inst.op() == spv::OpCapability && inst[1] == uint32_t(capability);
    });
    if (!isThere &&
        m_made.try_emplace({uint32_t(spv::OpCapability), uint32_t(capability)}).second) {
        append(m_capabilities, spv::OpCapability, {uint32_t(capability)});
    }
}

void Editor::executionMode(spv::ExecutionMode mode) {
    bool isThere = false;
    m_module.forEach([&](const Instruction& inst) {
        isThere |= inst.op() == spv::OpExecutionMode && inst[2] == uint32_t(mode);
    });
    if (!isThere && m_made.try_emplace({uint32_t(spv::OpExecutionMode), uint32_t(mode)}).second) {
        append(
            m_modes, spv::OpExecutionMode, {m_module.entryPoint().function.value, uint32_t(mode)});
    }
}

/// The instructions before which a stage ends, in order, and the vertex stream of each.
std::vector<std::pair<const uint32_t*, uint32_t>> Editor::ends() const {
    Id guard;
    for (const Decoration& d : m_module.decorations()) {
        if (d.kind == spv::DecorationSpecId && m_endSpecId == d.value) {
            guard = d.target;
        }
    }
    const bool isGeometry = m_module.entryPoint().model == spv::ExecutionModelGeometry;
    std::vector<std::pair<const uint32_t*, uint32_t>> ends;
    bool inMain = false;
    const uint32_t* merge = nullptr;   // the last instruction, when that is an OpSelectionMerge
    const uint32_t* guarded = nullptr; // the guard's, since the last end
    m_module.forEach([&](const Instruction& inst) {
        const spv::Op op = inst.op();
        if (op == spv::OpFunction) {
            inMain = inst[2] == m_module.entryPoint().function.value;
            guarded = nullptr;
        }
        if (op == spv::OpBranchConditional && guard && inst[1] == guard.value) {
            guarded = merge;
        }
        const bool emits = op == spv::OpEmitVertex || op == spv::OpEmitStreamVertex;
        if (isGeometry ? emits : inMain && op == spv::OpReturn) {
            const uint32_t stream =
                op == spv::OpEmitStreamVertex ? m_module.constant(Id{inst[1]}).value_or(0) : 0;
            ends.emplace_back(guarded != nullptr ? guarded : inst.words.data(), stream);
            guarded = nullptr;
        }
        merge = op == spv::OpSelectionMerge ? inst.words.data() : nullptr;
    });
    return ends;
}

bool Editor::isDropped(const Instruction& inst) const {
    switch (inst.op()) {
    case spv::OpDecorate:
        return m_dropped.contains({inst[1], -1, spv::Decoration(inst[2])});
    case spv::OpMemberDecorate:
        return m_dropped.contains({inst[1], int(inst[2]), spv::Decoration(inst[3])});
    default:
        return m_dropDebug && isDebug(inst.op());
    }
}

std::vector<uint32_t> Editor::finish(const Places& code) {
    std::vector<uint32_t> out = headerOf(m_module);
    insert(out, m_capabilities);
    const auto ends = code.atEnd ? this->ends() : decltype(this->ends())();
    auto nextEnd = ends.begin();
    bool modesDone = false;
    bool annotationsDone = false;
    std::optional<size_t> declared; // words
    bool startPending = false;
    m_module.forEach([&](const Instruction& inst) {
        const spv::Op op = inst.op();
        if (!modesDone && !isBeforeModes(op)) {
            modesDone = true;
            insert(out, m_modes);
        }
        if (!annotationsDone && !isBeforeAnnotations(op)) {
            annotationsDone = true;
            insert(out, m_decorations);
        }
        if (op == spv::OpFunction) {
            if (!declared) {
                declared = m_declarations.size();
                insert(out, m_declarations);
            }
            startPending =
                inst[2] == m_module.entryPoint().function.value && code.atStart != nullptr;
        } else if (startPending && op != spv::OpFunctionParameter && op != spv::OpLabel &&
                   op != spv::OpVariable && op != spv::OpLine && op != spv::OpNoLine) {
            startPending = false;
            code.atStart(out, 0);
        }
        if (nextEnd != ends.end() && nextEnd->first == inst.words.data()) {
            code.atEnd(out, nextEnd->second);
            ++nextEnd;
        }
        if (isDropped(inst)) {
            return;
        }
        const size_t start = append(out, inst);
        if (op == spv::OpEntryPoint) {
            insert(out, m_interface);
            close(out, start);
        }
    });
    // What was declared while code was woven in would be lost.
    assert(declared.value_or(0) == m_declarations.size());
    out[3] = m_nextId;
    return out;
}

} // namespace spirv

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/extender.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace spirv {

namespace {

// Where modes, then annotations go (SPIR-V 2.4, logical layout).
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

bool isBeforeAnnotations(spv::Op op) {
    switch (op) {
    case spv::OpExecutionMode:
    case spv::OpExecutionModeId:
    case spv::OpString:
    case spv::OpSourceExtension:
    case spv::OpSource:
    case spv::OpSourceContinued:
    case spv::OpName:
    case spv::OpMemberName:
    case spv::OpModuleProcessed:
        return true;
    default:
        return isBeforeModes(op);
    }
}

void insert(std::vector<uint32_t>& out, const std::vector<uint32_t>& words) {
    out.insert(out.end(), words.begin(), words.end());
}

} // namespace

void append(std::vector<uint32_t>& out, spv::Op op, std::span<const uint32_t> operands) {
    out.push_back((uint32_t(operands.size() + 1) << 16) | uint32_t(op));
    out.insert(out.end(), operands.begin(), operands.end());
}

void append(std::vector<uint32_t>& out, spv::Op op, std::initializer_list<uint32_t> operands) {
    append(out, op, std::span(operands.begin(), operands.size()));
}

Extender::Extender(const Module& module) : m_module(module), m_nextId(module.bound()) {}

Id Extender::find(spv::Op op, std::initializer_list<uint32_t> operands) const {
    Id found;
    m_module.forEach([&](const Instruction& inst) {
        if (!found && inst.op() == op && inst.size() == operands.size() + 2 &&
            std::ranges::equal(inst.words.subspan(2), operands)) {
            found = Id{inst[1]};
        }
    });
    return found;
}

Id Extender::findOrDeclare(spv::Op op, std::initializer_list<uint32_t> operands) {
    std::vector<uint32_t> key = {uint32_t(op)};
    key.insert(key.end(), operands.begin(), operands.end());
    auto [it, isNew] = m_made.try_emplace(std::move(key), Id{});
    if (isNew) {
        it->second = find(op, operands);
        if (!it->second) {
            it->second = Id{newId()};
            std::vector<uint32_t> words = {it->second.value};
            words.insert(words.end(), operands.begin(), operands.end());
            append(m_declarations, op, words);
        }
    }
    return it->second;
}

Id Extender::boolType() {
    return findOrDeclare(spv::OpTypeBool, {});
}

Id Extender::floatType() {
    return findOrDeclare(spv::OpTypeFloat, {32});
}

Id Extender::uintType() {
    return findOrDeclare(spv::OpTypeInt, {32, 0});
}

Id Extender::vectorType(Id scalar, uint32_t components) {
    return components == 1 ? scalar : findOrDeclare(spv::OpTypeVector, {scalar.value, components});
}

Id Extender::arrayType(Id element, uint32_t length) {
    const Id count = uintConstant(length);
    const Id array{newId()}; // one that is there may have a layout, which interfaces must not
    append(m_declarations, spv::OpTypeArray, {array.value, element.value, count.value});
    return array;
}

Id Extender::pointerType(spv::StorageClass storage, Id pointee) {
    return findOrDeclare(spv::OpTypePointer, {uint32_t(storage), pointee.value});
}

// A constant has its type before its id, so that findOrDeclare() does not do.
Id Extender::findOrDeclareConstant(Id type, uint32_t word) {
    auto [it, isNew] = m_made.try_emplace({uint32_t(spv::OpConstant), type.value, word}, Id{});
    if (isNew) {
        m_module.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpConstant && inst.size() == 4 && inst[1] == type.value &&
                inst[3] == word) {
                it->second = Id{inst[2]};
            }
        });
        if (!it->second) {
            it->second = Id{newId()};
            append(m_declarations, spv::OpConstant, {type.value, it->second.value, word});
        }
    }
    return it->second;
}

Id Extender::uintConstant(uint32_t value) {
    return findOrDeclareConstant(uintType(), value);
}

Id Extender::floatConstant(float value) {
    return findOrDeclareConstant(floatType(), std::bit_cast<uint32_t>(value));
}

Id Extender::interfaceVariable(spv::StorageClass storage, Id pointee) {
    const Id pointer = pointerType(storage, pointee);
    const Id variable{newId()};
    append(m_declarations, spv::OpVariable, {pointer.value, variable.value, uint32_t(storage)});
    m_interface.push_back(variable.value);
    return variable;
}

void Extender::decorate(Id id, spv::Decoration kind) {
    append(m_decorations, spv::OpDecorate, {id.value, uint32_t(kind)});
}

void Extender::decorate(Id id, spv::Decoration kind, uint32_t value) {
    append(m_decorations, spv::OpDecorate, {id.value, uint32_t(kind), value});
}

void Extender::decorateMember(Id type, uint32_t member, spv::Decoration kind, uint32_t value) {
    append(m_decorations, spv::OpMemberDecorate, {type.value, member, uint32_t(kind), value});
}

void Extender::capability(spv::Capability capability) {
    bool isThere = false;
    m_module.forEach([&](const Instruction& inst) {
        isThere |= inst.op() == spv::OpCapability && inst[1] == uint32_t(capability);
    });
    if (!isThere &&
        m_made.try_emplace({uint32_t(spv::OpCapability), uint32_t(capability)}).second) {
        append(m_capabilities, spv::OpCapability, {uint32_t(capability)});
    }
}

void Extender::executionMode(spv::ExecutionMode mode) {
    bool isThere = false;
    m_module.forEach([&](const Instruction& inst) {
        isThere |= inst.op() == spv::OpExecutionMode && inst[2] == uint32_t(mode);
    });
    if (!isThere && m_made.try_emplace({uint32_t(spv::OpExecutionMode), uint32_t(mode)}).second) {
        append(
            m_modes, spv::OpExecutionMode, {m_module.entryPoint().function.value, uint32_t(mode)});
    }
}

void Extender::declare(spv::Op op, std::initializer_list<uint32_t> operands) {
    append(m_declarations, op, operands);
}

// The instructions before which a stage ends, in order, and the vertex stream of each.
std::vector<std::pair<const uint32_t*, uint32_t>> Extender::ends() const {
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

std::vector<uint32_t> Extender::finish(const Places& code) {
    const std::span<const uint32_t> words = m_module.words();
    std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
    out.reserve(words.size() + m_decorations.size() + m_declarations.size());
    insert(out, m_capabilities);
    const auto ends = code.atEnd ? this->ends() : decltype(this->ends())();
    auto nextEnd = ends.begin();
    bool modesDone = false;
    bool annotationsDone = false;
    bool declared = false;
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
                declared = true;
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
        const size_t start = out.size();
        out.insert(out.end(), inst.words.begin(), inst.words.end());
        if (op == spv::OpEntryPoint) {
            insert(out, m_interface);
            out[start] = (uint32_t(out.size() - start) << 16) | spv::OpEntryPoint;
        }
    });
    // What was declared while code was woven in would be lost.
    assert(annotationsDone && declared);
    out[3] = m_nextId;
    return out;
}

} // namespace spirv

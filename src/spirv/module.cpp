// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/module.h"

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <set>
#include <utility>

namespace spirv {

namespace {

constexpr uint32_t kMaxBound = 1u << 22;     // SPIR-V 2.17, universal limits
constexpr uint32_t kMaxTypeParts = 1u << 16; // members, and members of members

uint64_t memberKey(Id type, uint32_t member) {
    return (uint64_t{type.value} << 32) | member;
}

/// `none`, the enumeration's Max, for what is beyond it: no value of the enumeration's type.
template <class Enum>
Enum enumOf(uint32_t word, Enum none) {
    return word < uint32_t(none) ? Enum(word) : none;
}

/// Of the instructions that passes look into or write over, how many words they cannot lack.
size_t leastWords(spv::Op op) {
    switch (op) {
    case spv::OpCapability:
    case spv::OpTypeStruct:
    case spv::OpEmitStreamVertex:
    case spv::OpEndStreamPrimitive:
        return 2;
    case spv::OpName:
    case spv::OpExtInstImport:
    case spv::OpMemoryModel:
    case spv::OpExecutionMode:
    case spv::OpTypeFloat:
    case spv::OpTypeSampledImage:
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeFunction:
    case spv::OpConstantTrue:
    case spv::OpConstantFalse:
    case spv::OpConstantNull:
    case spv::OpSpecConstantTrue:
    case spv::OpSpecConstantFalse:
    case spv::OpStore:
    case spv::OpCopyMemory:
    case spv::OpDecorate:
    case spv::OpSelectionMerge:
        return 3;
    case spv::OpMemberName:
    case spv::OpMemberDecorate:
    case spv::OpEntryPoint:
    case spv::OpTypeInt:
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeArray:
    case spv::OpTypePointer:
    case spv::OpConstant:
    case spv::OpSpecConstant:
    case spv::OpVariable:
    case spv::OpLoad:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpCopyObject:
    case spv::OpFunctionCall:
    case spv::OpImage:
    case spv::OpImageQuerySize:
    case spv::OpBranchConditional:
        return 4;
    case spv::OpFunction:
    case spv::OpExtInst:
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageFetch:
    case spv::OpImageQueryLod:
        return 5;
    case spv::OpImageTexelPointer:
    case spv::OpImageSampleDrefImplicitLod:
    case spv::OpImageSampleProjDrefImplicitLod:
    case spv::OpImageGather:
    case spv::OpImageDrefGather:
        return 6;
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjExplicitLod:
        return 7;
    case spv::OpImageSampleDrefExplicitLod:
    case spv::OpImageSampleProjDrefExplicitLod:
        return 8;
    case spv::OpTypeImage:
        return 9;
    default:
        return 1;
    }
}

/// The result, where the opcode has one, is there.
bool isWhole(const Instruction& inst) {
    bool hasResult = false;
    bool hasType = false;
    spv::HasResultAndType(inst.op(), &hasResult, &hasType);
    return inst.size() >= leastWords(inst.op()) &&
           inst.size() > size_t(hasResult ? 1 : 0) + size_t(hasType ? 1 : 0);
}

bool isComposite(spv::Op op) {
    switch (op) {
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeSampledImage:
    case spv::OpTypeArray:
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeStruct:
        return true;
    default:
        return false;
    }
}

} // namespace

std::string Instruction::string(size_t first, size_t* wordsUsed) const {
    std::string text;
    size_t at = first;
    bool ended = false;
    for (; at < words.size() && !ended; ++at) {
        for (int byte = 0; byte < 4 && !ended; ++byte) {
            const char c = char((words[at] >> (8 * byte)) & 0xffu);
            ended = c == 0;
            if (!ended) {
                text.push_back(c);
            }
        }
    }
    if (wordsUsed != nullptr) {
        *wordsUsed = at - first;
    }
    return text;
}

Id resultOf(const Instruction& inst) {
    bool hasResult = false;
    bool hasType = false;
    spv::HasResultAndType(inst.op(), &hasResult, &hasType);
    const size_t at = hasType ? 2 : 1;
    return hasResult && inst.size() > at ? Id{inst[at]} : Id{};
}

Id resultTypeOf(const Instruction& inst) {
    bool hasResult = false;
    bool hasType = false;
    spv::HasResultAndType(inst.op(), &hasResult, &hasType);
    return hasType && inst.size() > 1 ? Id{inst[1]} : Id{};
}

bool isAccessChain(spv::Op op) {
    return op == spv::OpAccessChain || op == spv::OpInBoundsAccessChain;
}

bool derivesPointer(spv::Op op) {
    return isAccessChain(op) || op == spv::OpCopyObject;
}

bool isInterpolation(const Instruction& inst) {
    return inst.op() == spv::OpExtInst && inst.size() > 5 &&
           inst[4] >= GLSLstd450InterpolateAtCentroid && inst[4] <= GLSLstd450InterpolateAtOffset;
}

std::optional<Module> Module::parse(std::vector<uint32_t> words) {
    Module module;
    module.m_words = std::move(words);
    if (!module.index()) {
        return std::nullopt;
    }
    return module;
}

void Module::noteAccess(const Instruction& inst) {
    const auto note = [this](uint32_t id) {
        if (id < m_accessed.size()) {
            m_accessed[id] = true;
        }
    };
    size_t first = 0; // the operands from here on may be pointers
    switch (inst.op()) {
    case spv::OpStore:
    case spv::OpCopyMemory:
        first = 1;
        break;
    case spv::OpLoad:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpCopyObject:
    case spv::OpImageTexelPointer:
    case spv::OpFunctionCall:
        first = 3;
        break;
    case spv::OpExtInst:
        first = 5;
        break;
    default:
        return;
    }
    const size_t last = inst.op() == spv::OpLoad ? 4 : inst.size();
    for (size_t i = first; i < last && i < inst.size(); ++i) {
        note(inst[i]);
    }
}

/// What a type is made of comes before it, so that walking down a type ends, and soon.
std::optional<uint32_t> Module::partsOf(const Instruction& inst,
                                        const std::unordered_map<uint32_t, uint32_t>& known) const {
    uint64_t parts = 1;
    const size_t end = inst.op() == spv::OpTypeStruct ? inst.size() : 3;
    for (size_t i = 2; i < end; ++i) {
        if (!defines(Id{inst[i]})) {
            return std::nullopt;
        }
        const auto part = known.find(inst[i]);
        parts += part == known.end() ? 1 : part->second;
    }
    return parts <= kMaxTypeParts ? std::optional(uint32_t(parts)) : std::nullopt;
}

bool Module::index() {
    if (m_words.size() < kHeaderWords || m_words[0] != spv::MagicNumber || m_words[3] > kMaxBound) {
        return false;
    }
    m_definition.assign(m_words[3], 0);
    m_accessed.assign(m_words[3], false);
    std::unordered_map<uint32_t, uint32_t> parts; // by composite type
    for (size_t at = kHeaderWords; at < m_words.size();) {
        const size_t length = m_words[at] >> 16;
        if (length == 0 || length > m_words.size() - at) {
            return false;
        }
        const Instruction inst{std::span(m_words).subspan(at, length)};
        if (!isWhole(inst)) {
            return false;
        }
        if (isComposite(inst.op())) {
            const auto count = partsOf(inst, parts);
            if (!count) {
                return false;
            }
            parts[inst[1]] = *count;
        }
        if (const Id id = resultOf(inst)) {
            // One definition each: what was looked at before stays what it was.
            if (id.value >= m_definition.size() || m_definition[id.value] != 0) {
                return false;
            }
            m_definition[id.value] = uint32_t(at);
        }
        noteAccess(inst);
        switch (inst.op()) {
        case spv::OpName:
            m_names[inst[1]] = inst.string(2);
            break;
        case spv::OpMemberName:
            m_memberNames[memberKey(Id{inst[1]}, inst[2])] = inst.string(3);
            break;
        case spv::OpDecorate:
            m_decorations.push_back(
                {Id{inst[1]}, -1, enumOf(inst[2], spv::DecorationMax), inst[3]});
            break;
        case spv::OpMemberDecorate:
            m_decorations.push_back(
                {Id{inst[1]}, int(inst[2]), enumOf(inst[3], spv::DecorationMax), inst[4]});
            break;
        case spv::OpEntryPoint:
            if (!m_entryPoint.function) {
                size_t nameWords = 0;
                m_entryPoint.model = enumOf(inst[1], spv::ExecutionModelMax);
                m_entryPoint.function = Id{inst[2]};
                m_entryPoint.name = inst.string(3, &nameWords);
                for (size_t i = 3 + nameWords; i < length; ++i) {
                    m_entryPoint.interface.push_back(Id{inst[i]});
                }
            }
            break;
        case spv::OpVariable:
            if (inst[3] != uint32_t(spv::StorageClassFunction)) {
                const Instruction pointer = definition(Id{inst[1]});
                if (pointer.op() != spv::OpTypePointer || !defines(Id{pointer[3]})) {
                    return false;
                }
                m_globals.push_back(
                    {Id{inst[2]}, Id{pointer[3]}, enumOf(inst[3], spv::StorageClassMax)});
            }
            break;
        default:
            break;
        }
        at += length;
    }
    return true;
}

bool Module::defines(Id id) const {
    return id.value < m_definition.size() && m_definition[id.value] != 0;
}

Instruction Module::definition(Id id) const {
    static constexpr uint32_t kNothing[] = {1u << 16 | uint32_t(spv::OpNop)};
    if (!defines(id)) {
        return Instruction{kNothing};
    }
    const size_t at = m_definition[id.value];
    return Instruction{std::span(m_words).subspan(at, m_words[at] >> 16)};
}

std::string_view Module::name(Id id) const {
    const auto it = m_names.find(id.value);
    return it == m_names.end() ? std::string_view() : std::string_view(it->second);
}

std::string_view Module::memberName(Id type, uint32_t member) const {
    const auto it = m_memberNames.find(memberKey(type, member));
    return it == m_memberNames.end() ? std::string_view() : std::string_view(it->second);
}

std::optional<uint32_t> Module::decoration(Id id, spv::Decoration kind) const {
    for (const Decoration& d : m_decorations) {
        if (d.target == id && d.member < 0 && d.kind == kind) {
            return d.value;
        }
    }
    return std::nullopt;
}

std::optional<uint32_t>
Module::memberDecoration(Id type, uint32_t member, spv::Decoration kind) const {
    for (const Decoration& d : m_decorations) {
        if (d.target == type && d.member == int(member) && d.kind == kind) {
            return d.value;
        }
    }
    return std::nullopt;
}

bool Module::isBuiltIn(const Variable& variable) const {
    const Id type = innermostType(variable.pointee);
    for (const Decoration& d : m_decorations) {
        if (d.kind == spv::DecorationBuiltIn &&
            ((d.target == variable.id && d.member < 0) || (d.target == type && d.member >= 0))) {
            return true;
        }
    }
    return false;
}

BuiltInPlace Module::findBuiltIn(spv::StorageClass storage, spv::BuiltIn builtIn) const {
    for (const Decoration& d : m_decorations) {
        if (d.kind != spv::DecorationBuiltIn || d.value != uint32_t(builtIn)) {
            continue;
        }
        for (const Variable& v : m_globals) {
            const Id target = d.member >= 0 ? elementType(v.pointee) : v.id;
            if (v.storage == storage && target == d.target) {
                return {v.id, d.member};
            }
        }
    }
    return {};
}

std::optional<uint32_t> Module::constant(Id id) const {
    if (!defines(id)) {
        return std::nullopt;
    }
    const Instruction inst = definition(id);
    switch (inst.op()) {
    case spv::OpConstant:
    case spv::OpSpecConstant:
        return inst.size() == 4 ? std::optional(inst[3]) : std::nullopt;
    case spv::OpConstantNull:
        return 0;
    default:
        return std::nullopt;
    }
}

uint32_t Module::arrayLength(Id type) const {
    const Instruction inst = definition(type);
    return inst.op() == spv::OpTypeArray ? constant(Id{inst[3]}).value_or(1) : 1;
}

Id Module::elementType(Id type) const {
    const Instruction inst = definition(type);
    return inst.op() == spv::OpTypeArray || inst.op() == spv::OpTypeRuntimeArray ? Id{inst[2]}
                                                                                 : type;
}

Id Module::innermostType(Id type) const {
    for (Id element = elementType(type); element != type; element = elementType(type)) {
        type = element;
    }
    return type;
}

uint32_t Module::locations(Id type) const {
    constexpr uint32_t kMost = 1u << 20;
    const Instruction inst = definition(type);
    switch (inst.op()) {
    case spv::OpTypeVector:
        return inst[3] > 2 && definition(Id{inst[2]})[2] == 64 ? 2 : 1;
    case spv::OpTypeMatrix:
        return std::min(inst[3], kMost) * locations(Id{inst[2]});
    case spv::OpTypeArray:
        return uint32_t(
            std::min<uint64_t>(uint64_t{arrayLength(type)} * locations(Id{inst[2]}), kMost));
    case spv::OpTypeStruct: {
        uint64_t sum = 0;
        for (size_t i = 2; i < inst.size(); ++i) {
            sum += locations(Id{inst[i]});
        }
        return uint32_t(std::min<uint64_t>(sum, kMost));
    }
    default:
        return 1;
    }
}

bool Module::isBlock(const Variable& variable) const {
    return decoration(innermostType(variable.pointee), spv::DecorationBlock).has_value();
}

bool Module::isLoaded(Id variable) const {
    std::set<uint32_t> pointers = {variable.value};
    bool loaded = false;
    forEach([&](const Instruction& inst) {
        switch (inst.op()) {
        case spv::OpAccessChain:
        case spv::OpInBoundsAccessChain:
        case spv::OpCopyObject:
            if (pointers.contains(inst[3])) {
                pointers.insert(inst[2]);
            }
            break;
        case spv::OpLoad:
            loaded |= pointers.contains(inst[3]);
            break;
        case spv::OpCopyMemory:
            loaded |= pointers.contains(inst[2]);
            break;
        case spv::OpFunctionCall:
            for (size_t i = 4; i < inst.size(); ++i) {
                loaded |= pointers.contains(inst[i]);
            }
            break;
        default:
            break;
        }
    });
    return loaded;
}

} // namespace spirv

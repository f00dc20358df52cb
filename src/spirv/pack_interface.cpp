// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/pack_interface.h"

#include "spirv/demote_interface.h"

#include <cassert>
#include <map>
#include <set>
#include <utility>

namespace spirv {

namespace {

constexpr uint32_t kSlotComponents = 4;

void emit(std::vector<uint32_t>& out, spv::Op op, std::span<const uint32_t> operands) {
    out.push_back((uint32_t(operands.size() + 1) << 16) | uint32_t(op));
    out.insert(out.end(), operands.begin(), operands.end());
}

void emit(std::vector<uint32_t>& out, spv::Op op, std::initializer_list<uint32_t> operands) {
    emit(out, op, std::span(operands.begin(), operands.size()));
}

// What a composite directly consists of; nothing for scalars.
std::vector<Id> partsOf(const Module& module, Id type) {
    const Instruction inst = module.definition(type);
    switch (inst.op()) {
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
        return std::vector<Id>(inst[3], Id{inst[2]});
    case spv::OpTypeArray:
        return std::vector<Id>(module.arrayLength(type), Id{inst[2]});
    case spv::OpTypeStruct: {
        std::vector<Id> members;
        for (size_t i = 2; i < inst.size(); ++i) {
            members.push_back(Id{inst[i]});
        }
        return members;
    }
    default:
        return {};
    }
}

// The work on a module where the packed variables are private already.
class Packer {
public:
    Packer(const Module& module,
           spv::StorageClass storage,
           std::span<const std::vector<Id>> groups,
           bool arrayed)
        : m_module(module),
          m_storage(storage),
          m_groups(groups),
          m_arrayed(arrayed),
          m_nextId(module.bound()) {
        for (const Variable& v : module.globals()) {
            m_pointee[v.id.value] = v.pointee;
        }
        module.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpTypeVector && inst[3] == kSlotComponents) {
                m_vec4[inst[2]] = inst[1];
            }
        });
    }

    PackInterface::Result run() {
        for (const std::vector<Id>& group : m_groups) {
            declareGroup(group);
        }
        const std::span<const uint32_t> words = m_module.words();
        m_out.assign(words.begin(), words.begin() + kHeaderWords);
        const bool isGeometry = m_module.entryPoint().model == spv::ExecutionModelGeometry;
        bool declared = false;
        bool inMain = false;
        bool atStart = false;
        m_module.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpFunction) {
                if (!declared) {
                    m_out.insert(m_out.end(), m_declarations.begin(), m_declarations.end());
                    declared = true;
                }
                inMain = inst[2] == m_module.entryPoint().function.value;
                atStart = inMain && m_storage == spv::StorageClassInput;
            } else if (atStart && inst.op() != spv::OpLabel && inst.op() != spv::OpVariable &&
                       inst.op() != spv::OpLine && inst.op() != spv::OpNoLine) {
                copyIn();
                atStart = false;
            }
            const bool ends =
                isGeometry ? inst.op() == spv::OpEmitVertex || inst.op() == spv::OpEmitStreamVertex
                           : inMain && inst.op() == spv::OpReturn;
            if (ends && m_storage == spv::StorageClassOutput) {
                copyOut();
            }
            const size_t start = m_out.size();
            m_out.insert(m_out.end(), inst.words.begin(), inst.words.end());
            if (inst.op() == spv::OpEntryPoint) {
                for (const std::vector<Id>& slots : m_result.slots) {
                    for (const Id slot : slots) {
                        m_out.push_back(slot.value);
                    }
                }
                m_out[start] = (uint32_t(m_out.size() - start) << 16) | spv::OpEntryPoint;
            }
        });
        m_out[3] = m_nextId;
        m_result.words = std::move(m_out);
        return std::move(m_result);
    }

private:
    uint32_t newId() { return m_nextId++; }
    [[nodiscard]] Id wholeType(Id variable) const { return m_pointee.at(variable.value); }
    // Of one vertex.
    [[nodiscard]] Id typeOf(Id variable) const {
        return m_arrayed ? m_module.elementType(wholeType(variable)) : wholeType(variable);
    }
    [[nodiscard]] uint32_t scalarOf(const std::vector<Id>& group) const {
        return PackInterface::scalarType(m_module, typeOf(group.front())).value;
    }

    void declareGroup(const std::vector<Id>& group) {
        const uint32_t scalar = scalarOf(group);
        uint32_t count = 0;
        for (const Id variable : group) {
            count += PackInterface::components(m_module, typeOf(variable));
        }
        auto [vec4, isNew] = m_vec4.try_emplace(scalar, 0);
        if (isNew) {
            vec4->second = newId();
            emit(m_declarations, spv::OpTypeVector, {vec4->second, scalar, kSlotComponents});
        }
        if (!m_zero.contains(scalar)) {
            m_zero[scalar] = newId();
            emit(m_declarations, spv::OpConstantNull, {scalar, m_zero[scalar]});
        }
        uint32_t slotType = vec4->second;
        if (m_arrayed) {
            const uint32_t length = m_module.definition(wholeType(group.front()))[3];
            slotType = newId();
            emit(m_declarations, spv::OpTypeArray, {slotType, vec4->second, length});
        }
        m_slotType.push_back(slotType);
        const uint32_t pointer = newId();
        emit(m_declarations, spv::OpTypePointer, {pointer, uint32_t(m_storage), slotType});
        std::vector<Id>& slots = m_result.slots.emplace_back();
        for (uint32_t at = 0; at < count; at += kSlotComponents) {
            slots.push_back(Id{newId()});
            emit(m_declarations,
                 spv::OpVariable,
                 {pointer, slots.back().value, uint32_t(m_storage)});
        }
    }

    void copyIn() {
        for (size_t g = 0; g < m_groups.size(); ++g) {
            const std::vector<Id>& group = m_groups[g];
            const uint32_t scalar = scalarOf(group);
            std::vector<uint32_t> loaded;
            for (const Id slot : m_result.slots[g]) {
                loaded.push_back(newId());
                emit(m_out, spv::OpLoad, {m_slotType[g], loaded.back(), slot.value});
            }
            const uint32_t vertices =
                m_arrayed ? m_module.arrayLength(wholeType(group.front())) : 1;
            std::vector<std::vector<uint32_t>> values(group.size()); // per vertex
            for (uint32_t v = 0; v < vertices; ++v) {
                std::vector<uint32_t> scalars;
                for (size_t at = 0; at < loaded.size() * kSlotComponents; ++at) {
                    std::vector<uint32_t> operands = {
                        scalar, newId(), loaded[at / kSlotComponents]};
                    scalars.push_back(operands[1]);
                    if (m_arrayed) {
                        operands.push_back(v);
                    }
                    operands.push_back(uint32_t(at % kSlotComponents));
                    emit(m_out, spv::OpCompositeExtract, operands);
                }
                size_t next = 0;
                for (size_t i = 0; i < group.size(); ++i) {
                    values[i].push_back(compose(typeOf(group[i]), scalar, scalars, next));
                }
            }
            for (size_t i = 0; i < group.size(); ++i) {
                uint32_t value = values[i].front();
                if (m_arrayed) {
                    value = newId();
                    std::vector<uint32_t> operands = {wholeType(group[i]).value, value};
                    operands.insert(operands.end(), values[i].begin(), values[i].end());
                    emit(m_out, spv::OpCompositeConstruct, operands);
                }
                emit(m_out, spv::OpStore, {group[i].value, value});
            }
        }
    }

    // A value of the type from the scalars that come next.
    uint32_t compose(Id type, uint32_t scalar, const std::vector<uint32_t>& scalars, size_t& next) {
        const std::vector<Id> parts = partsOf(m_module, type);
        if (parts.empty()) {
            return cast(scalars[next++], scalar, type.value);
        }
        std::vector<uint32_t> operands = {type.value, 0};
        for (const Id part : parts) {
            operands.push_back(compose(part, scalar, scalars, next));
        }
        operands[1] = newId();
        emit(m_out, spv::OpCompositeConstruct, operands);
        return operands[1];
    }

    // A scalar as another type's bits.
    uint32_t cast(uint32_t value, uint32_t from, uint32_t to) {
        if (from == to) {
            return value;
        }
        const uint32_t bits = newId();
        emit(m_out, spv::OpBitcast, {to, bits, value});
        return bits;
    }

    void copyOut() {
        for (size_t g = 0; g < m_groups.size(); ++g) {
            const uint32_t scalar = scalarOf(m_groups[g]);
            std::vector<uint32_t> scalars;
            for (const Id variable : m_groups[g]) {
                const uint32_t value = newId();
                emit(m_out, spv::OpLoad, {typeOf(variable).value, value, variable.value});
                decompose(typeOf(variable), {scalar, 0, value}, scalars);
            }
            const std::vector<Id>& slots = m_result.slots[g];
            scalars.resize(slots.size() * kSlotComponents, m_zero.at(scalar));
            for (size_t s = 0; s < slots.size(); ++s) {
                const uint32_t* four = &scalars[s * kSlotComponents];
                const uint32_t value = newId();
                emit(m_out,
                     spv::OpCompositeConstruct,
                     {m_vec4.at(scalar), value, four[0], four[1], four[2], four[3]});
                emit(m_out, spv::OpStore, {slots[s].value, value});
            }
        }
    }

    // `extract`: the type that scalars shall have, then as operands of the OpCompositeExtract that
    // leads here, the value's own id as the third when there is no index yet.
    void decompose(Id type, std::vector<uint32_t> extract, std::vector<uint32_t>& scalars) {
        const std::vector<Id> parts = partsOf(m_module, type);
        if (!parts.empty()) {
            extract.push_back(0);
            for (uint32_t i = 0; i < parts.size(); ++i) {
                extract.back() = i;
                decompose(parts[i], extract, scalars);
            }
            return;
        }
        const uint32_t scalar = std::exchange(extract[0], type.value);
        uint32_t value = extract[2];
        if (extract.size() > 3) {
            value = extract[1] = newId();
            emit(m_out, spv::OpCompositeExtract, extract);
        }
        scalars.push_back(cast(value, type.value, scalar));
    }

    const Module& m_module;
    const spv::StorageClass m_storage;
    const std::span<const std::vector<Id>> m_groups;
    const bool m_arrayed;
    uint32_t m_nextId;
    std::vector<uint32_t> m_slotType;    // by group
    std::map<uint32_t, Id> m_pointee;    // by variable
    std::map<uint32_t, uint32_t> m_vec4; // by scalar type
    std::map<uint32_t, uint32_t> m_zero; // likewise
    std::vector<uint32_t> m_declarations;
    std::vector<uint32_t> m_out;
    PackInterface::Result m_result;
};

} // namespace

uint32_t PackInterface::components(const Module& module, Id type) {
    const std::vector<Id> parts = partsOf(module, type);
    if (parts.empty()) {
        const Instruction inst = module.definition(type);
        const bool isNumber = inst.op() == spv::OpTypeFloat || inst.op() == spv::OpTypeInt;
        return isNumber && inst[2] == 32 ? 1 : 0;
    }
    const bool isStruct = module.definition(type).op() == spv::OpTypeStruct;
    uint32_t sum = 0;
    for (const Id part : isStruct ? std::span(parts) : std::span(parts).first(1)) {
        const uint32_t count = components(module, part);
        if (count == 0 || scalarType(module, part) != scalarType(module, parts.front())) {
            return 0;
        }
        sum += count;
    }
    return isStruct ? sum : sum * uint32_t(parts.size());
}

Id PackInterface::scalarType(const Module& module, Id type) {
    const std::vector<Id> parts = partsOf(module, type);
    return parts.empty() ? type : scalarType(module, parts.front());
}

PackInterface::Result PackInterface::run(const Module& module,
                                         spv::StorageClass storage,
                                         std::span<const std::vector<Id>> groups,
                                         bool arrayed) {
    std::set<Id> variables;
    for (const std::vector<Id>& group : groups) {
        variables.insert(group.begin(), group.end());
    }
    const auto demoted = Module::parse(DemoteInterface::run(module, variables));
    assert(demoted);
    return Packer(*demoted, storage, groups, arrayed).run();
}

} // namespace spirv

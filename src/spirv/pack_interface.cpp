// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/pack_interface.h"

#include "spirv/demote_interface.h"
#include "spirv/editor.h"

#include <cassert>
#include <map>
#include <set>
#include <utility>

namespace spirv {

namespace {

constexpr uint32_t kSlotComponents = 4;

/// What a composite directly consists of; nothing for scalars.
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

/// The work on a module where the packed variables are private already.
class Packer {
public:
    Packer(const Module& module,
           spv::StorageClass storage,
           std::span<const std::vector<Id>> groups,
           bool arrayed)
        : m_module(module), m_storage(storage), m_arrayed(arrayed), m_editor(module) {
        for (const Variable& v : module.globals()) {
            m_pointee[v.id.value] = v.pointee;
        }
        for (const std::vector<Id>& variables : groups) {
            m_groups.push_back(declare(variables));
        }
    }

    PackInterface::Result run() {
        const auto weave = [this](auto copy) {
            return [this, copy](std::vector<uint32_t>& out, uint32_t) {
                m_out = &out;
                for (const Group& group : m_groups) {
                    (this->*copy)(group);
                }
            };
        };
        PackInterface::Result result;
        for (const Group& group : m_groups) {
            result.slots.push_back(group.slots);
        }
        result.words = m_storage == spv::StorageClassInput
                           ? m_editor.finish({.atStart = weave(&Packer::copyIn)})
                           : m_editor.finish({.atEnd = weave(&Packer::copyOut)});
        return result;
    }

private:
    struct Group {
        std::vector<Id> variables;
        uint32_t scalar = 0; ///< type
        uint32_t vec4 = 0;
        uint32_t zero = 0;
        Id slotType; ///< a vec4, or an array of them
        std::vector<Id> slots;
    };

    uint32_t newId() { return m_editor.newId(); }
    void emit(spv::Op op, std::span<const uint32_t> operands) { append(*m_out, op, operands); }
    void emit(spv::Op op, std::initializer_list<uint32_t> operands) {
        append(*m_out, op, operands);
    }
    [[nodiscard]] Id wholeType(Id variable) const { return m_pointee.at(variable.value); }
    /// Of one vertex.
    [[nodiscard]] Id typeOf(Id variable) const {
        return m_arrayed ? m_module.elementType(wholeType(variable)) : wholeType(variable);
    }

    Group declare(const std::vector<Id>& variables) {
        Group group{.variables = variables};
        const Id scalar = PackInterface::scalarType(m_module, typeOf(variables.front()));
        const Id vec4 = m_editor.vectorType(scalar, kSlotComponents);
        group.scalar = scalar.value;
        group.vec4 = vec4.value;
        group.zero = m_editor.nullConstant(scalar).value;
        group.slotType =
            m_arrayed ? m_editor.arrayType(vec4, m_module.arrayLength(wholeType(variables.front())))
                      : vec4;
        uint32_t count = 0;
        for (const Id variable : variables) {
            count += PackInterface::components(m_module, typeOf(variable));
        }
        for (uint32_t at = 0; at < count; at += kSlotComponents) {
            group.slots.push_back(m_editor.interfaceVariable(m_storage, group.slotType));
        }
        return group;
    }

    void copyIn(const Group& group) {
        std::vector<uint32_t> loaded;
        for (const Id slot : group.slots) {
            loaded.push_back(newId());
            emit(spv::OpLoad, {group.slotType.value, loaded.back(), slot.value});
        }
        const std::vector<Id>& variables = group.variables;
        const uint32_t vertices =
            m_arrayed ? m_module.arrayLength(wholeType(variables.front())) : 1;
        std::vector<std::vector<uint32_t>> values(variables.size()); // per vertex
        for (uint32_t v = 0; v < vertices; ++v) {
            const std::vector<uint32_t> scalars = scalarsOf(group, loaded, v);
            size_t next = 0;
            for (size_t i = 0; i < variables.size(); ++i) {
                values[i].push_back(compose(typeOf(variables[i]), group.scalar, scalars, next));
            }
        }
        for (size_t i = 0; i < variables.size(); ++i) {
            uint32_t value = values[i].front();
            if (m_arrayed) {
                value = newId();
                std::vector<uint32_t> operands = {wholeType(variables[i]).value, value};
                operands.insert(operands.end(), values[i].begin(), values[i].end());
                emit(spv::OpCompositeConstruct, operands);
            }
            emit(spv::OpStore, {variables[i].value, value});
        }
    }

    /// All that the loaded slots hold, of one vertex.
    std::vector<uint32_t>
    scalarsOf(const Group& group, const std::vector<uint32_t>& loaded, uint32_t vertex) {
        std::vector<uint32_t> scalars;
        for (size_t at = 0; at < loaded.size() * kSlotComponents; ++at) {
            std::vector<uint32_t> operands = {group.scalar, newId(), loaded[at / kSlotComponents]};
            scalars.push_back(operands[1]);
            if (m_arrayed) {
                operands.push_back(vertex);
            }
            operands.push_back(uint32_t(at % kSlotComponents));
            emit(spv::OpCompositeExtract, operands);
        }
        return scalars;
    }

    /// A value of the type from the scalars that come next.
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
        emit(spv::OpCompositeConstruct, operands);
        return operands[1];
    }

    /// A scalar as another type's bits.
    uint32_t cast(uint32_t value, uint32_t from, uint32_t to) {
        if (from == to) {
            return value;
        }
        const uint32_t bits = newId();
        emit(spv::OpBitcast, {to, bits, value});
        return bits;
    }

    void copyOut(const Group& group) {
        std::vector<uint32_t> scalars;
        for (const Id variable : group.variables) {
            const uint32_t value = newId();
            emit(spv::OpLoad, {typeOf(variable).value, value, variable.value});
            decompose(typeOf(variable), {group.scalar, 0, value}, scalars);
        }
        scalars.resize(group.slots.size() * kSlotComponents, group.zero);
        for (size_t s = 0; s < group.slots.size(); ++s) {
            const uint32_t* four = &scalars[s * kSlotComponents];
            const uint32_t value = newId();
            emit(spv::OpCompositeConstruct,
                 {group.vec4, value, four[0], four[1], four[2], four[3]});
            emit(spv::OpStore, {group.slots[s].value, value});
        }
    }

    /// `extract`: the type that scalars shall have, then as operands of the OpCompositeExtract that
    /// leads here, the value's own id as the third when there is no index yet.
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
            emit(spv::OpCompositeExtract, extract);
        }
        scalars.push_back(cast(value, type.value, scalar));
    }

    const Module& m_module;
    const spv::StorageClass m_storage;
    const bool m_arrayed;
    Editor m_editor;
    std::map<uint32_t, Id> m_pointee; ///< by variable
    std::vector<Group> m_groups;
    std::vector<uint32_t>* m_out = nullptr; ///< while code is woven in
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

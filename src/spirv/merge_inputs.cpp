// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/merge_inputs.h"

#include "spirv/demote_interface.h"
#include "spirv/editor.h"

#include <cassert>
#include <map>
#include <optional>
#include <set>

namespace spirv {

namespace {

struct PlacedInput {
    Id variable;
    Id type;
    uint32_t location = 0;
};

/// Columns of a matrix or elements of an array; nothing: the type fits one location.
struct Columns {
    Id type;
    uint32_t count = 0;
};
std::optional<Columns> columnsOf(const Module& module, Id type) {
    const Instruction inst = module.definition(type);
    switch (inst.op()) {
    case spv::OpTypeMatrix:
        return Columns{Id{inst[2]}, inst[3]};
    case spv::OpTypeArray:
        return Columns{Id{inst[2]}, module.arrayLength(type)};
    default:
        return std::nullopt;
    }
}

uint32_t locationsOf(const Module& module, Id type) {
    const auto parts = columnsOf(module, type);
    return parts ? parts->count * locationsOf(module, parts->type) : 1;
}

/// Of a scalar or vector.
Id scalarOf(const Module& module, Id type) {
    const Instruction inst = module.definition(type);
    return inst.op() == spv::OpTypeVector ? Id{inst[2]} : type;
}

class Merger {
public:
    Merger(const Module& module, std::vector<PlacedInput> inputs)
        : m_module(module), m_inputs(std::move(inputs)), m_editor(module) {
        for (const PlacedInput& input : m_inputs) {
            uint32_t location = input.location;
            declare(input.type, location);
        }
    }

    std::vector<uint32_t> run() {
        return m_editor.finish({.atStart = [this](std::vector<uint32_t>& out, uint32_t) {
            for (const PlacedInput& input : m_inputs) {
                uint32_t location = input.location;
                const uint32_t value = compose(out, input.type, location);
                append(out, spv::OpStore, {input.variable.value, value});
            }
        }});
    }

private:
    struct Location {
        Id variable;
        Id scalar;
    };

    void declare(Id type, uint32_t& location) {
        if (const auto parts = columnsOf(m_module, type)) {
            for (uint32_t i = 0; i < parts->count; ++i) {
                declare(parts->type, location);
            }
            return;
        }
        const Id scalar = scalarOf(m_module, type);
        m_vec4s.try_emplace(scalar, m_editor.vectorType(scalar, 4));
        const auto [at, isNew] = m_locations.try_emplace(location);
        if (isNew) {
            const Id variable =
                m_editor.interfaceVariable(spv::StorageClassInput, m_vec4s.at(scalar));
            m_editor.decorate(variable, spv::DecorationLocation, location);
            at->second = {variable, scalar};
        }
        ++location;
    }

    /// The id of a value of `type`, which begins at `location`.
    uint32_t compose(std::vector<uint32_t>& out, Id type, uint32_t& location) {
        if (const auto parts = columnsOf(m_module, type)) {
            std::vector<uint32_t> operands{type.value, m_editor.newId()};
            for (uint32_t i = 0; i < parts->count; ++i) {
                operands.push_back(compose(out, parts->type, location));
            }
            append(out, spv::OpCompositeConstruct, operands);
            return operands[1];
        }
        const Location& from = m_locations.at(location++);
        const Id scalar = scalarOf(m_module, type);
        uint32_t value = m_editor.newId();
        append(out, spv::OpLoad, {m_vec4s.at(from.scalar).value, value, from.variable.value});
        if (from.scalar != scalar) {
            const uint32_t bits = m_editor.newId();
            append(out, spv::OpBitcast, {m_vec4s.at(scalar).value, bits, value});
            value = bits;
        }
        const uint32_t size = type == scalar ? 1 : m_module.definition(type)[3];
        if (size == 4) {
            return value;
        }
        const uint32_t first = m_editor.newId();
        if (size == 1) {
            append(out, spv::OpCompositeExtract, {type.value, first, value, 0});
        } else {
            std::vector<uint32_t> operands{type.value, first, value, value};
            for (uint32_t i = 0; i < size; ++i) {
                operands.push_back(i);
            }
            append(out, spv::OpVectorShuffle, operands);
        }
        return first;
    }

    const Module& m_module;
    const std::vector<PlacedInput> m_inputs;
    Editor m_editor;
    std::map<Id, Id> m_vec4s; ///< by their scalar
    std::map<uint32_t, Location> m_locations;
};

} // namespace

std::vector<uint32_t> MergeInputs::run(const Module& module) {
    std::vector<PlacedInput> all;
    std::map<uint32_t, int> uses; // of locations
    for (const Variable& v : module.globals()) {
        const auto location = module.decoration(v.id, spv::DecorationLocation);
        if (v.storage != spv::StorageClassInput || !location) {
            continue;
        }
        all.push_back({v.id, v.pointee, *location});
        for (uint32_t i = 0; i < locationsOf(module, v.pointee); ++i) {
            ++uses[*location + i];
        }
    }
    std::vector<PlacedInput> shared;
    std::set<Id> variables;
    for (const PlacedInput& input : all) {
        bool shares = false;
        for (uint32_t i = 0; i < locationsOf(module, input.type); ++i) {
            shares |= uses.at(input.location + i) > 1;
        }
        if (shares) {
            shared.push_back(input);
            variables.insert(input.variable);
        }
    }
    if (shared.empty()) {
        const auto words = module.words();
        return {words.begin(), words.end()};
    }
    const auto demoted = Module::parse(DemoteInterface::run(module, variables));
    assert(demoted);
    return Merger(*demoted, std::move(shared)).run();
}

} // namespace spirv

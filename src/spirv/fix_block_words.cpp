// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/fix_block_words.h"

#include "spirv/module.h"
#include "spirv/words.h"

#include <optional>
#include <utility>

namespace spirv {

namespace {

constexpr uint32_t kWord_B = 4;

Id findBlock(const Module& module, uint32_t set) {
    for (const Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassUniform && module.isBlock(v) &&
            module.decoration(v.id, spv::DecorationDescriptorSet) == set &&
            module.decoration(v.id, spv::DecorationBinding) == 0u) {
            return v.id;
        }
    }
    return {};
}

/// Where a chain into the block ends; nothing where an index is not known.
std::optional<uint32_t> offsetOf(const Module& module, const Instruction& chain) {
    const Instruction variable = module.definition(Id{chain[3]});
    Id type{module.definition(Id{variable[1]})[3]};
    uint32_t offset_B = 0;
    for (size_t i = 4; i < chain.size(); ++i) {
        const auto index = module.constant(Id{chain[i]});
        const Instruction composite = module.definition(type);
        if (!index) {
            return std::nullopt;
        }
        switch (composite.op()) {
        case spv::OpTypeStruct:
            offset_B += module.memberDecoration(type, *index, spv::DecorationOffset).value_or(0);
            type = Id{composite[2 + *index]};
            break;
        case spv::OpTypeArray:
            offset_B += *index * module.decoration(type, spv::DecorationArrayStride).value_or(0);
            type = Id{composite[2]};
            break;
        case spv::OpTypeVector:
            offset_B += *index * kWord_B;
            type = Id{composite[2]};
            break;
        default:
            return std::nullopt;
        }
    }
    return offset_B;
}

class Fixer {
public:
    Fixer(const Module& module, Id block, const std::map<uint32_t, uint32_t>& known)
        : m_module(module), m_block(block), m_known(known), m_nextId(module.bound()) {}

    std::vector<uint32_t> run() {
        m_module.forEach([&](const Instruction& inst) {
            if (isAccessChain(inst.op()) && Id{inst[3]} == m_block) {
                if (const auto offset_B = offsetOf(m_module, inst)) {
                    m_places[inst[2]] = *offset_B;
                }
            } else if (inst.op() == spv::OpLoad && m_places.contains(inst[3])) {
                replace(inst, m_places[inst[3]]);
            }
        });
        return write();
    }

private:
    static std::optional<uint32_t> find(const std::map<uint32_t, uint32_t>& map, uint32_t key) {
        const auto found = map.find(key);
        return found == map.end() ? std::nullopt : std::optional(found->second);
    }

    void replace(const Instruction& load, uint32_t offset_B) {
        const Instruction type = m_module.definition(Id{load[1]});
        const bool isVector = type.op() == spv::OpTypeVector;
        const Id scalar = isVector ? Id{type[2]} : Id{load[1]};
        if (m_module.definition(scalar).op() != spv::OpTypeInt) {
            return;
        }
        std::vector<uint32_t> parts = {load[1], 0};
        for (uint32_t i = 0; i < (isVector ? type[3] : 1); ++i) {
            const auto value = find(m_known, offset_B + i * kWord_B);
            if (!value) {
                return;
            }
            parts.push_back(constant(scalar, *value));
        }
        if (!isVector) {
            m_loads[load[2]] = parts.back();
            return;
        }
        parts[1] = m_loads[load[2]] = m_nextId++;
        m_declarations.push_back(uint32_t(parts.size() + 1) << 16 |
                                 uint32_t(spv::OpConstantComposite));
        m_declarations.insert(m_declarations.end(), parts.begin(), parts.end());
    }

    uint32_t constant(Id type, uint32_t value) {
        uint32_t& id = m_constants[{type.value, value}];
        if (id == 0) {
            id = m_nextId++;
            append(m_declarations, spv::OpConstant, {type.value, id, value});
        }
        return id;
    }

    [[nodiscard]] std::vector<uint32_t> write() const {
        std::vector<uint32_t> out = headerOf(m_module);
        bool declared = false;
        m_module.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpFunction && !std::exchange(declared, true)) {
                out.insert(out.end(), m_declarations.begin(), m_declarations.end());
            }
            const auto value =
                inst.op() == spv::OpLoad ? find(m_loads, inst[2]) : std::optional<uint32_t>();
            if (value) {
                append(out, spv::OpCopyObject, {inst[1], inst[2], *value});
            } else {
                append(out, inst);
            }
        });
        out[3] = m_nextId;
        return out;
    }

    const Module& m_module;
    const Id m_block;
    const std::map<uint32_t, uint32_t>& m_known;
    uint32_t m_nextId;
    std::map<uint32_t, uint32_t> m_places;                         // of chains, in bytes
    std::map<uint32_t, uint32_t> m_loads;                          // what they give
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_constants; // by type and value
    std::vector<uint32_t> m_declarations;
};

} // namespace

std::vector<uint32_t> FixBlockWords::run(std::vector<uint32_t> words,
                                         uint32_t set,
                                         const std::map<uint32_t, uint32_t>& known) {
    const std::optional<Module> module = Module::parse(words);
    const Id block = module ? findBlock(*module, set) : Id{};
    return block ? Fixer(*module, block, known).run() : words;
}

} // namespace spirv

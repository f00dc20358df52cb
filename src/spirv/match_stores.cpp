// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/match_stores.h"

#include "spirv/words.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace spirv {

namespace {

using Words = std::vector<uint32_t>;

/// Of arrays the elements, of structs the members.
constexpr uint32_t kMostParts = 4096;

class Matcher {
public:
    explicit Matcher(const Module& module) : m_module(module), m_next(module.bound()) {}

    [[nodiscard]] Words run() {
        Words out = headerOf(m_module);
        bool changed = false;
        m_module.forEach([&](const Instruction& inst) {
            noteType(inst);
            const Id wanted = inst.op() == spv::OpStore ? pointee(Id{inst[1]}) : Id{};
            const Id given = inst.op() == spv::OpStore ? typeOf(Id{inst[2]}) : Id{};
            if (!wanted || !given || wanted == given || parts(wanted, given) > kMostParts) {
                append(out, inst);
                return;
            }
            changed = true;
            const uint32_t value = converted(out, wanted, given, inst[2]);
            Words operands(inst.words.begin() + 1, inst.words.end());
            operands[1] = value;
            append(out, spv::OpStore, operands);
        });
        out[3] = m_next;
        return changed ? out : Words();
    }

private:
    void noteType(const Instruction& inst) {
        if (const Id type = resultTypeOf(inst)) {
            m_types[resultOf(inst).value] = type;
        }
    }
    [[nodiscard]] Id typeOf(Id value) const {
        const auto found = m_types.find(value.value);
        return found == m_types.end() ? Id{} : found->second;
    }
    [[nodiscard]] Id pointee(Id pointer) const {
        const Instruction type = m_module.definition(typeOf(pointer));
        return type.op() == spv::OpTypePointer ? Id{type[3]} : Id{};
    }

    /// Of arrays and structs; 0 for others.
    [[nodiscard]] uint32_t partCount(Id type) const {
        const Instruction inst = m_module.definition(type);
        switch (inst.op()) {
        case spv::OpTypeArray:
            return m_module.arrayLength(type);
        case spv::OpTypeStruct:
            return uint32_t(inst.size() - 2);
        default:
            return 0;
        }
    }
    [[nodiscard]] Id part(Id type, uint32_t index) const {
        const Instruction inst = m_module.definition(type);
        return Id{inst[inst.op() == spv::OpTypeStruct ? index + 2 : 2]};
    }

    /// How many instructions converting takes; more than kMostParts: it cannot be done.
    [[nodiscard]] uint32_t parts(Id wanted, Id given) const {
        if (wanted == given) {
            return 1;
        }
        const uint32_t count = partCount(wanted);
        if (count == 0 || count > kMostParts || count != partCount(given) ||
            m_module.definition(wanted).op() != m_module.definition(given).op()) {
            return kMostParts + 1;
        }
        const bool alike = m_module.definition(wanted).op() == spv::OpTypeArray;
        uint64_t sum = 0;
        for (uint32_t i = 0; i < (alike ? 1 : count); ++i) {
            sum += parts(part(wanted, i), part(given, i));
        }
        return uint32_t(std::min<uint64_t>(1 + (alike ? sum * count : sum), kMostParts + 1));
    }

    uint32_t converted(Words& out, Id wanted, Id given, uint32_t value) {
        if (wanted == given) {
            return value;
        }
        const uint32_t count = partCount(wanted);
        Words operands{wanted.value, 0};
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t taken = m_next++;
            const Id from = part(given, i);
            append(out, spv::OpCompositeExtract, {from.value, taken, value, i});
            operands.push_back(converted(out, part(wanted, i), from, taken));
        }
        operands[1] = m_next++;
        append(out, spv::OpCompositeConstruct, operands);
        return operands[1];
    }

    const Module& m_module;
    uint32_t m_next;
    std::unordered_map<uint32_t, Id> m_types; ///< by value
};

} // namespace

std::vector<uint32_t> MatchStores::run(std::vector<uint32_t> words) {
    const auto module = Module::parse(words);
    if (!module) {
        return words;
    }
    std::vector<uint32_t> matched = Matcher(*module).run();
    return matched.empty() ? std::move(words) : std::move(matched);
}

} // namespace spirv

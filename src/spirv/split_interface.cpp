// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/split_interface.h"

#include "spirv/editor.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>

namespace spirv {

namespace {

/// Where an instruction may name a pointer into a variable.
std::vector<size_t> pointerOperands(const Instruction& inst) {
    const auto from = [&](size_t first) {
        std::vector<size_t> all;
        for (size_t i = first; i < inst.size(); ++i) {
            all.push_back(i);
        }
        return all;
    };
    switch (inst.op()) {
    case spv::OpStore:
        return {1};
    case spv::OpCopyMemory:
        return {1, 2};
    case spv::OpLoad:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpCopyObject:
    case spv::OpImageTexelPointer:
        return {3};
    case spv::OpFunctionCall:
        return from(4);
    case spv::OpExtInst:
        return from(5);
    default:
        return {};
    }
}

/// A variable that comes apart.
struct Split {
    Variable variable;
    bool block = false;           ///< by member, else by element
    uint32_t vertices = 0;        ///< of an array of blocks: its length
    size_t partAt = 4;            ///< the word of an access chain that names the part
    std::map<uint32_t, Id> parts; ///< the touched ones → their variables
};

class Splitter {
public:
    explicit Splitter(const Module& module) : m_module(module) {}

    std::vector<uint32_t> run() {
        const std::span<const uint32_t> words = m_module.words();
        for (const Variable& v : m_module.globals()) {
            if (std::optional<Split> split = shapeOf(v)) {
                m_splits.emplace(v.id.value, std::move(*split));
            }
        }
        if (!m_splits.empty()) {
            findParts();
        }
        if (m_splits.empty()) {
            return {words.begin(), words.end()};
        }
        const std::optional<Module> extended = Module::parse(declareParts());
        return rewrite(*extended);
    }

private:
    std::optional<Split> shapeOf(const Variable& v) const {
        if (v.storage != spv::StorageClassInput && v.storage != spv::StorageClassOutput) {
            return std::nullopt;
        }
        Split split{.variable = v, .block = true};
        const Instruction type = m_module.definition(v.pointee);
        Id block = v.pointee;
        if (type.op() == spv::OpTypeArray) {
            block = Id{type[2]};
            split.vertices = m_module.arrayLength(v.pointee);
            split.partAt = 5;
        }
        if (m_module.definition(block).op() == spv::OpTypeStruct &&
            m_module.memberDecoration(block, 0, spv::DecorationBuiltIn)) {
            return split;
        }
        if (type.op() == spv::OpTypeArray && v.storage == spv::StorageClassOutput &&
            m_module.entryPoint().model == spv::ExecutionModelFragment &&
            m_module.decoration(v.id, spv::DecorationLocation)) {
            return Split{.variable = v};
        }
        return std::nullopt;
    }

    /// Leaves only variables of which every use is a chain to one part.
    void findParts() {
        m_module.forEach([&](const Instruction& inst) {
            if (!isAccessChain(inst.op())) {
                for (const size_t i : pointerOperands(inst)) {
                    m_splits.erase(inst[i]);
                }
                return;
            }
            const auto it = m_splits.find(inst[3]);
            if (it == m_splits.end()) {
                return;
            }
            Split& split = it->second;
            const std::optional<uint32_t> part = inst.size() > split.partAt
                                                     ? m_module.constant(Id{inst[split.partAt]})
                                                     : std::nullopt;
            if (part && *part < partCount(split)) {
                split.parts.try_emplace(*part);
            } else {
                m_splits.erase(it);
            }
        });
    }
    uint32_t partCount(const Split& split) const {
        const Id type =
            split.vertices ? m_module.elementType(split.variable.pointee) : split.variable.pointee;
        return split.block ? uint32_t(m_module.definition(type).size() - 2)
                           : m_module.arrayLength(type);
    }

    std::vector<uint32_t> declareParts() {
        Editor editor(m_module);
        for (auto& [id, split] : m_splits) {
            const Variable& v = split.variable;
            const Id block = split.vertices ? m_module.elementType(v.pointee) : v.pointee;
            for (auto& [index, part] : split.parts) {
                Id type = split.block ? Id{m_module.definition(block)[2 + index]}
                                      : m_module.elementType(v.pointee);
                if (split.vertices) {
                    type = editor.arrayType(type, split.vertices);
                }
                part = editor.interfaceVariable(v.storage, type);
                copyDecorations(editor, split, index, block);
            }
        }
        return editor.finish({});
    }
    void copyDecorations(Editor& editor, const Split& split, uint32_t index, Id block) const {
        const Id part = split.parts.at(index);
        for (const Decoration& d : m_module.decorations()) {
            const bool own = d.member < 0 && d.target == split.variable.id;
            const bool member = split.block && d.target == block && d.member == int(index);
            if (!own && !member) {
                continue;
            }
            if (d.kind == spv::DecorationLocation) {
                const Id element = m_module.elementType(split.variable.pointee);
                editor.decorate(part, d.kind, d.value + index * m_module.locations(element));
            } else {
                editor.decorate(part, d.kind, d.value);
            }
        }
    }

    std::vector<uint32_t> rewrite(const Module& extended) const {
        std::vector<uint32_t> out = headerOf(extended);
        std::map<uint32_t, uint32_t> whole; // chains that end at a part → its variable
        extended.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if ((op == spv::OpName || op == spv::OpDecorate) && m_splits.contains(inst[1])) {
                return;
            }
            if (op == spv::OpVariable && m_splits.contains(inst[2])) {
                return;
            }
            if (isAccessChain(op) && m_splits.contains(inst[3])) {
                const Split& split = m_splits.at(inst[3]);
                const Id part = split.parts.at(*m_module.constant(Id{inst[split.partAt]}));
                if (inst.size() == 5) {
                    whole[inst[2]] = part.value;
                    return;
                }
                const size_t start = append(out, inst);
                out[start + 3] = part.value;
                out.erase(out.begin() + std::ptrdiff_t(start + split.partAt));
                close(out, start);
                return;
            }
            const size_t start = append(out, inst);
            if (op == spv::OpEntryPoint) {
                size_t nameWords = 0;
                (void)inst.string(3, &nameWords);
                const auto first = out.begin() + std::ptrdiff_t(start + 3 + nameWords);
                out.erase(std::remove_if(
                              first, out.end(), [&](uint32_t id) { return m_splits.contains(id); }),
                          out.end());
                close(out, start);
            } else {
                replacePointers(std::span(out).subspan(start), whole);
            }
        });
        return out;
    }
    static void replacePointers(std::span<uint32_t> inst,
                                const std::map<uint32_t, uint32_t>& replaced) {
        for (const size_t i : pointerOperands(Instruction{inst})) {
            if (const auto it = replaced.find(inst[i]); it != replaced.end()) {
                inst[i] = it->second;
            }
        }
    }

    const Module& m_module;
    std::map<uint32_t, Split> m_splits; ///< by variable
};

} // namespace

std::vector<uint32_t> SplitInterface::run(const Module& module) {
    return Splitter(module).run();
}

} // namespace spirv

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/flatten_arrays.h"

#include "spirv/words.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace spirv {

namespace {

constexpr uint32_t kMaxLength = 1u << 16;

class Flattener {
public:
    explicit Flattener(const Module& module) : m_module(module), m_next(module.bound()) {}

    std::vector<uint32_t> run() {
        const auto words = m_module.words();
        collect();
        if (m_variables.empty() || m_int == 0 || !findParts()) {
            return {words.begin(), words.end()};
        }
        m_out = headerOf(m_module);
        m_module.forEach([&](const Instruction& inst) { rewrite(inst); });
        m_out[3] = m_next;
        return std::move(m_out);
    }

private:
    /// An array of arrays, as far as a chain has walked into it.
    struct Part {
        uint32_t variable = 0;
        std::vector<uint32_t> indices;
    };

    struct Array {
        std::vector<uint32_t> dims; ///< outermost first
        uint32_t length = 0;        ///< of all dimensions together
        uint32_t element = 0;       ///< type
        spv::StorageClass storage = spv::StorageClassMax;
    };

    void collect() {
        m_module.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpTypeInt && inst[2] == 32 && m_int == 0) {
                m_int = inst[1]; // stands before all arrays: their lengths need one
            }
        });
        for (const Variable& variable : m_module.globals()) {
            if (variable.storage != spv::StorageClassUniform &&
                variable.storage != spv::StorageClassUniformConstant) {
                continue;
            }
            Array array{.storage = variable.storage};
            Id type = variable.pointee;
            for (; m_module.definition(type).op() == spv::OpTypeArray;
                 type = m_module.elementType(type)) {
                array.dims.push_back(m_module.arrayLength(type));
            }
            array.element = type.value;
            uint64_t length = 1;
            for (const uint32_t dim : array.dims) {
                length = std::min<uint64_t>(length * dim, kMaxLength + 1);
            }
            if (array.dims.size() > 1 && length <= kMaxLength) {
                array.length = uint32_t(length);
                m_variables[variable.id.value] = std::move(array);
            }
        }
    }

    /// What a chain leads to, where that is within one of the variables.
    [[nodiscard]] std::optional<Part> partAt(const Instruction& chain) const {
        Part part;
        if (m_variables.contains(chain[3])) {
            part.variable = chain[3];
        } else if (const auto it = m_parts.find(chain[3]); it != m_parts.end()) {
            part = it->second;
        } else {
            return std::nullopt;
        }
        for (size_t i = 4; i < chain.size(); ++i) {
            part.indices.push_back(chain[i]);
        }
        return part;
    }

    /// Collects the chains that end at an array. False when anything but chains takes one.
    bool findParts() {
        bool possible = true;
        const auto isArray = [&](uint32_t id) {
            return m_variables.contains(id) || m_parts.contains(id);
        };
        m_module.forEach([&](const Instruction& inst) {
            const spv::Op op = inst.op();
            if (isAccessChain(op)) {
                if (auto part = partAt(inst)) {
                    if (part->indices.size() < m_variables[part->variable].dims.size()) {
                        m_parts.emplace(inst[2], std::move(*part));
                    }
                }
            } else if (op == spv::OpFunctionCall || op == spv::OpLoad || op == spv::OpCopyObject) {
                for (size_t i = 3; i < inst.size(); ++i) {
                    possible &= !isArray(inst[i]);
                }
            }
        });
        return possible;
    }

    void rewrite(const Instruction& inst) {
        const spv::Op op = inst.op();
        if (op == spv::OpFunction && !m_declared) {
            declareConstants();
        }
        const bool isAnnotation = op == spv::OpName || op == spv::OpDecorate;
        if (isAnnotation && m_parts.contains(inst[1])) {
            return;
        }
        if (op == spv::OpVariable && m_variables.contains(inst[2])) {
            declare(inst);
        } else if (isAccessChain(op) && m_parts.contains(inst[2])) {
            return;
        } else if (const auto part = isAccessChain(op) ? partAt(inst) : std::nullopt) {
            walk(inst, *part);
        } else {
            append(m_out, inst);
        }
    }

    void emit(spv::Op op, std::initializer_list<uint32_t> operands) { append(m_out, op, operands); }

    /// Among the types and global variables only.
    uint32_t constant(uint32_t value) {
        const auto [it, isNew] = m_constants.try_emplace(value, m_next);
        if (isNew) {
            emit(spv::OpConstant, {m_int, m_next++, value});
        }
        return it->second;
    }

    void declare(const Instruction& inst) {
        const Array& array = m_variables[inst[2]];
        const uint32_t lengthId = constant(array.length);
        const uint32_t type = m_next++;
        const uint32_t pointer = m_next++;
        emit(spv::OpTypeArray, {type, array.element, lengthId});
        emit(spv::OpTypePointer, {pointer, uint32_t(array.storage), type});
        emit(spv::OpVariable, {pointer, inst[2], uint32_t(array.storage)});
    }

    /// Strides, and the flat indices that are known.
    void declareConstants() {
        m_declared = true;
        m_module.forEach([&](const Instruction& inst) {
            const auto part = isAccessChain(inst.op()) ? partAt(inst) : std::nullopt;
            if (part && !m_parts.contains(inst[2])) {
                if (const auto index = knownIndex(*part)) {
                    constant(*index);
                    return;
                }
                for (const uint32_t dim : m_variables[part->variable].dims) {
                    constant(dim);
                }
            }
        });
    }

    [[nodiscard]] std::optional<uint32_t> knownIndex(const Part& part) const {
        const std::vector<uint32_t>& dims = m_variables.at(part.variable).dims;
        uint32_t index = 0;
        for (size_t d = 0; d < dims.size(); ++d) {
            const auto value = m_module.constant(Id{part.indices[d]});
            if (!value) {
                return std::nullopt;
            }
            index = index * dims[d] + *value;
        }
        return index;
    }

    void walk(const Instruction& chain, const Part& part) {
        const std::vector<uint32_t>& dims = m_variables[part.variable].dims;
        uint32_t index = 0;
        if (const auto known = knownIndex(part)) {
            index = constant(*known);
        } else {
            index = part.indices[0];
            for (size_t d = 1; d < dims.size(); ++d) {
                const uint32_t product = m_next++;
                const uint32_t sum = m_next++;
                emit(spv::OpIMul, {m_int, product, index, constant(dims[d])});
                emit(spv::OpIAdd, {m_int, sum, product, part.indices[d]});
                index = sum;
            }
        }
        const size_t rest = part.indices.size() - dims.size();
        const size_t start = m_out.size();
        emit(chain.op(), {chain[1], chain[2], part.variable, index});
        m_out.insert(m_out.end(), part.indices.end() - std::ptrdiff_t(rest), part.indices.end());
        close(m_out, start);
    }

    const Module& m_module;
    uint32_t m_next;
    std::vector<uint32_t> m_out;
    std::map<uint32_t, Array> m_variables;
    std::unordered_map<uint32_t, Part> m_parts;         ///< chains that end at an array
    std::unordered_map<uint32_t, uint32_t> m_constants; ///< of this pass: value → id
    uint32_t m_int = 0;
    bool m_declared = false;
};

} // namespace

std::vector<uint32_t> FlattenArrays::run(std::span<const uint32_t> words) {
    const std::optional<Module> module = Module::parse({words.begin(), words.end()});
    return module ? Flattener(*module).run() : std::vector<uint32_t>(words.begin(), words.end());
}

} // namespace spirv

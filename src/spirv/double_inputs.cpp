// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/double_inputs.h"

#include "spirv/demote_interface.h"

#include <cassert>
#include <set>

namespace spirv {

namespace {

void emit(std::vector<uint32_t>& out, spv::Op op, std::initializer_list<uint32_t> operands) {
    out.push_back((uint32_t(operands.size() + 1) << 16) | uint32_t(op));
    out.insert(out.end(), operands.begin(), operands.end());
}

// The scalar that a type consists of; asserts that it is made of vectors, matrices and arrays.
Id scalarOf(const Module& module, Id type) {
    const Instruction inst = module.definition(type);
    switch (inst.op()) {
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeArray:
        return scalarOf(module, Id{inst[2]});
    default:
        return type;
    }
}

struct Input {
    Id variable;
    Id type;
    uint32_t location = 0;
};

class Splitter {
public:
    Splitter(const Module& module, std::vector<Input> inputs, uint32_t secondHalf)
        : m_module(module),
          m_inputs(std::move(inputs)),
          m_secondHalf(secondHalf),
          m_nextId(module.bound()) {}

    std::vector<uint32_t> run() {
        findTypes();
        for (const Input& input : m_inputs) {
            uint32_t location = input.location;
            declare(input.type, location);
        }
        const std::span<const uint32_t> words = m_module.words();
        m_out.assign(words.begin(), words.begin() + kHeaderWords);
        bool decorated = false;
        bool declared = false;
        bool atStart = false;
        m_module.forEach([&](const Instruction& inst) {
            if (!decorated && isType(inst.op())) {
                m_out.insert(m_out.end(), m_decorations.begin(), m_decorations.end());
                decorated = true;
            }
            if (inst.op() == spv::OpFunction) {
                if (!declared) {
                    m_out.insert(m_out.end(), m_declarations.begin(), m_declarations.end());
                    declared = true;
                }
                atStart = inst[2] == m_module.entryPoint().function.value;
            } else if (atStart && inst.op() != spv::OpLabel && inst.op() != spv::OpVariable &&
                       inst.op() != spv::OpLine && inst.op() != spv::OpNoLine) {
                putTogether();
                atStart = false;
            }
            const size_t start = m_out.size();
            m_out.insert(m_out.end(), inst.words.begin(), inst.words.end());
            if (inst.op() == spv::OpEntryPoint) {
                for (const Column& column : m_columns) {
                    m_out.push_back(column.low);
                    if (column.high) {
                        m_out.push_back(column.high);
                    }
                }
                m_out[start] = (uint32_t(m_out.size() - start) << 16) | spv::OpEntryPoint;
            }
        });
        m_out[3] = m_nextId;
        return std::move(m_out);
    }

private:
    // One location's worth of an input: a vector of one to four doubles.
    struct Column {
        uint32_t size;
        uint32_t low;  // variable of the first two
        uint32_t high; // of the rest; 0: none
    };

    uint32_t newId() { return m_nextId++; }

    static bool isType(spv::Op op) { return op >= spv::OpTypeVoid && op <= spv::OpTypePipe; }

    void findTypes() {
        m_module.forEach([&](const Instruction& inst) {
            if (inst.op() == spv::OpTypeInt && inst[2] == 32 && inst[3] == 0) {
                m_uint = inst[1];
            } else if (inst.op() == spv::OpTypeVector && inst[2] == m_uint && m_uint != 0) {
                m_uvec[inst[3]] = inst[1];
            }
        });
        if (!m_uint) {
            m_uint = newId();
            emit(m_declarations, spv::OpTypeInt, {m_uint, 32, 0});
        }
        for (const uint32_t size : {2u, 4u}) {
            if (!m_uvec[size]) {
                m_uvec[size] = newId();
                emit(m_declarations, spv::OpTypeVector, {m_uvec[size], m_uint, size});
            }
            m_pointer[size] = newId();
            emit(m_declarations,
                 spv::OpTypePointer,
                 {m_pointer[size], uint32_t(spv::StorageClassInput), m_uvec[size]});
        }
    }

    uint32_t declareWords(uint32_t doubles, uint32_t location) {
        const uint32_t variable = newId();
        emit(m_declarations,
             spv::OpVariable,
             {m_pointer[2 * doubles], variable, uint32_t(spv::StorageClassInput)});
        emit(m_decorations,
             spv::OpDecorate,
             {variable, uint32_t(spv::DecorationLocation), location});
        return variable;
    }

    void declare(Id type, uint32_t& location) {
        const Instruction inst = m_module.definition(type);
        if (inst.op() == spv::OpTypeMatrix || inst.op() == spv::OpTypeArray) {
            const uint32_t count =
                inst.op() == spv::OpTypeMatrix ? inst[3] : m_module.arrayLength(type);
            for (uint32_t i = 0; i < count; ++i) {
                declare(Id{inst[2]}, location);
            }
            return;
        }
        const uint32_t size = inst.op() == spv::OpTypeVector ? inst[3] : 1;
        Column column{size, declareWords(size > 1 ? 2 : 1, location), 0};
        if (size > 2) {
            column.high = declareWords(size - 2, location + m_secondHalf);
        }
        m_columns.push_back(column);
        ++location;
    }

    void putTogether() {
        size_t next = 0;
        for (const Input& input : m_inputs) {
            const uint32_t value = compose(input.type, next);
            emit(m_out, spv::OpStore, {input.variable.value, value});
        }
    }

    // Appends the doubles that a variable of words holds.
    void unpack(uint32_t variable, uint32_t doubles, Id scalar, std::vector<uint32_t>& out) {
        const uint32_t value = newId();
        emit(m_out, spv::OpLoad, {m_uvec[2 * doubles], value, variable});
        for (uint32_t i = 0; i < doubles; ++i) {
            uint32_t pair = value;
            if (doubles > 1) {
                pair = newId();
                emit(
                    m_out, spv::OpVectorShuffle, {m_uvec[2], pair, value, value, 2 * i, 2 * i + 1});
            }
            out.push_back(newId());
            emit(m_out, spv::OpBitcast, {scalar.value, out.back(), pair});
        }
    }

    uint32_t compose(Id type, size_t& next) {
        const Instruction inst = m_module.definition(type);
        std::vector<uint32_t> parts;
        if (inst.op() == spv::OpTypeMatrix || inst.op() == spv::OpTypeArray) {
            const uint32_t count =
                inst.op() == spv::OpTypeMatrix ? inst[3] : m_module.arrayLength(type);
            for (uint32_t i = 0; i < count; ++i) {
                parts.push_back(compose(Id{inst[2]}, next));
            }
        } else {
            const Column& column = m_columns[next++];
            const Id scalar = scalarOf(m_module, type);
            unpack(column.low, column.size > 1 ? 2 : 1, scalar, parts);
            if (column.high) {
                unpack(column.high, column.size - 2, scalar, parts);
            }
            if (column.size == 1) {
                return parts.front();
            }
        }
        const uint32_t value = newId();
        m_out.push_back((uint32_t(parts.size() + 3) << 16) | uint32_t(spv::OpCompositeConstruct));
        m_out.push_back(type.value);
        m_out.push_back(value);
        m_out.insert(m_out.end(), parts.begin(), parts.end());
        return value;
    }

    const Module& m_module;
    const std::vector<Input> m_inputs;
    const uint32_t m_secondHalf;
    uint32_t m_nextId;
    uint32_t m_uint = 0;
    uint32_t m_uvec[5] = {};
    uint32_t m_pointer[5] = {};
    std::vector<Column> m_columns;
    std::vector<uint32_t> m_decorations;
    std::vector<uint32_t> m_declarations;
    std::vector<uint32_t> m_out;
};

} // namespace

std::vector<uint32_t> DoubleInputs::run(const Module& module, uint32_t secondHalf) {
    std::vector<Input> inputs;
    std::set<Id> variables;
    for (const Variable& v : module.globals()) {
        if (v.storage != spv::StorageClassInput || module.isBuiltIn(v)) {
            continue;
        }
        const Instruction scalar = module.definition(scalarOf(module, v.pointee));
        if (scalar.op() == spv::OpTypeFloat && scalar[2] == 64) {
            const auto location = module.decoration(v.id, spv::DecorationLocation);
            assert(location);
            inputs.push_back({v.id, v.pointee, location.value_or(0)});
            variables.insert(v.id);
        }
    }
    if (inputs.empty()) {
        const auto words = module.words();
        return {words.begin(), words.end()};
    }
    const auto demoted = Module::parse(DemoteInterface::run(module, variables));
    assert(demoted);
    return Splitter(*demoted, std::move(inputs), secondHalf).run();
}

} // namespace spirv

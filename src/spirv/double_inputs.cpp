// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/double_inputs.h"

#include "spirv/demote_interface.h"
#include "spirv/editor.h"

#include <array>
#include <cassert>
#include <set>

namespace spirv {

namespace {

/// The scalar that a type consists of; asserts that it is made of vectors, matrices and arrays.
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

struct DoubleInput {
    Id variable;
    Id type;
    uint32_t location = 0;
};

class Splitter {
public:
    Splitter(const Module& module, std::vector<DoubleInput> inputs, uint32_t secondHalf)
        : m_module(module),
          m_inputs(std::move(inputs)),
          m_secondHalf(secondHalf),
          m_editor(module),
          m_words{m_editor.vectorType(m_editor.uintType(), 2),
                  m_editor.vectorType(m_editor.uintType(), 4)} {
        for (const DoubleInput& input : m_inputs) {
            uint32_t location = input.location;
            declare(input.type, location);
        }
    }

    std::vector<uint32_t> run() {
        return m_editor.finish({.atStart = [this](std::vector<uint32_t>& out, uint32_t) {
            m_out = &out;
            size_t next = 0;
            for (const DoubleInput& input : m_inputs) {
                const uint32_t value = compose(input.type, next);
                emit(spv::OpStore, {input.variable.value, value});
            }
        }});
    }

private:
    /// One location's worth of an input: a vector of one to four doubles.
    struct Column {
        uint32_t size = 0;
        Id low;  ///< variable of the first two
        Id high; ///< of the rest, if any
    };

    uint32_t newId() { return m_editor.newId(); }
    void emit(spv::Op op, std::initializer_list<uint32_t> operands) {
        append(*m_out, op, operands);
    }

    /// Of one double, or of two.
    [[nodiscard]] Id wordsOf(uint32_t doubles) const { return m_words[doubles - 1]; }

    Id declareWords(uint32_t doubles, uint32_t location) {
        const Id variable = m_editor.interfaceVariable(spv::StorageClassInput, wordsOf(doubles));
        m_editor.decorate(variable, spv::DecorationLocation, location);
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
        Column column{.size = size, .low = declareWords(size > 1 ? 2 : 1, location)};
        if (size > 2) {
            column.high = declareWords(size - 2, location + m_secondHalf);
        }
        m_columns.push_back(column);
        ++location;
    }

    /// Appends the doubles that a variable of words holds.
    void unpack(Id variable, uint32_t doubles, Id scalar, std::vector<uint32_t>& out) {
        const uint32_t value = newId();
        emit(spv::OpLoad, {wordsOf(doubles).value, value, variable.value});
        for (uint32_t i = 0; i < doubles; ++i) {
            uint32_t pair = value;
            if (doubles > 1) {
                pair = newId();
                emit(spv::OpVectorShuffle,
                     {wordsOf(1).value, pair, value, value, 2 * i, 2 * i + 1});
            }
            out.push_back(newId());
            emit(spv::OpBitcast, {scalar.value, out.back(), pair});
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
        parts.insert(parts.begin(), {type.value, value});
        append(*m_out, spv::OpCompositeConstruct, parts);
        return value;
    }

    const Module& m_module;
    const std::vector<DoubleInput> m_inputs;
    const uint32_t m_secondHalf;
    Editor m_editor;
    const std::array<Id, 2> m_words; ///< vectors of two and of four words
    std::vector<Column> m_columns;
    std::vector<uint32_t>* m_out = nullptr; ///< while code is woven in
};

} // namespace

std::vector<uint32_t> DoubleInputs::run(const Module& module, uint32_t secondHalf) {
    std::vector<DoubleInput> inputs;
    std::set<Id> variables;
    for (const Variable& v : module.globals()) {
        if (v.storage != spv::StorageClassInput || module.isBuiltIn(v)) {
            continue;
        }
        const Instruction scalar = module.definition(scalarOf(module, v.pointee));
        const auto location = module.decoration(v.id, spv::DecorationLocation);
        if (location && scalar.op() == spv::OpTypeFloat && scalar[2] == 64) {
            inputs.push_back({v.id, v.pointee, *location});
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

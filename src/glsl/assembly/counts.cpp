// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/assembly/counts.h"

#include "glsl/assembly/program.h"

#include <algorithm>
#include <set>

namespace glsl::assembly {

namespace {

bool isTexture(const Instruction& instruction) {
    return instruction.opcode->form == Opcode::Form::Sample ||
           instruction.opcode->form == Opcode::Form::Kill;
}

/// Follows a program from instruction to instruction: a texture instruction begins a new node where
/// it depends on what the node has computed.
class Indirections {
public:
    void add(const Instruction& instruction) {
        const bool writes = instruction.opcode->form != Opcode::Form::Kill &&
                            instruction.destination.kind == Destination::Kind::Temporary;
        if (isTexture(instruction)) {
            const Operand& coordinate = instruction.operands[0];
            const bool isDependent =
                coordinate.kind == Operand::Kind::Temporary && m_written.contains(coordinate.index);
            if (isDependent || (writes && m_usedByAlu.contains(instruction.destination.index))) {
                ++m_count;
                m_written.clear();
                m_usedByAlu.clear();
            }
        } else {
            for (size_t i = 0; i < instruction.opcode->operands.size(); ++i) {
                if (instruction.operands[i].kind == Operand::Kind::Temporary) {
                    m_usedByAlu.insert(instruction.operands[i].index);
                }
            }
            if (writes) {
                m_usedByAlu.insert(instruction.destination.index);
            }
        }
        if (writes) {
            m_written.insert(instruction.destination.index);
        }
    }
    [[nodiscard]] int count() const { return m_count; }

private:
    int m_count = 1;
    std::set<int> m_written;
    std::set<int> m_usedByAlu;
};

/// Constants of arrays that are addressed relatively count each time, other vectors once.
int parametersOf(const Program& program) {
    std::set<int> constants;
    int count = 0;
    for (const ParameterArray& array : program.arrays) {
        for (const int index : array.elements) {
            const Parameter& parameter = program.parameters[size_t(index)];
            if (array.isRelative && parameter.source == Parameter::Source::Constant) {
                constants.insert(index);
                ++count;
            }
        }
    }
    return count + int(program.parameters.size() - constants.size());
}

} // namespace

Counts count(const Program& program) {
    Counts counts;
    Indirections indirections;
    for (const Instruction& instruction : program.instructions) {
        indirections.add(instruction);
    }
    counts.instructions = int(program.instructions.size());
    if (!program.isVertex) {
        counts.texInstructions = int(std::ranges::count_if(program.instructions, isTexture));
        counts.aluInstructions = counts.instructions - counts.texInstructions;
        counts.texIndirections = indirections.count();
    }
    counts.temporaries = program.temporaries;
    counts.parameters = parametersOf(program);
    counts.attributes = int(program.attributes.size());
    counts.addressRegisters = program.addressRegisters;
    return counts;
}

} // namespace glsl::assembly

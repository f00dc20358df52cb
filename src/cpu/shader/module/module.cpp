// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp>

#include "cpu/shader/module/module.h"

#include <fmt/format.h>

namespace cpu::shader {
namespace {

constexpr size_t kHeader_words = 5;
constexpr uint32_t kMaxBound = 1u << 20;
constexpr size_t kMaxWords = 16u << 20;

uint64_t decorationKey(Id id, uint32_t member, Word decoration) {
    return uint64_t(id) << 40 | uint64_t(member & 0xffff) << 16 | decoration;
}
constexpr uint32_t kNoMember = 0xffff;

bool isTerminator(spv::Op op) {
    switch (op) {
    case spv::OpBranch:
    case spv::OpBranchConditional:
    case spv::OpSwitch:
    case spv::OpReturn:
    case spv::OpReturnValue:
    case spv::OpKill:
    case spv::OpTerminateInvocation:
    case spv::OpUnreachable:
        return true;
    default:
        return false;
    }
}

} // namespace

void refuse(const Instruction& instruction, std::string_view why) {
    throw Refused(
        fmt::format("Op{} (%{}): {}", opcodeName(instruction.op), instruction.result, why));
}

Word Instruction::operator[](size_t i) const {
    if (i >= count()) {
        refuse(*this, fmt::format("operand {} is missing", i));
    }
    return operands[firstOperand + i];
}

std::string literalString(const Instruction& instruction, size_t first) {
    std::string text;
    for (size_t i = first; i < instruction.count(); ++i) {
        const Word word = instruction[i];
        for (uint32_t shift = 0; shift < 32; shift += 8) {
            const char c = char(word >> shift);
            if (c == 0) {
                return text;
            }
            text += c;
        }
    }
    refuse(instruction, "a string without end");
}

Module::Module(std::span<const uint32_t> words) {
    if (words.size() < kHeader_words || words.size() > kMaxWords || words[0] != spv::MagicNumber) {
        throw Refused("not a SPIR-V module");
    }
    const uint32_t bound = words[3];
    if (bound > kMaxBound) {
        throw Refused("too many ids");
    }
    m_definitions.resize(bound);
    // Pointers into the vector are kept: it is sized before.
    size_t count = 0;
    for (size_t at = kHeader_words; at < words.size(); ++count) {
        const uint32_t length = words[at] >> 16;
        if (length == 0 || length > words.size() - at) {
            throw Refused(fmt::format("instruction {} overruns the module", count));
        }
        at += length;
    }
    m_instructions.reserve(count);
    for (size_t at = kHeader_words; at < words.size(); at += words[at] >> 16) {
        Instruction instruction{};
        instruction.op = spv::Op(words[at] & 0xffff);
        instruction.operands = words.subspan(at + 1, (words[at] >> 16) - 1);
        bool hasResult = false;
        bool hasType = false;
        spv::HasResultAndType(instruction.op, &hasResult, &hasType);
        instruction.firstOperand = uint32_t(hasResult) + uint32_t(hasType);
        if (instruction.operands.size() < instruction.firstOperand) {
            refuse(instruction, "is too short");
        }
        if (hasType) {
            instruction.resultType = instruction.operands[0];
        }
        if (hasResult) {
            instruction.result = instruction.operands[hasType ? 1 : 0];
        }
        m_instructions.push_back(instruction);
        if (hasResult) {
            if (instruction.result == 0 || instruction.result >= bound ||
                m_definitions[instruction.result]) {
                refuse(instruction, "its id is out of bounds or taken");
            }
            m_definitions[instruction.result] = &m_instructions.back();
        }
    }
    for (const Instruction& i : m_instructions) {
        if (i.op == spv::OpDecorate) {
            m_decorations.emplace(decorationKey(i[0], kNoMember, i[1]), i.count() > 2 ? i[2] : 0);
        } else if (i.op == spv::OpMemberDecorate) {
            m_decorations.emplace(decorationKey(i[0], i[1], i[2]), i.count() > 3 ? i[3] : 0);
        } else if (i.op == spv::OpGroupDecorate || i.op == spv::OpGroupMemberDecorate) {
            refuse(i, "decoration groups are not supported");
        }
    }
    indexFunctions();
}

void Module::indexFunctions() {
    Function* function = nullptr;
    Block block{};
    size_t bodyBegin = 0;
    for (size_t n = 0; n < m_instructions.size(); ++n) {
        const Instruction& i = m_instructions[n];
        if (i.op == spv::OpFunction) {
            function = &m_functions[i.result];
            function->definition = &i;
            block = {};
            continue;
        }
        if (!function) {
            continue;
        }
        if (i.op == spv::OpFunctionParameter) {
            function->parameters.push_back(&i);
        } else if (i.op == spv::OpFunctionEnd) {
            if (block.label != 0 || function->blocks.empty()) {
                refuse(i, "a function without end");
            }
            function = nullptr;
        } else if (i.op == spv::OpLabel) {
            if (block.label != 0) {
                refuse(i, "a block in a block");
            }
            block = {.label = i.result};
            bodyBegin = n + 1;
        } else if (i.op == spv::OpSelectionMerge) {
            block.merge = i[0];
        } else if (i.op == spv::OpLoopMerge) {
            block.merge = i[0];
            block.continueTarget = i[1];
        } else if (isTerminator(i.op)) {
            if (block.label == 0) {
                refuse(i, "outside of a block");
            }
            const size_t bodyEnd = n - (block.merge != 0 ? 1 : 0);
            block.body = std::span(m_instructions).subspan(bodyBegin, bodyEnd - bodyBegin);
            block.terminator = &i;
            function->blocks.push_back(block);
            block = {};
        }
    }
    if (function) {
        throw Refused("a function without end");
    }
}

const Instruction* Module::find(Id id) const {
    return id < m_definitions.size() ? m_definitions[id] : nullptr;
}

const Instruction& Module::definition(Id id) const {
    const Instruction* found = find(id);
    if (!found) {
        throw Refused(fmt::format("nothing defines %{}", id));
    }
    return *found;
}

const Module::Function& Module::function(Id id) const {
    const auto found = m_functions.find(id);
    if (found == m_functions.end()) {
        throw Refused(fmt::format("%{} is not a function", id));
    }
    return found->second;
}

const Instruction& Module::entry(spv::ExecutionModel model, std::string_view name) const {
    for (const Instruction& i : m_instructions) {
        if (i.op == spv::OpEntryPoint && i[0] == uint32_t(model) && literalString(i, 2) == name) {
            return i;
        }
    }
    throw Refused(fmt::format("there is no entry point \"{}\" of this stage", name));
}

std::optional<uint32_t> Module::decoration(Id id, spv::Decoration decoration) const {
    return this->decoration(id, kNoMember, decoration);
}

std::optional<uint32_t>
Module::decoration(Id id, uint32_t member, spv::Decoration decoration) const {
    const auto found = m_decorations.find(decorationKey(id, member, decoration));
    return found == m_decorations.end() ? std::nullopt : std::optional(found->second);
}

} // namespace cpu::shader

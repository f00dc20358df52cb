// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/module/instruction.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cpu::shader {

/// "IAdd" for OpIAdd.
std::string_view opcodeName(spv::Op op);
/// What spirv-val says against the module; empty when it is valid.
std::string validate(std::span<const uint32_t> words);
/// Values instead of function variables, as far as SPIRV-Tools can do that to a valid module: what
/// is uniform or consecutive shows in values, not in variables.
std::vector<uint32_t> promoteVariables(std::vector<uint32_t> words);

/// A SPIR-V module of unknown origin, indexed. Every word that other files read goes through
/// Instruction's checked operator[] or through the questions below, which throw Refused.
class Module {
public:
    struct Block {
        Id label;
        std::span<const Instruction> body; ///< Without label, merge instruction and terminator.
        const Instruction* terminator;
        Id merge = 0;
        Id continueTarget = 0; ///< Of loop headers.
    };
    struct Function {
        const Instruction* definition;
        std::vector<const Instruction*> parameters;
        std::vector<Block> blocks;
    };

    /// The words must outlive the module.
    explicit Module(std::span<const uint32_t> words);

    std::span<const Instruction> instructions() const { return m_instructions; }
    /// Null: no instruction makes it.
    const Instruction* find(Id id) const;
    const Instruction& definition(Id id) const;
    const Function& function(Id id) const;
    /// The OpEntryPoint of that name and stage.
    const Instruction& entry(spv::ExecutionModel model, std::string_view name) const;

    /// The decoration's first literal; 0 where it has none. Nothing: not decorated.
    std::optional<uint32_t> decoration(Id id, spv::Decoration decoration) const;
    std::optional<uint32_t> decoration(Id id, uint32_t member, spv::Decoration decoration) const;

private:
    void indexFunctions();

    std::vector<Instruction> m_instructions;
    std::vector<const Instruction*> m_definitions; ///< By id.
    std::unordered_map<Id, Function> m_functions;
    std::unordered_map<uint64_t, uint32_t> m_decorations;
};

/// The literal string that starts at `first`.
std::string literalString(const Instruction& instruction, size_t first);
/// "instruction 17: OpIAdd (%42): why"
[[noreturn]] void refuse(const Instruction& instruction, std::string_view why);

} // namespace cpu::shader

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/module/module.h"

#include <unordered_map>
#include <vector>

namespace cpu::shader {

/// The control flow of a function, laid out in a line: what docs/shaders-cpu.md calls positions,
/// scopes and escapes. Depends on the module alone.
class Flow {
public:
    static constexpr uint32_t kNone = UINT32_MAX;

    /// A range of positions that generated code may leave out (a guard) or repeat (a loop). Scopes
    /// nest; the root, scope 0, is the whole function.
    struct Scope {
        uint32_t parent;
        uint32_t begin;
        uint32_t end;
        bool loop;
    };
    struct Block {
        const Module::Block* source;
        std::vector<uint32_t> successors; ///< Positions, each once.
        std::vector<uint32_t>
            predecessors;           ///< Positions of reachable blocks, each once, ascending.
        uint32_t dominator = kNone; ///< Immediate.
        uint32_t scope = 0;         ///< Innermost.
        uint32_t loop = 0;          ///< Innermost scope that is a loop, or 0.
        /// The block whose lanes are just the same and whose mask is at hand; kNone: add up edges.
        uint32_t maskOf = kNone;
        /// As maskOf: the header of a loop that all lanes which enter it leave to this block.
        uint32_t maskBefore = kNone;
        bool reachable = false;
        bool loopHeader = false;
    };
    /// A value that is used where the place of its definition does not dominate in the line.
    struct Escape {
        bool masked; ///< It leaves a loop: lanes that left earlier keep what they had.
    };

    Flow(const Module& module, const Module::Function& function);

    const Module::Function& function() const { return m_function; }
    const std::vector<Block>& blocks() const { return m_blocks; }
    const std::vector<Scope>& scopes() const { return m_scopes; }
    uint32_t position(Id label) const; ///< Throws Refused.
    /// Null: the value never leaves its scope.
    const Escape* escape(Id value) const;
    /// `scope` or one around it?
    bool within(uint32_t scope, uint32_t ancestor) const;

private:
    void order();
    void connect();
    void findLoops();
    void findDominators();
    void findScopes();
    void findMasks();
    void findEscapes();
    void use(Id value, uint32_t position, uint32_t depth);
    bool dominates(uint32_t a, uint32_t b) const;
    bool postdominates(uint32_t a, uint32_t b) const;
    uint32_t weight(uint32_t begin, uint32_t end) const;

    const Module& m_module;
    const Module::Function& m_function;
    std::vector<Block> m_blocks;
    std::vector<Scope> m_scopes;
    std::vector<uint32_t> m_postdominator;
    std::vector<uint32_t> m_loopEnd; ///< By position of the header; 0: no header.
    std::unordered_map<Id, uint32_t> m_positions;
    std::unordered_map<Id, uint32_t> m_definedAt;
    std::unordered_map<Id, Escape> m_escapes;
};

/// Translated where their results are used, so that their operands are used there.
bool isLazy(const Module& module, const Instruction& instruction);

} // namespace cpu::shader

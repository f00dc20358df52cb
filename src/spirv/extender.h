// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace spirv {

// Appends an instruction to `out`.
void append(std::vector<uint32_t>& out, spv::Op op, std::span<const uint32_t> operands);
void append(std::vector<uint32_t>& out, spv::Op op, std::initializer_list<uint32_t> operands);

// Collects what a pass adds to a module (types, constants, variables, decorations, modes) and
// weaves in code where the stage hands its outputs on: where the entry point returns, or before
// each vertex that a geometry shader emits. The module is borrowed and must outlive this.
class Extender {
public:
    explicit Extender(const Module& module);

    [[nodiscard]] uint32_t newId() { return m_nextId++; }
    // The type or constant, the module's own where it has one.
    [[nodiscard]] Id boolType();
    [[nodiscard]] Id floatType();
    [[nodiscard]] Id uintType();
    [[nodiscard]] Id vectorType(Id scalar, uint32_t components);
    [[nodiscard]] Id arrayType(Id element, uint32_t length);
    [[nodiscard]] Id pointerType(spv::StorageClass storage, Id pointee);
    // Any type that must not be there twice.
    [[nodiscard]] Id type(spv::Op op, std::initializer_list<uint32_t> operands) {
        return findOrDeclare(op, operands);
    }
    [[nodiscard]] Id uintConstant(uint32_t value);
    [[nodiscard]] Id floatConstant(float value);

    // A variable of the entry point's interface, not decorated yet.
    [[nodiscard]] Id interfaceVariable(spv::StorageClass storage, Id pointee);
    void decorate(Id id, spv::Decoration kind); // without literals
    void decorate(Id id, spv::Decoration kind, uint32_t value);
    void decorateMember(Id type, uint32_t member, spv::Decoration kind, uint32_t value);
    void capability(spv::Capability capability); // once
    void executionMode(spv::ExecutionMode mode); // once
    // Before the first function: any declaration.
    void declare(spv::Op op, std::initializer_list<uint32_t> operands);

    // Writes code to `out`; `stream` is the vertex stream that takes the vertex, 0 outside of
    // geometry shaders. May make ids, but declare nothing.
    using Code = std::function<void(std::vector<uint32_t>& out, uint32_t stream)>;
    struct Places {
        Code atStart; // of the entry point
        Code atEnd;   // where outputs are handed on
    };
    // Code that a branch on this specialisation constant guards is part of the end: atEnd comes
    // before the branch, where there is one.
    void endBefore(uint32_t specId) { m_endSpecId = specId; }
    // The new module's words.
    [[nodiscard]] std::vector<uint32_t> finish(const Places& code);

private:
    [[nodiscard]] Id find(spv::Op op, std::initializer_list<uint32_t> operands) const;
    [[nodiscard]] Id findOrDeclare(spv::Op op, std::initializer_list<uint32_t> operands);
    [[nodiscard]] Id findOrDeclareConstant(Id type, uint32_t word);
    [[nodiscard]] std::vector<std::pair<const uint32_t*, uint32_t>> ends() const;

    const Module& m_module;
    uint32_t m_nextId;
    std::optional<uint32_t> m_endSpecId;
    std::vector<uint32_t> m_capabilities;
    std::vector<uint32_t> m_modes;
    std::vector<uint32_t> m_decorations;
    std::vector<uint32_t> m_declarations;
    std::vector<uint32_t> m_interface;
    std::map<std::vector<uint32_t>, Id> m_made; // opcode and operands → what was declared
};

} // namespace spirv

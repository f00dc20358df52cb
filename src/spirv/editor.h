// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"
#include "spirv/words.h"

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace spirv {

/// Collects what a pass changes in a module and writes it all out in one copy: annotations that
/// come and go, declarations (types, constants, variables, modes), and code where a stage starts
/// and where it hands its outputs on: where the entry point returns, or before each vertex that a
/// geometry shader emits. The module is borrowed and must outlive this.
class Editor {
public:
    explicit Editor(const Module& module);

    [[nodiscard]] uint32_t newId() { return m_nextId++; }

    /// The type or constant, the module's own where it has one.
    [[nodiscard]] Id boolType();
    [[nodiscard]] Id floatType();
    [[nodiscard]] Id uintType();
    [[nodiscard]] Id vectorType(Id scalar, uint32_t components);
    [[nodiscard]] Id pointerType(spv::StorageClass storage, Id pointee);
    [[nodiscard]] Id uintConstant(uint32_t value);
    [[nodiscard]] Id floatConstant(float value);
    [[nodiscard]] Id nullConstant(Id type);
    /// Any type that must not be there twice.
    [[nodiscard]] Id type(spv::Op op, std::initializer_list<uint32_t> operands);
    /// Always a new one: the module's own may have a layout, which interfaces must not have.
    [[nodiscard]] Id arrayType(Id element, uint32_t length);

    /// A variable of the entry point's interface, not decorated yet.
    [[nodiscard]] Id interfaceVariable(spv::StorageClass storage, Id pointee);
    /// A uniform block with one member.
    struct BlockPlace {
        uint32_t set = 0;
        uint32_t binding = 0;
        uint32_t offset_B = 0; ///< of the member
    };
    [[nodiscard]] Id uniformBlock(Id member, const BlockPlace& place);
    /// Before the first function: any declaration.
    void declare(spv::Op op, std::initializer_list<uint32_t> operands);

    /// Replaces the decoration when the id has one of that kind already. `value` is ignored by
    /// kinds that have none.
    void decorate(Id id, spv::Decoration kind, uint32_t value = 0);
    void decorateMember(Id type, uint32_t member, spv::Decoration kind, uint32_t value = 0);
    void dropDecoration(Id id, spv::Decoration kind);
    void dropMemberDecoration(Id type, uint32_t member, spv::Decoration kind);
    /// Leaves out OpName, OpMemberName, OpSource, OpString, OpLine and the like.
    void dropDebug() { m_dropDebug = true; }

    /// Appends an instruction of the function's code to `out`, and returns its result's id.
    [[nodiscard]] uint32_t value(std::vector<uint32_t>& out,
                                 spv::Op op,
                                 Id type,
                                 std::initializer_list<uint32_t> operands);

    /// Once, however often it is asked for.
    void capability(spv::Capability capability);
    void executionMode(spv::ExecutionMode mode);

    /// Writes code to `out`; `stream` is the vertex stream that takes the vertex, 0 outside of
    /// geometry shaders. May make ids, but declare nothing.
    using Code = std::function<void(std::vector<uint32_t>& out, uint32_t stream)>;
    struct Places {
        Code atStart; ///< of the entry point
        Code atEnd;   ///< where outputs are handed on
    };
    /// Code that a branch on this specialisation constant guards is part of the end: atEnd comes
    /// before the branch, where there is one.
    void endBefore(uint32_t specId) { m_endSpecId = specId; }

    /// The new module's words.
    [[nodiscard]] std::vector<uint32_t> finish(const Places& code = {});

private:
    [[nodiscard]] Id constant(spv::Op op, Id type, std::initializer_list<uint32_t> value);
    [[nodiscard]] std::vector<std::pair<const uint32_t*, uint32_t>> ends() const;
    [[nodiscard]] bool isDropped(const Instruction& inst) const;

    const Module& m_module;
    uint32_t m_nextId;
    std::optional<uint32_t> m_endSpecId;
    std::vector<uint32_t> m_capabilities;
    std::vector<uint32_t> m_modes;
    std::vector<uint32_t> m_decorations;
    std::vector<uint32_t> m_declarations;
    std::vector<uint32_t> m_interface;
    std::map<std::vector<uint32_t>, Id> m_made; ///< opcode and operands → what was declared
    std::set<std::tuple<uint32_t, int, spv::Decoration>> m_dropped; ///< target, member or -1, kind
    bool m_dropDebug = false;
};

} // namespace spirv

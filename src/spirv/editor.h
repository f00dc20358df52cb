// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <set>
#include <tuple>
#include <vector>

namespace spirv {

// Collects changes to a module's annotations and writes them all out in one copy. The module is
// borrowed and must outlive the editor.
class Editor {
public:
    explicit Editor(const Module& module) : m_module(module) {}

    // Replaces the decoration when the id has one of that kind already. `value` is ignored by kinds
    // that are qualifiers of the interface and have none.
    void decorate(Id id, spv::Decoration kind, uint32_t value);
    void decorateMember(Id type, uint32_t member, spv::Decoration kind, uint32_t value);
    void dropDecoration(Id id, spv::Decoration kind);
    void dropMemberDecoration(Id type, uint32_t member, spv::Decoration kind);
    // OpName, OpMemberName, OpSource, OpString, OpLine and the like.
    void dropDebug() { m_dropDebug = true; }

    [[nodiscard]] std::vector<uint32_t> finish() const;

private:
    const Module& m_module;
    std::set<std::tuple<uint32_t, int, spv::Decoration>> m_dropped; // target, member or -1, kind
    std::vector<Decoration> m_added;
    bool m_dropDebug = false;
};

} // namespace spirv

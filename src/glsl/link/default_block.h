// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// How the code of one stage reads its default uniform block. Internal to src/glsl.
#pragma once

#include "spirv/module.h"

#include <map>
#include <string>
#include <vector>

namespace glsl {

class DefaultBlock {
public:
    /// Indices from the block down; kAnyIndex where the code computes one.
    using Path = std::vector<int>;
    static constexpr int kAnyIndex = -1;

    /// The module is borrowed.
    explicit DefaultBlock(const spirv::Module& module);

    /// No ids when the stage has no such block.
    [[nodiscard]] spirv::Id variable() const { return m_variable; }
    [[nodiscard]] spirv::Id type() const { return m_type; }
    /// By the name that GL knows; -1 when there is none.
    [[nodiscard]] int member(const std::string& name) const;
    /// Something at or below the path is read.
    [[nodiscard]] bool isUsed(const Path& path) const;
    /// Of the array at the path: the highest index that is read, plus one; all of `count` elements
    /// when the index is not known. 1 when that is no array.
    [[nodiscard]] int usedElements(const Path& path, int count) const;

private:
    void nameMembers();
    void collectPaths();

    const spirv::Module& m_module;
    spirv::Id m_variable;
    spirv::Id m_type;
    std::map<std::string, int> m_members;
    std::vector<Path> m_paths;
};

} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/default_block.h"

#include "glsl/language/builtins.h"

#include <algorithm>
#include <unordered_map>

namespace glsl {

DefaultBlock::DefaultBlock(const spirv::Module& module) : m_module(module) {
    for (const spirv::Variable& v : module.globals()) {
        if (v.storage == spv::StorageClassUniform &&
            module.name(v.pointee) == "gl_DefaultUniformBlock") {
            m_variable = v.id;
            m_type = v.pointee;
        }
    }
    if (m_type) {
        nameMembers();
        collectPaths();
    }
}

int DefaultBlock::member(const std::string& name) const {
    const auto it = m_members.find(name);
    return it == m_members.end() ? -1 : it->second;
}

bool DefaultBlock::isUsed(const Path& path) const {
    return std::ranges::any_of(m_paths, [&](const Path& used) {
        const size_t common = std::min(used.size(), path.size());
        for (size_t i = 0; i < common; ++i) {
            if (used[i] != path[i] && used[i] != kAnyIndex && path[i] != kAnyIndex) {
                return false;
            }
        }
        return true;
    });
}

int DefaultBlock::usedElements(const Path& path, int count) const {
    int end = 1;
    for (const Path& used : m_paths) {
        const size_t common = std::min(used.size(), path.size());
        const bool meets = std::equal(
            used.begin(), used.begin() + std::ptrdiff_t(common), path.begin(), [](int a, int b) {
                return a == b || a == kAnyIndex || b == kAnyIndex;
            });
        if (meets) {
            const bool known = used.size() > path.size() && used[path.size()] != kAnyIndex;
            end = std::max(end, known ? std::min(used[path.size()] + 1, count) : count);
        }
    }
    return std::min(end, count);
}

void DefaultBlock::nameMembers() {
    const size_t count = m_module.definition(m_type).size() - 2;
    for (size_t i = 0; i < count; ++i) {
        m_members[originalName(m_module.memberName(m_type, uint32_t(i)))] = int(i);
    }
}

void DefaultBlock::collectPaths() {
    std::unordered_map<uint32_t, Path> pointers = {{m_variable.value, {}}};
    m_module.forEach([&](const spirv::Instruction& inst) {
        if (inst.op() == spv::OpAccessChain || inst.op() == spv::OpInBoundsAccessChain) {
            const auto base = pointers.find(inst[3]);
            if (base == pointers.end()) {
                return;
            }
            Path path = base->second;
            for (size_t i = 4; i < inst.size(); ++i) {
                const auto index = m_module.constant(spirv::Id{inst[i]});
                path.push_back(index ? int(*index) : kAnyIndex);
            }
            pointers[inst[2]] = std::move(path);
        } else if (inst.op() == spv::OpLoad) {
            if (const auto base = pointers.find(inst[3]); base != pointers.end()) {
                m_paths.push_back(base->second);
            }
        }
    });
    std::ranges::sort(m_paths);
    m_paths.erase(std::unique(m_paths.begin(), m_paths.end()), m_paths.end());
}

} // namespace glsl

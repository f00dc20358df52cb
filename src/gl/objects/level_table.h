// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/regions.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <memory>

namespace gl {

inline constexpr int kMaxLevels = 15; ///< 16384 texels and less.

/// What a texture keeps of each level of its faces. A level takes memory from when it is first
/// asked for to be changed: most textures have one level, of one face. References stay good.
template <class T>
class LevelTable {
public:
    explicit LevelTable(int faces) : m_faces(faces) {}

    /// To be changed. Throws std::bad_alloc.
    T& at(const ImageIndex& index) {
        assert(contains(index));
        std::unique_ptr<T[]>& level = m_levels[size_t(index.level)];
        if (!level) {
            level = std::make_unique<T[]>(size_t(m_faces));
        }
        return level[size_t(index.face)];
    }
    /// As a new T where there is nothing.
    const T& operator[](const ImageIndex& index) const {
        static const T kNothing;
        const T* level = contains(index) ? m_levels[size_t(index.level)].get() : nullptr;
        return level ? level[index.face] : kNothing;
    }

private:
    bool contains(const ImageIndex& index) const {
        return index.level >= 0 && index.level < kMaxLevels && index.face >= 0 &&
               index.face < m_faces;
    }

    int m_faces;
    std::array<std::unique_ptr<T[]>, kMaxLevels> m_levels;
};

} // namespace gl

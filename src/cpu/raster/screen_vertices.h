// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/setup_work.h"

#include <vector>

namespace cpu::raster {

/// The vertices of a batch in the framebuffer. Rows, so that kernels have a vector of them at a
/// time. Reusable.
class ScreenVertices {
public:
    /// Keeps nothing of what there was.
    void resize(uint32_t count);
    const ScreenRows& rows() const { return m_rows; }

    ScreenVertex at(uint32_t vertex) const {
        const uint32_t flags = m_rows.flags[vertex];
        return {m_rows.x[vertex],
                m_rows.y[vertex],
                flags & 0xffff,
                flags >> kVolumeShift,
                m_rows.inverseW[vertex],
                m_rows.depth[vertex]};
    }
    void set(uint32_t vertex, const ScreenVertex& to) {
        m_rows.x[vertex] = to.x;
        m_rows.y[vertex] = to.y;
        m_rows.flags[vertex] = to.clip | to.volume << kVolumeShift;
        m_rows.inverseW[vertex] = to.inverseW;
        m_rows.depth[vertex] = to.depth;
    }

private:
    /// Of a vector of vertices, whatever the level.
    template <typename T>
    struct alignas(64) Lanes {
        T at[kMaxLanes];
    };
    std::vector<Lanes<uint32_t>> m_words;
    std::vector<Lanes<double>> m_numbers;
    ScreenRows m_rows = {};
};

} // namespace cpu::raster

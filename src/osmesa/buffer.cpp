// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/buffer.h"

#include <algorithm>

namespace osmesa {

bool Buffer::fill(const gl::Rect& area, const window::ReadColors& read) const {
    if (m_memory == nullptr) {
        return true;
    }
    format::PixelLayout layout = m_layout.pixels;
    layout.rowLength_px = m_store.rowLength_px;
    layout.clamp = m_store.clamp;
    if (!read(area, layout, m_memory)) {
        return false;
    }
    if (!m_store.yUp) {
        const size_t row_B =
            size_t(area.width_px) * format::pixelSize_B(layout.format, layout.type);
        const size_t pitch_B = format::rowPitch_B(layout, area.width_px);
        auto* const rows = static_cast<std::byte*>(m_memory);
        for (int32_t y = 0; y < area.height_px / 2; ++y) {
            std::byte* const row = rows + size_t(y) * pitch_B;
            std::swap_ranges(row, row + row_B, rows + size_t(area.height_px - 1 - y) * pitch_B);
        }
    }
    return true;
}

} // namespace osmesa

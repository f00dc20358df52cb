// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/screen_vertices.h"

namespace cpu::raster {

void ScreenVertices::resize(uint32_t count) {
    const size_t vectors = (size_t(count) + kMaxLanes - 1) / kMaxLanes;
    if (3 * vectors > m_words.size()) {
        m_numbers.resize(2 * vectors); // First: the length of the other says that there is room.
        m_words.resize(3 * vectors);
    }
    const size_t rows = m_words.size() / 3;
    uint32_t* const words = m_words.data()->at;
    double* const numbers = m_numbers.data()->at;
    const size_t row = rows * kMaxLanes;
    m_rows = {reinterpret_cast<int32_t*>(words),
              reinterpret_cast<int32_t*>(words + row),
              words + 2 * row,
              numbers,
              numbers + row};
}

} // namespace cpu::raster

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/primitive.h"

#include <new>

namespace cpu::raster {

Primitive& PrimitiveArena::append(uint32_t planeCount) {
    void* const at = m_memory.allocate(sizeof(Primitive) + planeCount * sizeof(Plane));
    auto* const primitive = new (at) Primitive;
    m_primitives.push_back(primitive);
    return *primitive;
}

std::span<Primitive* const> PrimitiveArena::append(uint32_t count, uint32_t planeCount) {
    const size_t first = m_primitives.size();
    for (uint32_t i = 0; i < count; ++i) {
        append(planeCount);
    }
    return std::span(m_primitives).subspan(first);
}

void PrimitiveArena::clear() {
    m_primitives.clear();
    m_memory.clear();
}

void PrimitiveArena::startBatch() {
    m_primitives.clear();
}

} // namespace cpu::raster

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/primitive.h"

#include <new>

namespace cpu::raster {

Primitive& PrimitiveArena::append(uint32_t planeCount) {
    void* const at = m_memory.allocate(sizeof(Primitive) + planeCount * sizeof(shader::Plane));
    auto* const primitive = new (at) Primitive;
    m_primitives.push_back(primitive);
    return *primitive;
}

void PrimitiveArena::clear() {
    m_primitives.clear();
    m_memory.clear();
}

void PrimitiveArena::startBatch() {
    m_primitives.clear();
}

} // namespace cpu::raster

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::exec {

struct DrawCall {
    bool indexed;
    uint32_t count; ///< Vertices, or indices.
    uint32_t instanceCount;
    uint32_t first; ///< Vertex, or index.
    uint32_t firstInstance;
    int32_t vertexOffset; ///< Of indexed draws.
    uint32_t drawIndex;   ///< gl_DrawID.
};

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::exec {

class Replay;

struct DrawCall {
    bool indexed;
    uint32_t count; ///< Vertices, or indices.
    uint32_t instanceCount;
    uint32_t first; ///< Vertex, or index.
    uint32_t firstInstance;
    int32_t vertexOffset; ///< Of indexed draws.
    uint32_t drawIndex;   ///< gl_DrawID.
};

/// Draws with Replay::stages, Replay::graphics and Replay::drawing, in all views of the
/// framebuffer's view mask. There are a vertex shader, vertices and instances.
void draw(Replay& replay, const DrawCall& call);

} // namespace cpu::exec

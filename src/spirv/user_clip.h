// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <span>
#include <vector>

namespace spirv {

/// GL clips by planes of the application's (glClipPlane) when the last stage before rasterisation
/// says nothing of distances; Vulkan only by distances. Writes one per plane: its product with a
/// vertex, which is an output of the shader's (gl_ClipVertex) or gl_Position.
class UserClip {
public:
    static constexpr uint32_t kPlanes = 8;

    struct Source {
        uint32_t set = 0;      ///< of the planes, in binding 0
        uint32_t offset_B = 0; ///< of the planes, vec4s 16 bytes apart
        int location = -1;     ///< of the output, a vec4; -1: gl_Position, as the stage leaves it
    };
    /// `planes`: a bit for each that clips. The code has no gl_ClipDistance of its own.
    [[nodiscard]] static std::vector<uint32_t>
    run(std::span<const uint32_t> words, const Source& source, uint32_t planes);
};

} // namespace spirv

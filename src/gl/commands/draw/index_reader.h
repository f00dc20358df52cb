// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"

#include <optional>
#include <span>
#include <vector>

namespace gl {

/// The vertices of the draw in order: its indices, or first, first + 1, …
std::vector<uint32_t>
readIndices(ContextBackend& backend, const Buffer* elementBuffer, const DrawCall& call);

/// Elements of arrays, the last included.
struct ElementRange {
    uint32_t first = 0;
    uint32_t last = 0;
};
/// Those between which the vertices of `indices` lie; nothing: there are none.
std::optional<ElementRange>
elementRange(std::span<const uint32_t> indices, std::optional<uint32_t> restart, GLint baseVertex);

} // namespace gl

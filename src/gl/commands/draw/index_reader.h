// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"

#include <optional>
#include <vector>

namespace gl {

/// The vertices of the draw in order: its indices, or first, first + 1, …
std::vector<uint32_t>
readIndices(ContextBackend& backend, const Buffer* elementBuffer, const DrawCall& call);
/// The index that restarts primitives, as `readIndices` reads it; none: no index does.
std::optional<uint32_t> restartIndex(const State& state, GLenum indexType);

} // namespace gl

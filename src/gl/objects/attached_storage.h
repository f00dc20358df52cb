// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gl {

/// Grows when storage that some framebuffer has attached is redefined: cached completeness of
/// framebuffers older than this is stale (docs/textures.md).
uint64_t attachedStorageSerial();
void bumpAttachedStorageSerial();

} // namespace gl

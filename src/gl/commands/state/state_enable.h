// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <optional>

namespace gl {

struct CompatState;

/// glIsEnabled's answer (also for client states); nothing: the context has no such capability.
std::optional<bool> findCapability(Context& context, const CompatState* compat, GLenum capability);

/// The conventional array of glEnableClientState's argument (GL_TEXTURE_COORD_ARRAY: that of
/// `clientUnit`); 0: none.
uint8_t conventionalArray(GLenum clientState, int clientUnit);

} // namespace gl

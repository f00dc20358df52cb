// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <optional>

namespace gl {

struct CompatState;

/// glIsEnabled's answer (also for client states); nothing, with the error set: the context has no
/// such capability, or the active texture unit has not.
std::optional<bool> findCapability(Context& context, const CompatState* compat, GLenum capability);

} // namespace gl

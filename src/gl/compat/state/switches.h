// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>

namespace gl {

struct CompatState;

/// A capability of fixed function that is nothing but on or off, for glEnable and glIsEnabled.
/// Null: `capability` is none. `unit`: the active texture unit, below kTextureCoordUnits.
bool* compatSwitch(CompatState& compat, GLenum capability, int unit);

/// All of them but ProgramModes, of all units: GL_ENABLE_BIT. Always in the same order.
inline constexpr size_t kCompatSwitches = 89;
std::array<bool*, kCompatSwitches> compatSwitches(CompatState& compat);

} // namespace gl

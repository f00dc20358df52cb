// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// When the driver is built: programs of fixed function from their texts.
#pragma once

#include "glsl/language/options.h"
#include "glsl/link/program.h"

#include <memory>
#include <string>

namespace glsl {

/// What they are linked with: as many samplers as the texts have.
[[nodiscard]] Limits fixedProgramLimits();

/// For any key, with all samplers. Null with the reason in `log`.
[[nodiscard]] std::shared_ptr<const LinkedProgram> compileFixedProgram(const std::string& vertex,
                                                                       const std::string& fragment,
                                                                       bool nativeDepthRange,
                                                                       std::string& log);

} // namespace glsl

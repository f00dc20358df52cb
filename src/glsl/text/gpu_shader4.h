// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/types.h"
#include "glsl/language/vocabulary.h"

#include <string>

namespace glsl {

/// GL_EXT_gpu_shader4 brought to GLSL from 1.10 on, under other names, what GLSL 1.30 to 1.50
/// have.
inline constexpr int kGpuShader4Version = 150;
[[nodiscard]] bool hasGpuShader4(const Language& language);
/// Preprocessed text of such a shader in the words of that version: `varying` becomes `in` or
/// `out`, `unsigned int` `uint`, texture2DProjGradOffset() textureProjGradOffset(). Lines stay.
[[nodiscard]] std::string withoutGpuShader4(Stage stage, std::string preprocessed);

} // namespace glsl

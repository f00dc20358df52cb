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
/// Such a shader gives names of its own to what later versions have: it stays in its version's
/// words, without what the extension brings.
[[nodiscard]] bool namesWhatBecameNew(const Language& language, const std::string& preprocessed);
/// Preprocessed text of such a shader in the words of that version: `varying` becomes `in` or
/// `out`, `unsigned int` `uint`, texture2DProjGradOffset() textureProjGradOffset(). Lines stay.
[[nodiscard]] std::string withoutGpuShader4(Stage stage, std::string preprocessed);

} // namespace glsl

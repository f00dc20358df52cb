// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Good programs that have of everything that there is, to be damaged.
#pragma once

#include "glsl/compile/shader.h"
#include "glsl/link/program.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace fuzz {

struct Language {
    glsl::Api api = glsl::Api::ES;
    int maxVersion = 100;
};

struct Sample {
    Language language;
    std::vector<std::pair<glsl::Stage, const char*>> shaders;
};

std::span<const Sample> samples();
glsl::CompileOptions compileOptions(const Language& language, glsl::Stage stage);
std::shared_ptr<const glsl::LinkedProgram> linkSample(const Sample& sample);

} // namespace fuzz

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// For tests of linking: programs from sources in one call, all code validated.
#pragma once

#include "glsl/link/link.h"
#include "glsl/link/program_file.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace glsl::testing {

struct Source {
    Stage stage;
    std::string text;
};

inline std::shared_ptr<const CompiledShader> compileOne(const Source& source, Api api) {
    CompileOptions options{.stage = source.stage, .api = api};
    options.maxVersion = api == Api::ES ? 300 : 430;
    options.extensions.arbUniformBufferObject = api == Api::Desktop;
    return compile(options, source.text);
}

inline std::shared_ptr<const LinkedProgram> linkAll(const std::vector<Source>& sources,
                                                    LinkOptions options = {.api = Api::Desktop}) {
    std::vector<std::shared_ptr<const CompiledShader>> shaders;
    for (const Source& source : sources) {
        shaders.push_back(compileOne(source, options.api));
        EXPECT_TRUE(shaders.back()->ok()) << shaders.back()->infoLog();
    }
    auto program = link(shaders, options);
    // Reading looks for what linking never makes.
    EXPECT_TRUE(!program->ok || readProgram(writeProgram(*program), options.limits) != nullptr);
    for (const StageBinary& stage : program->stages) {
        EXPECT_EQ(spirv::validate(stage.spirv), "") << spirv::disassemble(stage.spirv);
    }
    return program;
}

inline std::string textOf(const LinkedProgram& program, Stage stage) {
    const StageBinary* binary = program.stage(stage);
    return binary == nullptr ? std::string() : spirv::disassemble(binary->spirv);
}

inline const Uniform* uniformNamed(const LinkedProgram& program, std::string_view name) {
    const auto it = std::ranges::find(program.uniforms, name, &Uniform::name);
    return it == program.uniforms.end() ? nullptr : &*it;
}

} // namespace glsl::testing

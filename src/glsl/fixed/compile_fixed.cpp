// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/fixed/compile_fixed.h"

#include "glsl/compile/shader.h"
#include "glsl/fixed/key.h"
#include "glsl/link/link.h"

namespace glsl {

Limits fixedProgramLimits() {
    Limits limits;
    limits.maxTextureImageUnits = kFixedUnits * int(FixedTexture::Count);
    limits.maxCombinedTextureImageUnits = limits.maxTextureImageUnits;
    return limits;
}

std::shared_ptr<const LinkedProgram> compileFixedProgram(const std::string& vertex,
                                                         const std::string& fragment,
                                                         bool nativeDepthRange,
                                                         std::string& log) {
    CompileOptions options{.api = Api::Desktop, .nativeDepthRange = nativeDepthRange};
    options.fixedFunction = true;
    options.maxVersion = 140;
    options.extensions.arbTextureRectangle = true;
    options.limits = fixedProgramLimits();
    LinkOptions linkOptions{
        .api = Api::Desktop, .fixedFunction = FixedFunction::Is, .limits = options.limits};
    std::vector<std::shared_ptr<const CompiledShader>> shaders;
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
        options.stage = stage;
        shaders.push_back(compile(options, stage == Stage::Vertex ? vertex : fragment));
        log += shaders.back()->infoLog();
        if (!shaders.back()->ok()) {
            return nullptr;
        }
    }
    auto program = std::make_shared<LinkedProgram>(*link(shaders, linkOptions));
    log += program->infoLog;
    program->colors = {}; // The texts themselves choose among sides.
    return program->ok ? program : nullptr;
}

} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/program/shader_options.h"

#include "gl/context/context.h"
#include "glsl/language/builtins.h"

#include <algorithm>
#include <string_view>

namespace gl {

namespace {

/// The newest #version of a context.
int languageVersion(const Context& context) {
    if (context.isES()) {
        return context.version() >= 30 ? 300 : 100;
    }
    switch (context.version()) {
    case 31:
        return 140;
    case 32:
        return 150;
    default:
        return context.version() < 30 ? 120 : context.version() * 10;
    }
}

/// What the extension string offers, the language has.
glsl::Extensions languageExtensions(const Context& context) {
    glsl::Extensions extensions;
    const std::vector<const char*>& names = context.extensions().names;
    for (const glsl::ExtensionFact* fact : glsl::extensionFacts()) {
        if (fact->offered) {
            extensions.*fact->offered = std::any_of(
                names.begin(), names.end(), [&](const char* name) { return fact->name == name; });
        }
    }
    return extensions;
}

} // namespace

glsl::Limits shaderLimits(const Caps& caps) {
    glsl::Limits limits;
    limits.maxVertexAttribs = std::min(caps.maxVertexAttribs, kMaxVertexAttribs);
    limits.maxVertexUniformVectors = caps.maxVertexUniformVectors;
    limits.maxFragmentUniformVectors = caps.maxFragmentUniformVectors;
    limits.maxVaryingVectors = caps.maxVaryingVectors;
    limits.maxVertexTextureImageUnits = caps.maxVertexTextureUnits;
    limits.maxTextureImageUnits = caps.maxFragmentTextureUnits;
    limits.maxCombinedTextureImageUnits = std::min(caps.maxCombinedTextureUnits, kMaxTextureUnits);
    limits.maxDrawBuffers = caps.maxDrawBuffers;
    // The compiler library sizes an array by it.
    limits.maxDualSourceDrawBuffers = std::max(1, caps.maxDualSourceDrawBuffers);
    limits.maxVertexOutputComponents = caps.maxVertexOutputComponents;
    limits.maxFragmentInputComponents = caps.maxFragmentInputComponents;
    limits.maxGeometryInputComponents = caps.maxGeometryInputComponents;
    limits.maxGeometryOutputComponents = caps.maxGeometryOutputComponents;
    limits.maxGeometryOutputVertices = caps.maxGeometryOutputVertices;
    limits.maxGeometryTotalOutputComponents = caps.maxGeometryTotalComponents;
    limits.maxGeometryUniformComponents = caps.maxGeometryUniformVectors * 4;
    limits.maxGeometryTextureImageUnits = caps.maxGeometryTextureUnits;
    limits.maxTessControlInputComponents = caps.maxTessControlInputComponents;
    limits.maxTessControlOutputComponents = caps.maxTessControlOutputComponents;
    limits.maxTessControlTotalOutputComponents = caps.maxTessControlTotalComponents;
    limits.maxTessControlUniformComponents = caps.maxTessUniformVectors * 4;
    limits.maxTessControlTextureImageUnits = caps.maxTessTextureUnits;
    limits.maxTessEvaluationInputComponents = caps.maxTessInputComponents;
    limits.maxTessEvaluationOutputComponents = caps.maxTessOutputComponents;
    limits.maxTessEvaluationUniformComponents = caps.maxTessUniformVectors * 4;
    limits.maxTessEvaluationTextureImageUnits = caps.maxTessTextureUnits;
    limits.maxTessPatchComponents = caps.maxTessPatchComponents;
    limits.maxPatchVertices = caps.maxPatchVertices;
    limits.maxTessGenLevel = caps.maxTessLevel;
    limits.maxUniformBlocks = caps.maxStageUniformBlocks;
    limits.maxCombinedUniformBlocks = caps.maxCombinedUniformBlocks;
    limits.maxUniformBufferBindings =
        std::min(caps.maxUniformBufferBindings, kMaxUniformBufferBindings);
    limits.maxUniformBlockSize_B = caps.maxUniformBlockSize_B;
    limits.maxFeedbackInterleavedComponents = caps.maxFeedbackInterleavedComponents;
    limits.maxViewports = caps.multiViewport ? 16 : 1;
    limits.maxSamples = caps.maxSamples;
    return limits;
}

const glsl::CompileOptions& compileOptions(Context& context) {
    std::shared_ptr<const glsl::CompileOptions>& made = context.objects().compileOptions;
    if (!made) {
        glsl::CompileOptions options;
        options.api = context.isES() ? glsl::Api::ES : glsl::Api::Desktop;
        options.nativeDepthRange = context.caps().nativeDepthRange;
        options.drawParameters = context.caps().drawParameters;
        options.compatibility = context.isDesktop() && !context.isCore();
        options.maxVersion = languageVersion(context);
        options.extensions = languageExtensions(context);
        options.limits = shaderLimits(context.caps());
        made = std::make_shared<const glsl::CompileOptions>(options);
    }
    return *made;
}

} // namespace gl

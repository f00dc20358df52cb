// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What a context tells the compiler of itself.
#pragma once

#include "glsl/language/types.h"

namespace glsl {

/// What gl_Max* constants say, and what compiling and linking check against.
struct Limits {
    int maxVertexAttribs = 16;
    int maxVertexUniformVectors = 1024;
    int maxFragmentUniformVectors = 1024;
    int maxVaryingVectors = 15;
    int maxVertexTextureImageUnits = 16;
    int maxTextureImageUnits = 16; ///< fragment
    int maxCombinedTextureImageUnits = 32;
    int maxDrawBuffers = 8;
    int maxDualSourceDrawBuffers = 1;
    int maxTextureCoords = 8;
    int maxTextureUnits = 8;
    int maxLights = 8;
    int maxClipDistances = 8;
    int minProgramTexelOffset = -8;
    int maxProgramTexelOffset = 7;
    int minProgramTextureGatherOffset = -8;
    int maxProgramTextureGatherOffset = 7;
    int maxVertexOutputComponents = 64;
    int maxGeometryInputComponents = 64;
    int maxGeometryOutputComponents = 128;
    int maxGeometryOutputVertices = 256;
    int maxGeometryTotalOutputComponents = 1024;
    int maxGeometryUniformComponents = 1024;
    int maxGeometryTextureImageUnits = 16;
    int maxFragmentInputComponents = 128;
    int maxTessControlInputComponents = 128;
    int maxTessControlOutputComponents = 128;
    int maxTessControlTotalOutputComponents = 4096;
    int maxTessControlUniformComponents = 1024;
    int maxTessControlTextureImageUnits = 16;
    int maxTessEvaluationInputComponents = 128;
    int maxTessEvaluationOutputComponents = 128;
    int maxTessEvaluationUniformComponents = 1024;
    int maxTessEvaluationTextureImageUnits = 16;
    int maxTessPatchComponents = 120;
    int maxPatchVertices = 32;
    int maxTessGenLevel = 64;
    int maxUniformBlocks = 14; ///< of a stage
    int maxCombinedUniformBlocks = 70;
    int maxUniformBufferBindings = 84;
    int maxUniformBlockSize_B = 16384;
    int maxFeedbackBuffers = 4;
    int maxFeedbackInterleavedComponents = 64;
    int maxFeedbackSeparateComponents = 4; ///< of one of them
    int maxFeedbackSeparateAttribs = 4;
    int maxViewports = 16;
    int maxSamples = 8;
    int maxSubroutines = 256;
    int maxSubroutineUniformLocations = 1024;
    int maxUniformLocations = 4096; ///< that a layout may name

    friend bool operator==(const Limits&, const Limits&) = default;
};

/// Which GLSL extensions the context offers: decides the predefined macros
/// (GL_OES_standard_derivatives …) and what #extension accepts. The first group is for ES sources,
/// the second for desktop. What a version has in its core needs no field to be there.
struct Extensions {
    bool oesStandardDerivatives = false;
    bool extShaderTextureLod = false;
    bool extFragDepth = false;
    bool extDrawBuffers = false;
    bool oesTexture3D = false;
    bool oesEglImageExternal = false;
    bool oesEglImageExternalEssl3 = false;

    bool arbCompatibility = false; ///< 1.40 keeps what it keeps anyway: CompileOptions says
    bool arbTextureRectangle = false;
    bool arbShaderTextureLod = false;
    bool arbDrawBuffers = true;
    bool arbExplicitAttribLocation = true;
    bool arbDrawInstanced = true;
    bool extGpuShader4 = false;
    bool extTextureArray = false;
    bool arbUniformBufferObject = false;
    bool arbTextureCubeMapArray = false;
    bool arbTextureGather = false;
    bool arbTextureQueryLod = false;
    bool arbTextureQueryLevels = false;
    bool arbTextureMultisample = false;
    bool arbTextureBufferObject = false;
    bool arbShaderBitEncoding = false;
    bool arbShadingLanguagePacking = false;
    bool arbShadingLanguage420pack = false;
    bool arbShaderPrecision = false; ///< adds nothing to the language
    bool arbFragmentCoordConventions = false;
    bool arbConservativeDepth = false;
    bool amdConservativeDepth = false;
    bool arbBlendFuncExtended = false; ///< adds nothing to the language
    bool extBlendFuncExtended = false;
    bool arbSeparateShaderObjects = false;
    bool arbGpuShader5 = false;
    bool arbGpuShaderFp64 = false;
    bool arbVertexAttrib64bit = false;
    bool arbTessellationShader = false;
    bool arbShaderSubroutine = false;
    bool arbSampleShading = false;
    bool arbViewportArray = false;
    bool arbFragmentLayerViewport = false;
    bool arbShaderStencilExport = false;
    bool amdShaderStencilExport = false;
    bool arbCullDistance = false;
    bool arbArraysOfArrays = false;
    bool arbExplicitUniformLocation = false;
    bool arbEnhancedLayouts = false;
    bool arbDerivativeControl = false;
    bool arbShaderDrawParameters = false;
    bool arbShaderViewportLayerArray = false; ///< and AMD_vertex_shader_layer

    friend bool operator==(const Extensions&, const Extensions&) = default;
};

struct CompileOptions {
    Stage stage = Stage::Vertex;
    Api api = Api::ES;
    /// The device takes GL's -w..w depth range (VK_EXT_depth_clip_control): gl_Position.z is left
    /// alone. Otherwise z = (z + w) / 2 is appended to the last stage before rasterisation.
    bool nativeDepthRange = false;
    /// The device has SPV_KHR_shader_draw_parameters: gl_InstanceID leaves the base instance out.
    /// Without it draws must not have one.
    bool drawParameters = false;
    /// Desktop: versions above 1.40 may say "compatibility" and older ones have what the core
    /// profile took away. A core context accepts the versions 1.40 (1.50 core) and above, and below
    /// only without the removed features.
    bool compatibility = true;
    /// The text is fixed function's: it declares built-in uniforms and varyings that no language
    /// has, as "gd_X" for gl_X.
    bool fixedFunction = false;
    int maxVersion = 100; ///< newest #version accepted: 100, 300, 310, 320, or desktop 120 … 460
    Extensions extensions;
    Limits limits;

    friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

} // namespace glsl

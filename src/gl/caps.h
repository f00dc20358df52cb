// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <array>
#include <cstdint>
#include <string>

namespace gl {

/// What the device can do, as far as the front end has to know. Filled once per device.
struct Caps {
    std::string renderer; ///< GL_RENDERER.
    int32_t maxTextureSize_px = 0;
    int32_t maxCubeMapSize_px = 0;
    int32_t max3dTextureSize_px = 0;
    int32_t maxRenderbufferSize_px = 0;
    int32_t maxArrayTextureLayers = 256;
    std::array<int32_t, 2> maxViewport_px{};
    std::array<float, 2> pointSizeRange_px{1, 1};
    std::array<float, 2> lineWidthRange_px{1, 1};
    int32_t maxVertexAttribs = 16;
    int32_t maxVertexTextureUnits = 16;
    int32_t maxFragmentTextureUnits = 16;
    int32_t maxCombinedTextureUnits = 32; ///< At most kMaxTextureUnits of rules/limits.h.
    int32_t maxVertexUniformVectors = 1024;
    int32_t maxFragmentUniformVectors = 1024;
    int32_t maxVaryingVectors = 15;
    // Of geometry and tessellation stages, where the device has them.
    int32_t maxGeometryTextureUnits = 16;
    int32_t maxTessTextureUnits = 16; ///< Of either stage.
    int32_t maxGeometryUniformVectors = 1024;
    int32_t maxTessUniformVectors = 1024; ///< Of either stage.
    int32_t maxVertexOutputComponents = 64;
    int32_t maxFragmentInputComponents = 60;
    int32_t maxGeometryInputComponents = 64;
    int32_t maxGeometryOutputComponents = 64;
    int32_t maxGeometryOutputVertices = 256;
    int32_t maxGeometryTotalComponents = 1024;
    int32_t maxGeometryInvocations = 32;
    int32_t maxTessLevel = 64;
    int32_t maxPatchVertices = 32;
    int32_t maxTessControlInputComponents = 64;
    int32_t maxTessControlOutputComponents = 64; ///< Per vertex.
    int32_t maxTessPatchComponents = 120;
    int32_t maxTessControlTotalComponents = 2048;
    int32_t maxTessInputComponents = 64;  ///< Of the evaluation stage.
    int32_t maxTessOutputComponents = 64; ///< Of the evaluation stage.
    // Uniform blocks.
    int32_t maxStageUniformBlocks = 12; ///< Of each stage.
    int32_t maxCombinedUniformBlocks = 24;
    int32_t maxUniformBufferBindings = 24; ///< At most kMaxUniformBufferBindings of rules/limits.h.
    int32_t maxUniformBlockSize_B = 16384;
    int32_t maxDualSourceDrawBuffers = 0; ///< 0: no dual-source blending.
    /// Device, driver and build in one string: program binaries of another one are refused.
    std::string programIdentity;
    int32_t maxColorAttachments = 8;
    int32_t maxDrawBuffers = 8;
    int32_t maxSamples = 4;        ///< At most 16.
    int32_t maxIntegerSamples = 1; ///< Of formats of integers.
    int32_t subpixelBits = 4;
    int32_t minTexelOffset = -8, maxTexelOffset = 7;
    int32_t minGatherOffset = -8, maxGatherOffset = 7;
    float minInterpolationOffset_px = -0.5f, maxInterpolationOffset_px = 0.4375f;
    int32_t interpolationOffsetBits = 4;
    int32_t viewportSubpixelBits = 0;
    std::array<float, 2> viewportBounds_px{-32768, 32767};
    float maxAnisotropy = 1; ///< 1: no anisotropic filtering.
    float maxLodBias = 0;
    bool drawParameters = false;   ///< Shaders can tell instances apart from the base instance.
    bool nativeDepthRange = false; ///< Clip space is -w…w in z without help from the shader.
    bool textureCompressionS3tc = false;
    bool textureCompressionEtc1 = false;
    bool depthTextureLinear = false;
    bool halfFloatLinear = false;
    bool floatLinear = false;
    bool anisotropy = false;
    bool customBorderColor = false;
    bool robustAccess = false;
    bool mirrorClampToEdge = false;
    /// Minima and maxima of texels in place of averages, of the formats that FormatCaps says.
    bool textureFilterMinmax = false;
    bool allFilterMinmax = false; ///< … which are all that can be filtered.
    bool cubeSeams = false;       ///< Cube maps can be filtered face by face.
    int32_t maxTextureBufferTexels = 65536;
    int32_t textureBufferAlignment_B = 256;
    bool textureBufferRgb32 = false; ///< Buffer textures of three 32-bit components.
    int32_t uniformBufferAlignment_B = 256;
    int32_t maxFeedbackInterleavedComponents = 64;
    int32_t timestampBits = 0;
    int32_t vertexStreams = 1; ///< Of geometry shaders; four from OpenGL 4.0 on.
    // What versions and extensions hang on (rules/versions.cpp).
    bool independentBlend = false; ///< Draw buffers may blend and mask differently.
    bool dualSourceBlend = false;
    bool depthClamp = false;
    bool logicOp = false;
    bool clipDistance = false; ///< At least eight.
    bool cullDistance = false; ///< Likewise, and both together.
    bool geometryShader = false;
    bool tessellationShader = false;
    bool fp64 = false;           ///< Doubles in shaders.
    bool fp64Attributes = false; ///< Locations for both halves of doubles too.
    bool sampleShading = false;
    bool cubeMapArray = false;
    bool gatherExtended = false;    ///< textureGather with offsets that are not constant.
    bool drawIndirect = false;      ///< First instance in indirect draws too.
    bool multiViewport = false;     ///< Sixteen.
    bool stencilExport = false;     ///< Fragment shaders say what the stencil test compares.
    bool transformFeedback = false; ///< Four buffers, pause and resume.
    bool preciseOcclusion = false;  ///< Queries count samples.
    bool timestamps = false;
    bool primitiveQueries = false; ///< GL_PRIMITIVES_GENERATED without transform feedback too.
    bool provokingVertex = false;  ///< Last, GL's default; a shader stage cannot do it.
    bool floatTargets = false;     ///< 16- and 32-bit floats and R11F_G11F_B10F can be drawn to.
    bool floatBlend = false;       ///< 32-bit ones also with blending.
    bool bptc = false;
};

/// How a format may be used on this device (already after choosing a storage layout).
struct FormatCaps {
    format::Id storage = format::Id::None; ///< None: not supported at all.
    bool sampled = false;
    bool filterable = false;
    bool reducible = false; ///< Texels' minima and maxima.
    bool renderable = false;
    bool blendable = false;
    uint32_t sampleCounts = 1; ///< Bit n set: n samples are possible (bit 0 is one sample).
};

} // namespace gl

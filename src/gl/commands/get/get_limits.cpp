// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/get/get_table.h"
#include "gl/compat/state/compat_state.h"
#include "gl/rules/es1_names.h"

#include <algorithm>

namespace gl {

namespace {

/// Formats for general use: those that trade nothing but space (GL 2.1 section 3.8.3).
QueryValue compressedFormats(Context& c) {
    std::vector<GLenum> formats;
    if (c.caps().textureCompressionS3tc) {
        formats = {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
                   GL_COMPRESSED_RGBA_S3TC_DXT3_EXT,
                   GL_COMPRESSED_RGBA_S3TC_DXT5_EXT};
    }
    if (c.isES() && c.caps().textureCompressionS3tc) { // Its colours are black where it has holes.
        formats.push_back(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT);
    }
    if (c.isES() && c.caps().textureCompressionEtc1) {
        formats.push_back(GL_ETC1_RGB8_OES);
    }
    if (c.atLeast(30, 0)) { // OpenGL ES lists all that there are.
        constexpr GLenum kEtc2[] = {GL_COMPRESSED_R11_EAC,
                                    GL_COMPRESSED_SIGNED_R11_EAC,
                                    GL_COMPRESSED_RG11_EAC,
                                    GL_COMPRESSED_SIGNED_RG11_EAC,
                                    GL_COMPRESSED_RGB8_ETC2,
                                    GL_COMPRESSED_SRGB8_ETC2,
                                    GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2,
                                    GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2,
                                    GL_COMPRESSED_RGBA8_ETC2_EAC,
                                    GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC};
        formats.insert(formats.end(), std::begin(kEtc2), std::end(kEtc2));
    }
    if (c.apiVersion().isES1()) {
        std::erase_if(formats, [](GLenum format) { return !isES1Name(format); });
        for (GLenum name = GL_PALETTE4_RGB8_OES; name <= GL_PALETTE8_RGB5_A1_OES; ++name) {
            formats.push_back(name);
        }
    }
    return list(QueryValue::Kind::Integer, formats);
}

// clang-format off
const StateRow kLimitRows[] = {
    {GL_SUBPIXEL_BITS, kBoth, [](Context& c) { return integers(c.caps().subpixelBits); }},
    {GL_MAX_TEXTURE_SIZE, kBoth, [](Context& c) { return integers(c.caps().maxTextureSize_px); }},
    {GL_MAX_CUBE_MAP_TEXTURE_SIZE, kBoth, [](Context& c) { return integers(c.caps().maxCubeMapSize_px); }},
    {GL_MAX_3D_TEXTURE_SIZE, kBoth, [](Context& c) { return integers(c.caps().max3dTextureSize_px); }},
    {GL_MAX_ARRAY_TEXTURE_LAYERS, {30, 30}, [](Context& c) { return integers(c.caps().maxArrayTextureLayers); }},
    {GL_MAX_RECTANGLE_TEXTURE_SIZE, kGL, [](Context& c) { return integers(c.caps().maxTextureSize_px); }},
    {GL_MAX_TEXTURE_BUFFER_SIZE, {0, 30}, [](Context& c) { return integers(c.caps().maxTextureBufferTexels); }},
    {GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, {0, 30}, [](Context& c) { return integers(c.caps().textureBufferAlignment_B); }},
    {GL_MAX_RENDERBUFFER_SIZE, kBoth, [](Context& c) { return integers(c.caps().maxRenderbufferSize_px); }},
    {GL_MAX_VIEWPORT_DIMS, kBoth, [](Context& c) { return list(QueryValue::Kind::Integer, c.caps().maxViewport_px); }},
    {GL_ALIASED_POINT_SIZE_RANGE, kBoth, [](Context& c) { return list(QueryValue::Kind::Float, c.caps().pointSizeRange_px); }},
    {GL_ALIASED_LINE_WIDTH_RANGE, kBoth, [](Context& c) { return list(QueryValue::Kind::Float, c.caps().lineWidthRange_px); }},
    {GL_POINT_SIZE_RANGE, kGL, [](Context& c) { return list(QueryValue::Kind::Float, c.caps().pointSizeRange_px); }},
    {GL_LINE_WIDTH_RANGE, kGL, [](Context& c) { return list(QueryValue::Kind::Float, c.caps().lineWidthRange_px); }},
    {GL_POINT_SIZE_GRANULARITY, kGL, [](Context&) { return floats(0.125); }},
    {GL_LINE_WIDTH_GRANULARITY, kGL, [](Context&) { return floats(0.125); }},
    {GL_MAX_VERTEX_ATTRIBS, kBoth, [](Context& c) { return integers(std::min(c.caps().maxVertexAttribs, kMaxVertexAttribs)); }},
    {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, kBoth, [](Context& c) { return integers(c.caps().maxVertexTextureUnits); }},
    {GL_MAX_TEXTURE_IMAGE_UNITS, kBoth, [](Context& c) { return integers(c.caps().maxFragmentTextureUnits); }},
    {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, kBoth, [](Context& c) { return integers(c.caps().maxCombinedTextureUnits); }},
    {GL_MAX_VERTEX_UNIFORM_VECTORS, kBoth, [](Context& c) { return integers(c.caps().maxVertexUniformVectors); }},
    {GL_MAX_FRAGMENT_UNIFORM_VECTORS, kBoth, [](Context& c) { return integers(c.caps().maxFragmentUniformVectors); }},
    {GL_MAX_VARYING_VECTORS, kBoth, [](Context& c) { return integers(c.caps().maxVaryingVectors); }},
    {GL_MAX_VERTEX_UNIFORM_COMPONENTS, kGL, [](Context& c) { return integers(c.caps().maxVertexUniformVectors * 4); }},
    {GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, kGL, [](Context& c) { return integers(c.caps().maxFragmentUniformVectors * 4); }},
    {GL_MAX_VARYING_FLOATS, kGL, [](Context& c) { return integers(c.caps().maxVaryingVectors * 4); }},
    {GL_MAX_COLOR_ATTACHMENTS, kBoth, [](Context& c) { return integers(c.caps().maxColorAttachments); }},
    {GL_MAX_DRAW_BUFFERS, kBoth, [](Context& c) { return integers(c.caps().maxDrawBuffers); }},
    {GL_MAX_SAMPLES, kBoth, [](Context& c) { return integers(c.caps().maxSamples); }},
    {GL_MAX_COLOR_TEXTURE_SAMPLES, {0, 32}, [](Context& c) { return integers(c.caps().maxSamples); }},
    {GL_MAX_DEPTH_TEXTURE_SAMPLES, {0, 32}, [](Context& c) { return integers(c.caps().maxSamples); }},
    {GL_MAX_INTEGER_SAMPLES, {0, 32}, [](Context& c) { return integers(c.caps().maxIntegerSamples); }},
    {GL_MAX_TEXTURE_MAX_ANISOTROPY, kBoth, [](Context& c) { return floats(c.caps().maxAnisotropy); }},
    {GL_MAX_TEXTURE_LOD_BIAS, {30, 10}, [](Context& c) { return floats(c.caps().maxLodBias); }},
    {GL_MAX_TEXTURE_UNITS, kLegacy, [](Context&) { return integers(kTextureCoordUnits); }},
    {GL_MAX_TEXTURE_COORDS, kLegacy, [](Context&) { return integers(kTextureCoordUnits); }},
    {GL_MAX_LIGHTS, kLegacy, [](Context&) { return integers(8); }},
    // Programs that serve both kinds of contexts ask it of ES 2.0 too, where other drivers answer.
    {GL_MAX_VERTEX_ATTRIB_BINDINGS, {0, 30}, [](Context&) { return integers(kMaxVertexAttribs); }},
    {GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET, {0, 30}, [](Context&) { return integers(kMaxRelativeOffset_B); }},
    {GL_MAX_VIEWPORTS, {0, 32}, [](Context& c) { return integers(c.maxViewports()); }},
    {GL_VIEWPORT_SUBPIXEL_BITS, {0, 32}, [](Context& c) { return integers(c.caps().viewportSubpixelBits); }},
    {GL_VIEWPORT_BOUNDS_RANGE, {0, 32}, [](Context& c) { return list(QueryValue::Kind::Float, c.caps().viewportBounds_px); }},
    {GL_LAYER_PROVOKING_VERTEX, {0, 32}, [](Context&) { return integers(GL_UNDEFINED_VERTEX); }},
    {GL_VIEWPORT_INDEX_PROVOKING_VERTEX, {0, 32}, [](Context&) { return integers(GL_UNDEFINED_VERTEX); }},
    {GL_MAX_SAMPLE_MASK_WORDS, {0, 30}, [](Context&) { return integers(1); }},
    {GL_MAX_CULL_DISTANCES, kGL, [](Context& c) { return integers(c.caps().cullDistance ? 8 : 0); }},
    {GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES, kGL, [](Context& c) { return integers(c.isDesktop() ? 8 : 0); }},
    {GL_MAX_CLIP_PLANES, kBoth, [](Context& c) { return integers(c.isDesktop() ? kMaxClipDistances : c.apiVersion().isES1() ? kES1ClipPlanes : 0); }},
    {GL_MAX_ELEMENTS_INDICES, {30, 10}, [](Context&) { return integers(1 << 20); }},
    {GL_MAX_ELEMENTS_VERTICES, {30, 10}, [](Context&) { return integers(1 << 20); }},
    {GL_MAX_ELEMENT_INDEX, {30, 33}, [](Context&) { return integers(0xFFFFFFFFu); }},
    {GL_MIN_PROGRAM_TEXEL_OFFSET, kThree, [](Context& c) { return integers(c.caps().minTexelOffset); }},
    {GL_MAX_PROGRAM_TEXEL_OFFSET, kThree, [](Context& c) { return integers(c.caps().maxTexelOffset); }},
    {GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET, {0, 33}, [](Context& c) { return integers(c.caps().minGatherOffset); }},
    {GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET, {0, 33}, [](Context& c) { return integers(c.caps().maxGatherOffset); }},
    {GL_MAX_PROGRAM_TEXTURE_GATHER_COMPONENTS_ARB, {0, 33}, [](Context&) { return integers(4); }},
    {GL_MIN_FRAGMENT_INTERPOLATION_OFFSET, {0, 33}, [](Context& c) { return floats(c.caps().minInterpolationOffset_px); }},
    {GL_MAX_FRAGMENT_INTERPOLATION_OFFSET, {0, 33}, [](Context& c) { return floats(c.caps().maxInterpolationOffset_px); }},
    {GL_FRAGMENT_INTERPOLATION_OFFSET_BITS, {0, 33}, [](Context& c) { return integers(c.caps().interpolationOffsetBits); }},
    {GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, kThree, [](Context& c) { return integers(c.caps().uniformBufferAlignment_B); }},
    {GL_MAX_UNIFORM_BUFFER_BINDINGS, kThree, [](Context&) { return integers(kMaxUniformBufferBindings); }},
    {GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, kThree, [](Context& c) { return integers(c.caps().maxFeedbackInterleavedComponents); }},
    {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, kThree, [](Context&) { return integers(kMaxFeedbackBuffers); }},
    {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS, kThree, [](Context&) { return integers(4); }},
    {GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, {0, 30}, [](Context&) { return integers(kMaxFeedbackBuffers); }},
    {GL_MAX_VERTEX_STREAMS, {0, 30}, [](Context& c) { return integers(c.caps().vertexStreams); }},
    {GL_MAX_SERVER_WAIT_TIMEOUT, kThree, [](Context&) { return integers(uint64_t(1) << 62); }},
    {GL_GPU_DISJOINT_EXT, kES, [](Context&) { return boolean(false); }}, // EXT_disjoint_timer_query
    {GL_MIN_MAP_BUFFER_ALIGNMENT, {0, 30}, [](Context&) { return integers(64); }},
    {GL_COMPRESSED_TEXTURE_FORMATS, kBoth, compressedFormats},
    {GL_NUM_COMPRESSED_TEXTURE_FORMATS, kBoth, [](Context& c) { return integers(compressedFormats(c).numbers.size()); }},
    {GL_SHADER_BINARY_FORMATS, kBoth, [](Context&) { return QueryValue{}; }},
    {GL_NUM_SHADER_BINARY_FORMATS, kBoth, [](Context&) { return integers(0); }},
    {GL_SHADER_COMPILER, kBoth, [](Context&) { return boolean(true); }},
    {GL_MAX_SHADER_COMPILER_THREADS_KHR, kBoth, [](Context&) { return integers(0xFFFFFFFFu); }},
};
// clang-format on

} // namespace

std::span<const StateRow> limitRows() {
    return kLimitRows;
}

} // namespace gl

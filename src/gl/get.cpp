// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/get.h"

#include "gl/compat.h"
#include "gl/context.h"
#include "gl/extensions.h"
#include "gl/pixels.h"
#include "gl/state_enable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace gl {

namespace {

QueryValue booleans(std::initializer_list<bool> values) {
    return {QueryValue::Kind::Boolean, {values.begin(), values.end()}};
}

QueryValue boolean(bool value) {
    return {QueryValue::Kind::Boolean, {double(value)}};
}

template <class... T>
QueryValue integers(T... values) {
    return {QueryValue::Kind::Integer, {double(values)...}};
}

template <class... T>
QueryValue floats(T... values) {
    return {QueryValue::Kind::Float, {double(values)...}};
}

template <class Range>
QueryValue list(QueryValue::Kind kind, const Range& values) {
    return {kind, {std::begin(values), std::end(values)}};
}

QueryValue fractions(const auto& values) {
    return list(QueryValue::Kind::Fraction, values);
}

template <class T>
QueryValue name(const Ref<T>& object) {
    return integers(object ? object->name() : 0u);
}

// --- Getters that need more than a field

const format::InternalFormat* colorFormat(const Framebuffer& framebuffer) {
    if (framebuffer.isDefault()) {
        return framebuffer.surface() ? &framebuffer.surface()->colorFormat() : nullptr;
    }
    for (int i = 0; i < kMaxColorAttachments; ++i) {
        if (framebuffer.color(i).attached()) {
            return framebuffer.color(i).format();
        }
    }
    return nullptr;
}

QueryValue colorBits(Context& c, uint8_t format::InternalFormat::* bits) {
    const format::InternalFormat* format = colorFormat(*c.state().drawFramebuffer);
    return integers(format ? format->*bits : 0);
}

QueryValue depthBits(Context& c) {
    const Framebuffer& framebuffer = *c.state().drawFramebuffer;
    const format::InternalFormat* format = framebuffer.depth().format();
    if (framebuffer.isDefault()) {
        format = framebuffer.surface() ? framebuffer.surface()->depthStencilFormat() : nullptr;
    }
    return integers(format ? format->depth : 0);
}

QueryValue stencilBits(Context& c) {
    const Framebuffer& framebuffer = *c.state().drawFramebuffer;
    const format::InternalFormat* format = framebuffer.stencil().format();
    if (framebuffer.isDefault()) {
        format = framebuffer.surface() ? framebuffer.surface()->depthStencilFormat() : nullptr;
    }
    return integers(format ? format->stencil : 0);
}

QueryValue compressedFormats(Context& c) {
    std::vector<GLenum> formats;
    if (c.caps().textureCompressionS3tc) {
        formats = {GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
                   GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
                   GL_COMPRESSED_RGBA_S3TC_DXT3_EXT,
                   GL_COMPRESSED_RGBA_S3TC_DXT5_EXT};
    }
    if (c.isES() && c.caps().textureCompressionEtc1) {
        formats.push_back(GL_ETC1_RGB8_OES);
    }
    return list(QueryValue::Kind::Integer, formats);
}

QueryValue boundTexture(Context& c, TextureType type) {
    return name(c.activeUnit().bound[size_t(type)]);
}

// What glDrawBuffer(s) was given for buffer i.
QueryValue drawBuffer(Context& c, int i) {
    const Framebuffer& framebuffer = *c.state().drawFramebuffer;
    const int attachment = framebuffer.drawBuffers()[size_t(i)];
    if (attachment < 0) {
        return integers(GL_NONE);
    }
    return integers(framebuffer.isDefault() ? GL_BACK : GL_COLOR_ATTACHMENT0 + attachment);
}

QueryValue readBuffer(Context& c) {
    const Framebuffer& framebuffer = *c.state().readFramebuffer;
    if (framebuffer.readBuffer() < 0) {
        return integers(GL_NONE);
    }
    return integers(framebuffer.isDefault() ? GL_BACK
                                            : GL_COLOR_ATTACHMENT0 + framebuffer.readBuffer());
}

int maxSamplesOf(const Framebuffer& framebuffer) {
    return std::max(framebuffer.samples(), 0);
}

const VertexAttrib& conventional(Context& c, uint8_t array) {
    return c.objects().vertexArray->state.arrays[array];
}

const VertexAttrib& texCoordArray(Context& c, const CompatState& compat) {
    return conventional(c, uint8_t(kArrayTexCoord0 + compat.clientActiveTexture));
}

int sizeOf(const VertexAttrib& attrib) {
    return attrib.bgra ? GL_BGRA : attrib.size;
}

// --- The tables: name → value

using Getter = QueryValue (*)(Context&);
using CompatGetter = QueryValue (*)(Context&, const CompatState&);

enum class Apis : uint8_t { Both, EsOnly, DesktopOnly };

struct Row {
    GLenum name;
    Apis apis;
    Getter get;
};

struct CompatRow {
    GLenum name;
    CompatGetter get;
};

constexpr Apis kBoth = Apis::Both;
constexpr Apis kES = Apis::EsOnly;
constexpr Apis kGL = Apis::DesktopOnly;

// clang-format off
const Row kRows[] = {
    // vp
    {GL_VIEWPORT, kBoth, [](Context& c) { const Rect& v = c.state().viewport; return integers(v.x, v.y, v.width_px, v.height_px); }},
    {GL_DEPTH_RANGE, kBoth, [](Context& c) { return fractions(c.state().depthRange); }},
    {GL_SCISSOR_BOX, kBoth, [](Context& c) { const Rect& s = c.state().scissor; return integers(s.x, s.y, s.width_px, s.height_px); }},
    // rs
    {GL_CULL_FACE_MODE, kBoth, [](Context& c) { return integers(c.state().cullFace); }},
    {GL_FRONT_FACE, kBoth, [](Context& c) { return integers(c.state().frontFace); }},
    {GL_POLYGON_MODE, kGL, [](Context& c) { return integers(c.state().polygonMode, c.state().polygonMode); }},
    {GL_POLYGON_OFFSET_FACTOR, kBoth, [](Context& c) { return floats(c.state().polygonOffsetFactor); }},
    {GL_POLYGON_OFFSET_UNITS, kBoth, [](Context& c) { return floats(c.state().polygonOffsetUnits); }},
    {GL_LINE_WIDTH, kBoth, [](Context& c) { return floats(c.state().lineWidth_px); }},
    {GL_POINT_SIZE, kGL, [](Context& c) { return floats(c.state().pointSize_px); }},
    // ms
    {GL_SAMPLE_COVERAGE_VALUE, kBoth, [](Context& c) { return floats(c.state().sampleCoverageValue); }},
    {GL_SAMPLE_COVERAGE_INVERT, kBoth, [](Context& c) { return boolean(c.state().sampleCoverageInvert); }},
    {GL_SAMPLES, kBoth, [](Context& c) { return integers(maxSamplesOf(*c.state().drawFramebuffer)); }},
    {GL_SAMPLE_BUFFERS, kBoth, [](Context& c) { return integers(c.state().drawFramebuffer->samples() > 0 ? 1 : 0); }},
    // ds
    {GL_DEPTH_FUNC, kBoth, [](Context& c) { return integers(c.state().depthFunc); }},
    {GL_DEPTH_WRITEMASK, kBoth, [](Context& c) { return boolean(c.state().depthMask); }},
    {GL_STENCIL_FUNC, kBoth, [](Context& c) { return integers(c.state().stencilFront.func); }},
    {GL_STENCIL_REF, kBoth, [](Context& c) { return integers(c.state().stencilFront.ref); }},
    {GL_STENCIL_VALUE_MASK, kBoth, [](Context& c) { return integers(c.state().stencilFront.readMask); }},
    {GL_STENCIL_WRITEMASK, kBoth, [](Context& c) { return integers(c.state().stencilFront.writeMask); }},
    {GL_STENCIL_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilFront.fail); }},
    {GL_STENCIL_PASS_DEPTH_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilFront.depthFail); }},
    {GL_STENCIL_PASS_DEPTH_PASS, kBoth, [](Context& c) { return integers(c.state().stencilFront.depthPass); }},
    {GL_STENCIL_BACK_FUNC, kBoth, [](Context& c) { return integers(c.state().stencilBack.func); }},
    {GL_STENCIL_BACK_REF, kBoth, [](Context& c) { return integers(c.state().stencilBack.ref); }},
    {GL_STENCIL_BACK_VALUE_MASK, kBoth, [](Context& c) { return integers(c.state().stencilBack.readMask); }},
    {GL_STENCIL_BACK_WRITEMASK, kBoth, [](Context& c) { return integers(c.state().stencilBack.writeMask); }},
    {GL_STENCIL_BACK_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilBack.fail); }},
    {GL_STENCIL_BACK_PASS_DEPTH_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilBack.depthFail); }},
    {GL_STENCIL_BACK_PASS_DEPTH_PASS, kBoth, [](Context& c) { return integers(c.state().stencilBack.depthPass); }},
    // cb
    {GL_BLEND_COLOR, kBoth, [](Context& c) { return fractions(c.state().blendColor); }},
    {GL_BLEND_EQUATION_RGB, kBoth, [](Context& c) { return integers(c.state().blend.equationRgb); }},
    {GL_BLEND_EQUATION_ALPHA, kBoth, [](Context& c) { return integers(c.state().blend.equationAlpha); }},
    {GL_BLEND_SRC_RGB, kBoth, [](Context& c) { return integers(c.state().blend.srcRgb); }},
    {GL_BLEND_DST_RGB, kBoth, [](Context& c) { return integers(c.state().blend.dstRgb); }},
    {GL_BLEND_SRC_ALPHA, kBoth, [](Context& c) { return integers(c.state().blend.srcAlpha); }},
    {GL_BLEND_DST_ALPHA, kBoth, [](Context& c) { return integers(c.state().blend.dstAlpha); }},
    {GL_BLEND_SRC, kGL, [](Context& c) { return integers(c.state().blend.srcRgb); }},
    {GL_BLEND_DST, kGL, [](Context& c) { return integers(c.state().blend.dstRgb); }},
    {GL_COLOR_WRITEMASK, kBoth, [](Context& c) { const auto& m = c.state().colorMask; return booleans({m[0], m[1], m[2], m[3]}); }},
    // Clear values
    {GL_COLOR_CLEAR_VALUE, kBoth, [](Context& c) { return fractions(c.state().clearColor); }},
    {GL_DEPTH_CLEAR_VALUE, kBoth, [](Context& c) { return QueryValue{QueryValue::Kind::Fraction, {double(c.state().clearDepth)}}; }},
    {GL_STENCIL_CLEAR_VALUE, kBoth, [](Context& c) { return integers(c.state().clearStencil); }},
    // Bindings
    {GL_ARRAY_BUFFER_BINDING, kBoth, [](Context& c) { return name(c.objects().arrayBuffer); }},
    {GL_ELEMENT_ARRAY_BUFFER_BINDING, kBoth, [](Context& c) { return name(c.objects().vertexArray->state.elementBuffer); }},
    {GL_PIXEL_PACK_BUFFER_BINDING, kGL, [](Context& c) { return name(c.objects().pixelPackBuffer); }},
    {GL_PIXEL_UNPACK_BUFFER_BINDING, kGL, [](Context& c) { return name(c.objects().pixelUnpackBuffer); }},
    {GL_VERTEX_ARRAY_BINDING, kBoth, [](Context& c) { return name(c.objects().vertexArray); }},
    {GL_FRAMEBUFFER_BINDING, kBoth, [](Context& c) { return name(c.objects().drawFramebuffer); }},
    {GL_READ_FRAMEBUFFER_BINDING, kGL, [](Context& c) { return name(c.objects().readFramebuffer); }},
    {GL_RENDERBUFFER_BINDING, kBoth, [](Context& c) { return name(c.objects().renderbuffer); }},
    {GL_CURRENT_PROGRAM, kBoth, [](Context& c) { return name(c.objects().program); }},
    {GL_ACTIVE_TEXTURE, kBoth, [](Context& c) { return integers(GL_TEXTURE0 + c.client().activeTexture); }},
    {GL_TEXTURE_BINDING_1D, kGL, [](Context& c) { return boundTexture(c, TextureType::Tex1D); }},
    {GL_TEXTURE_BINDING_2D, kBoth, [](Context& c) { return boundTexture(c, TextureType::Tex2D); }},
    {GL_TEXTURE_BINDING_3D, kBoth, [](Context& c) { return boundTexture(c, TextureType::Tex3D); }},
    {GL_TEXTURE_BINDING_CUBE_MAP, kBoth, [](Context& c) { return boundTexture(c, TextureType::Cube); }},
    // Pixel store
    {GL_PACK_ALIGNMENT, kBoth, [](Context& c) { return integers(c.client().pack.alignment_B); }},
    {GL_PACK_ROW_LENGTH, kGL, [](Context& c) { return integers(c.client().pack.rowLength_px); }},
    {GL_PACK_IMAGE_HEIGHT, kGL, [](Context& c) { return integers(c.client().pack.imageHeight_px); }},
    {GL_PACK_SKIP_PIXELS, kGL, [](Context& c) { return integers(c.client().pack.skipPixels); }},
    {GL_PACK_SKIP_ROWS, kGL, [](Context& c) { return integers(c.client().pack.skipRows); }},
    {GL_PACK_SKIP_IMAGES, kGL, [](Context& c) { return integers(c.client().pack.skipImages); }},
    {GL_PACK_SWAP_BYTES, kGL, [](Context& c) { return boolean(c.client().pack.swapBytes); }},
    {GL_PACK_LSB_FIRST, kGL, [](Context& c) { return boolean(c.client().packLsbFirst); }},
    {GL_UNPACK_ALIGNMENT, kBoth, [](Context& c) { return integers(c.client().unpack.alignment_B); }},
    {GL_UNPACK_ROW_LENGTH, kBoth, [](Context& c) { return integers(c.client().unpack.rowLength_px); }},
    {GL_UNPACK_IMAGE_HEIGHT, kGL, [](Context& c) { return integers(c.client().unpack.imageHeight_px); }},
    {GL_UNPACK_SKIP_PIXELS, kBoth, [](Context& c) { return integers(c.client().unpack.skipPixels); }},
    {GL_UNPACK_SKIP_ROWS, kBoth, [](Context& c) { return integers(c.client().unpack.skipRows); }},
    {GL_UNPACK_SKIP_IMAGES, kGL, [](Context& c) { return integers(c.client().unpack.skipImages); }},
    {GL_UNPACK_SWAP_BYTES, kGL, [](Context& c) { return boolean(c.client().unpack.swapBytes); }},
    {GL_UNPACK_LSB_FIRST, kGL, [](Context& c) { return boolean(c.client().unpackLsbFirst); }},
    // Hints
    {GL_GENERATE_MIPMAP_HINT, kBoth, [](Context& c) { return integers(c.client().generateMipmapHint); }},
    {GL_FRAGMENT_SHADER_DERIVATIVE_HINT, kBoth, [](Context& c) { return integers(c.client().derivativeHint); }},
    {GL_PERSPECTIVE_CORRECTION_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[0]); }},
    {GL_POINT_SMOOTH_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[1]); }},
    {GL_LINE_SMOOTH_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[2]); }},
    {GL_POLYGON_SMOOTH_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[3]); }},
    {GL_FOG_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[4]); }},
    {GL_TEXTURE_COMPRESSION_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[5]); }},
    // Framebuffer
    {GL_RED_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::red); }},
    {GL_GREEN_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::green); }},
    {GL_BLUE_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::blue); }},
    {GL_ALPHA_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::alpha); }},
    {GL_DEPTH_BITS, kBoth, depthBits},
    {GL_STENCIL_BITS, kBoth, stencilBits},
    {GL_DOUBLEBUFFER, kGL, [](Context&) { return boolean(true); }},
    {GL_STEREO, kGL, [](Context&) { return boolean(false); }},
    {GL_AUX_BUFFERS, kGL, [](Context&) { return integers(0); }},
    {GL_INDEX_BITS, kGL, [](Context&) { return integers(0); }},
    {GL_RGBA_MODE, kGL, [](Context&) { return boolean(true); }},
    {GL_INDEX_MODE, kGL, [](Context&) { return boolean(false); }},
    {GL_ACCUM_RED_BITS, kGL, [](Context&) { return integers(0); }},
    {GL_ACCUM_GREEN_BITS, kGL, [](Context&) { return integers(0); }},
    {GL_ACCUM_BLUE_BITS, kGL, [](Context&) { return integers(0); }},
    {GL_ACCUM_ALPHA_BITS, kGL, [](Context&) { return integers(0); }},
    {GL_READ_BUFFER, kGL, readBuffer},
    {GL_DRAW_BUFFER, kGL, [](Context& c) { return drawBuffer(c, 0); }},
    {GL_DRAW_BUFFER0, kBoth, [](Context& c) { return drawBuffer(c, 0); }},
    {GL_DRAW_BUFFER1, kBoth, [](Context& c) { return drawBuffer(c, 1); }},
    {GL_DRAW_BUFFER2, kBoth, [](Context& c) { return drawBuffer(c, 2); }},
    {GL_DRAW_BUFFER3, kBoth, [](Context& c) { return drawBuffer(c, 3); }},
    {GL_DRAW_BUFFER4, kBoth, [](Context& c) { return drawBuffer(c, 4); }},
    {GL_DRAW_BUFFER5, kBoth, [](Context& c) { return drawBuffer(c, 5); }},
    {GL_DRAW_BUFFER6, kBoth, [](Context& c) { return drawBuffer(c, 6); }},
    {GL_DRAW_BUFFER7, kBoth, [](Context& c) { return drawBuffer(c, 7); }},
    {GL_IMPLEMENTATION_COLOR_READ_FORMAT, kBoth, [](Context& c) { return integers(implementationReadPair(*c.state().readFramebuffer).format); }},
    {GL_IMPLEMENTATION_COLOR_READ_TYPE, kBoth, [](Context& c) { return integers(implementationReadPair(*c.state().readFramebuffer).type); }},
    // Limits
    {GL_SUBPIXEL_BITS, kBoth, [](Context& c) { return integers(c.caps().subpixelBits); }},
    {GL_MAX_TEXTURE_SIZE, kBoth, [](Context& c) { return integers(c.caps().maxTextureSize_px); }},
    {GL_MAX_CUBE_MAP_TEXTURE_SIZE, kBoth, [](Context& c) { return integers(c.caps().maxCubeMapSize_px); }},
    {GL_MAX_3D_TEXTURE_SIZE, kBoth, [](Context& c) { return integers(c.caps().max3dTextureSize_px); }},
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
    {GL_MAX_TEXTURE_MAX_ANISOTROPY, kBoth, [](Context& c) { return floats(c.caps().maxAnisotropy); }},
    {GL_MAX_TEXTURE_LOD_BIAS, kGL, [](Context& c) { return floats(c.caps().maxLodBias); }},
    {GL_MAX_TEXTURE_UNITS, kGL, [](Context&) { return integers(kTextureCoordUnits); }},
    {GL_MAX_TEXTURE_COORDS, kGL, [](Context&) { return integers(kTextureCoordUnits); }},
    {GL_MAX_LIGHTS, kGL, [](Context&) { return integers(8); }},
    // Programs that serve both kinds of contexts ask it of ES 2.0 too, where other drivers answer.
    {GL_MAX_CLIP_PLANES, kBoth, [](Context& c) { return integers(c.isDesktop() ? 8 : 0); }},
    {GL_MAX_ELEMENTS_INDICES, kGL, [](Context&) { return integers(1 << 20); }},
    {GL_MAX_ELEMENTS_VERTICES, kGL, [](Context&) { return integers(1 << 20); }},
    {GL_COMPRESSED_TEXTURE_FORMATS, kBoth, compressedFormats},
    {GL_NUM_COMPRESSED_TEXTURE_FORMATS, kBoth, [](Context& c) { return integers(compressedFormats(c).numbers.size()); }},
    {GL_SHADER_BINARY_FORMATS, kBoth, [](Context&) { return QueryValue{}; }},
    {GL_NUM_SHADER_BINARY_FORMATS, kBoth, [](Context&) { return integers(0); }},
    {GL_SHADER_COMPILER, kBoth, [](Context&) { return boolean(true); }},
    {GL_MAX_SHADER_COMPILER_THREADS_KHR, kBoth, [](Context&) { return integers(0xFFFFFFFFu); }},
    // The context itself
    {GL_NUM_EXTENSIONS, kBoth, [](Context& c) { return integers(c.extensionNames().size()); }},
    {GL_MAJOR_VERSION, kBoth, [](Context&) { return integers(2); }},
    {GL_MINOR_VERSION, kBoth, [](Context& c) { return integers(c.isES() ? 0 : 1); }},
    {GL_RESET_NOTIFICATION_STRATEGY, kBoth, [](Context& c) { return integers(c.attributes().loseContextOnReset ? GL_LOSE_CONTEXT_ON_RESET : GL_NO_RESET_NOTIFICATION); }},
    {GL_CONTEXT_ROBUST_ACCESS, kBoth, [](Context& c) { return boolean(c.attributes().robustAccess); }},
    {GL_CONTEXT_RELEASE_BEHAVIOR, kBoth, [](Context&) { return integers(GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH); }},
    // KHR_debug
    {GL_MAX_DEBUG_MESSAGE_LENGTH, kBoth, [](Context&) { return integers(DebugOutput::kMaxMessageLength); }},
    {GL_MAX_DEBUG_LOGGED_MESSAGES, kBoth, [](Context&) { return integers(DebugOutput::kMaxLoggedMessages); }},
    {GL_MAX_DEBUG_GROUP_STACK_DEPTH, kBoth, [](Context&) { return integers(DebugOutput::kMaxGroupDepth); }},
    {GL_MAX_LABEL_LENGTH, kBoth, [](Context&) { return integers(DebugOutput::kMaxLabelLength); }},
    {GL_DEBUG_GROUP_STACK_DEPTH, kBoth, [](Context& c) { return integers(c.debug().groupDepth()); }},
    {GL_DEBUG_LOGGED_MESSAGES, kBoth, [](Context& c) { return integers(c.debug().log().size()); }},
    {GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, kBoth, [](Context& c) { const auto& log = c.debug().log(); return integers(log.empty() ? 0 : log.front().text.size() + 1); }},
};

const CompatRow kCompatRows[] = {
    {GL_CURRENT_COLOR, [](Context& c, const CompatState&) { return fractions(c.state().currentAttribs[kArrayColor]); }},
    {GL_CURRENT_SECONDARY_COLOR, [](Context& c, const CompatState&) { return fractions(c.state().currentAttribs[kArraySecondaryColor]); }},
    {GL_CURRENT_NORMAL, [](Context& c, const CompatState&) { const auto& n = c.state().currentAttribs[kArrayNormal]; return QueryValue{QueryValue::Kind::Fraction, {double(n[0]), double(n[1]), double(n[2])}}; }},
    {GL_CURRENT_FOG_COORD, [](Context& c, const CompatState&) { return floats(c.state().currentAttribs[kArrayFogCoord][0]); }},
    {GL_CURRENT_TEXTURE_COORDS, [](Context& c, const CompatState&) { return list(QueryValue::Kind::Float, c.state().currentAttribs[size_t(kArrayTexCoord0 + std::min(c.client().activeTexture, kTextureCoordUnits - 1))]); }},
    {GL_CLIENT_ACTIVE_TEXTURE, [](Context&, const CompatState& s) { return integers(GL_TEXTURE0 + s.clientActiveTexture); }},
    {GL_MATRIX_MODE, [](Context&, const CompatState& s) { return integers(s.matrixMode); }},
    {GL_MODELVIEW_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.modelView.top().m); }},
    {GL_PROJECTION_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.projection.top().m); }},
    {GL_TEXTURE_MATRIX, [](Context& c, const CompatState& s) { return list(QueryValue::Kind::Float, s.texture[size_t(std::min(c.client().activeTexture, kTextureCoordUnits - 1))].top().m); }},
    {GL_TRANSPOSE_MODELVIEW_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.modelView.top().transposed().m); }},
    {GL_TRANSPOSE_PROJECTION_MATRIX, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.projection.top().transposed().m); }},
    {GL_TRANSPOSE_TEXTURE_MATRIX, [](Context& c, const CompatState& s) { return list(QueryValue::Kind::Float, s.texture[size_t(std::min(c.client().activeTexture, kTextureCoordUnits - 1))].top().transposed().m); }},
    {GL_MODELVIEW_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.modelView.depth()); }},
    {GL_PROJECTION_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.projection.depth()); }},
    {GL_TEXTURE_STACK_DEPTH, [](Context& c, const CompatState& s) { return integers(s.texture[size_t(std::min(c.client().activeTexture, kTextureCoordUnits - 1))].depth()); }},
    {GL_MAX_MODELVIEW_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.modelView.maxDepth()); }},
    {GL_MAX_PROJECTION_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.projection.maxDepth()); }},
    {GL_MAX_TEXTURE_STACK_DEPTH, [](Context&, const CompatState& s) { return integers(s.texture[0].maxDepth()); }},
    {GL_FOG_MODE, [](Context&, const CompatState& s) { return integers(s.fog.mode); }},
    {GL_FOG_DENSITY, [](Context&, const CompatState& s) { return floats(s.fog.density); }},
    {GL_FOG_START, [](Context&, const CompatState& s) { return floats(s.fog.start); }},
    {GL_FOG_END, [](Context&, const CompatState& s) { return floats(s.fog.end); }},
    {GL_FOG_COLOR, [](Context&, const CompatState& s) { return fractions(s.fog.color); }},
    {GL_FOG_COORD_SRC, [](Context&, const CompatState& s) { return integers(s.fog.coordSource); }},
    {GL_POINT_SIZE_MIN, [](Context&, const CompatState& s) { return floats(s.point.sizeMin_px); }},
    {GL_POINT_SIZE_MAX, [](Context&, const CompatState& s) { return floats(s.point.sizeMax_px); }},
    {GL_POINT_FADE_THRESHOLD_SIZE, [](Context&, const CompatState& s) { return floats(s.point.fadeThreshold_px); }},
    {GL_POINT_DISTANCE_ATTENUATION, [](Context&, const CompatState& s) { return list(QueryValue::Kind::Float, s.point.attenuation); }},
    {GL_VERTEX_ARRAY_SIZE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).size); }},
    {GL_VERTEX_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).type); }},
    {GL_VERTEX_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayVertex).stride_B); }},
    {GL_VERTEX_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return name(conventional(c, kArrayVertex).buffer); }},
    {GL_NORMAL_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayNormal).type); }},
    {GL_NORMAL_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayNormal).stride_B); }},
    {GL_NORMAL_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return name(conventional(c, kArrayNormal).buffer); }},
    {GL_COLOR_ARRAY_SIZE, [](Context& c, const CompatState&) { return integers(sizeOf(conventional(c, kArrayColor))); }},
    {GL_COLOR_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColor).type); }},
    {GL_COLOR_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayColor).stride_B); }},
    {GL_COLOR_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return name(conventional(c, kArrayColor).buffer); }},
    {GL_SECONDARY_COLOR_ARRAY_SIZE, [](Context& c, const CompatState&) { return integers(sizeOf(conventional(c, kArraySecondaryColor))); }},
    {GL_SECONDARY_COLOR_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArraySecondaryColor).type); }},
    {GL_SECONDARY_COLOR_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArraySecondaryColor).stride_B); }},
    {GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return name(conventional(c, kArraySecondaryColor).buffer); }},
    {GL_FOG_COORD_ARRAY_TYPE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayFogCoord).type); }},
    {GL_FOG_COORD_ARRAY_STRIDE, [](Context& c, const CompatState&) { return integers(conventional(c, kArrayFogCoord).stride_B); }},
    {GL_FOG_COORD_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState&) { return name(conventional(c, kArrayFogCoord).buffer); }},
    {GL_TEXTURE_COORD_ARRAY_SIZE, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).size); }},
    {GL_TEXTURE_COORD_ARRAY_TYPE, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).type); }},
    {GL_TEXTURE_COORD_ARRAY_STRIDE, [](Context& c, const CompatState& s) { return integers(texCoordArray(c, s).stride_B); }},
    {GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, [](Context& c, const CompatState& s) { return name(texCoordArray(c, s).buffer); }},
};
// clang-format on

template <class Table>
auto findRow(const Table& table, GLenum name) {
    return std::find_if(
        std::begin(table), std::end(table), [name](const auto& row) { return row.name == name; });
}

// False with the error set.
bool query(Context& context, const CompatState* compat, GLenum pname, QueryValue& value) {
    if (auto row = findRow(kRows, pname); row != std::end(kRows)) {
        if (row->apis == kBoth || (row->apis == kES) == context.isES()) {
            value = row->get(context);
            return true;
        }
    }
    if (compat) {
        if (auto row = findRow(kCompatRows, pname); row != std::end(kCompatRows)) {
            value = row->get(context, *compat);
            return true;
        }
    }
    if (const std::optional<bool> on = findCapability(context, compat, pname)) {
        value = boolean(*on);
        return true;
    }
    context.setError(GL_INVALID_ENUM, "0x{:04X} is not a state variable", pname);
    return false;
}

} // namespace

GLboolean toBoolean(const QueryValue& value, size_t i) {
    return value.numbers[i] != 0;
}

GLint toInteger(const QueryValue& value, size_t i) {
    double number = value.numbers[i];
    if (value.kind == QueryValue::Kind::Integer) {
        return GLint(int64_t(number)); // Masks keep their bits.
    }
    if (value.kind == QueryValue::Kind::Fraction) {
        number = (4294967295.0 * number - 1) / 2;
    }
    return GLint(std::clamp(std::nearbyint(number), double(INT32_MIN), double(INT32_MAX)));
}

void Context::getBooleanv(GLenum pname, GLboolean* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toBoolean(value, i);
        }
    }
}

void Context::getIntegerv(GLenum pname, GLint* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = toInteger(value, i);
        }
    }
}

void Context::getFloatv(GLenum pname, GLfloat* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = GLfloat(value.numbers[i]);
        }
    }
}

void Context::getDoublev(GLenum pname, GLdouble* data) {
    QueryValue value;
    if (query(*this, m_compat.get(), pname, value)) {
        for (size_t i = 0; i < value.numbers.size(); ++i) {
            data[i] = value.numbers[i];
        }
    }
}

void Context::getPointerv(GLenum pname, void** params) {
    switch (pname) {
    case GL_DEBUG_CALLBACK_FUNCTION:
        *params = reinterpret_cast<void*>(m_debug.callback());
        return;
    case GL_DEBUG_CALLBACK_USER_PARAM:
        *params = const_cast<void*>(m_debug.userParam());
        return;
    default:
        break;
    }
    constexpr std::pair<GLenum, GLenum> kArrays[] = {
        {GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY},
        {GL_NORMAL_ARRAY_POINTER, GL_NORMAL_ARRAY},
        {GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY},
        {GL_SECONDARY_COLOR_ARRAY_POINTER, GL_SECONDARY_COLOR_ARRAY},
        {GL_FOG_COORD_ARRAY_POINTER, GL_FOG_COORD_ARRAY},
        {GL_TEXTURE_COORD_ARRAY_POINTER, GL_TEXTURE_COORD_ARRAY},
    };
    for (const auto& [pointerName, array] : kArrays) {
        if (m_compat && pointerName == pname) {
            const uint8_t index = conventionalArray(array, m_compat->clientActiveTexture);
            *params = const_cast<void*>(conventional(*this, index).pointer);
            return;
        }
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a pointer", pname);
}

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/get/get_table.h"
#include "gl/compat/state/compat_state.h"
#include "gl/validation/read_formats.h"

#include <algorithm>
#include <bit>

namespace gl {

namespace {

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

bool doubleBuffered(Context& c) {
    const SurfaceBackend* const surface = c.state().drawFramebuffer->surface();
    return surface == nullptr || surface->doubleBuffered();
}

QueryValue clearColorOf(Context& c) {
    const std::array<uint32_t, 4>& bits = c.state().clearColor;
    switch (c.state().clearColorKind) {
    case ClearKind::Int: // EXT_texture_integer, as the next.
        return list(QueryValue::Kind::Integer, std::bit_cast<std::array<int32_t, 4>>(bits));
    case ClearKind::Uint:
        return list(QueryValue::Kind::Integer, bits);
    case ClearKind::Float:
        break;
    }
    return shownColor(c, std::bit_cast<std::array<float, 4>>(bits));
}

/// GL_RGBA_INTEGER_MODE: some colour buffer that is drawn to holds integers.
bool drawsIntegers(const Framebuffer& framebuffer) {
    if (framebuffer.isDefault()) {
        return false;
    }
    const auto& buffers = framebuffer.drawBuffers();
    return std::any_of(buffers.begin(), buffers.end(), [&](int8_t buffer) {
        const format::InternalFormat* format =
            buffer < 0 ? nullptr : framebuffer.color(buffer).format();
        return format && format->integer();
    });
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

/// OpenGL 4.6 section 17.3.3: "Stencil comparison operations and queries of ref clamp its value".
QueryValue stencilRef(Context& c, GLint ref) {
    const int bits = int(stencilBits(c).numbers[0]);
    return integers(std::clamp(ref, 0, (1 << bits) - 1));
}

QueryValue boundTexture(Context& c, TextureType type) {
    return nameOf(c.activeUnit().bound[size_t(type)]);
}

/// What glDrawBuffer(s) was given for buffer i.
QueryValue drawBuffer(Context& c, int i) {
    return integers(c.state().drawFramebuffer->drawBufferNames[size_t(i)]);
}

QueryValue readBuffer(Context& c) {
    return integers(c.state().readFramebuffer->readBufferName);
}

int maxSamplesOf(const Framebuffer& framebuffer) {
    return std::max(framebuffer.samples(), 0);
}

} // namespace

QueryValue viewportOf(Context& c, GLuint i) {
    const Viewport& v = c.state().viewports[i];
    return floats(v.x, v.y, v.width_px, v.height_px);
}
QueryValue scissorOf(Context& c, GLuint i) {
    const Rect& s = c.state().scissors[i];
    return integers(s.x, s.y, s.width_px, s.height_px);
}
QueryValue colorMaskOf(Context& c, GLuint i) {
    const uint8_t m = c.state().colorMasks[i];
    return booleans({bool(m & 1), bool(m & 2), bool(m & 4), bool(m & 8)});
}

namespace {

/// ES 3.2 section 16.1.2.
QueryValue readPairOf(Context& c, GLenum PixelPair::* field) {
    const Framebuffer& framebuffer = *c.state().readFramebuffer;
    const format::InternalFormat* read = framebuffer.readFormat();
    if (!read || !read->isColor()) {
        c.setError(GL_INVALID_OPERATION, "there is no image to read from");
        return {};
    }
    return integers(implementationReadPair(framebuffer).*field);
}

constexpr Since kES1Only{11, 0, Since::Profile::Legacy};

const VertexAttrib& pointSizes(Context& c) {
    return c.objects().vertexArray->state.arrays[kArrayPointSize];
}

/// OES_matrix_get
QueryValue bitsOf(const Matrix4& matrix) {
    return list(QueryValue::Kind::Integer, std::bit_cast<std::array<GLint, 16>>(matrix.m));
}

QueryValue contextFlags(Context& c) {
    const ContextAttributes& a = c.attributes();
    return integers((a.forwardCompatible ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0) |
                    (a.debug ? GL_CONTEXT_FLAG_DEBUG_BIT : 0) |
                    (a.robustAccess ? GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT : 0) |
                    (a.noError ? GL_CONTEXT_FLAG_NO_ERROR_BIT : 0));
}

// clang-format off
const StateRow kStateRows[] = {
    // vp
    {GL_VIEWPORT, kBoth, [](Context& c) { return viewportOf(c, 0); }},
    {GL_DEPTH_RANGE, kBoth, [](Context& c) { return fractions(c.state().viewports[0].depthRange); }},
    {GL_SCISSOR_BOX, kBoth, [](Context& c) { return scissorOf(c, 0); }},
    // rs
    {GL_CULL_FACE_MODE, kBoth, [](Context& c) { return integers(c.state().cullFace); }},
    {GL_FRONT_FACE, kBoth, [](Context& c) { return integers(c.state().frontFace); }},
    {GL_POLYGON_MODE, kGL, [](Context& c) { return integers(c.state().polygonModeFront, c.state().polygonModeBack); }},
    {GL_PROVOKING_VERTEX, {0, 30}, [](Context& c) { return integers(c.state().provokingVertex); }},
    {GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION, kLegacy, [](Context&) { return boolean(false); }},
    {GL_POINT_FADE_THRESHOLD_SIZE, kGL, [](Context& c) { return floats(c.state().pointFadeThreshold_px); }},
    {GL_POINT_SPRITE_COORD_ORIGIN, kGL, [](Context& c) { return integers(c.state().pointSpriteOrigin); }},
    {GL_PRIMITIVE_RESTART_INDEX, {0, 30}, [](Context& c) { return integers(c.state().restartIndex); }},
    {GL_PRIMITIVE_RESTART_INDEX_NV, kLegacy, [](Context& c) { return integers(c.state().restartIndex); }},
    {GL_PATCH_VERTICES, {0, 40}, [](Context& c) { return integers(c.state().patchVertices); }},
    {GL_PATCH_DEFAULT_OUTER_LEVEL, {0, 40}, [](Context& c) { return list(QueryValue::Kind::Float, c.state().patchOuterLevels); }},
    {GL_PATCH_DEFAULT_INNER_LEVEL, {0, 40}, [](Context& c) { return list(QueryValue::Kind::Float, c.state().patchInnerLevels); }},
    {GL_POLYGON_OFFSET_FACTOR, kBoth, [](Context& c) { return floats(c.state().polygonOffsetFactor); }},
    {GL_POLYGON_OFFSET_UNITS, kBoth, [](Context& c) { return floats(c.state().polygonOffsetUnits); }},
    {GL_LINE_WIDTH, kBoth, [](Context& c) { return floats(c.state().lineWidth_px); }},
    {GL_POINT_SIZE, kGL, [](Context& c) { return floats(c.state().pointSize_px); }},
    // ms
    {GL_SAMPLE_COVERAGE_VALUE, kBoth, [](Context& c) { return floats(c.state().sampleCoverageValue); }},
    {GL_SAMPLE_COVERAGE_INVERT, kBoth, [](Context& c) { return boolean(c.state().sampleCoverageInvert); }},
    {GL_SAMPLE_MASK_VALUE, {0, 32}, [](Context& c) { return integers(c.state().sampleMask); }},
    {GL_MIN_SAMPLE_SHADING_VALUE, {0, 40}, [](Context& c) { return floats(c.state().minSampleShading); }},
    {GL_SAMPLES, kBoth, [](Context& c) { return integers(maxSamplesOf(*c.state().drawFramebuffer)); }},
    {GL_SAMPLE_BUFFERS, kBoth, [](Context& c) { return integers(c.state().drawFramebuffer->samples() > 0 ? 1 : 0); }},
    // ds
    {GL_DEPTH_FUNC, kBoth, [](Context& c) { return integers(c.state().depthFunc); }},
    {GL_DEPTH_WRITEMASK, kBoth, [](Context& c) { return boolean(c.state().depthMask); }},
    {GL_STENCIL_FUNC, kBoth, [](Context& c) { return integers(c.state().stencilFront.func); }},
    {GL_STENCIL_REF, kBoth, [](Context& c) { return stencilRef(c, c.state().stencilFront.ref); }},
    {GL_STENCIL_VALUE_MASK, kBoth, [](Context& c) { return integers(c.state().stencilFront.readMask); }},
    {GL_STENCIL_WRITEMASK, kBoth, [](Context& c) { return integers(c.state().stencilFront.writeMask); }},
    {GL_STENCIL_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilFront.fail); }},
    {GL_STENCIL_PASS_DEPTH_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilFront.depthFail); }},
    {GL_STENCIL_PASS_DEPTH_PASS, kBoth, [](Context& c) { return integers(c.state().stencilFront.depthPass); }},
    {GL_STENCIL_BACK_FUNC, kBoth, [](Context& c) { return integers(c.state().stencilBack.func); }},
    {GL_STENCIL_BACK_REF, kBoth, [](Context& c) { return stencilRef(c, c.state().stencilBack.ref); }},
    {GL_STENCIL_BACK_VALUE_MASK, kBoth, [](Context& c) { return integers(c.state().stencilBack.readMask); }},
    {GL_STENCIL_BACK_WRITEMASK, kBoth, [](Context& c) { return integers(c.state().stencilBack.writeMask); }},
    {GL_STENCIL_BACK_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilBack.fail); }},
    {GL_STENCIL_BACK_PASS_DEPTH_FAIL, kBoth, [](Context& c) { return integers(c.state().stencilBack.depthFail); }},
    {GL_STENCIL_BACK_PASS_DEPTH_PASS, kBoth, [](Context& c) { return integers(c.state().stencilBack.depthPass); }},
    // cb
    {GL_BLEND_COLOR, kBoth, [](Context& c) { return shownColor(c, c.state().blendColor); }},
    {GL_BLEND_EQUATION_RGB, kBoth, [](Context& c) { return integers(c.state().blends[0].equationRgb); }},
    {GL_BLEND_EQUATION_ALPHA, kBoth, [](Context& c) { return integers(c.state().blends[0].equationAlpha); }},
    {GL_BLEND_SRC_RGB, kBoth, [](Context& c) { return integers(c.state().blends[0].srcRgb); }},
    {GL_BLEND_DST_RGB, kBoth, [](Context& c) { return integers(c.state().blends[0].dstRgb); }},
    {GL_BLEND_SRC_ALPHA, kBoth, [](Context& c) { return integers(c.state().blends[0].srcAlpha); }},
    {GL_BLEND_DST_ALPHA, kBoth, [](Context& c) { return integers(c.state().blends[0].dstAlpha); }},
    {GL_BLEND_SRC, kGL, [](Context& c) { return integers(c.state().blends[0].srcRgb); }},
    {GL_BLEND_DST, kGL, [](Context& c) { return integers(c.state().blends[0].dstRgb); }},
    {GL_LOGIC_OP_MODE, kGL, [](Context& c) { return integers(c.state().logicOp); }},
    {GL_COLOR_WRITEMASK, kBoth, [](Context& c) { return colorMaskOf(c, 0); }},
    // Clear values
    {GL_COLOR_CLEAR_VALUE, kBoth, clearColorOf},
    {GL_DEPTH_CLEAR_VALUE, kBoth, [](Context& c) { return QueryValue{QueryValue::Kind::Fraction, {double(c.state().clearDepth)}}; }},
    {GL_STENCIL_CLEAR_VALUE, kBoth, [](Context& c) { return integers(c.state().clearStencil); }},
    // Bindings
    {GL_ARRAY_BUFFER_BINDING, kBoth, [](Context& c) { return nameOf(c.objects().arrayBuffer); }},
    {GL_ELEMENT_ARRAY_BUFFER_BINDING, kBoth, [](Context& c) { return nameOf(c.objects().vertexArray->state.elementBuffer); }},
    {GL_PIXEL_PACK_BUFFER_BINDING, {30, 10}, [](Context& c) { return nameOf(c.objects().pixelPackBuffer); }},
    {GL_PIXEL_UNPACK_BUFFER_BINDING, {30, 10}, [](Context& c) { return nameOf(c.objects().pixelUnpackBuffer); }},
    {GL_COPY_READ_BUFFER_BINDING, kThree, [](Context& c) { return nameOf(c.objects().copyReadBuffer); }},
    {GL_COPY_WRITE_BUFFER_BINDING, kThree, [](Context& c) { return nameOf(c.objects().copyWriteBuffer); }},
    {GL_UNIFORM_BUFFER_BINDING, kThree, [](Context& c) { return nameOf(c.objects().uniformBuffer); }},
    {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, kThree, [](Context& c) { return nameOf(c.objects().feedbackBuffer); }},
    {GL_TRANSFORM_FEEDBACK_BINDING, kThree, [](Context& c) { return integers(c.boundFeedback().name()); }},
    {GL_TRANSFORM_FEEDBACK_ACTIVE, kThree, [](Context& c) { return boolean(c.boundFeedback().state.active); }},
    {GL_TRANSFORM_FEEDBACK_PAUSED, kThree, [](Context& c) { return boolean(c.boundFeedback().state.paused); }},
    {GL_TEXTURE_BUFFER, {0, 30}, [](Context& c) { return nameOf(c.objects().textureBuffer); }},
    {GL_DRAW_INDIRECT_BUFFER_BINDING, {0, 30}, [](Context& c) { return nameOf(c.objects().drawIndirectBuffer); }},
    {GL_TIMESTAMP, kBoth, [](Context& c) { return integers(c.backend().timestamp_ns()); }},
    {GL_VERTEX_ARRAY_BINDING, kBoth, [](Context& c) { return nameOf(c.objects().vertexArray); }},
    {GL_FRAMEBUFFER_BINDING, kBoth, [](Context& c) { return nameOf(c.objects().drawFramebuffer); }},
    {GL_READ_FRAMEBUFFER_BINDING, {30, 10}, [](Context& c) { return nameOf(c.objects().readFramebuffer); }},
    {GL_RENDERBUFFER_BINDING, kBoth, [](Context& c) { return nameOf(c.objects().renderbuffer); }},
    {GL_CURRENT_PROGRAM, kBoth, [](Context& c) { return nameOf(c.objects().program); }},
    {GL_ACTIVE_TEXTURE, kBoth, [](Context& c) { return integers(GL_TEXTURE0 + c.client().activeTexture); }},
    {GL_TEXTURE_BINDING_1D, kGL, [](Context& c) { return boundTexture(c, TextureType::Tex1D); }},
    {GL_TEXTURE_BINDING_2D, kBoth, [](Context& c) { return boundTexture(c, TextureType::Tex2D); }},
    {GL_TEXTURE_BINDING_3D, kBoth, [](Context& c) { return boundTexture(c, TextureType::Tex3D); }},
    {GL_TEXTURE_BINDING_CUBE_MAP, kBoth, [](Context& c) { return boundTexture(c, TextureType::Cube); }},
    {GL_TEXTURE_BINDING_1D_ARRAY, {0, 30}, [](Context& c) { return boundTexture(c, TextureType::Tex1DArray); }},
    {GL_TEXTURE_BINDING_2D_ARRAY, {30, 30}, [](Context& c) { return boundTexture(c, TextureType::Tex2DArray); }},
    {GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, {0, 30}, [](Context& c) { return boundTexture(c, TextureType::CubeArray); }},
    {GL_TEXTURE_BINDING_EXTERNAL_OES, kES, [](Context& c) { return boundTexture(c, TextureType::External); }},
    {GL_TEXTURE_BINDING_RECTANGLE, kGL, [](Context& c) { return boundTexture(c, TextureType::Rect); }},
    {GL_TEXTURE_BINDING_BUFFER, {0, 30}, [](Context& c) { return boundTexture(c, TextureType::Buffer); }},
    {GL_TEXTURE_BINDING_2D_MULTISAMPLE, {0, 30}, [](Context& c) { return boundTexture(c, TextureType::Tex2DMultisample); }},
    {GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, {0, 30}, [](Context& c) { return boundTexture(c, TextureType::Tex2DMultisampleArray); }},
    {GL_SAMPLER_BINDING, {30, 30}, [](Context& c) { return nameOf(c.activeUnit().sampler); }},
    {GL_TEXTURE_BUFFER_DATA_STORE_BINDING, {0, 30}, [](Context& c) { return nameOf(c.activeUnit().bound[size_t(TextureType::Buffer)]->texels().buffer); }},
    {GL_TEXTURE_BUFFER_FORMAT_ARB, {0, 30}, [](Context& c) { return integers(c.activeUnit().bound[size_t(TextureType::Buffer)]->texels().format->name); }},
    // OpenGL ES 1.1
    {GL_POINT_SIZE_ARRAY_TYPE_OES, kES1Only, [](Context& c) { return integers(pointSizes(c).type); }},
    {GL_POINT_SIZE_ARRAY_STRIDE_OES, kES1Only, [](Context& c) { return integers(pointSizes(c).stride_B); }},
    {GL_POINT_SIZE_ARRAY_BUFFER_BINDING_OES, kES1Only, [](Context& c) { return nameOf(pointSizes(c).buffer); }},
    {GL_MODELVIEW_MATRIX_FLOAT_AS_INT_BITS_OES, kES1Only, [](Context& c) { return bitsOf(c.compat()->modelView.top()); }},
    {GL_PROJECTION_MATRIX_FLOAT_AS_INT_BITS_OES, kES1Only, [](Context& c) { return bitsOf(c.compat()->projection.top()); }},
    {GL_TEXTURE_MATRIX_FLOAT_AS_INT_BITS_OES, kES1Only, [](Context& c) { return bitsOf(c.compat()->texture[size_t(c.client().activeTexture)].top()); }},
    // Pixel store
    {GL_PACK_ALIGNMENT, kBoth, [](Context& c) { return integers(c.client().pack.alignment_B); }},
    {GL_PACK_ROW_LENGTH, {30, 10}, [](Context& c) { return integers(c.client().pack.rowLength_px); }},
    {GL_PACK_IMAGE_HEIGHT, kGL, [](Context& c) { return integers(c.client().pack.imageHeight_px); }},
    {GL_PACK_SKIP_PIXELS, {30, 10}, [](Context& c) { return integers(c.client().pack.skipPixels); }},
    {GL_PACK_SKIP_ROWS, {30, 10}, [](Context& c) { return integers(c.client().pack.skipRows); }},
    {GL_PACK_SKIP_IMAGES, kGL, [](Context& c) { return integers(c.client().pack.skipImages); }},
    {GL_PACK_SWAP_BYTES, kGL, [](Context& c) { return boolean(c.client().pack.swapBytes); }},
    {GL_PACK_LSB_FIRST, kGL, [](Context& c) { return boolean(c.client().pack.lsbFirst); }},
    {GL_UNPACK_ALIGNMENT, kBoth, [](Context& c) { return integers(c.client().unpack.alignment_B); }},
    {GL_UNPACK_ROW_LENGTH, kBoth, [](Context& c) { return integers(c.client().unpack.rowLength_px); }},
    {GL_UNPACK_IMAGE_HEIGHT, {30, 10}, [](Context& c) { return integers(c.client().unpack.imageHeight_px); }},
    {GL_UNPACK_SKIP_PIXELS, kBoth, [](Context& c) { return integers(c.client().unpack.skipPixels); }},
    {GL_UNPACK_SKIP_ROWS, kBoth, [](Context& c) { return integers(c.client().unpack.skipRows); }},
    {GL_UNPACK_SKIP_IMAGES, {30, 10}, [](Context& c) { return integers(c.client().unpack.skipImages); }},
    {GL_UNPACK_SWAP_BYTES, kGL, [](Context& c) { return boolean(c.client().unpack.swapBytes); }},
    {GL_UNPACK_LSB_FIRST, kGL, [](Context& c) { return boolean(c.client().unpack.lsbFirst); }},
    // Hints
    {GL_GENERATE_MIPMAP_HINT, kBoth, [](Context& c) { return integers(c.client().generateMipmapHint); }},
    {GL_FRAGMENT_SHADER_DERIVATIVE_HINT, kBoth, [](Context& c) { return integers(c.client().derivativeHint); }},
    {GL_PERSPECTIVE_CORRECTION_HINT, kLegacy, [](Context& c) { return integers(c.client().otherHints[0]); }},
    {GL_POINT_SMOOTH_HINT, kLegacy, [](Context& c) { return integers(c.client().otherHints[1]); }},
    {GL_LINE_SMOOTH_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[2]); }},
    {GL_POLYGON_SMOOTH_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[3]); }},
    {GL_FOG_HINT, kLegacy, [](Context& c) { return integers(c.client().otherHints[4]); }},
    {GL_TEXTURE_COMPRESSION_HINT, kGL, [](Context& c) { return integers(c.client().otherHints[5]); }},
    // Framebuffer
    {GL_RED_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::red); }},
    {GL_GREEN_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::green); }},
    {GL_BLUE_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::blue); }},
    {GL_ALPHA_BITS, kBoth, [](Context& c) { return colorBits(c, &format::InternalFormat::alpha); }},
    {GL_DEPTH_BITS, kBoth, depthBits},
    {GL_STENCIL_BITS, kBoth, stencilBits},
    {GL_DOUBLEBUFFER, kGL, [](Context& c) { return boolean(doubleBuffered(c)); }},
    {GL_STEREO, kGL, [](Context&) { return boolean(false); }},
    {GL_AUX_BUFFERS, kLegacy, [](Context&) { return integers(0); }},
    {GL_INDEX_BITS, kLegacy, [](Context&) { return integers(0); }},
    {GL_RGBA_MODE, kLegacy, [](Context&) { return boolean(true); }},
    {GL_RGBA_INTEGER_MODE_EXT, {0, 30}, [](Context& c) { return boolean(drawsIntegers(*c.state().drawFramebuffer)); }},
    {GL_INDEX_MODE, kLegacy, [](Context&) { return boolean(false); }},
    {GL_ACCUM_RED_BITS, kLegacy, [](Context& c) { return integers(c.accumulationBits()); }},
    {GL_ACCUM_GREEN_BITS, kLegacy, [](Context& c) { return integers(c.accumulationBits()); }},
    {GL_ACCUM_BLUE_BITS, kLegacy, [](Context& c) { return integers(c.accumulationBits()); }},
    {GL_ACCUM_ALPHA_BITS, kLegacy, [](Context& c) { return integers(c.accumulationBits()); }},
    {GL_CLAMP_READ_COLOR, {0, 30}, [](Context& c) { return integers(c.client().clampReadColor); }},
    {GL_READ_BUFFER, {30, 10}, readBuffer},
    {GL_DRAW_BUFFER, kGL, [](Context& c) { return drawBuffer(c, 0); }},
    {GL_DRAW_BUFFER0, kBoth, [](Context& c) { return drawBuffer(c, 0); }},
    {GL_DRAW_BUFFER1, kBoth, [](Context& c) { return drawBuffer(c, 1); }},
    {GL_DRAW_BUFFER2, kBoth, [](Context& c) { return drawBuffer(c, 2); }},
    {GL_DRAW_BUFFER3, kBoth, [](Context& c) { return drawBuffer(c, 3); }},
    {GL_DRAW_BUFFER4, kBoth, [](Context& c) { return drawBuffer(c, 4); }},
    {GL_DRAW_BUFFER5, kBoth, [](Context& c) { return drawBuffer(c, 5); }},
    {GL_DRAW_BUFFER6, kBoth, [](Context& c) { return drawBuffer(c, 6); }},
    {GL_DRAW_BUFFER7, kBoth, [](Context& c) { return drawBuffer(c, 7); }},
    {GL_IMPLEMENTATION_COLOR_READ_FORMAT, kBoth, [](Context& c) { return readPairOf(c, &PixelPair::format); }},
    {GL_IMPLEMENTATION_COLOR_READ_TYPE, kBoth, [](Context& c) { return readPairOf(c, &PixelPair::type); }},
    // The context itself
    {GL_NUM_EXTENSIONS, kBoth, [](Context& c) { return integers(c.extensions().names.size()); }},
    {GL_MAJOR_VERSION, kBoth, [](Context& c) { return integers(c.version() / 10); }},
    {GL_MINOR_VERSION, kBoth, [](Context& c) { return integers(c.version() % 10); }},
    {GL_CONTEXT_FLAGS, {0, 30}, contextFlags},
    {GL_CONTEXT_PROFILE_MASK, {0, 32}, [](Context& c) { return integers(c.isCore() ? GL_CONTEXT_CORE_PROFILE_BIT : GL_CONTEXT_COMPATIBILITY_PROFILE_BIT); }},
    {GL_RESET_NOTIFICATION_STRATEGY, kBoth, [](Context& c) { return integers(c.attributes().loseContextOnReset ? GL_LOSE_CONTEXT_ON_RESET : GL_NO_RESET_NOTIFICATION); }},
    {GL_CONTEXT_ROBUST_ACCESS, kBoth, [](Context& c) { return boolean(c.attributes().robustAccess); }},
    {GL_CONTEXT_RELEASE_BEHAVIOR, kBoth, [](Context& c) { return integers(c.attributes().flushOnRelease ? GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH : GL_NONE); }},
    // KHR_debug
    {GL_MAX_DEBUG_MESSAGE_LENGTH, kBoth, [](Context&) { return integers(DebugOutput::kMaxMessageLength); }},
    {GL_MAX_DEBUG_LOGGED_MESSAGES, kBoth, [](Context&) { return integers(DebugOutput::kMaxLoggedMessages); }},
    {GL_MAX_DEBUG_GROUP_STACK_DEPTH, kBoth, [](Context&) { return integers(DebugOutput::kMaxGroupDepth); }},
    {GL_MAX_LABEL_LENGTH, kBoth, [](Context&) { return integers(DebugOutput::kMaxLabelLength); }},
    {GL_DEBUG_GROUP_STACK_DEPTH, kBoth, [](Context& c) { return integers(c.debug().groupDepth()); }},
    {GL_DEBUG_LOGGED_MESSAGES, kBoth, [](Context& c) { return integers(c.debug().log().size()); }},
    {GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, kBoth, [](Context& c) { const auto& log = c.debug().log(); return integers(log.empty() ? 0 : log.front().text.size() + 1); }},
};
// clang-format on

} // namespace

std::span<const StateRow> stateRows() {
    return kStateRows;
}

} // namespace gl

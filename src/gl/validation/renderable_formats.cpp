// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Formats of attachments and their numbers of samples, and glGetInternalformativ (ES 3.0
// section 6.1.15, GL_ARB_internalformat_query).
#include "gl/validation/renderable_formats.h"

#include "gl/context/context.h"
#include "gl/validation/sampler_parameters.h"
#include "gl/validation/validate_texture.h"

#include <algorithm>

namespace gl {

namespace {

/// ES 2.0 table 4.5, OES_rgb8_rgba8, OES_depth24, OES_depth32, OES_packed_depth_stencil,
/// EXT_texture_rg, EXT_color_buffer_half_float.
constexpr GLenum kEs2Formats[] = {GL_RGBA4,
                                  GL_RGB5_A1,
                                  GL_RGB565,
                                  GL_DEPTH_COMPONENT16,
                                  GL_STENCIL_INDEX8,
                                  GL_RGB8,
                                  GL_RGBA8,
                                  GL_DEPTH_COMPONENT24,
                                  GL_DEPTH_COMPONENT32,
                                  GL_DEPTH24_STENCIL8,
                                  GL_R8,
                                  GL_RG8,
                                  GL_R16F,
                                  GL_RG16F,
                                  GL_RGB16F,
                                  GL_RGBA16F};

/// What ES 3.0 tables 3.13 and 3.14 and EXT_color_buffer_float have besides.
constexpr GLenum kEs3Formats[] = {
    GL_SRGB8_ALPHA8,
    GL_RGB10_A2,
    GL_RGB10_A2UI,
    GL_R8I,
    GL_R8UI,
    GL_R16I,
    GL_R16UI,
    GL_R32I,
    GL_R32UI,
    GL_RG8I,
    GL_RG8UI,
    GL_RG16I,
    GL_RG16UI,
    GL_RG32I,
    GL_RG32UI,
    GL_RGBA8I,
    GL_RGBA8UI,
    GL_RGBA16I,
    GL_RGBA16UI,
    GL_RGBA32I,
    GL_RGBA32UI,
    GL_R32F,
    GL_RG32F,
    GL_RGBA32F,
    GL_R11F_G11F_B10F,
    GL_DEPTH_COMPONENT32F,
    GL_DEPTH32F_STENCIL8,
};

template <class Range>
bool contains(const Range& range, GLenum value) {
    return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

bool renderableBase(GLenum base) {
    switch (base) {
    case GL_RGBA:
    case GL_RGB:
    case GL_RED:
    case GL_RG:
    case GL_DEPTH_COMPONENT:
    case GL_DEPTH_STENCIL:
    case GL_STENCIL_INDEX:
        return true;
    default:
        return false;
    }
}

/// Bit n set: n samples. Integer formats have none in OpenGL ES 3.0.
uint32_t sampleCounts(Context& context, const format::InternalFormat& format) {
    if (context.isES() && context.version() < 31 && format.integer()) {
        return 1;
    }
    return context.device().formatCaps(format, TextureType::Tex2D).sampleCounts;
}

/// Of textures, minima and maxima: ARB_texture_filter_minmax adds to section 22.3.1 of GL 4.5.
GLenum reductionSupport(Context& context, TextureType type, GLenum internalformat) {
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    const bool reducible = format && !isMultisample(type) && type != TextureType::Buffer &&
                           context.device().formatCaps(*format, type).reducible;
    return reducible ? GL_FULL_SUPPORT : GL_NONE;
}

} // namespace

bool colorRenderable(const format::InternalFormat& format, bool es) {
    if (!format.isColor() || (!renderableBase(format.base) && format.base != GL_BGRA) ||
        format.name == GL_RGB9_E5) {
        return false;
    }
    if (!es) {
        return true;
    }
    switch (format.numeric) {
    case format::Numeric::Snorm:
        return false;
    case format::Numeric::Srgb:
    case format::Numeric::Uint:
    case format::Numeric::Sint:
        return format.base != GL_RGB;
    default:
        return format.name != GL_RGB32F;
    }
}

const format::InternalFormat* renderbufferFormat(Context& context, GLenum internalformat) {
    if (context.isES() && !contains(kEs2Formats, internalformat) &&
        !(context.version() >= 30 && contains(kEs3Formats, internalformat))) {
        return nullptr;
    }
    if ((internalformat >= 1 && internalformat <= 4) || internalformat == GL_SRGB ||
        internalformat == GL_SRGB_ALPHA) {
        return nullptr;
    }
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    const bool generic = format && format->name != internalformat; // GL_COMPRESSED_RGBA …
    if (!format || generic || format->compressed || !renderableBase(format->base) ||
        (format->isColor() && !colorRenderable(*format, context.isES()))) {
        return nullptr;
    }
    return context.device().formatCaps(*format, TextureType::Tex2D).renderable ? format : nullptr;
}

int32_t maxSamplesOf(Context& context, const format::InternalFormat& format) {
    const uint32_t counts = sampleCounts(context, format);
    int32_t most = 1;
    for (int32_t count = 2; count <= context.caps().maxSamples; count *= 2) {
        most = counts >> count & 1 ? count : most;
    }
    return most;
}

int32_t chooseSamples(Context& context, const format::InternalFormat& format, int32_t samples) {
    if (samples <= 0) {
        return 0;
    }
    const uint32_t counts = sampleCounts(context, format);
    int32_t most = 0;
    for (int32_t count = 2; count <= context.caps().maxSamples; count *= 2) {
        if (counts >> count & 1) {
            most = count;
            if (count >= samples) {
                break;
            }
        }
    }
    return most;
}

void Context::getInternalformativ(
    GLenum target, GLenum internalformat, GLenum pname, GLsizei count, GLint* params) {
    const auto type = findTextureTarget(*this, target);
    if (pname == GL_TEXTURE_REDUCTION_MODE_ARB && type && hasReductions(*this)) {
        if (count < 0) {
            return setError(GL_INVALID_VALUE, "glGetInternalformativ: bufSize {}", count);
        }
        if (count > 0) {
            *params = GLint(reductionSupport(*this, *type, internalformat));
        }
        return;
    }
    const bool textures =
        target == GL_TEXTURE_2D_MULTISAMPLE || target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
    if (target != GL_RENDERBUFFER && !(textures && isDesktop())) {
        return setError(GL_INVALID_ENUM, "glGetInternalformativ: target {:#x}", target);
    }
    if (pname != GL_SAMPLES && pname != GL_NUM_SAMPLE_COUNTS) {
        return setError(GL_INVALID_ENUM, "glGetInternalformativ: parameter {:#x}", pname);
    }
    const bool unsizedEs3 =
        isES() && version() >= 30 && (internalformat == GL_RGB || internalformat == GL_RGBA);
    const format::InternalFormat* format = unsizedEs3 ? format::findInternalFormat(internalformat)
                                                      : renderbufferFormat(*this, internalformat);
    if (!format) {
        return setError(GL_INVALID_ENUM,
                        "glGetInternalformativ: {:#x} is not a renderable format",
                        internalformat);
    }
    if (count < 0) {
        return setError(GL_INVALID_VALUE, "glGetInternalformativ: bufSize {}", count);
    }
    GLint number = 0;
    const uint32_t counts = sampleCounts(*this, *format);
    for (int32_t samples = maxSamplesOf(*this, *format); samples >= 2; samples /= 2) {
        if (counts >> samples & 1) {
            if (pname == GL_SAMPLES && number < count) {
                params[number] = samples;
            }
            ++number;
        }
    }
    if (pname == GL_NUM_SAMPLE_COUNTS && count > 0) {
        *params = number;
    }
}

void Context::getMultisamplefv(GLenum pname, GLuint index, GLfloat* val) {
    if (pname != GL_SAMPLE_POSITION) {
        return setError(GL_INVALID_ENUM, "glGetMultisamplefv: parameter {:#x}", pname);
    }
    seeSharedChanges();
    const int32_t samples = m_state.drawFramebuffer->samples();
    if (index >= GLuint(std::max(samples, 0))) {
        return setError(GL_INVALID_VALUE, "glGetMultisamplefv: sample {} of {}", index, samples);
    }
    const std::array<float, 2> position = m_device->samplePosition(samples, int32_t(index));
    val[0] = position[0];
    val[1] = position[1];
}

} // namespace gl

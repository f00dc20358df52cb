// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// glGetInternalformativ (ES 3.0 section 6.1.15, GL_ARB_internalformat_query) and
// glGetMultisamplefv.
#include "gl/context/context.h"
#include "gl/validation/attachment_formats.h"
#include "gl/validation/sampler_parameters.h"
#include "gl/validation/validate_texture.h"

#include <algorithm>

namespace gl {

namespace {

/// Of textures, minima and maxima: ARB_texture_filter_minmax adds to section 22.3.1 of GL 4.5.
GLenum reductionSupport(Context& context, TextureType type, GLenum internalformat) {
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    const bool reducible = format && !isMultisample(type) && type != TextureType::Buffer &&
                           context.device().formatCaps(*format, type).reducible;
    return reducible ? GL_FULL_SUPPORT : GL_NONE;
}

} // namespace

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

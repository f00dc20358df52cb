// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/sampler_parameters.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gl {

namespace {

GLint toInteger(double value) {
    return value >= 2147483647.0    ? 2147483647
           : value <= -2147483648.0 ? -2147483647 - 1
           : std::isnan(value)      ? 0
                                    : GLint(std::lround(value));
}

/// Integer colours map linearly to −1…1 (GL 2.1 table 2.9).
GLfloat colorFromInteger(GLint value) {
    return GLfloat((2.0 * value + 1) / 4294967295.0);
}

GLint integerFromColor(GLfloat value) {
    return GLint(std::clamp((double(value) * 4294967295.0 - 1) / 2, -2147483648.0, 2147483647.0));
}

bool isWrapMode(const Context& context, GLenum mode) {
    switch (mode) {
    case GL_REPEAT:
    case GL_CLAMP_TO_EDGE:
    case GL_MIRRORED_REPEAT:
        return true;
    case GL_CLAMP:
        return context.isDesktop() && !context.isCore();
    case GL_CLAMP_TO_BORDER:
        return context.isDesktop();
    case GL_MIRROR_CLAMP_TO_EDGE:
        return context.isDesktop() && context.caps().mirrorClampToEdge;
    default:
        return false;
    }
}

bool isMinFilter(GLenum filter) {
    return filter == GL_NEAREST || filter == GL_LINEAR ||
           (filter >= GL_NEAREST_MIPMAP_NEAREST && filter <= GL_LINEAR_MIPMAP_LINEAR);
}

bool isCompareFunc(GLenum func) {
    return func >= GL_NEVER && func <= GL_ALWAYS;
}

/// The parameter exists in this context.
bool known(const Context& context, GLenum pname) {
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
    case GL_TEXTURE_MAG_FILTER:
    case GL_TEXTURE_WRAP_S:
    case GL_TEXTURE_WRAP_T:
        return true;
    case GL_TEXTURE_WRAP_R:
        return context.isDesktop() || context.caps().max3dTextureSize_px > 0;
    case GL_TEXTURE_MAX_ANISOTROPY:
        return context.caps().anisotropy;
    case GL_TEXTURE_MIN_LOD:
    case GL_TEXTURE_MAX_LOD:
    case GL_TEXTURE_COMPARE_MODE:
    case GL_TEXTURE_COMPARE_FUNC:
        return context.atLeast(30, 10);
    case GL_TEXTURE_SRGB_DECODE_EXT:
        return context.atLeast(30, 10);
    case GL_TEXTURE_LOD_BIAS:
    case GL_TEXTURE_BORDER_COLOR:
        return context.isDesktop();
    default:
        return false;
    }
}

} // namespace

bool isVectorParameter(GLenum pname) {
    return pname == GL_TEXTURE_BORDER_COLOR || pname == GL_TEXTURE_SWIZZLE_RGBA;
}

ParameterValue parameterValue(GLint value) {
    ParameterValue result;
    result.integer = value;
    result.number = GLfloat(value);
    return result;
}

ParameterValue parameterValue(GLfloat value) {
    ParameterValue result;
    result.integer = toInteger(value);
    result.number = value;
    return result;
}

ParameterValue parameterValue(GLenum pname, const GLint* values) {
    ParameterValue result = parameterValue(values[0]);
    result.vector = true;
    if (isVectorParameter(pname)) {
        std::copy(values, values + 4, result.integers.begin());
        std::transform(values, values + 4, result.borderBits.begin(), [](GLint v) {
            return std::bit_cast<uint32_t>(colorFromInteger(v));
        });
    }
    return result;
}

ParameterValue parameterValue(GLenum pname, const GLfloat* values) {
    ParameterValue result = parameterValue(values[0]);
    result.vector = true;
    if (isVectorParameter(pname)) {
        std::transform(values, values + 4, result.integers.begin(), toInteger);
        std::transform(values, values + 4, result.borderBits.begin(), [](GLfloat v) {
            return std::bit_cast<uint32_t>(v);
        });
    }
    return result;
}

ParameterValue integerParameterValue(GLenum pname, const GLint* values) {
    ParameterValue result = parameterValue(pname, values);
    if (isVectorParameter(pname)) {
        std::copy(values, values + 4, result.borderBits.begin());
    }
    return result;
}

void give(const ParameterAnswer& answer, GLint* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] = answer.border ? integerFromColor(std::bit_cast<float>(answer.borderBits[i]))
                                  : toInteger(answer.numbers[i]);
    }
}

void give(const ParameterAnswer& answer, GLfloat* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] =
            answer.border ? std::bit_cast<float>(answer.borderBits[i]) : GLfloat(answer.numbers[i]);
    }
}

void giveIntegers(const ParameterAnswer& answer, GLint* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] = answer.border ? GLint(answer.borderBits[i]) : toInteger(answer.numbers[i]);
    }
}

std::optional<GLenum> setSamplerParameter(const Context& context,
                                          SamplerParameters& parameters,
                                          GLenum pname,
                                          const ParameterValue& value) {
    if (!known(context, pname)) {
        return std::nullopt;
    }
    const auto symbol = GLenum(value.integer);
    const auto setEnum = [&](GLenum& field, bool legal) {
        if (legal) {
            field = symbol;
        }
        return legal ? GL_NO_ERROR : GL_INVALID_ENUM;
    };
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
        return setEnum(parameters.minFilter, isMinFilter(symbol));
    case GL_TEXTURE_MAG_FILTER:
        return setEnum(parameters.magFilter, symbol == GL_NEAREST || symbol == GL_LINEAR);
    case GL_TEXTURE_WRAP_S:
        return setEnum(parameters.wrapS, isWrapMode(context, symbol));
    case GL_TEXTURE_WRAP_T:
        return setEnum(parameters.wrapT, isWrapMode(context, symbol));
    case GL_TEXTURE_WRAP_R:
        return setEnum(parameters.wrapR, isWrapMode(context, symbol));
    case GL_TEXTURE_MAX_ANISOTROPY:
        if (!(value.number >= 1)) {
            return GL_INVALID_VALUE;
        }
        parameters.maxAnisotropy = std::min(value.number, context.caps().maxAnisotropy);
        return GL_NO_ERROR;
    case GL_TEXTURE_MIN_LOD:
        parameters.minLod = value.number;
        return GL_NO_ERROR;
    case GL_TEXTURE_MAX_LOD:
        parameters.maxLod = value.number;
        return GL_NO_ERROR;
    case GL_TEXTURE_LOD_BIAS:
        parameters.lodBias = value.number;
        return GL_NO_ERROR;
    case GL_TEXTURE_COMPARE_MODE:
        return setEnum(parameters.compareMode,
                       symbol == GL_NONE || symbol == GL_COMPARE_REF_TO_TEXTURE);
    case GL_TEXTURE_COMPARE_FUNC:
        return setEnum(parameters.compareFunc, isCompareFunc(symbol));
    case GL_TEXTURE_SRGB_DECODE_EXT:
        return setEnum(parameters.srgbDecode,
                       symbol == GL_DECODE_EXT || symbol == GL_SKIP_DECODE_EXT);
    default: // GL_TEXTURE_BORDER_COLOR
        if (!value.vector) {
            return GL_INVALID_ENUM;
        }
        parameters.borderBits = value.borderBits;
        return GL_NO_ERROR;
    }
}

std::optional<ParameterAnswer>
samplerParameter(const Context& context, const SamplerParameters& parameters, GLenum pname) {
    if (!known(context, pname)) {
        return std::nullopt;
    }
    ParameterAnswer answer;
    const auto number = [&](auto value) {
        answer.numbers[0] = double(value);
        return answer;
    };
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
        return number(parameters.minFilter);
    case GL_TEXTURE_MAG_FILTER:
        return number(parameters.magFilter);
    case GL_TEXTURE_WRAP_S:
        return number(parameters.wrapS);
    case GL_TEXTURE_WRAP_T:
        return number(parameters.wrapT);
    case GL_TEXTURE_WRAP_R:
        return number(parameters.wrapR);
    case GL_TEXTURE_MAX_ANISOTROPY:
        return number(parameters.maxAnisotropy);
    case GL_TEXTURE_MIN_LOD:
        return number(parameters.minLod);
    case GL_TEXTURE_MAX_LOD:
        return number(parameters.maxLod);
    case GL_TEXTURE_LOD_BIAS:
        return number(parameters.lodBias);
    case GL_TEXTURE_COMPARE_MODE:
        return number(parameters.compareMode);
    case GL_TEXTURE_COMPARE_FUNC:
        return number(parameters.compareFunc);
    case GL_TEXTURE_SRGB_DECODE_EXT:
        return number(parameters.srgbDecode);
    default: // GL_TEXTURE_BORDER_COLOR
        answer.count = 4;
        answer.border = true;
        answer.borderBits = parameters.borderBits;
        return answer;
    }
}

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/sampler_parameters.h"

#include "gl/rules/es1_names.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace gl {

namespace {

/// The nearest integer that there is.
template <class T>
T toInteger(double value) {
    using Limits = std::numeric_limits<T>;
    return std::isnan(value)
               ? T(0)
               : T(std::clamp(std::round(value), double(Limits::min()), double(Limits::max())));
}

/// Integer colours map linearly to −1…1: in OpenGL so that no integer is 0 (GL 2.1 table 2.9), in
/// OpenGL ES so that 0 is 0 (ES 3.0 equation 2.2).
GLfloat colorFromInteger(const Context& context, GLint value) {
    return context.isES() ? std::max(GLfloat(value / 2147483647.0), -1.0f)
                          : GLfloat((2.0 * value + 1) / 4294967295.0);
}

GLint integerFromColor(const Context& context, GLfloat value) {
    const double fraction = std::clamp(double(value), -1.0, 1.0);
    return context.isES() ? toInteger<GLint>(fraction * 2147483647.0)
                          : GLint((fraction * 4294967295.0 - 1) / 2);
}

bool hasBorders(const Context& context) {
    return context.isDesktop() || context.caps().customBorderColor;
}

bool isWrapMode(const Context& context, GLenum mode) {
    const bool compatibility = context.isDesktop() && !context.isCore();
    switch (mode) {
    case GL_REPEAT:
    case GL_CLAMP_TO_EDGE:
    case GL_MIRRORED_REPEAT:
        return true;
    case GL_CLAMP:
        return compatibility;
    case GL_CLAMP_TO_BORDER:
        return hasBorders(context);
    case GL_MIRROR_CLAMP_TO_EDGE:
        return context.caps().mirrorClampToEdge;
    case GL_MIRROR_CLAMP_EXT:
    case GL_MIRROR_CLAMP_TO_BORDER_EXT:
        return compatibility && context.caps().mirrorClampToEdge;
    default:
        return false;
    }
}

bool isMinFilter(const Context&, GLenum filter) {
    return filter == GL_NEAREST || filter == GL_LINEAR ||
           (filter >= GL_NEAREST_MIPMAP_NEAREST && filter <= GL_LINEAR_MIPMAP_LINEAR);
}

bool isMagFilter(const Context&, GLenum filter) {
    return filter == GL_NEAREST || filter == GL_LINEAR;
}

bool isCompareMode(const Context&, GLenum mode) {
    return mode == GL_NONE || mode == GL_COMPARE_REF_TO_TEXTURE;
}

bool isCompareFunc(const Context&, GLenum func) {
    return func >= GL_NEVER && func <= GL_ALWAYS;
}

bool isSrgbDecode(const Context&, GLenum decode) {
    return decode == GL_DECODE_EXT || decode == GL_SKIP_DECODE_EXT;
}

bool isReductionMode(const Context&, GLenum mode) {
    return mode == GL_WEIGHTED_AVERAGE_ARB || mode == GL_MIN || mode == GL_MAX;
}

struct EnumRow {
    GLenum pname;
    GLenum SamplerParameters::* field;
    bool (*legal)(const Context&, GLenum value);
};
constexpr EnumRow kEnums[] = {
    {GL_TEXTURE_MIN_FILTER, &SamplerParameters::minFilter, isMinFilter},
    {GL_TEXTURE_MAG_FILTER, &SamplerParameters::magFilter, isMagFilter},
    {GL_TEXTURE_WRAP_S, &SamplerParameters::wrapS, isWrapMode},
    {GL_TEXTURE_WRAP_T, &SamplerParameters::wrapT, isWrapMode},
    {GL_TEXTURE_WRAP_R, &SamplerParameters::wrapR, isWrapMode},
    {GL_TEXTURE_COMPARE_MODE, &SamplerParameters::compareMode, isCompareMode},
    {GL_TEXTURE_COMPARE_FUNC, &SamplerParameters::compareFunc, isCompareFunc},
    {GL_TEXTURE_SRGB_DECODE_EXT, &SamplerParameters::srgbDecode, isSrgbDecode},
    {GL_TEXTURE_REDUCTION_MODE_ARB, &SamplerParameters::reductionMode, isReductionMode},
};

struct NumberRow {
    GLenum pname;
    float SamplerParameters::* field;
};
constexpr NumberRow kNumbers[] = {
    {GL_TEXTURE_MIN_LOD, &SamplerParameters::minLod},
    {GL_TEXTURE_MAX_LOD, &SamplerParameters::maxLod},
    {GL_TEXTURE_LOD_BIAS, &SamplerParameters::lodBias},
    {GL_TEXTURE_MAX_ANISOTROPY, &SamplerParameters::maxAnisotropy},
};

template <class Row, size_t N>
const Row* findRow(const Row (&rows)[N], GLenum pname) {
    const Row* row = std::find_if(rows, rows + N, [&](const Row& r) { return r.pname == pname; });
    return row == rows + N ? nullptr : row;
}

/// The parameter exists in this context.
bool known(const Context& context, GLenum pname) {
    const Caps& caps = context.caps();
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
    case GL_TEXTURE_MAG_FILTER:
    case GL_TEXTURE_WRAP_S:
    case GL_TEXTURE_WRAP_T:
        return true;
    case GL_TEXTURE_WRAP_R:
        return context.isDesktop() || caps.max3dTextureSize_px > 0;
    case GL_TEXTURE_MAX_ANISOTROPY:
        return caps.anisotropy;
    case GL_TEXTURE_MIN_LOD:
    case GL_TEXTURE_MAX_LOD:
    case GL_TEXTURE_COMPARE_MODE:
    case GL_TEXTURE_COMPARE_FUNC:
    case GL_TEXTURE_SRGB_DECODE_EXT:
        return context.atLeast(30, 10);
    case GL_TEXTURE_REDUCTION_MODE_ARB:
        return hasReductions(context);
    case GL_TEXTURE_CUBE_MAP_SEAMLESS:
        return caps.cubeSeams && context.atLeast(0, 32);
    case GL_TEXTURE_LOD_BIAS:
        return context.isDesktop();
    case GL_TEXTURE_BORDER_COLOR:
        return hasBorders(context);
    default:
        return false;
    }
}

GLenum setNumber(const Context& context,
                 SamplerParameters& parameters,
                 const NumberRow& row,
                 GLfloat number) {
    if (row.pname == GL_TEXTURE_MAX_ANISOTROPY) {
        if (!(number >= 1)) {
            return GL_INVALID_VALUE;
        }
        number = std::min(number, context.caps().maxAnisotropy);
    }
    parameters.*row.field = number;
    return GL_NO_ERROR;
}

float borderColor(const Context& context, const ParameterAnswer& answer, int channel) {
    const auto color = std::bit_cast<float>(answer.borderBits[channel]);
    return context.clampsFragmentColors() ? std::clamp(color, 0.0f, 1.0f) : color;
}

} // namespace

bool hasReductions(const Context& context) {
    return (context.caps().textureFilterMinmax && context.atLeast(0, 33)) ||
           (context.caps().allFilterMinmax && context.atLeast(30, 33));
}

bool isVectorParameter(GLenum pname) {
    return pname == GL_TEXTURE_BORDER_COLOR || pname == GL_TEXTURE_SWIZZLE_RGBA ||
           pname == GL_TEXTURE_CROP_RECT_OES;
}

ParameterValue parameterValue(GLint value) {
    ParameterValue result;
    result.integer = value;
    result.number = GLfloat(value);
    return result;
}

ParameterValue parameterValue(GLfloat value) {
    ParameterValue result;
    result.integer = toInteger<GLint>(value);
    result.number = value;
    return result;
}

ParameterValue integerParameterValue(GLenum pname, const GLint* values) {
    ParameterValue result = parameterValue(values[0]);
    result.vector = true;
    if (isVectorParameter(pname)) {
        std::copy(values, values + 4, result.integers.begin());
        std::copy(values, values + 4, result.borderBits.begin());
    }
    return result;
}

ParameterValue integerParameterValue(GLenum pname, const GLuint* values) {
    ParameterValue result = integerParameterValue(pname, reinterpret_cast<const GLint*>(values));
    result.number = GLfloat(values[0]);
    return result;
}

ParameterValue parameterValue(const Context& context, GLenum pname, const GLint* values) {
    ParameterValue result = integerParameterValue(pname, values);
    if (isVectorParameter(pname)) {
        std::transform(values, values + 4, result.borderBits.begin(), [&](GLint v) {
            return std::bit_cast<uint32_t>(colorFromInteger(context, v));
        });
    }
    return result;
}

ParameterValue parameterValue(GLenum pname, const GLfloat* values) {
    ParameterValue result = parameterValue(values[0]);
    result.vector = true;
    if (isVectorParameter(pname)) {
        std::transform(values, values + 4, result.integers.begin(), toInteger<GLint>);
        std::transform(values, values + 4, result.borderBits.begin(), [](GLfloat v) {
            return std::bit_cast<uint32_t>(v);
        });
    }
    return result;
}

void give(const Context& context, const ParameterAnswer& answer, GLint* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] = answer.border ? integerFromColor(context, borderColor(context, answer, i))
                                  : toInteger<GLint>(answer.numbers[i]);
    }
}

void give(const Context& context, const ParameterAnswer& answer, GLfloat* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] = answer.border ? borderColor(context, answer, i) : GLfloat(answer.numbers[i]);
    }
}

void giveIntegers(const ParameterAnswer& answer, GLint* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] =
            answer.border ? GLint(answer.borderBits[i]) : toInteger<GLint>(answer.numbers[i]);
    }
}

void giveIntegers(const ParameterAnswer& answer, GLuint* params) {
    for (int i = 0; i < answer.count; ++i) {
        params[i] = answer.border ? answer.borderBits[i] : toInteger<GLuint>(answer.numbers[i]);
    }
}

std::optional<GLenum> setSamplerParameter(const Context& context,
                                          SamplerParameters& parameters,
                                          GLenum pname,
                                          const ParameterValue& value) {
    if (!known(context, pname)) {
        return std::nullopt;
    }
    if (const EnumRow* row = findRow(kEnums, pname)) {
        const auto symbol = GLenum(value.integer);
        const bool hasName = !context.apiVersion().isES1() || isES1Name(symbol);
        if (!hasName || !row->legal(context, symbol)) {
            return GL_INVALID_ENUM;
        }
        parameters.*row->field = symbol;
        return GL_NO_ERROR;
    }
    if (const NumberRow* row = findRow(kNumbers, pname)) {
        return setNumber(context, parameters, *row, value.number);
    }
    if (pname == GL_TEXTURE_CUBE_MAP_SEAMLESS) {
        if (value.integer != GL_TRUE && value.integer != GL_FALSE) {
            return GL_INVALID_VALUE;
        }
        parameters.seamlessCube = value.integer == GL_TRUE;
        return GL_NO_ERROR;
    }
    if (!value.vector) { // GL_TEXTURE_BORDER_COLOR
        return GL_INVALID_ENUM;
    }
    parameters.borderBits = value.borderBits;
    return GL_NO_ERROR;
}

void noteWraps(Context& context, const SamplerParameters& parameters) {
    for (const GLenum wrap : {parameters.wrapS, parameters.wrapT, parameters.wrapR}) {
        if (wrap == GL_CLAMP || wrap == GL_MIRROR_CLAMP_EXT ||
            wrap == GL_MIRROR_CLAMP_TO_BORDER_EXT) {
            context.device().noteCoordinateClamps();
        }
    }
}

std::optional<ParameterAnswer>
samplerParameter(const Context& context, const SamplerParameters& parameters, GLenum pname) {
    if (!known(context, pname)) {
        return std::nullopt;
    }
    ParameterAnswer answer;
    if (const EnumRow* row = findRow(kEnums, pname)) {
        answer.numbers[0] = parameters.*row->field;
    } else if (const NumberRow* row = findRow(kNumbers, pname)) {
        answer.numbers[0] = parameters.*row->field;
    } else if (pname == GL_TEXTURE_CUBE_MAP_SEAMLESS) {
        answer.numbers[0] = parameters.seamlessCube;
    } else { // GL_TEXTURE_BORDER_COLOR
        answer.count = 4;
        answer.border = true;
        answer.borderBits = parameters.borderBits;
    }
    return answer;
}

} // namespace gl

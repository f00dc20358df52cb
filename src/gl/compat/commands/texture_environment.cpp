// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glTexEnv (GL 4.6 compatibility profile, section 16.1).
#include "gl/compat/commands/parameter_vector.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gl {

namespace {

bool isMode(GLenum mode) {
    switch (mode) {
    case GL_ADD:
    case GL_BLEND:
    case GL_COMBINE:
    case GL_DECAL:
    case GL_MODULATE:
    case GL_REPLACE:
        return true;
    default:
        return false;
    }
}

/// GL_COMBINE_RGB's; alpha has no dot products.
bool isCombineFunction(GLenum function, bool rgb) {
    switch (function) {
    case GL_ADD:
    case GL_ADD_SIGNED:
    case GL_INTERPOLATE:
    case GL_MODULATE:
    case GL_REPLACE:
    case GL_SUBTRACT:
        return true;
    case GL_DOT3_RGB:
    case GL_DOT3_RGBA:
    case GL_DOT3_RGB_EXT: // EXT_texture_env_dot3: those without a scale.
    case GL_DOT3_RGBA_EXT:
        return rgb;
    default:
        return false;
    }
}

bool isSource(GLenum source) {
    return source == GL_TEXTURE || source == GL_CONSTANT || source == GL_PRIMARY_COLOR ||
           source == GL_PREVIOUS ||
           (source >= GL_TEXTURE0 && source < GL_TEXTURE0 + GLenum(kTextureCoordUnits));
}

bool isOperand(GLenum operand, bool rgb) {
    return operand == GL_SRC_ALPHA || operand == GL_ONE_MINUS_SRC_ALPHA ||
           (rgb && (operand == GL_SRC_COLOR || operand == GL_ONE_MINUS_SRC_COLOR));
}

bool isScale(GLfloat scale) {
    return scale == 1 || scale == 2 || scale == 4;
}

/// What a name of GL_COMBINE's parameters stands for.
struct CombineParameter {
    TextureEnvironment::Combine* combine = nullptr; ///< Null: it is none of them.
    bool rgb = false;
    enum class Part : uint8_t { Function, Source, Operand, Scale } part = Part::Function;
    size_t index = 0; ///< Of sources and operands.
};

CombineParameter combineParameter(TextureEnvironment& environment, GLenum pname) {
    using enum CombineParameter::Part;
    const auto among = [&](GLenum first) { return pname >= first && pname < first + 3; };
    TextureEnvironment::Combine* const rgb = &environment.rgb;
    TextureEnvironment::Combine* const alpha = &environment.alpha;
    switch (pname) {
    case GL_COMBINE_RGB:
        return {rgb, true, Function};
    case GL_COMBINE_ALPHA:
        return {alpha, false, Function};
    case GL_RGB_SCALE:
        return {rgb, true, Scale};
    case GL_ALPHA_SCALE:
        return {alpha, false, Scale};
    default:
        break;
    }
    if (among(GL_SRC0_RGB)) {
        return {rgb, true, Source, pname - GL_SRC0_RGB};
    }
    if (among(GL_SRC0_ALPHA)) {
        return {alpha, false, Source, pname - GL_SRC0_ALPHA};
    }
    if (among(GL_OPERAND0_RGB)) {
        return {rgb, true, Operand, pname - GL_OPERAND0_RGB};
    }
    if (among(GL_OPERAND0_ALPHA)) {
        return {alpha, false, Operand, pname - GL_OPERAND0_ALPHA};
    }
    return {};
}

/// GL_NO_ERROR: it was set.
GLenum setCombine(const CombineParameter& parameter, GLfloat value) {
    const auto name = GLenum(value);
    switch (parameter.part) {
    case CombineParameter::Part::Function:
        if (!isCombineFunction(name, parameter.rgb)) {
            return GL_INVALID_ENUM;
        }
        parameter.combine->function = name;
        break;
    case CombineParameter::Part::Source:
        if (!isSource(name)) {
            return GL_INVALID_ENUM;
        }
        parameter.combine->sources[parameter.index] = name;
        break;
    case CombineParameter::Part::Operand:
        if (!isOperand(name, parameter.rgb)) {
            return GL_INVALID_ENUM;
        }
        parameter.combine->operands[parameter.index] = name;
        break;
    case CombineParameter::Part::Scale:
        if (!isScale(value)) {
            return GL_INVALID_VALUE;
        }
        parameter.combine->scale = value;
        break;
    }
    return GL_NO_ERROR;
}

float valueOf(const CombineParameter& parameter) {
    switch (parameter.part) {
    case CombineParameter::Part::Function:
        return float(parameter.combine->function);
    case CombineParameter::Part::Source:
        return float(parameter.combine->sources[parameter.index]);
    case CombineParameter::Part::Operand:
        return float(parameter.combine->operands[parameter.index]);
    default:
        return parameter.combine->scale;
    }
}

using Answer = std::array<GLfloat, 4>;

/// What glTexEnv keeps, in `answer`. Empty: the error is set.
std::span<const GLfloat>
texEnvironment(Context& context, CompatState* compat, GLenum target, GLenum pname, Answer& answer) {
    const auto number = [&](auto value) {
        answer[0] = GLfloat(value);
        return std::span(answer).first(1);
    };
    const auto unit = size_t(context.client().activeTexture);
    if (!compat) {
        context.setError(GL_INVALID_OPERATION, "the context has no texture environment");
        return {};
    }
    if (target == GL_TEXTURE_FILTER_CONTROL && pname == GL_TEXTURE_LOD_BIAS) {
        return number(context.state().textureUnits[unit].lodBias);
    }
    if (unit >= size_t(kTextureCoordUnits)) {
        context.setError(GL_INVALID_OPERATION, "texture unit {} has no environment", unit);
        return {};
    }
    TextureEnvironment& environment = compat->textureEnv[unit];
    if (target == GL_POINT_SPRITE && pname == GL_COORD_REPLACE) {
        return number(environment.coordReplace);
    }
    if (target == GL_TEXTURE_ENV && pname == GL_TEXTURE_ENV_MODE) {
        return number(environment.mode);
    }
    if (target == GL_TEXTURE_ENV && pname == GL_TEXTURE_ENV_COLOR) {
        answer = environment.color;
        if (context.clampsFragmentColors()) {
            std::ranges::transform(
                answer, answer.begin(), [](float part) { return std::clamp(part, 0.0f, 1.0f); });
        }
        return answer;
    }
    const CombineParameter combine = combineParameter(environment, pname);
    if (target == GL_TEXTURE_ENV && combine.combine) {
        return number(valueOf(combine));
    }
    context.setError(GL_INVALID_ENUM, "glGetTexEnv: target {:#x}, parameter {:#x}", target, pname);
    return {};
}

} // namespace

void Context::texEnvfv(GLenum target, GLenum pname, const GLfloat* params) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "the context has no texture environment");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    const auto unit = size_t(m_client.activeTexture);
    if (target == GL_TEXTURE_FILTER_CONTROL && pname == GL_TEXTURE_LOD_BIAS) {
        return change(m_state.textureUnits[unit].lodBias, params[0], Dirty::Textures);
    }
    TextureEnvironment none;
    const bool isReplace = target == GL_POINT_SPRITE && pname == GL_COORD_REPLACE;
    const bool known =
        isReplace || (target == GL_TEXTURE_ENV &&
                      (pname == GL_TEXTURE_ENV_MODE || pname == GL_TEXTURE_ENV_COLOR ||
                       combineParameter(none, pname).combine));
    if (!known) {
        return setError(GL_INVALID_ENUM, "target 0x{:04X}, parameter 0x{:04X}", target, pname);
    }
    if (unit >= size_t(kTextureCoordUnits)) {
        return setError(GL_INVALID_OPERATION, "texture unit {} has no environment", unit);
    }
    TextureEnvironment& environment = m_compat->textureEnv[unit];
    if (pname == GL_TEXTURE_ENV_COLOR) {
        std::copy_n(params, 4, environment.color.begin());
        return shownStateChanged(kShownTextureEnvironment);
    }
    if (isReplace) {
        environment.coordReplace = params[0] != 0;
    } else if (pname == GL_TEXTURE_ENV_MODE) {
        if (!isMode(GLenum(params[0]))) {
            return setError(GL_INVALID_ENUM, "{:#x} is no environment", GLenum(params[0]));
        }
        environment.mode = GLenum(params[0]);
    } else if (const GLenum error = setCombine(combineParameter(environment, pname), params[0])) {
        return setError(error, "glTexEnv: parameter {:#x}: {}", pname, params[0]);
    }
    fixedFunctionChanged();
}

void Context::texEnvf(GLenum target, GLenum pname, GLfloat param) {
    if (pname == GL_TEXTURE_ENV_COLOR) {
        return setError(GL_INVALID_ENUM, "GL_TEXTURE_ENV_COLOR takes a vector");
    }
    texEnvfv(target, pname, &param);
}

void Context::texEnvi(GLenum target, GLenum pname, GLint param) {
    texEnvf(target, pname, GLfloat(param));
}

void Context::texEnviv(GLenum target, GLenum pname, const GLint* params) {
    if (pname != GL_TEXTURE_ENV_COLOR) {
        return texEnvf(target, pname, GLfloat(params[0]));
    }
    texEnvfv(target, pname, colorFromIntegers(params).data());
}

void Context::getTexEnvfv(GLenum target, GLenum pname, GLfloat* params) {
    Answer answer{};
    std::ranges::copy(texEnvironment(*this, m_compat.get(), target, pname, answer), params);
}

void Context::getTexEnviv(GLenum target, GLenum pname, GLint* params) {
    Answer answer{};
    std::ranges::transform(
        texEnvironment(*this, m_compat.get(), target, pname, answer), params, [&](GLfloat value) {
            return pname == GL_TEXTURE_ENV_COLOR ? integerFromColor(value)
                                                 : GLint(std::lround(value));
        });
}

} // namespace gl

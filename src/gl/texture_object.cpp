// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture names, bindings and parameters (ES 2.0 section 3.7.4, 3.7.13; GL 2.1 section 3.8.4).
#include "gl/texture_commands.h"
#include "gl/validate_texture.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

/// One parameter's value as the application gave it, in the forms the checks want.
struct ParameterValue {
    GLint integer;
    GLfloat number;
    std::array<GLfloat, 4> color;
};

bool isWrapMode(const Context& context, GLenum mode) {
    switch (mode) {
    case GL_REPEAT:
    case GL_CLAMP_TO_EDGE:
    case GL_MIRRORED_REPEAT:
        return true;
    case GL_CLAMP:
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

/// Returns GL_NO_ERROR, or the error; `texture` is as before then.
GLenum
setTextureParameter(Context& context, Texture& texture, GLenum pname, const ParameterValue& value) {
    SamplerParameters parameters = texture.parameters();
    const auto symbol = GLenum(value.integer);
    const auto setEnum = [&](GLenum& field, bool legal) {
        if (legal) {
            field = symbol;
        }
        return legal ? GL_NO_ERROR : GL_INVALID_ENUM;
    };
    GLenum error = GL_NO_ERROR;
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
        error = setEnum(parameters.minFilter, isMinFilter(symbol));
        break;
    case GL_TEXTURE_MAG_FILTER:
        error = setEnum(parameters.magFilter, symbol == GL_NEAREST || symbol == GL_LINEAR);
        break;
    case GL_TEXTURE_WRAP_S:
        error = setEnum(parameters.wrapS, isWrapMode(context, symbol));
        break;
    case GL_TEXTURE_WRAP_T:
        error = setEnum(parameters.wrapT, isWrapMode(context, symbol));
        break;
    case GL_TEXTURE_WRAP_R:
        error = context.isES() && context.caps().max3dTextureSize_px == 0
                    ? GL_INVALID_ENUM
                    : setEnum(parameters.wrapR, isWrapMode(context, symbol));
        break;
    case GL_TEXTURE_MAX_ANISOTROPY_EXT:
        if (!context.caps().anisotropy) {
            return GL_INVALID_ENUM;
        }
        if (!(value.number >= 1)) {
            return GL_INVALID_VALUE;
        }
        parameters.maxAnisotropy = std::min(value.number, context.caps().maxAnisotropy);
        break;
    default:
        // GL_APPLE_texture_max_level is what ES 2.0 has of the following.
        if (context.isES() && pname != GL_TEXTURE_MAX_LEVEL) {
            return GL_INVALID_ENUM;
        }
        switch (pname) {
        case GL_TEXTURE_MIN_LOD:
            parameters.minLod = value.number;
            break;
        case GL_TEXTURE_MAX_LOD:
            parameters.maxLod = value.number;
            break;
        case GL_TEXTURE_LOD_BIAS:
            parameters.lodBias = value.number;
            break;
        case GL_TEXTURE_BORDER_COLOR:
            parameters.setBorderColor(value.color);
            break;
        case GL_TEXTURE_COMPARE_MODE:
            error = setEnum(parameters.compareMode,
                            symbol == GL_NONE || symbol == GL_COMPARE_REF_TO_TEXTURE);
            break;
        case GL_TEXTURE_COMPARE_FUNC:
            error = setEnum(parameters.compareFunc, isCompareFunc(symbol));
            break;
        case GL_TEXTURE_BASE_LEVEL:
        case GL_TEXTURE_MAX_LEVEL: {
            if (value.integer < 0) {
                return GL_INVALID_VALUE;
            }
            const bool base = pname == GL_TEXTURE_BASE_LEVEL;
            texture.setLevels(base ? value.integer : texture.baseLevel(),
                              base ? texture.maxLevel() : value.integer);
            return GL_NO_ERROR;
        }
        case GL_DEPTH_TEXTURE_MODE:
            if (symbol != GL_LUMINANCE && symbol != GL_INTENSITY && symbol != GL_ALPHA &&
                symbol != GL_RED) {
                return GL_INVALID_ENUM;
            }
            texture.setDepthTextureMode(symbol);
            return GL_NO_ERROR;
        case GL_GENERATE_MIPMAP:
            texture.setGenerateMipmapOnChange(value.integer != 0);
            return GL_NO_ERROR;
        case GL_TEXTURE_PRIORITY:
            return GL_NO_ERROR; // A hint that no implementation takes any more.
        default:
            return GL_INVALID_ENUM;
        }
    }
    if (error == GL_NO_ERROR && parameters != texture.parameters()) {
        texture.setParameters(parameters);
    }
    return error;
}

void texParameter(Context& context, GLenum target, GLenum pname, const ParameterValue& value) {
    const auto type = findTextureTarget(context, target);
    if (!type) {
        context.setError(GL_INVALID_ENUM, "glTexParameter: {:#x} is not a target", target);
        return;
    }
    Texture& texture = *context.activeUnit().bound[size_t(*type)];
    const GLenum error = setTextureParameter(context, texture, pname, value);
    if (error != GL_NO_ERROR) {
        context.setError(error,
                         "glTexParameter: parameter {:#x}, value {:#x} ({})",
                         pname,
                         value.integer,
                         value.number);
        return;
    }
    context.dirty().set(Dirty::Textures);
    context.noteSharedChange();
}

GLint toInteger(GLfloat value) {
    return value >= 2147483647.0f    ? 2147483647
           : value <= -2147483648.0f ? -2147483647 - 1
           : std::isnan(value)       ? 0
                                     : GLint(std::lround(value));
}

/// Integer colours map linearly to −1…1 (GL 2.1 table 2.9).
GLfloat colorFromInteger(GLint value) {
    return GLfloat((2.0 * value + 1) / 4294967295.0);
}

GLint integerFromColor(GLfloat value) {
    return GLint(std::clamp((double(value) * 4294967295.0 - 1) / 2, -2147483648.0, 2147483647.0));
}

/// The values of one parameter as floats; false: not a parameter.
bool getTextureParameter(const Context& context,
                         const Texture& texture,
                         GLenum pname,
                         std::array<GLfloat, 4>& values,
                         int& count) {
    const SamplerParameters& parameters = texture.parameters();
    count = 1;
    const auto give = [&](auto value) {
        values[0] = GLfloat(value);
        return true;
    };
    switch (pname) {
    case GL_TEXTURE_MIN_FILTER:
        return give(parameters.minFilter);
    case GL_TEXTURE_MAG_FILTER:
        return give(parameters.magFilter);
    case GL_TEXTURE_WRAP_S:
        return give(parameters.wrapS);
    case GL_TEXTURE_WRAP_T:
        return give(parameters.wrapT);
    case GL_TEXTURE_WRAP_R:
        return (context.isDesktop() || context.caps().max3dTextureSize_px > 0) &&
               give(parameters.wrapR);
    case GL_TEXTURE_MAX_ANISOTROPY_EXT:
        return context.caps().anisotropy && give(parameters.maxAnisotropy);
    default:
        break;
    }
    if (context.isES() && pname != GL_TEXTURE_MAX_LEVEL) {
        return false;
    }
    switch (pname) {
    case GL_TEXTURE_MIN_LOD:
        return give(parameters.minLod);
    case GL_TEXTURE_MAX_LOD:
        return give(parameters.maxLod);
    case GL_TEXTURE_LOD_BIAS:
        return give(parameters.lodBias);
    case GL_TEXTURE_BORDER_COLOR:
        values = parameters.borderColor();
        count = 4;
        return true;
    case GL_TEXTURE_COMPARE_MODE:
        return give(parameters.compareMode);
    case GL_TEXTURE_COMPARE_FUNC:
        return give(parameters.compareFunc);
    case GL_TEXTURE_BASE_LEVEL:
        return give(texture.baseLevel());
    case GL_TEXTURE_MAX_LEVEL:
        return give(texture.maxLevel());
    case GL_DEPTH_TEXTURE_MODE:
        return give(texture.depthTextureMode());
    case GL_GENERATE_MIPMAP:
        return give(texture.generateMipmapOnChange() ? 1 : 0);
    case GL_TEXTURE_PRIORITY:
    case GL_TEXTURE_RESIDENT:
        return give(1);
    default:
        return false;
    }
}

/// The bound texture whose parameters are asked for; the values. False: the error is set.
bool queryParameter(
    Context& context, GLenum target, GLenum pname, std::array<GLfloat, 4>& values, int& count) {
    const auto type = findTextureTarget(context, target);
    if (!type || !getTextureParameter(
                     context, *context.activeUnit().bound[size_t(*type)], pname, values, count)) {
        context.setError(
            GL_INVALID_ENUM, "glGetTexParameter: target {:#x}, parameter {:#x}", target, pname);
        return false;
    }
    return true;
}

} // namespace

void Context::activeTexture(GLenum texture) {
    const GLuint unit = texture - GL_TEXTURE0;
    if (unit >= GLuint(std::min(caps().maxCombinedTextureUnits, kMaxTextureUnits))) {
        setError(GL_INVALID_ENUM, "glActiveTexture: {:#x} is not a texture unit", texture);
        return;
    }
    m_client.activeTexture = int(unit);
}

void Context::genTextures(GLsizei n, GLuint* textures) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glGenTextures: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        textures[i] = m_group->textures.generate();
    }
}

void Context::deleteTextures(GLsizei n, const GLuint* textures) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glDeleteTextures: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<Texture> texture =
            textures[i] ? m_group->textures.remove(textures[i]) : Ref<Texture>();
        if (!texture) {
            continue;
        }
        const auto type = size_t(texture->type());
        for (TextureUnit& unit : m_state.textureUnits) {
            if (unit.bound[type] == texture) {
                unit.bound[type] = m_objects.defaultTextures[type];
                m_dirty.set(Dirty::Textures);
            }
        }
        detachFromBound(*texture);
    }
}

GLboolean Context::isTexture(GLuint texture) {
    return texture != 0 && m_group->textures.find(texture) != nullptr;
}

void Context::bindTexture(GLenum target, GLuint texture) {
    const auto type = findTextureTarget(*this, target);
    if (!type) {
        setError(GL_INVALID_ENUM, "glBindTexture: {:#x} is not a target", target);
        return;
    }
    Ref<Texture>& binding = activeUnit().bound[size_t(*type)];
    if (texture == 0) {
        change(binding, m_objects.defaultTextures[size_t(*type)], Dirty::Textures);
        return;
    }
    Texture* object = m_group->textures.find(texture);
    if (!object) {
        std::unique_ptr<TextureBackend> backend = m_backend->createTexture(*type);
        if (!backend) {
            outOfMemory();
            return;
        }
        object = new Texture(texture, *type, std::move(backend));
        object->floatNearestOnly = isES() && !caps().floatLinear;
        object->halfFloatNearestOnly = isES() && !caps().halfFloatLinear;
        m_group->textures.insert(texture, object);
    } else if (object->type() != *type) {
        setError(GL_INVALID_OPERATION,
                 "glBindTexture: texture {} belongs to another target than {:#x}",
                 texture,
                 target);
        return;
    }
    if (!(binding == object)) {
        binding = object;
        m_dirty.set(Dirty::Textures);
    }
}

void Context::texParameteri(GLenum target, GLenum pname, GLint param) {
    if (pname == GL_TEXTURE_BORDER_COLOR) {
        setError(GL_INVALID_ENUM, "glTexParameteri: a colour takes a vector");
        return;
    }
    texParameter(*this, target, pname, {param, GLfloat(param), {}});
}

void Context::texParameterf(GLenum target, GLenum pname, GLfloat param) {
    if (pname == GL_TEXTURE_BORDER_COLOR) {
        setError(GL_INVALID_ENUM, "glTexParameterf: a colour takes a vector");
        return;
    }
    texParameter(*this, target, pname, {toInteger(param), param, {}});
}

void Context::texParameteriv(GLenum target, GLenum pname, const GLint* params) {
    ParameterValue value{params[0], GLfloat(params[0]), {}};
    if (pname == GL_TEXTURE_BORDER_COLOR) {
        std::transform(params, params + 4, value.color.begin(), colorFromInteger);
    }
    texParameter(*this, target, pname, value);
}

void Context::texParameterfv(GLenum target, GLenum pname, const GLfloat* params) {
    ParameterValue value{toInteger(params[0]), params[0], {}};
    if (pname == GL_TEXTURE_BORDER_COLOR) {
        std::copy(params, params + 4, value.color.begin());
    }
    texParameter(*this, target, pname, value);
}

void Context::getTexParameterfv(GLenum target, GLenum pname, GLfloat* params) {
    std::array<GLfloat, 4> values{};
    int count = 0;
    if (queryParameter(*this, target, pname, values, count)) {
        std::copy(values.begin(), values.begin() + count, params);
    }
}

void Context::getTexParameteriv(GLenum target, GLenum pname, GLint* params) {
    std::array<GLfloat, 4> values{};
    int count = 0;
    if (queryParameter(*this, target, pname, values, count)) {
        for (int i = 0; i < count; ++i) {
            params[i] = count == 4 ? integerFromColor(values[i]) : toInteger(values[i]);
        }
    }
}

} // namespace gl

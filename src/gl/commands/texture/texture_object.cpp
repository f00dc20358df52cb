// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture names, bindings and parameters (ES 2.0 section 3.7.4, 3.7.13; GL 2.1 section 3.8.4).
#include "gl/commands/texture/texture_commands.h"
#include "gl/compat/state/matrix.h"
#include "gl/validation/sampler_parameters.h"
#include "gl/validation/validate_texture.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

bool isSwizzle(GLenum value) {
    return value == GL_RED || value == GL_GREEN || value == GL_BLUE || value == GL_ALPHA ||
           value == GL_ZERO || value == GL_ONE;
}

/// What rectangles do not have (GL 3.1 section 3.8.4).
bool allowedFor(TextureType type, GLenum pname, GLenum symbol) {
    switch (pname) {
    case GL_TEXTURE_WRAP_S:
    case GL_TEXTURE_WRAP_T:
    case GL_TEXTURE_WRAP_R:
        return allowsWrap(type, symbol);
    case GL_TEXTURE_MIN_FILTER:
        return !isLoneImage(type) || symbol == GL_NEAREST || symbol == GL_LINEAR;
    default:
        return true;
    }
}

GLenum setLevels(Texture& texture, GLenum pname, GLint level) {
    if (level < 0) {
        return GL_INVALID_VALUE;
    }
    const bool base = pname == GL_TEXTURE_BASE_LEVEL;
    if (base && level != 0 && isSingleLevel(texture.type())) {
        return GL_INVALID_OPERATION;
    }
    texture.setLevels(base ? level : texture.baseLevel(), base ? texture.maxLevel() : level);
    return GL_NO_ERROR;
}

GLenum
setSwizzle(const Context& context, Texture& texture, GLenum pname, const ParameterValue& value) {
    auto swizzle = texture.swizzle();
    if (pname == GL_TEXTURE_SWIZZLE_RGBA) {
        if (context.isES() || !value.vector) {
            return GL_INVALID_ENUM;
        }
        std::copy(value.integers.begin(), value.integers.end(), swizzle.begin());
    } else {
        swizzle[pname - GL_TEXTURE_SWIZZLE_R] = GLenum(value.integer);
    }
    if (!std::all_of(swizzle.begin(), swizzle.end(), isSwizzle)) {
        return GL_INVALID_ENUM;
    }
    texture.setSwizzle(swizzle);
    return GL_NO_ERROR;
}

/// What the core profile and OpenGL ES 2.0 removed.
GLenum
setLegacyParameter(Context& context, Texture& texture, GLenum pname, const ParameterValue& value) {
    const auto symbol = GLenum(value.integer);
    switch (pname) {
    case GL_DEPTH_TEXTURE_MODE:
        if (symbol != GL_LUMINANCE && symbol != GL_INTENSITY && symbol != GL_ALPHA &&
            symbol != GL_RED) {
            return GL_INVALID_ENUM;
        }
        texture.setDepthTextureMode(symbol);
        if (symbol != GL_LUMINANCE) {
            context.device().noteCoordinateClamps(); // Comparisons need the same code.
        }
        return GL_NO_ERROR;
    case GL_GENERATE_MIPMAP:
        texture.setGenerateMipmapOnChange(value.integer != 0);
        return GL_NO_ERROR;
    case GL_TEXTURE_PRIORITY:
        // Remembered: a hint that no implementation takes any more.
        texture.setPriority(std::clamp(value.number, 0.0f, 1.0f));
        return GL_NO_ERROR;
    case GL_TEXTURE_CROP_RECT_OES:
        if (!context.isES() || !value.vector) {
            return GL_INVALID_ENUM;
        }
        texture.setCropRect(value.integers);
        return GL_NO_ERROR;
    default:
        return GL_INVALID_ENUM;
    }
}

/// Returns GL_NO_ERROR, or the error; `texture` is as before then.
GLenum
setTextureParameter(Context& context, Texture& texture, GLenum pname, const ParameterValue& value) {
    const auto symbol = GLenum(value.integer);
    if (!allowedFor(texture.type(), pname, symbol)) {
        return GL_INVALID_ENUM;
    }
    SamplerParameters parameters = texture.parameters();
    if (const auto error = setSamplerParameter(context, parameters, pname, value)) {
        if (isMultisample(texture.type())) {
            return GL_INVALID_ENUM;
        }
        if (*error == GL_NO_ERROR && parameters != texture.parameters()) {
            texture.setParameters(parameters);
            noteWraps(context, parameters);
        }
        return *error;
    }
    switch (pname) {
    case GL_TEXTURE_MAX_LEVEL: // In ES 2.0 by GL_APPLE_texture_max_level.
        return setLevels(texture, pname, value.integer);
    case GL_TEXTURE_BASE_LEVEL:
        return context.atLeast(30, 10) ? setLevels(texture, pname, value.integer) : GL_INVALID_ENUM;
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A:
    case GL_TEXTURE_SWIZZLE_RGBA:
        return context.atLeast(30, 10) ? setSwizzle(context, texture, pname, value)
                                       : GL_INVALID_ENUM;
    case GL_DEPTH_STENCIL_TEXTURE_MODE:
        if (context.isES() || (symbol != GL_DEPTH_COMPONENT && symbol != GL_STENCIL_INDEX)) {
            return GL_INVALID_ENUM;
        }
        texture.setDepthStencilMode(symbol);
        return GL_NO_ERROR;
    default:
        break;
    }
    return context.apiVersion().hasFixedFunction()
               ? setLegacyParameter(context, texture, pname, value)
               : GL_INVALID_ENUM;
}

void texParameter(Context& context, GLenum target, GLenum pname, const ParameterValue& value) {
    const auto type = findTextureTarget(context, target);
    if (!type || *type == TextureType::Buffer) {
        context.setError(GL_INVALID_ENUM, "glTexParameter: {:#x} is not a target", target);
        return;
    }
    Texture& texture = *context.activeUnit().bound[size_t(*type)];
    const uint64_t before = texture.version();
    const GLenum error = setTextureParameter(context, texture, pname, value);
    if (error != GL_NO_ERROR) {
        context.setError(error,
                         "glTexParameter: parameter {:#x}, value {:#x} ({})",
                         pname,
                         value.integer,
                         value.number);
        return;
    }
    if (texture.version() != before) { // Many programs set what is so already.
        context.dirty().set(Dirty::Textures);
        context.noteSharedChange();
    }
}

/// What the core profile and OpenGL ES 2.0 removed. Nothing: not a parameter.
std::optional<double> legacyParameter(const Texture& texture, GLenum pname) {
    switch (pname) {
    case GL_DEPTH_TEXTURE_MODE:
        return texture.depthTextureMode();
    case GL_GENERATE_MIPMAP:
        return texture.generateMipmapOnChange() ? 1 : 0;
    case GL_TEXTURE_PRIORITY:
        return texture.priority();
    case GL_TEXTURE_RESIDENT:
        return 1;
    default:
        return std::nullopt;
    }
}

/// Nothing: not a parameter.
std::optional<ParameterAnswer>
textureParameter(const Context& context, const Texture& texture, GLenum pname) {
    if (auto answer = samplerParameter(context, texture.parameters(), pname)) {
        return answer;
    }
    ParameterAnswer answer;
    const auto number = [&](auto value) {
        answer.numbers[0] = double(value);
        return answer;
    };
    if (pname == GL_TEXTURE_MAX_LEVEL) {
        return number(texture.maxLevel());
    }
    if (context.apiVersion().hasFixedFunction()) {
        if (const std::optional<double> legacy = legacyParameter(texture, pname)) {
            return number(*legacy);
        }
    }
    if (context.isES() && pname == GL_TEXTURE_CROP_RECT_OES) {
        std::ranges::copy(texture.cropRect(), answer.numbers.begin());
        answer.count = 4;
        return answer;
    }
    if (pname == GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES && texture.type() == TextureType::External) {
        return number(1); // All its planes are in one image.
    }
    if (!context.atLeast(30, 10)) {
        return std::nullopt;
    }
    switch (pname) {
    case GL_TEXTURE_BASE_LEVEL:
        return number(texture.baseLevel());
    case GL_TEXTURE_SWIZZLE_R:
    case GL_TEXTURE_SWIZZLE_G:
    case GL_TEXTURE_SWIZZLE_B:
    case GL_TEXTURE_SWIZZLE_A:
        return number(texture.swizzle()[pname - GL_TEXTURE_SWIZZLE_R]);
    case GL_TEXTURE_IMMUTABLE_FORMAT:
        return number(texture.immutableLevels() > 0);
    case GL_TEXTURE_IMMUTABLE_LEVELS:
        return number(texture.viewRange().storageLevels);
    default:
        break;
    }
    if (context.isES()) {
        return std::nullopt;
    }
    switch (pname) {
    case GL_TEXTURE_SWIZZLE_RGBA:
        std::copy(texture.swizzle().begin(), texture.swizzle().end(), answer.numbers.begin());
        answer.count = 4;
        return answer;
    case GL_DEPTH_STENCIL_TEXTURE_MODE:
        return number(texture.depthStencilMode());
    case GL_TEXTURE_VIEW_MIN_LEVEL:
        return number(texture.viewRange().minLevel);
    case GL_TEXTURE_VIEW_NUM_LEVELS:
        return number(texture.viewRange().levels);
    case GL_TEXTURE_VIEW_MIN_LAYER:
        return number(texture.viewRange().minLayer);
    case GL_TEXTURE_VIEW_NUM_LAYERS:
        return number(texture.viewRange().layers);
    default:
        return std::nullopt;
    }
}

/// The bound texture's parameter. Nothing: the error is set.
std::optional<ParameterAnswer> queryParameter(Context& context, GLenum target, GLenum pname) {
    const auto type = findTextureTarget(context, target);
    const bool hasParameters = type && *type != TextureType::Buffer;
    const auto answer =
        hasParameters ? textureParameter(context, *context.activeUnit().bound[size_t(*type)], pname)
                      : std::nullopt;
    if (!answer) {
        context.setError(
            GL_INVALID_ENUM, "glGetTexParameter: target {:#x}, parameter {:#x}", target, pname);
    }
    return answer;
}

} // namespace

Texture* createTexture(Context& context, GLuint name, TextureType type) {
    std::unique_ptr<TextureBackend> backend = context.backend().createTexture(type);
    if (!backend) {
        context.outOfMemory();
        return nullptr;
    }
    auto* texture = new Texture(name, type, std::move(backend));
    texture->suit(context.apiVersion(), context.caps());
    context.group().textures.insert(name, texture);
    return texture;
}

void Context::activeTexture(GLenum texture) {
    const GLuint unit = texture - GL_TEXTURE0;
    const int units = m_apiVersion.isES1()
                          ? kTextureCoordUnits
                          : std::min(caps().maxCombinedTextureUnits, kMaxTextureUnits);
    if (unit >= GLuint(units)) {
        setError(GL_INVALID_ENUM, "glActiveTexture: {:#x} is not a texture unit", texture);
        return;
    }
    m_client.activeTexture = int(unit);
    unitExpected(m_client.activeTexture);
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
    m_spareTextures.drop();
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
    Texture* object =
        texture ? m_group->textures.find(texture) : m_objects.defaultTextures[size_t(*type)].get();
    if (!object) {
        if (isCore() && !m_group->textures.used(texture)) {
            setError(GL_INVALID_OPERATION, "glBindTexture: {} is not a name of a texture", texture);
            return;
        }
        object = createTexture(*this, texture, *type);
        if (!object) {
            return;
        }
    } else if (object->type() != *type) {
        setError(GL_INVALID_OPERATION,
                 "glBindTexture: texture {} belongs to another target than {:#x}",
                 texture,
                 target);
        return;
    }
    if (!(binding == object)) {
        m_spareTextures.assign(binding, object);
        m_dirty.setUnit(size_t(m_client.activeTexture));
    }
}

void Context::texParameteri(GLenum target, GLenum pname, GLint param) {
    texParameter(*this, target, pname, parameterValue(param));
}

void Context::texParameterf(GLenum target, GLenum pname, GLfloat param) {
    texParameter(*this, target, pname, parameterValue(param));
}

void Context::texParameteriv(GLenum target, GLenum pname, const GLint* params) {
    texParameter(*this, target, pname, parameterValue(*this, pname, params));
}

void Context::texParameterfv(GLenum target, GLenum pname, const GLfloat* params) {
    texParameter(*this, target, pname, parameterValue(pname, params));
}

void Context::texParameterIiv(GLenum target, GLenum pname, const GLint* params) {
    texParameter(*this, target, pname, integerParameterValue(pname, params));
}

void Context::texParameterIuiv(GLenum target, GLenum pname, const GLuint* params) {
    texParameter(*this, target, pname, integerParameterValue(pname, params));
}

void Context::getTexParameterfv(GLenum target, GLenum pname, GLfloat* params) {
    if (const auto answer = queryParameter(*this, target, pname)) {
        give(*this, *answer, params);
    }
}

void Context::getTexParameteriv(GLenum target, GLenum pname, GLint* params) {
    if (const auto answer = queryParameter(*this, target, pname)) {
        give(*this, *answer, params);
    }
}

void Context::getTexParameterIiv(GLenum target, GLenum pname, GLint* params) {
    if (const auto answer = queryParameter(*this, target, pname)) {
        giveIntegers(*answer, params);
    }
}

void Context::getTexParameterIuiv(GLenum target, GLenum pname, GLuint* params) {
    if (const auto answer = queryParameter(*this, target, pname)) {
        giveIntegers(*answer, params);
    }
}

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Sampler objects (GL 3.3 section 3.8.2, ES 3.0 section 3.8.2).
#include "gl/validation/sampler_parameters.h"

namespace gl {

namespace {

Sampler* requireSampler(Context& context, GLuint name, const char* command) {
    Sampler* sampler = name ? context.group().samplers.find(name) : nullptr;
    if (!sampler) {
        context.setError(GL_INVALID_OPERATION, "{}: {} is not a sampler", command, name);
    }
    return sampler;
}

void setParameter(Context& context, GLuint name, GLenum pname, const ParameterValue& value) {
    Sampler* sampler = requireSampler(context, name, "glSamplerParameter");
    if (!sampler) {
        return;
    }
    SamplerParameters parameters = sampler->parameters();
    const GLenum error =
        setSamplerParameter(context, parameters, pname, value).value_or(GL_INVALID_ENUM);
    if (error != GL_NO_ERROR) {
        context.setError(error,
                         "glSamplerParameter: parameter {:#x}, value {:#x} ({})",
                         pname,
                         value.integer,
                         value.number);
        return;
    }
    if (parameters != sampler->parameters()) {
        sampler->setParameters(parameters);
        noteWraps(context, parameters);
        context.dirty().set(Dirty::Textures);
        context.noteSharedChange();
    }
}

std::optional<ParameterAnswer> getParameter(Context& context, GLuint name, GLenum pname) {
    const Sampler* sampler = requireSampler(context, name, "glGetSamplerParameter");
    if (!sampler) {
        return std::nullopt;
    }
    const auto answer = samplerParameter(context, sampler->parameters(), pname);
    if (!answer) {
        context.setError(GL_INVALID_ENUM, "glGetSamplerParameter: parameter {:#x}", pname);
    }
    return answer;
}

} // namespace

void Context::genSamplers(GLsizei count, GLuint* samplers) {
    if (count < 0) {
        setError(GL_INVALID_VALUE, "glGenSamplers: count {}", count);
        return;
    }
    for (GLsizei i = 0; i < count; ++i) {
        // Sampler objects exist from here on, unlike textures.
        samplers[i] = m_group->samplers.generate();
        m_group->samplers.insert(samplers[i], new Sampler(samplers[i]));
    }
}

void Context::deleteSamplers(GLsizei count, const GLuint* samplers) {
    if (count < 0) {
        setError(GL_INVALID_VALUE, "glDeleteSamplers: count {}", count);
        return;
    }
    for (GLsizei i = 0; i < count; ++i) {
        const Ref<Sampler> sampler =
            samplers[i] ? m_group->samplers.remove(samplers[i]) : Ref<Sampler>();
        if (!sampler) {
            continue;
        }
        for (TextureUnit& unit : m_state.textureUnits) {
            if (unit.sampler == sampler) {
                unit.sampler = {};
                m_dirty.set(Dirty::Textures);
            }
        }
    }
}

GLboolean Context::isSampler(GLuint sampler) {
    return sampler != 0 && m_group->samplers.find(sampler) != nullptr;
}

void Context::bindSampler(GLuint unit, GLuint sampler) {
    if (unit >= GLuint(std::min(caps().maxCombinedTextureUnits, kMaxTextureUnits))) {
        setError(GL_INVALID_VALUE, "glBindSampler: there is no unit {}", unit);
        return;
    }
    Sampler* object = nullptr;
    if (sampler != 0 && !(object = requireSampler(*this, sampler, "glBindSampler"))) {
        return;
    }
    Ref<Sampler>& binding = m_state.textureUnits[unit].sampler;
    if (!(binding == object)) {
        binding = Ref<Sampler>(object);
        m_dirty.setUnit(unit);
    }
}

void Context::samplerParameteri(GLuint sampler, GLenum pname, GLint param) {
    setParameter(*this, sampler, pname, parameterValue(param));
}

void Context::samplerParameterf(GLuint sampler, GLenum pname, GLfloat param) {
    setParameter(*this, sampler, pname, parameterValue(param));
}

void Context::samplerParameteriv(GLuint sampler, GLenum pname, const GLint* param) {
    setParameter(*this, sampler, pname, parameterValue(*this, pname, param));
}

void Context::samplerParameterfv(GLuint sampler, GLenum pname, const GLfloat* param) {
    setParameter(*this, sampler, pname, parameterValue(pname, param));
}

void Context::samplerParameterIiv(GLuint sampler, GLenum pname, const GLint* param) {
    setParameter(*this, sampler, pname, integerParameterValue(pname, param));
}

void Context::samplerParameterIuiv(GLuint sampler, GLenum pname, const GLuint* param) {
    setParameter(*this, sampler, pname, integerParameterValue(pname, param));
}

void Context::getSamplerParameteriv(GLuint sampler, GLenum pname, GLint* params) {
    if (const auto answer = getParameter(*this, sampler, pname)) {
        give(*this, *answer, params);
    }
}

void Context::getSamplerParameterfv(GLuint sampler, GLenum pname, GLfloat* params) {
    if (const auto answer = getParameter(*this, sampler, pname)) {
        give(*this, *answer, params);
    }
}

void Context::getSamplerParameterIiv(GLuint sampler, GLenum pname, GLint* params) {
    if (const auto answer = getParameter(*this, sampler, pname)) {
        giveIntegers(*answer, params);
    }
}

void Context::getSamplerParameterIuiv(GLuint sampler, GLenum pname, GLuint* params) {
    if (const auto answer = getParameter(*this, sampler, pname)) {
        giveIntegers(*answer, params);
    }
}

} // namespace gl

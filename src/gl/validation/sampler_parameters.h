// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "gl/objects/sampler.h"

#include <array>
#include <optional>

namespace gl {

/// GL_TEXTURE_REDUCTION_MODE is known.
bool hasReductions(const Context& context);

/// One parameter's value as the application gave it, in the forms the checks want.
struct ParameterValue {
    GLint integer = 0;
    GLfloat number = 0;
    bool vector = false; ///< By a command that takes a pointer: four numbers may follow.
    std::array<GLint, 4> integers{};
    /// As SamplerParameters has it.
    std::array<uint32_t, 4> borderBits{};
};
bool isVectorParameter(GLenum pname); ///< Has four numbers, which only pointers give.
ParameterValue parameterValue(GLint value);
ParameterValue parameterValue(GLfloat value);
/// How integers become the numbers of a border depends on the API.
ParameterValue parameterValue(const Context& context, GLenum pname, const GLint* values);
ParameterValue parameterValue(GLenum pname, const GLfloat* values);
/// glTexParameterI: the numbers of a border are integers.
ParameterValue integerParameterValue(GLenum pname, const GLint* values);
ParameterValue integerParameterValue(GLenum pname, const GLuint* values);

/// What a query answers.
struct ParameterAnswer {
    std::array<double, 4> numbers{};
    int count = 1;
    bool border = false; ///< A border colour: `borderBits` instead.
    std::array<uint32_t, 4> borderBits{};
};
/// Border colours are clamped where colours of state are (GL 4.6 compatibility section 22.2).
void give(const Context& context, const ParameterAnswer& answer, GLint* params);
void give(const Context& context, const ParameterAnswer& answer, GLfloat* params);
/// glGetTexParameterI.
void giveIntegers(const ParameterAnswer& answer, GLint* params);
void giveIntegers(const ParameterAnswer& answer, GLuint* params);

/// Sets what sampler objects and textures have in common (ES 3.0 section 3.8.2). Returns
/// GL_NO_ERROR or the error, nothing has changed then; nothing: not such a parameter.
std::optional<GLenum> setSamplerParameter(const Context& context,
                                          SamplerParameters& parameters,
                                          GLenum pname,
                                          const ParameterValue& value);
/// Tells the device of wraps that it may have to prepare for.
void noteWraps(Context& context, const SamplerParameters& parameters);
/// Nothing: not such a parameter.
std::optional<ParameterAnswer>
samplerParameter(const Context& context, const SamplerParameters& parameters, GLenum pname);

} // namespace gl

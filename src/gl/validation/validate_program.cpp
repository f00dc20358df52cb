// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/validate_program.h"

#include "gl/compat/state/compat_state.h"
#include "gl/context/pipelines.h"

#include <algorithm>
#include <cstring>

namespace gl {

namespace {

/// Samplers of different types, of any of the programs, read one unit (ES 2.0 section 2.10.4).
bool samplersConflict(const std::array<const Executable*, kShaderStages>& stages) {
    std::array<uint32_t, 256> typeOfUnit{};
    for (size_t stage = 0; stage < stages.size(); ++stage) {
        const Executable* executable = stages[stage];
        if (!executable) {
            continue;
        }
        const std::vector<glsl::SamplerInfo>& samplers = executable->linked->samplers;
        for (size_t i = 0; i < samplers.size(); ++i) {
            if (!(samplers[i].stageMask & (1u << stage))) {
                continue;
            }
            uint32_t& type = typeOfUnit[executable->samplerUnits[i]];
            if (type != 0 && type != samplers[i].glType) {
                return true;
            }
            type = samplers[i].glType;
        }
    }
    return false;
}

bool everyStageInstalled(const std::array<const Executable*, kShaderStages>& stages,
                         const Executable& executable) {
    return std::all_of(
        executable.linked->stages.begin(), executable.linked->stages.end(), [&](const auto& stage) {
            return stages[size_t(stage.stage)] == &executable;
        });
}

/// Another program stands between two stages of this one.
bool interrupted(const std::array<const Executable*, kShaderStages>& stages,
                 const Executable& executable) {
    const auto first = std::find(stages.begin(), stages.end(), &executable);
    const auto last = std::find(stages.rbegin(), stages.rend(), &executable).base();
    return std::any_of(
        first, last, [&](const Executable* other) { return other && other != &executable; });
}

} // namespace

Shader* requireShader(Context& context, GLuint name) {
    const ProgramTable table(context.group().shaderObjects);
    if (Shader* shader = table.shader(name)) {
        return shader;
    }
    if (table.find(name)) {
        context.setError(GL_INVALID_OPERATION, "{} is a program, not a shader", name);
    } else {
        context.setError(GL_INVALID_VALUE, "there is no shader {}", name);
    }
    return nullptr;
}

Program* requireProgram(Context& context, GLuint name) {
    const ProgramTable table(context.group().shaderObjects);
    if (Program* program = table.program(name)) {
        return program;
    }
    if (table.find(name)) {
        context.setError(GL_INVALID_OPERATION, "{} is a shader, not a program", name);
    } else {
        context.setError(GL_INVALID_VALUE, "there is no program {}", name);
    }
    return nullptr;
}

const Executable* requireExecutable(Context& context, GLuint program, const char* command) {
    Program* object = requireProgram(context, program);
    if (object && !object->executable()) {
        context.setError(GL_INVALID_OPERATION, "{}: program {} is not linked", command, program);
        return nullptr;
    }
    return object ? object->executable().get() : nullptr;
}

bool isShaderType(const Context& context, GLenum type) {
    switch (type) {
    case GL_VERTEX_SHADER:
    case GL_FRAGMENT_SHADER:
        return true;
    case GL_GEOMETRY_SHADER:
        return context.atLeast(0, 32);
    case GL_TESS_CONTROL_SHADER:
    case GL_TESS_EVALUATION_SHADER:
        return context.isDesktop() && context.caps().tessellationShader;
    default:
        return false;
    }
}

const char* whyNotExecutable(const std::array<const Executable*, kShaderStages>& stages) {
    bool any = false;
    for (const Executable* executable : stages) {
        if (!executable) {
            continue;
        }
        any = true;
        if (!executable->linked->separable) {
            return "a program was linked again without GL_PROGRAM_SEPARABLE";
        }
        if (!everyStageInstalled(stages, *executable)) {
            return "a program is installed in some of its stages only";
        }
        if (interrupted(stages, *executable)) {
            return "a program is installed between two stages of another one";
        }
    }
    if (!any) {
        return "the program pipeline is empty";
    }
    const auto has = [&](glsl::Stage stage) { return stages[size_t(stage)] != nullptr; };
    if (!has(glsl::Stage::Vertex) &&
        (has(glsl::Stage::TessControl) || has(glsl::Stage::TessEvaluation) ||
         has(glsl::Stage::Geometry))) {
        return "there are tessellation or geometry shaders, and no vertex shader";
    }
    if (samplersConflict(stages)) {
        return "samplers of different types use the same texture unit";
    }
    return nullptr;
}

bool requireAssemblyPrograms(Context& context) {
    const CompatState* const compat = context.compat();
    const auto isMissing = [&](glsl::Stage stage, bool isOn) {
        const Executable* const executable = context.state().stages[size_t(stage)];
        return isOn && executable && executable->linked->isFixedFunction;
    };
    if (compat && (isMissing(glsl::Stage::Vertex, compat->programModes.vertex) ||
                   isMissing(glsl::Stage::Fragment, compat->programModes.fragment))) {
        context.setError(GL_INVALID_OPERATION, "no program has been loaded");
        return false;
    }
    return true;
}

bool requireExecutablePrograms(Context& context) {
    const State& state = context.state();
    if (!requireAssemblyPrograms(context)) {
        return false;
    }
    if (state.executable) {
        if (state.executable->samplerConflict) {
            context.setError(GL_INVALID_OPERATION,
                             "samplers of different types use one texture unit");
            return false;
        }
        return true;
    }
    ProgramPipeline* const pipeline = boundPipeline(context);
    if (!pipeline) {
        return true;
    }
    std::array<const Executable*, kShaderStages> stages{};
    std::ranges::transform(pipeline->stages(), stages.begin(), [](const auto& stage) {
        return stage.executable.get();
    });
    if (context.compat() &&
        std::ranges::all_of(stages, [](const Executable* stage) { return !stage; })) {
        return true; // Others stand in for all.
    }
    if (const char* why = whyNotExecutable(stages)) {
        context.setError(GL_INVALID_OPERATION, "{}", why);
        return false;
    }
    return true;
}

bool feedbackHoldsProgram(Context& context, const char* command) {
    if (!context.capturing()) {
        return false;
    }
    context.setError(GL_INVALID_OPERATION, "{}: transform feedback is active", command);
    return true;
}

bool feedbackUsesProgram(Context& context, const Program& program, const char* command) {
    // A link that is under way began when nothing captured: there is nothing to wait for.
    if (!program.linkDone() || !program.executable() ||
        !context.capturedBy(*program.executable())) {
        return false;
    }
    context.setError(GL_INVALID_OPERATION,
                     "{}: transform feedback is active with program {}",
                     command,
                     program.name());
    return true;
}

void copyString(std::string_view text, GLsizei bufSize, GLsizei* length, GLchar* out) {
    size_t copied = 0;
    if (bufSize > 0 && out) {
        copied = std::min(text.size(), size_t(bufSize) - 1);
        std::memcpy(out, text.data(), copied);
        out[copied] = 0;
    }
    if (length) {
        *length = GLsizei(copied);
    }
}

} // namespace gl

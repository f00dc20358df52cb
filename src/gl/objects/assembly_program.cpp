// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/assembly_program.h"

#include "base/log.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace gl {

namespace {

/// Samplers are called after units: "unit3".
void bindUnits(Executable& executable) {
    constexpr std::string_view kUnit = "unit";
    for (const glsl::Uniform& uniform : executable.linked->uniforms) {
        if (uniform.isSampler() && uniform.name.starts_with(kUnit)) {
            unsigned unit = 0;
            std::from_chars(uniform.name.data() + kUnit.size(),
                            uniform.name.data() + uniform.name.size(),
                            unit);
            executable.setSamplerUnit(uniform.samplerIndex, uint8_t(unit));
        }
    }
    executable.updateSamplerConflict();
}

} // namespace

AssemblyProgram::~AssemblyProgram() {
    waitForLink(); // The job uses a back end that the caller may be about to close.
}

void AssemblyProgram::load(std::string source,
                           glsl::assembly::Shader shader,
                           glsl::CompileOptions options,
                           ContextBackend& backend) {
    waitForLink();
    m_source = std::move(source);
    m_counts = shader.counts;
    m_parameters = std::move(shader.parameters);
    options.stage = m_target == GL_VERTEX_PROGRAM_ARB ? glsl::Stage::Vertex : glsl::Stage::Fragment;
    glsl::LinkOptions link{.api = glsl::Api::Desktop,
                           .attributeBindings = std::move(shader.attributeBindings),
                           .fixedFunction = glsl::FixedFunction::StandsIn,
                           .clippedByPlanes = shader.isClippedByPlanes,
                           .limits = options.limits};
    // State comes on top of as many parameters as a program may have.
    constexpr int kMostVectors = 4096;
    link.limits.maxVertexUniformVectors = kMostVectors;
    link.limits.maxFragmentUniformVectors = kMostVectors;
    const auto people = std::make_shared<const report::ObjectName>(
        fmt::format("{} program", glsl::stageName(options.stage)), name());
    m_link = LinkTask::start(people,
                             {CompileTask::start(options, std::move(shader.text), people)},
                             std::move(link),
                             true,
                             backend);
    m_joined = false;
}

const std::shared_ptr<Executable>& AssemblyProgram::executable() {
    if (!m_joined) {
        join();
    }
    return m_executable;
}

void AssemblyProgram::join() {
    m_link->wait();
    m_joined = true;
    m_executable = m_link->executable();
    if (!m_executable) {
        base::logWarnOnce(
            base::Log::Shaders, "an assembly program could not be made: {}", m_link->infoLog());
        return;
    }
    bindUnits(*m_executable);
    const int location = m_executable->linked->uniformLocation("parameters");
    // What has no effect does not read them.
    size_t read = 0;
    if (location >= 0) {
        const UniformEntry& entry = m_executable->uniformEntries[size_t(location)];
        m_slot = entry.slot;
        read = entry.slotCount != 0 ? entry.remaining : 0;
    }
    m_parameters.resize(std::min(m_parameters.size(), read));
}

ProgramParameter AssemblyProgram::local(size_t index) const {
    return index < m_locals.size() ? m_locals[index] : ProgramParameter{};
}

void AssemblyProgram::setLocal(size_t index, const ProgramParameter& value) {
    m_locals.resize(std::max(m_locals.size(), index + 1));
    m_locals[index] = value;
}

} // namespace gl

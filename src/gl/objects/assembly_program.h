// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/executable.h"
#include "gl/objects/program.h"
#include "gl/objects/ref.h"
#include "glsl/assembly/shader.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace gl {

using ProgramParameter = std::array<float, 4>; ///< Of the environment, or a program's local one.

/// A program object of ARB_vertex_program or ARB_fragment_program (section 2.14.1 of the former):
/// docs/assembly-programs.md.
class AssemblyProgram : public Object {
public:
    AssemblyProgram(uint32_t name, GLenum target) : Object(name), m_target(target) {}
    ~AssemblyProgram() override;

    GLenum target() const { return m_target; }
    const std::string& source() const { return m_source; }
    const glsl::assembly::Counts& counts() const { return m_counts; }

    /// glProgramStringARB, with what the string was translated to. Does not wait.
    void load(std::string source,
              glsl::assembly::Shader shader,
              glsl::CompileOptions options,
              ContextBackend& backend);
    void waitForLink() const {
        if (m_link) {
            m_link->wait();
        }
    }
    /// Of the last string; null: none was loaded, or the device did not take it. Waits.
    const std::shared_ptr<Executable>& executable();

    ProgramParameter local(size_t index) const;
    void setLocal(size_t index, const ProgramParameter& value);
    /// Brings what the executable reads of the environment, the local parameters and the program
    /// matrices, which `value` knows by a glsl::assembly::Parameter, up to date.
    template <class Value>
    void writeParameters(Value value) {
        for (size_t i = 0; i < m_parameters.size(); ++i) {
            const ProgramParameter now = value(m_parameters[i]);
            UniformEntry::Slot slot = m_slot;
            slot.offset_B += uint32_t(i) * slot.arrayStride_B;
            m_executable->writeUniform(slot, now.data(), sizeof now);
        }
    }

private:
    void join();

    const GLenum m_target;
    std::string m_source;
    glsl::assembly::Counts m_counts;
    std::shared_ptr<LinkTask> m_link;
    bool m_joined = true; ///< m_executable is m_link's.
    std::shared_ptr<Executable> m_executable;
    std::vector<glsl::assembly::Parameter> m_parameters; ///< Those that m_executable reads.
    UniformEntry::Slot m_slot;                           ///< Of the first of them.
    std::vector<ProgramParameter> m_locals;              ///< As many as were ever set.
};

} // namespace gl

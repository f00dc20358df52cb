// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/program.h"

#include <array>
#include <memory>
#include <string>

namespace gl {

/// A program pipeline object (OpenGL 4.1 section 2.11.4): a program for each stage. A container:
/// not shared between contexts. See docs/programs.md.
class ProgramPipeline : public Object {
public:
    explicit ProgramPipeline(uint32_t name) : Object(name) {}

    struct Stage {
        Ref<Program> program; ///< Null: the stage is not there.
        /// Installed by glUseProgramStages, or by a successful link since.
        std::shared_ptr<Executable> executable;
    };
    const std::array<Stage, kShaderStages>& stages() const { return m_stages; }
    Ref<Program> activeProgram; ///< glActiveShaderProgram's.
    bool validated = false;     ///< GL_VALIDATE_STATUS of glValidateProgramPipeline.
    std::string infoLog;

    /// Null: no program.
    void setStage(ProgramTable& programs, glsl::Stage stage, Program* program);
    void setActiveProgram(ProgramTable& programs, Program* program);
    /// Lets go of all programs, which may delete them.
    void clear(ProgramTable& programs);
    /// Installs what was linked since; waits for the links.
    void refresh();

private:
    std::array<Stage, kShaderStages> m_stages;
};

} // namespace gl

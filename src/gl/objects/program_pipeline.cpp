// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/program_pipeline.h"

#include <utility>

namespace gl {

namespace {

void replace(ProgramTable& programs, Ref<Program>& held, Program* program) {
    if (program) {
        programs.use(*program);
    }
    const Ref<Program> before = std::exchange(held, Ref<Program>(program));
    if (before) {
        programs.unuse(*before);
    }
}

} // namespace

void ProgramPipeline::setStage(ProgramTable& programs, glsl::Stage stage, Program* program) {
    Stage& to = m_stages[size_t(stage)];
    const std::shared_ptr<Executable> executable = program ? program->executable() : nullptr;
    const bool has = executable && executable->linked->stage(stage);
    replace(programs, to.program, has ? program : nullptr);
    to.executable = has ? executable : nullptr;
}

void ProgramPipeline::setActiveProgram(ProgramTable& programs, Program* program) {
    replace(programs, activeProgram, program);
}

void ProgramPipeline::clear(ProgramTable& programs) {
    for (Stage& stage : m_stages) {
        replace(programs, stage.program, nullptr);
        stage.executable = nullptr;
    }
    replace(programs, activeProgram, nullptr);
}

void ProgramPipeline::refresh() {
    for (size_t i = 0; i < m_stages.size(); ++i) {
        Stage& stage = m_stages[i];
        // A failed link leaves what was installed (section 2.11.3).
        if (stage.program && stage.program->executable()) {
            const std::shared_ptr<Executable>& newest = stage.program->executable();
            stage.executable = newest->linked->stage(glsl::Stage(i)) ? newest : nullptr;
        }
    }
}

} // namespace gl

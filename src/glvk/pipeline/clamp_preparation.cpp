// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/clamp_preparation.h"

#include "glvk/pipeline/pipeline_maker.h"
#include "glvk/pipeline/program.h"

namespace glvk {

void ClampPreparation::want() {
    if (m_wanted.load(std::memory_order_relaxed)) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (m_wanted.exchange(true)) {
        return;
    }
    for (const Program* program : m_programs) {
        prepare(*program);
    }
}

void ClampPreparation::add(const Program& program) {
    const std::lock_guard lock(m_mutex);
    m_programs.insert(&program);
    if (m_wanted) {
        prepare(program);
    }
}

void ClampPreparation::remove(const Program& program) {
    const std::lock_guard lock(m_mutex);
    m_programs.erase(&program);
}

void ClampPreparation::prepare(const Program& program) {
    const Program* const clamping = program.mayClamp() ? program.clamping() : nullptr;
    if (clamping) {
        m_pipelines.prepareLater(*clamping);
    }
}

} // namespace glvk

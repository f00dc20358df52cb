// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/typical_state.h"

#include "glvk/pipeline/program.h"

namespace glvk {

void TypicalState::note(const PipelineKey& key) {
    const std::lock_guard lock(m_mutex);
    m_key = key;
}

PipelineKey TypicalState::keyFor(const Program& program) const {
    PipelineKey key;
    {
        const std::lock_guard lock(m_mutex);
        key = m_key;
    }
    return program.fit(key);
}

} // namespace glvk

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/dead_programs.h"

#include <utility>

namespace glvk {

void DeadPrograms::note(uint64_t program) {
    const std::lock_guard lock(m_mutex);
    m_programs.push_back(program);
    m_any.store(true, std::memory_order_relaxed);
}

std::vector<uint64_t> DeadPrograms::take() {
    if (!m_any.load(std::memory_order_relaxed)) {
        return {};
    }
    const std::lock_guard lock(m_mutex);
    m_any.store(false, std::memory_order_relaxed);
    return std::exchange(m_programs, {});
}

} // namespace glvk

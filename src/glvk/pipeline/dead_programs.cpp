// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/dead_programs.h"

#include <new>
#include <utility>

namespace glvk {

void DeadPrograms::note(uint64_t program) noexcept {
    const std::lock_guard lock(m_mutex);
    try {
        m_programs.push_back(program);
    } catch (const std::bad_alloc&) {
        return;
    }
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

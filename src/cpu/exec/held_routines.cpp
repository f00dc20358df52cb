// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/held_routines.h"

#include "base/hash.h"

namespace cpu::exec {

void* HeldRoutines::find(const routine::KernelKey& key) {
    const uint64_t hash = base::hashCombine(uint64_t(key.kernel), key.bits);
    const routine::KeyedRoutine*& routine = m_recent[hash % m_recent.size()];
    if (!routine || !(routine->key == key)) {
        m_held.push_back(m_routines.find(key));
        routine = m_held.back().get();
    }
    return routine->function.load(std::memory_order_acquire);
}

void HeldRoutines::clear() {
    m_held.clear();
    m_recent = {};
}

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace cpu::kernels {

/// Zeros, for tests, in front of a page that cannot be read and behind another.
class GuardedMemory {
public:
    explicit GuardedMemory(size_t size_B) {
        const size_t page_B = size_t(sysconf(_SC_PAGESIZE));
        m_mapping_B = (size_B + page_B - 1) / page_B * page_B + 2 * page_B;
        m_mapping = static_cast<uint8_t*>(
            mmap(nullptr, m_mapping_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        mprotect(m_mapping, page_B, PROT_NONE);
        mprotect(m_mapping + m_mapping_B - page_B, page_B, PROT_NONE);
        m_data = m_mapping + m_mapping_B - page_B - size_B;
    }
    ~GuardedMemory() { munmap(m_mapping, m_mapping_B); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    uint8_t* data() const { return m_data; }

private:
    uint8_t* m_mapping;
    size_t m_mapping_B;
    uint8_t* m_data;
};

} // namespace cpu::kernels

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

namespace cpu::icd {

class Memory;

class Buffer {
public:
    explicit Buffer(uint64_t size_B) : m_size_B(size_B) {}

    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    uint64_t size_B() const { return m_size_B; }
    /// Null until memory is bound. Device addresses are host addresses.
    uint8_t* data() const { return m_data; }
    void bind(const Memory& memory, uint64_t offset_B);

    /// What VK_WHOLE_SIZE means from `offset_B` on; other sizes are cut at the buffer's end.
    uint64_t range_B(uint64_t offset_B, uint64_t size_B) const;

private:
    uint64_t m_size_B;
    uint8_t* m_data = nullptr;
};
GLISSADE_CPU_OBJECT(VkBuffer, Buffer)

} // namespace cpu::icd

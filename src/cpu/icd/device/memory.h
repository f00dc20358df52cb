// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

namespace cpu::icd {

class PhysicalDevice;

/// Host memory that is also the device's. kOverread_B bytes after its end can be read.
class Memory {
public:
    explicit Memory(PhysicalDevice& heap) : m_heap(heap) {}
    ~Memory();

    /// False: the heap or the machine has no room. Called once.
    bool allocate(uint64_t size_B);

    uint8_t* data() const { return m_data; }
    uint64_t size_B() const { return m_size_B; }

private:
    PhysicalDevice& m_heap;
    uint8_t* m_data = nullptr;
    uint64_t m_size_B = 0;
    uint64_t m_mapped_B = 0;
};
GLISSADE_CPU_OBJECT(VkDeviceMemory, Memory)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

namespace cpu::icd {

class PhysicalDevice;

/// A row of an image in memory of others is no longer than this.
inline constexpr uint32_t kMaxForeignPitch_B = 1u << 20;

/// Host memory that is also the device's. kOverread_B bytes after its end can be read.
class Memory {
public:
    explicit Memory(PhysicalDevice& heap) : m_heap(heap) {}
    ~Memory();

    /// False: the heap or the machine has no room. Called once.
    bool allocate(uint64_t size_B);
    /// Instead: memory of others (docs/dma-buf.md#the-cpu-device), of which four rows of
    /// kMaxForeignPitch_B after its end can be read. The file descriptor stays the caller's. False:
    /// it is not such memory, or smaller, or the machine has no room.
    bool import(int fd, uint64_t size_B);

    uint8_t* data() const { return m_data; }
    uint64_t size_B() const { return m_size_B; }

private:
    void take(void* data, uint64_t size_B);

    PhysicalDevice& m_heap;
    uint8_t* m_data = nullptr;
    uint64_t m_size_B = 0;
    uint64_t m_mapped_B = 0;
    bool m_foreign = false;
};
GLISSADE_CPU_OBJECT(VkDeviceMemory, Memory)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <atomic>
#include <cstdint>

namespace cpu::icd {

class Instance;

/// The processor. It has one kind of memory and one family of queues.
class PhysicalDevice : public Dispatchable {
public:
    explicit PhysicalDevice(Instance& instance);

    Instance& instance() const { return m_instance; }
    /// The machine's memory, or what a control group leaves of it.
    uint64_t heap_B() const { return m_heap_B; }

    /// Counts device memory against the heap; false: the heap has no room for it.
    bool reserve(uint64_t size_B);
    void giveBack(uint64_t size_B) { m_used_B -= size_B; }
    uint64_t used_B() const { return m_used_B; }

private:
    Instance& m_instance;
    uint64_t m_heap_B;
    std::atomic<uint64_t> m_used_B{0};
};
GLISSADE_CPU_OBJECT(VkPhysicalDevice, PhysicalDevice)

/// One family: one queue, for all that the device does.
VkQueueFlags queueFlags();
/// Bits of VkMemoryRequirements::memoryTypeBits: there is one type.
inline constexpr uint32_t kMemoryTypeBits = 1;

} // namespace cpu::icd

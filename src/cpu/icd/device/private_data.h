// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <map>
#include <mutex>
#include <utility>

namespace cpu::icd {

/// Values that applications keep for objects. Zero is what objects have that nobody set.
class PrivateDataSlot {
public:
    /// False: out of host memory.
    bool set(VkObjectType type, uint64_t object, uint64_t value);
    uint64_t get(VkObjectType type, uint64_t object) const;

private:
    mutable std::mutex m_mutex;
    std::map<std::pair<VkObjectType, uint64_t>, uint64_t> m_values;
};
GLISSADE_CPU_OBJECT(VkPrivateDataSlot, PrivateDataSlot)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/object.h"

#include <algorithm>

namespace cpu::icd {

void* allocate(size_t size_B,
               size_t align_B,
               const VkAllocationCallbacks* callbacks,
               VkSystemAllocationScope scope) {
    if (callbacks) {
        return callbacks->pfnAllocation(callbacks->pUserData, size_B, align_B, scope);
    }
    align_B = std::max(align_B, sizeof(void*));
    return std::aligned_alloc(align_B, (size_B + align_B - 1) & ~(align_B - 1));
}

void release(void* memory, const VkAllocationCallbacks* callbacks) {
    if (callbacks) {
        callbacks->pfnFree(callbacks->pUserData, memory);
    } else {
        std::free(memory);
    }
}

} // namespace cpu::icd

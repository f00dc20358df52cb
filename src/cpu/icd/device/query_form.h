// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/query_pool.h"
#include "cpu/icd/vulkan.h"

namespace cpu::icd {

inline exec::QueryResultForm resultForm(VkQueryResultFlags flags) {
    return {.wide = (flags & VK_QUERY_RESULT_64_BIT) != 0,
            .withAvailability = (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) != 0,
            .partial = (flags & VK_QUERY_RESULT_PARTIAL_BIT) != 0};
}

} // namespace cpu::icd

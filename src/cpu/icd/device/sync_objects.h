// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/event.h"
#include "cpu/exec/fence.h"
#include "cpu/exec/query_pool.h"
#include "cpu/exec/semaphore.h"
#include "cpu/icd/object.h"

/// Objects that are the engine's own.
namespace cpu::icd {

GLISSADE_CPU_OBJECT(VkEvent, exec::Event)
GLISSADE_CPU_OBJECT(VkFence, exec::Fence)
GLISSADE_CPU_OBJECT(VkQueryPool, exec::QueryPool)
GLISSADE_CPU_OBJECT(VkSemaphore, exec::Semaphore)

} // namespace cpu::icd

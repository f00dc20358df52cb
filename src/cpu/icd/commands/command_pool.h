// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <optional>
#include <vector>

namespace cpu::icd {

class CommandBuffer;
class Device;

/// Owns its command buffers. Externally synchronised, as all that is recorded into them.
class CommandPool {
public:
    CommandPool(Device& device, const VkAllocationCallbacks* callbacks);
    ~CommandPool();
    CommandPool(const CommandPool&) = delete;
    CommandPool& operator=(const CommandPool&) = delete;

    Device& device() const { return m_device; }

    /// Null: out of host memory.
    CommandBuffer* allocate(VkCommandBufferLevel level);
    void free(CommandBuffer* buffer);
    void reset(bool releasesMemory);
    /// Gives back the memory of buffers that hold no commands.
    void trim();

private:
    const VkAllocationCallbacks* callbacks() const { return m_callbacks ? &*m_callbacks : nullptr; }

    Device& m_device;
    const std::optional<VkAllocationCallbacks> m_callbacks;
    std::vector<CommandBuffer*> m_buffers;
};
GLISSADE_CPU_OBJECT(VkCommandPool, CommandPool)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/exec/bind_state.h"
#include "cpu/exec/command.h"
#include "cpu/icd/commands/render_pass_instance.h"
#include "cpu/icd/object.h"

#include <array>
#include <span>
#include <vector>

namespace cpu::icd {

class Device;
struct SetDescription;

/// Records commands with all that they need: memory in place of handles, arrays copied. The entry
/// points are in the files of this folder by kind, as the commands in exec/.
class CommandBuffer : public Recording {
public:
    CommandBuffer(Device& device, VkCommandBufferLevel level);
    CommandBuffer(const CommandBuffer&) = delete;
    CommandBuffer& operator=(const CommandBuffer&) = delete;

    Device& device() const { return m_device; }
    VkCommandBufferLevel level() const { return m_level; }

    void begin();
    /// The first error since begin().
    VkResult end();
    void reset(bool releasesMemory);
    void trim();

    /// Out of memory makes end() fail; what is recorded meanwhile is never executed.
    template <typename Command>
    void record(const Command& command) {
        m_arena.add(command);
    }
    template <typename T>
    std::span<const T> copy(std::span<const T> source) {
        return m_arena.copy(source);
    }
    template <typename T>
    std::span<const T> copy(const T* source, size_t count) {
        return m_arena.copy(std::span(source, source ? count : 0));
    }
    bool outOfMemory() const { return m_arena.outOfMemory(); }

    /// Where what is recorded goes.
    exec::CommandArena& arena() { return m_arena; }
    /// What a queue replays.
    const exec::CommandArena& commands() const { return m_arena; }
    bool executable() const { return m_executable; }

    /// The set that is pushed at a bind point, as pushed so far; null descriptors at first. Throws
    /// std::bad_alloc.
    uint8_t* pushedSet(exec::BindPoint point, const SetDescription& description);
    struct alignas(kDescriptor_B) DescriptorBytes {
        uint8_t bytes[kDescriptor_B];
    };
    std::span<const DescriptorBytes> copyPushedSet(exec::BindPoint point) {
        const std::vector<DescriptorBytes>& memory = m_pushedSets[size_t(point)].memory;
        return copy(memory.data(), memory.size());
    }

    /// The descriptor buffers that offsets are in from now on. Throws std::bad_alloc.
    void bindDescriptorBuffers(std::span<const VkDescriptorBufferBindingInfoEXT> buffers);
    /// Null: there is none of this number.
    uint8_t* descriptorBuffer(uint32_t index) const {
        return index < m_descriptorBuffers.size() ? m_descriptorBuffers[index] : nullptr;
    }

    /// The render pass instance that is being recorded.
    RenderPassInstance& renderPass() { return m_renderPass; }

private:
    struct PushedSet {
        std::vector<DescriptorBytes> memory;
        std::vector<uint32_t> definition; ///< Of the layout that it was pushed with.
    };

    Device& m_device;
    const VkCommandBufferLevel m_level;
    bool m_executable = false;
    exec::CommandArena m_arena;
    std::array<PushedSet, exec::kBindPoints> m_pushedSets;
    std::vector<uint8_t*> m_descriptorBuffers; ///< Where they begin.
    RenderPassInstance m_renderPass;
};
GLISSADE_CPU_OBJECT(VkCommandBuffer, CommandBuffer)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

namespace cpu {
struct Interruption;
}

/// Recorded commands. A command is a plain struct with everything it needs, followed in the arena
/// by its arrays; it is executed by the free function `void execute(const Command&, Replay&)` of
/// its kind's file in exec/: copy, clear, blit, dispatch, query, sync, bind.
namespace cpu::exec {

class Replay; ///< exec/replay.h: the state that commands act on.

/// Memory of a command buffer: grows, is reset, never moves what was recorded.
class CommandArena {
public:
    CommandArena() = default;
    CommandArena(CommandArena&& other) noexcept;
    CommandArena& operator=(CommandArena&& other) noexcept;

    /// Null: out of host memory; the command buffer remembers that until it ends.
    template <typename Command>
    Command* add(const Command& command);
    /// A copy of `source` that lives as long as the recording. Null data: out of host memory.
    template <typename T>
    std::span<const T> copy(std::span<const T> source);

    /// Executes all commands in their order, unless it is interrupted.
    void replay(Replay& replay, const Interruption& interruption) const;
    /// Forgets the commands, keeps the memory.
    void reset();
    /// Gives the memory back as well.
    void release();
    bool empty() const { return m_first == nullptr; }
    /// Memory held, used or not.
    size_t size_B() const;
    bool outOfMemory() const { return m_outOfMemory; }

private:
    struct Header {
        void (*execute)(const Header* header, Replay& replay);
        Header* next;
    };
    struct Chunk {
        std::unique_ptr<std::byte[]> data;
        size_t size_B;
    };

    void* allocate(size_t size_B, size_t align_B);

    std::vector<Chunk> m_chunks;
    size_t m_chunk = 0; ///< In use; those after it are empty.
    size_t m_used_B = 0;
    Header* m_first = nullptr;
    Header* m_last = nullptr;
    bool m_outOfMemory = false;
};

template <typename Command>
Command* CommandArena::add(const Command& command) {
    static_assert(std::is_trivially_destructible_v<Command>);
    struct Node : Header {
        Command command;
    };
    void* memory = allocate(sizeof(Node), alignof(Node));
    if (!memory) {
        return nullptr;
    }
    auto* node = new (memory) Node{{[](const Header* header, Replay& replay) {
                                        execute(static_cast<const Node*>(header)->command, replay);
                                    },
                                    nullptr},
                                   command};
    (m_last ? m_last->next : m_first) = node;
    m_last = node;
    return &node->command;
}

template <typename T>
std::span<const T> CommandArena::copy(std::span<const T> source) {
    static_assert(std::is_trivially_copyable_v<T>);
    void* memory = source.empty() ? nullptr : allocate(source.size_bytes(), alignof(T));
    if (!memory) {
        return {};
    }
    std::memcpy(memory, source.data(), source.size_bytes());
    return {static_cast<const T*>(memory), source.size()};
}

} // namespace cpu::exec

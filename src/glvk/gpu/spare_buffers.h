// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/memory.h"
#include "glvk/gpu/vulkan.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace glvk {

class Resource;

/// Of which two spares there is no telling apart.
struct SpareKind {
    VkDeviceSize size_B = 0;
    VkBufferUsageFlags usage = 0;
    MemoryUse use = MemoryUse::DeviceHost;
    bool part = false; ///< Of a larger buffer: size_B is how far such parts lie apart.

    auto operator<=>(const SpareKind&) const = default;
};

/// Storages of buffer objects that were replaced while the device used them, for whoever replaces
/// contents of the same size next: an application that redefines a buffer before each draw takes
/// nothing from the device after its first frames. Bounded, and what is not asked for goes back.
/// Thread-safe. See docs/buffers.md.
class SpareBuffers {
public:
    static constexpr VkDeviceSize kMaxEach_B = 256 * 1024; ///< Larger ones are worth an allocation.
    static constexpr VkDeviceSize kMaxAll_B = 32 * 1024 * 1024;
    static constexpr size_t kMaxCount = 64 * 1024;

    SpareBuffers() = default;
    SpareBuffers(const SpareBuffers&) = delete;
    SpareBuffers& operator=(const SpareBuffers&) = delete;
    ~SpareBuffers();

    /// Idle, of exactly this kind, its contents undefined; counted by nobody. Null: there is none.
    Resource* take(const SpareKind& kind);
    /// As many as there are, up to the size of `spares`; the first of them are set.
    size_t take(const SpareKind& kind, std::span<Resource*> spares);
    /// Nobody counts it any more. False: there is no room, and it stays the caller's.
    bool give(const SpareKind& kind, Resource& storage) noexcept;
    /// While it lives, what its thread gives here waits for its end, to be entered all at once.
    class Collection {
    public:
        explicit Collection(SpareBuffers& spares);
        Collection(const Collection&) = delete;
        Collection& operator=(const Collection&) = delete;
        ~Collection();

    private:
        friend SpareBuffers;
        SpareBuffers& m_spares;
        Collection* const m_before;
        std::vector<std::pair<SpareKind, Resource*>> m_given;
    };
    /// Called for each submission: gives some of what nobody wanted for a while back to the device.
    void trim();
    /// Gives everything back. False: there was nothing.
    bool clear();
    /// The device closes: everything goes back, and nothing is kept from here on.
    void close();

    size_t count() const;

private:
    using Spares = std::map<SpareKind, std::vector<Resource*>>;
    std::vector<Resource*>& ofKindLocked(const SpareKind& kind);
    bool giveLocked(const SpareKind& kind, Resource& storage) noexcept;

    mutable std::mutex m_mutex;
    Spares m_spares;                      ///< Each the latest last.
    Spares::value_type* m_last = nullptr; ///< Asked for last: most often the next as well.
    VkDeviceSize m_size_B = 0;
    size_t m_count = 0;
    size_t m_least = 0;         ///< The smallest count since the last look.
    size_t m_surplus = 0;       ///< To be given back.
    uint32_t m_submissions = 0; ///< Since the last look.
    bool m_closed = false;
};

} // namespace glvk

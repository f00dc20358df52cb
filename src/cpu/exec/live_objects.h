// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace cpu::exec {

/// Ranges of addresses, which may overlap. Thread-safe.
class LiveRanges {
public:
    void add(const void* begin, size_t size_B);
    /// One that was added so.
    void remove(const void* begin, size_t size_B);
    bool contains(const void* address) const;

private:
    mutable std::mutex m_mutex;
    std::multimap<uintptr_t, size_t> m_ranges; ///< Sizes by where they begin.
};

/// What descriptors of this process may lead to.
struct LiveObjects {
    LiveRanges memory;  ///< Of devices.
    LiveRanges buffers; ///< What is bound to them.
    LiveRanges views;   ///< ImageData of image views.
};

/// Null unless the option `validation` is on: nobody keeps count then.
LiveObjects* liveObjects();

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace cpu {

/// A device's word to what it runs that it shall end: code of shaders looks at it in loops, workers
/// between items, the queue between commands (docs/watchdog.md). Once said it stays said.
struct Interruption {
    std::atomic<uint32_t> wanted{0}; ///< Not zero: end.
    /// spirv::Stage + 1 of code that left a loop because of it; 0: there is none.
    std::atomic<uint32_t> stage{0};

    bool isWanted() const { return wanted.load(std::memory_order_relaxed) != 0; }
    void want() { wanted.store(1, std::memory_order_release); }
};

} // namespace cpu

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/workers.h"

#include <algorithm>

namespace cpu::exec {

/// Work below this is done by the calling thread: waking the others costs as much.
inline constexpr uint64_t kWorthSharing_B = uint64_t(256) << 10;

/// Calls work(item) for each item in [0, items), on all workers when the items' bytes make it
/// worthwhile.
template <typename Work>
void forEachItem(Workers& workers, uint64_t items, uint64_t item_B, Work&& work) {
    const uint64_t each_B = std::max<uint64_t>(item_B, 1);
    if (items < 2 || workers.count() < 2 || items <= kWorthSharing_B / each_B) {
        for (uint64_t item = 0; item < items && !workers.interrupted(); ++item) {
            work(item);
        }
        return;
    }
    const uint64_t grain = std::max<uint64_t>(1, kWorthSharing_B / 4 / each_B);
    workers.run(items, grain, [&](uint64_t item, uint32_t) { work(item); });
}

} // namespace cpu::exec

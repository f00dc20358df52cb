// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "store/file_descriptor.h"
#include "store/key.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

// How often entries were found: a file of fixed size beside them, so that counting costs a read and
// a write of some bytes, whatever the cache holds. Counts are for people and nothing depends on
// them: of two processes that count at once one may be lost, and so may those of a crowded place.

namespace store {

constexpr std::string_view kHitTableName = ".hits-1";

/// Counts one. Where the file cannot be written, or is not the user's alone, nothing is counted.
void countHit(int directory, const Key& key);

/// What was counted.
class HitTable {
public:
    explicit HitTable(int directory);
    uint32_t of(const Key& key) const;

    struct Slot {
        uint32_t tag;  ///< Of the key; 0 with a count of 0: nobody's.
        uint32_t hits; ///< Stays at its largest.
    };
    static constexpr size_t kSlots = 8; ///< Of a bucket.
    static constexpr size_t kBuckets = 16384;
    using Bucket = std::array<Slot, kSlots>;

private:
    std::vector<Bucket> m_buckets; ///< May end early: the rest counted nothing.
};

} // namespace store

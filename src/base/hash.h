// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

// The one hash of the house (XXH3). A hash finds, equality decides: never let it stand in for a
// key. Anybody can make content of a given hash; where a hash must decide there is base/digest.h.
// Values are stable across runs and machines, so they may be written to disk.

namespace base {

inline uint64_t hashBytes(const void* data, size_t size_B) {
    return XXH3_64bits(data, size_B);
}

inline uint64_t hashBytes(const void* data, size_t size_B, uint64_t seed) {
    return XXH3_64bits_withSeed(data, size_B, seed);
}

inline uint64_t hashText(std::string_view text) {
    return hashBytes(text.data(), text.size());
}

/// Order matters: hashCombine(a, b) differs from hashCombine(b, a).
inline uint64_t hashCombine(uint64_t a, uint64_t b) {
    const uint64_t both[2] = {a, b};
    return hashBytes(both, sizeof both);
}

/// Tells whether bytes are those that were written, as far as chance goes. It keeps nobody from
/// writing others.
struct Checksum {
    uint64_t low = 0;
    uint64_t high = 0;

    friend bool operator==(const Checksum&, const Checksum&) = default;
};

inline Checksum checksumOf(std::span<const std::byte> bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.low64, hash.high64};
}

/// Keys whose bytes are their value: no padding, no floats, nothing that points elsewhere.
template <class T>
concept HashableKey =
    std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;

template <HashableKey T>
uint64_t hashKey(const T& key) {
    return hashBytes(&key, sizeof key);
}

/// For std::unordered_map and base::Lru.
template <HashableKey T>
struct KeyHash {
    size_t operator()(const T& key) const noexcept { return size_t(hashKey(key)); }
};

} // namespace base

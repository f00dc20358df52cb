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
// key. Values are stable across runs and machines, so they may be written to disk.

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

/// 128 bits: wide enough to be the name of the content it was made from.
struct Hash128 {
    uint64_t low = 0;
    uint64_t high = 0;

    friend bool operator==(const Hash128&, const Hash128&) = default;
    friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

inline Hash128 hash128(const void* data, size_t size_B) {
    const XXH128_hash_t hash = XXH3_128bits(data, size_B);
    return {hash.low64, hash.high64};
}

inline Hash128 hash128(std::span<const std::byte> bytes) {
    return hash128(bytes.data(), bytes.size());
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

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/hash.h"

#include <span>
#include <string_view>
#include <vector>

namespace store {

/// The name of a value: 128 bits of everything the value was made from. It must cover the version
/// of the code that made it, and whatever of the device or driver went into it.
using Key = base::Hash128;

/// Builds a key from parts; how the bytes are divided into parts counts.
class KeyBuilder {
public:
    /// `domain` keeps the keys of different makers apart, for example "glsl-spirv-3".
    explicit KeyBuilder(std::string_view domain) { add(domain); }

    KeyBuilder& add(std::span<const std::byte> part) {
        const base::Hash128 hash = base::hash128(part);
        m_parts.insert(m_parts.end(), {hash.low, hash.high, uint64_t(part.size())});
        return *this;
    }
    KeyBuilder& add(std::string_view text) { return add(std::as_bytes(std::span(text))); }
    template <base::HashableKey T>
    KeyBuilder& addValue(const T& value) {
        return add(std::as_bytes(std::span(&value, 1)));
    }

    Key finish() const { return base::hash128(std::as_bytes(std::span(m_parts))); }

private:
    std::vector<uint64_t> m_parts;
};

} // namespace store

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/digest.h"
#include "base/hash.h"

#include <span>
#include <string_view>

namespace store {

/// The name of a value: the digest of everything the value was made from. It must cover the version
/// of the code that made it, and whatever of the device or driver went into it.
using Key = base::Digest;

/// Builds a key from parts; how the bytes are divided into parts counts.
class KeyBuilder {
public:
    /// `domain` keeps the keys of different makers apart, for example "glsl-spirv-3".
    explicit KeyBuilder(std::string_view domain) { add(domain); }

    KeyBuilder& add(std::span<const std::byte> part) {
        const uint64_t size_B = part.size();
        m_digester.add(std::as_bytes(std::span(&size_B, 1))).add(part);
        return *this;
    }
    KeyBuilder& add(std::string_view text) { return add(std::as_bytes(std::span(text))); }
    template <base::HashableKey T>
    KeyBuilder& addValue(const T& value) {
        return add(std::as_bytes(std::span(&value, 1)));
    }

    /// Once.
    Key finish() { return m_digester.finish(); }

private:
    base::Digester m_digester;
};

} // namespace store

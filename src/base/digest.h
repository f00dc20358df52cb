// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace base {

/// The name of content: its SHA-256. Nobody can make two contents of one name, so that the name may
/// stand for what an application chose where comparing it all is not possible. Slower than the
/// hashes of base/hash.h, which anybody can make collide: those find, they do not name. See
/// docs/keys.md.
struct Digest {
    std::array<uint8_t, 32> bytes{};

    friend bool operator==(const Digest&, const Digest&) = default;
    friend auto operator<=>(const Digest&, const Digest&) = default;
};

/// Of content that comes in pieces. How it was divided does not count.
class Digester {
public:
    Digester();
    Digester& add(std::span<const std::byte> bytes);
    Digester& add(std::string_view text) { return add(std::as_bytes(std::span(text))); }
    /// Once.
    Digest finish();

private:
    alignas(8) std::byte m_state[112]; ///< The library's.
};

Digest digestOf(std::span<const std::byte> bytes);
inline Digest digestOf(std::string_view text) {
    return digestOf(std::as_bytes(std::span(text)));
}

} // namespace base

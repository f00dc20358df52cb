// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace fuzz {

/// Decisions that an input's bytes make, front to back. When they are used up all are zero.
class Choices {
public:
    explicit Choices(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    bool done() const { return m_at >= m_bytes.size(); }
    uint32_t below(uint32_t bound) {
        uint32_t value = take();
        for (uint32_t rest = (bound - 1) >> 8; rest; rest >>= 8) {
            value = value << 8 | take();
        }
        return value % bound;
    }
    bool oneIn(uint32_t n) { return below(n) == n - 1; }
    uint32_t word() { return take() | take() << 8 | take() << 16 | take() << 24; }
    template <class T>
    T of(std::initializer_list<T> list) {
        return list.begin()[below(uint32_t(list.size()))];
    }
    template <class T>
    T of(std::span<const T> list) {
        return list[below(uint32_t(list.size()))];
    }

private:
    uint32_t take() { return done() ? 0 : uint32_t(m_bytes[m_at++]); }

    const std::span<const std::byte> m_bytes;
    size_t m_at = 0;
};

} // namespace fuzz

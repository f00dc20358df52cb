// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace fuzz {

/// The same numbers from the same seed on every machine (splitmix64).
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    uint64_t next() {
        uint64_t z = m_state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t bound) { return uint32_t(next() % bound); }
    int between(int low, int high) { return low + int(below(uint32_t(high - low + 1))); }
    bool oneIn(uint32_t n) { return below(n) == 0; }
    template <class T>
    T of(std::initializer_list<T> list) {
        return list.begin()[below(uint32_t(list.size()))];
    }
    template <class T, std::size_t N>
    const T& of(const T (&list)[N]) {
        return list[below(N)];
    }

private:
    uint64_t m_state;
};

} // namespace fuzz

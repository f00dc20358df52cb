// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace storm {

/// The same numbers from the same seed with every standard library, so that a second run of a seed
/// asks for what the first left in caches on disk.
class Random {
public:
    explicit Random(uint64_t seed) : m_engine(seed) {}

    uint64_t number() { return m_engine(); }
    /// 0 … count - 1.
    int below(int count) { return int(m_engine() % uint64_t(count)); }
    bool chance(int percent) { return below(100) < percent; }
    template <typename T, size_t count>
    T of(const T (&choices)[count]) {
        return choices[below(int(count))];
    }
    template <typename T>
    void shuffle(std::vector<T>& items) {
        for (size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[size_t(below(int(i)))]);
        }
    }

private:
    std::mt19937_64 m_engine;
};

} // namespace storm

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/nearest.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace base {

namespace {

/// How many letters have to be put in, taken out or changed (Levenshtein, 1966).
size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t(0));
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t k = 0; k < b.size(); ++k) {
            const size_t changed = diagonal + (a[i] == b[k] ? 0 : 1);
            diagonal = row[k + 1];
            row[k + 1] = std::min({changed, diagonal + 1, row[k] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> names) {
    constexpr size_t kLongest = 64; // Of what anybody may have meant.
    std::string_view found;
    size_t least = std::max<size_t>(2, name.size() / 3);
    if (name.size() > kLongest) {
        return found;
    }
    for (const std::string_view one : names) {
        // Fewer than all letters: nothing is near to what is short.
        const size_t steps = distance(name, one);
        if (steps <= least && steps > 0 && steps < one.size()) {
            found = one;
            least = steps - 1;
        }
    }
    return found;
}

} // namespace base

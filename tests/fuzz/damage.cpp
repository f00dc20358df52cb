// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "damage.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace fuzz {

namespace {

constexpr size_t kHeaderWords = 5;
constexpr size_t kBoundWord = 3;

/// Part of a container of `size` elements.
struct Piece {
    std::ptrdiff_t first = 0;
    std::ptrdiff_t end = 0;
};

Piece piece(Random& random, size_t size, size_t most) {
    if (size == 0) {
        return {};
    }
    const size_t first = random.below(uint32_t(size));
    const size_t length = 1 + random.below(uint32_t(std::min(most, size - first)));
    return {std::ptrdiff_t(first), std::ptrdiff_t(first + length)};
}

uint64_t edge(Random& random) {
    const uint64_t power = uint64_t{1} << random.below(64);
    return random.of({power, power - 1, ~power, uint64_t{0}, ~uint64_t{0}});
}

/// A number of 1, 2, 4 or 8 bytes becomes one at an edge, or one beside it.
void changeNumber(Bytes& bytes, Random& random) {
    const size_t width_B = size_t{1} << random.below(4);
    if (bytes.size() < width_B) {
        return;
    }
    std::byte* const at = bytes.data() + random.below(uint32_t(bytes.size() - width_B + 1));
    uint64_t value = 0;
    std::memcpy(&value, at, width_B);
    value = random.oneIn(2) ? edge(random) : value + uint64_t(random.between(-4, 4));
    std::memcpy(at, &value, width_B);
}

template <class T>
void insertFrom(std::vector<T>& into, const std::vector<T>& from, Random& random, size_t most) {
    const Piece taken = piece(random, from.size(), most);
    const auto at = std::ptrdiff_t(random.below(uint32_t(into.size() + 1)));
    // `from` may be `into`.
    const std::vector<T> copy(from.begin() + taken.first, from.begin() + taken.end);
    into.insert(into.begin() + at, copy.begin(), copy.end());
}

struct Span {
    size_t first = 0;
    size_t words = 0;
};

/// Where instructions lie, as far as their lengths lead.
std::vector<Span> instructions(const std::vector<uint32_t>& module) {
    std::vector<Span> all;
    for (size_t at = kHeaderWords; at < module.size();) {
        const size_t words = module[at] >> 16;
        if (words == 0 || words > module.size() - at) {
            break;
        }
        all.push_back({at, words});
        at += words;
    }
    return all;
}

uint32_t operandNear(uint32_t operand, uint32_t bound, Random& random) {
    switch (random.below(6)) {
    case 0:
        return uint32_t(edge(random));
    case 1:
        return operand ^ (1u << random.below(32));
    case 2:
        return random.below(64);
    case 3:
        return bound + uint32_t(random.between(-2, 2));
    default:
        return random.below(std::max(bound, 1u));
    }
}

} // namespace

Bytes damageBytes(Bytes input, const Bytes& other, Random& random) {
    constexpr size_t kMost_B = 64;
    if (input.empty()) {
        return other;
    }
    switch (random.below(6)) {
    case 0:
        input[random.below(uint32_t(input.size()))] ^= std::byte(1u << random.below(8));
        break;
    case 1: {
        const Piece gone = piece(random, input.size(), kMost_B);
        input.erase(input.begin() + gone.first, input.begin() + gone.end);
        break;
    }
    case 2:
        insertFrom(input, input, random, kMost_B);
        break;
    case 3:
        insertFrom(input, other, random, kMost_B);
        break;
    default:
        changeNumber(input, random);
        break;
    }
    return input;
}

std::vector<uint32_t>
damageModule(std::vector<uint32_t> module, const std::vector<uint32_t>& other, Random& random) {
    const std::vector<Span> all = instructions(module);
    if (all.empty()) {
        return other;
    }
    const auto begin = module.begin();
    const Span one = all[random.below(uint32_t(all.size()))];
    const auto first = begin + std::ptrdiff_t(one.first);
    const auto end = first + std::ptrdiff_t(one.words);
    switch (random.below(10)) {
    case 0:
        module.erase(first, end);
        break;
    case 1: { // twice, or another's
        const std::vector<uint32_t>& from = random.oneIn(2) ? other : module;
        const std::vector<Span> sources = instructions(from);
        if (!sources.empty()) {
            const Span source = sources[random.below(uint32_t(sources.size()))];
            const auto at = from.begin() + std::ptrdiff_t(source.first);
            const std::vector<uint32_t> copy(at, at + std::ptrdiff_t(source.words));
            module.insert(first, copy.begin(), copy.end());
        }
        break;
    }
    case 2: { // after one that comes later
        const Span later = all[random.below(uint32_t(all.size()))];
        if (later.first > one.first) {
            std::rotate(first, end, begin + std::ptrdiff_t(later.first));
        }
        break;
    }
    case 3: // a word more or less, and the length goes with it
        if (one.words > 1 && random.oneIn(2)) {
            *first -= 1u << 16;
            module.erase(end - 1);
        } else if (one.words < 0xffff) {
            *first += 1u << 16;
            module.insert(end, operandNear(0, module[kBoundWord], random));
        }
        break;
    case 4:
        *first =
            (*first & ~0xffffu) | (random.oneIn(2) ? random.below(400) : random.below(0x10000));
        break;
    case 5: {
        uint32_t& word = module[random.below(uint32_t(module.size()))];
        word = operandNear(word, module[kBoundWord], random);
        break;
    }
    default:
        if (one.words > 1) {
            uint32_t& operand =
                *(first + 1 + std::ptrdiff_t(random.below(uint32_t(one.words - 1))));
            operand = operandNear(operand, module[kBoundWord], random);
        }
        break;
    }
    return module;
}

} // namespace fuzz

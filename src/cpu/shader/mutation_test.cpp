// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/mutation_test.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace cpu::shader::test {
namespace {

/// Where the instructions of a module start, by opcode.
std::map<uint32_t, std::vector<size_t>> instructionsOf(const Words& words) {
    std::map<uint32_t, std::vector<size_t>> found;
    for (size_t at = 5; at < words.size() && words[at] >> 16; at += words[at] >> 16) {
        found[words[at] & 0xffff].push_back(at);
    }
    return found;
}

} // namespace

uint64_t setting(const char* name, uint64_t fallback) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : fallback;
}

void mutate(Words& words, std::mt19937_64& random) {
    const auto below = [&](size_t bound) { return size_t(random() % bound); };
    const auto instructions = instructionsOf(words);
    for (size_t n = 1 + below(3); n > 0; --n) {
        const auto& same = std::next(instructions.begin(), below(instructions.size()))->second;
        const size_t at = same[below(same.size())];
        const size_t other = same[below(same.size())];
        const size_t length = std::min(words[at] >> 16, words[other] >> 16);
        if (length < 2) {
            continue;
        }
        const size_t operand = 1 + below(length - 1);
        switch (below(8)) {
        case 0:
            words[5 + below(words.size() - 5)] = uint32_t(random());
            break;
        case 1:
            words[at + operand] = uint32_t(below(words[3] + 2));
            break;
        case 2:
            words[at + operand] ^= 1u << below(32);
            break;
        case 3:
            words[at + operand] += below(2) == 0 ? 1 : -1;
            break;
        case 4: // Another opcode of the same length.
            words[at] = (words[at] & 0xffff0000u) | uint32_t(below(400));
            break;
        default: // Another instruction's operand, but for results.
            if (operand != 2 || length == 3) {
                words[at + operand] = words[other + operand];
            }
            break;
        }
    }
    if (below(50) == 0) {
        words.resize(5 + below(words.size() - 5));
    }
}

} // namespace cpu::shader::test

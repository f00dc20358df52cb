// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// In place of main.cpp, where libFuzzer chooses the inputs (GLISSADE_LIBFUZZER).

#include "target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fuzz {

void fail(std::string_view why) {
    std::fprintf(stderr, "%.*s\n", int(why.size()), why.data());
    std::abort(); // libFuzzer keeps the input
}

namespace {

Bytes damaged(Bytes input, Random& random) {
    static const std::vector<Bytes> seeds = kTarget.seeds();
    const Bytes& seed = seeds[random.below(uint32_t(seeds.size()))];
    // What libFuzzer begins with where it is given no corpus is a byte.
    return input.size() <= 1 ? seed : kTarget.damage(std::move(input), seed, random);
}

} // namespace

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size_B) {
    (void)fuzz::kTarget.run(std::as_bytes(std::span(data, size_B)));
    return 0;
}

extern "C" size_t
LLVMFuzzerCustomMutator(uint8_t* data, size_t size_B, size_t maxSize_B, unsigned int seed) {
    fuzz::Random random(seed);
    const auto given = std::as_bytes(std::span(data, size_B));
    const fuzz::Bytes input = fuzz::damaged({given.begin(), given.end()}, random);
    const size_t made_B = std::min(input.size(), maxSize_B);
    if (made_B > 0) {
        std::memcpy(data, input.data(), made_B);
    }
    return made_B;
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Prints a hash of each generated picture, a line each. check_bits.py of tests/cpu/differential
// runs it at every level, tier and number of threads and compares. picture_digest [SHARE]: the part
// of the differential test's cases that are drawn.

#include "generate.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <xxhash.h>

namespace {

using namespace pictures;

void print(Device& device, const Case& test) {
    // Twice: the first run meets what is generic, the second what was specialised meanwhile.
    for (int pass = 0; pass < 2; ++pass) {
        const Answer answer = draw(device, test);
        if (!answer.missing.empty()) {
            return;
        }
        uint64_t hash = XXH3_64bits(answer.words.data(), answer.words.size() * 4);
        const auto mix = [&](const void* data, size_t size_B) {
            hash = XXH3_64bits_withSeed(data, size_B, hash);
        };
        for (const Picture& picture : answer.pictures) {
            mix(picture.bytes.data(), picture.bytes.size());
        }
        mix(answer.samplesPassed.data(), answer.samplesPassed.size() * 8);
        std::printf("%s\t%016llx\n", test.name.c_str(), static_cast<unsigned long long>(hash));
    }
}

} // namespace

int main(int argc, char** argv) {
    const double share = argc > 1 ? std::clamp(std::atof(argv[1]), 0.001, 1000.0) : 0.1;
    try {
        Device device("Glissade");
        for (const Family& family : families()) {
            const uint32_t step = family.systematic ? uint32_t(std::max(1.0, 1 / share)) : 1;
            const uint32_t count =
                family.systematic ? family.count : uint32_t(std::max(1.0, family.count * share));
            for (uint32_t seed = 0; seed < count; seed += step) {
                print(device, family.make(seed));
            }
        }
        for (uint32_t seed = 0; seed < std::max(6.0, 12 * share); ++seed) {
            print(device, sceneCase(seed));
        }
        for (uint32_t seed = 0; seed < std::max(9.0, 18 * share); ++seed) {
            print(device, stageSceneCase(seed));
        }
    } catch (const Failure& failure) {
        std::fprintf(stderr, "picture_digest: %s\n", failure.what());
        return 1;
    }
    return 0;
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Prints a hash of what the device makes of each generated case, a line each. check_bits.py runs it
// at every level, tier and number of threads and compares. cpu_digest [COUNT [STEP]]: so many cases
// of each kind, and one of STEP formats.

#include "case.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <xxhash.h>

namespace {

using namespace differential;

void print(vkc::Device& device, const Case& test) {
    if (!test.outputWords) {
        return;
    }
    // Twice: the first run meets what is generic, the second what was specialised meanwhile.
    for (int pass = 0; pass < 2; ++pass) {
        const Answer answer = run(device, test);
        if (!answer.missing.empty()) {
            return;
        }
        uint64_t hash = XXH3_64bits(answer.words.data(), answer.words.size() * 4);
        for (const auto& image : answer.images) {
            hash ^= XXH3_64bits(image.data(), image.size());
        }
        std::printf("%s\t%016llx\n", test.name.c_str(), static_cast<unsigned long long>(hash));
    }
}

} // namespace

int main(int argc, char** argv) {
    const uint32_t count = argc > 1 ? uint32_t(std::atoi(argv[1])) : 40;
    const uint32_t step = argc > 2 ? uint32_t(std::max(1, std::atoi(argv[2]))) : 1;
    try {
        vkc::Device device("Glissade");
        for (uint32_t seed = 0; seed < count; ++seed) {
            print(device, arithmeticCase(seed));
            print(device, controlFlowCase(seed));
            print(device, memoryCase(seed));
        }
        for (uint32_t seed = 0; seed < 3 * count; ++seed) {
            print(device, samplingCase(seed));
        }
        for (uint32_t index = 0; index < formatCount(); index += step) {
            print(device, formatCase(index));
        }
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "cpu_digest: %s\n", failure.what());
        return 1;
    }
    return 0;
}

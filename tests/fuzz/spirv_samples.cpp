// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv_samples.h"

#include "damage.h"
#include "glsl_samples.h"

#include "glsl/interface/interface.h"

#include <cstring>

namespace fuzz {

namespace {

Bytes bytesOf(const std::vector<uint32_t>& words) {
    const auto bytes = std::as_bytes(std::span(words));
    return {bytes.begin(), bytes.end()};
}

} // namespace

std::vector<uint32_t> wordsOf(std::span<const std::byte> input) {
    std::vector<uint32_t> words(input.size() / sizeof(uint32_t));
    if (!words.empty()) {
        std::memcpy(words.data(), input.data(), words.size() * sizeof(uint32_t));
    }
    return words;
}

std::vector<Bytes> moduleSeeds() {
    std::vector<Bytes> all;
    for (const Sample& sample : samples()) {
        for (const auto& [stage, source] : sample.shaders) {
            const auto shader = glsl::compile(compileOptions(sample.language, stage), source);
            if (!shader->interface().spirv.empty()) {
                all.push_back(bytesOf(shader->interface().spirv));
            }
        }
        const auto linked = linkSample(sample);
        for (const glsl::StageBinary& stage : linked->stages) {
            all.push_back(bytesOf(stage.spirv));
        }
    }
    return all;
}

Bytes damageModuleBytes(Bytes input, const Bytes& other, Random& random) {
    return random.oneIn(20) ? damageBytes(std::move(input), other, random)
                            : bytesOf(damageModule(wordsOf(input), wordsOf(other), random));
}

} // namespace fuzz

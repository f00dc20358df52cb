// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Differential tests: one compute shader, the same input, two Vulkan devices; the outputs must
// agree within the tolerance that the case states.
#pragma once

#include "vk_compute/device.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace differential {

using Random = std::mt19937;

struct Texture {
    vkc::ImageShape shape;
    std::vector<std::vector<std::byte>> levels; ///< Tightly packed, all layers of a level.
    std::optional<VkSamplerCreateInfo> sampler; ///< None: a storage image.
};

enum class Compare {
    Bits,  ///< Words are equal.
    Float, ///< Words are floats: |a - b| ≤ absolute + relative · |a|; NaN equals NaN.
};

struct Case {
    std::string name;
    std::string glsl; ///< Binding 0 is `Input { uint bits[]; }`, binding 1 the same as output.
    std::vector<uint32_t> input;
    uint32_t outputWords = 0;
    uint32_t groups = 1;
    std::vector<Texture> textures; ///< Bindings 2, 3, …
    Compare compare = Compare::Bits;
    float absolute = 0;
    float relative = 0;
    /// This share of words may differ: where a rounding decides what is read.
    double mayDiffer = 0;
    /// Storage images are compared as well.
    bool comparesImages = false;
};

/// What a device makes of a case. Empty: it cannot run it (why is in `missing`).
struct Answer {
    std::vector<uint32_t> words;
    std::vector<std::vector<std::byte>> images;
    std::string missing;
};
Answer run(vkc::Device& device, const Case& test);

/// Describes the worst differences; empty when there is none that counts.
std::string difference(const Case& test, const Answer& a, const Answer& b);

/// Generators: the same seed gives the same case.
Case arithmeticCase(uint32_t seed);
Case controlFlowCase(uint32_t seed);
Case memoryCase(uint32_t seed);
Case samplingCase(uint32_t seed);
Case formatCase(uint32_t index); ///< One format each; see formatCount().
uint32_t formatCount();

} // namespace differential

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged program binaries with a checksum that is right: each is refused, or is a program whose
// tables can be asked and whose code all passes take that draws may ask for. An input is what
// glProgramBinary is given, without the header.

#include "damage.h"
#include "glsl_samples.h"
#include "target.h"

#include "gl/objects/executable.h"
#include "gl/objects/program_binary.h"
#include "glsl/link/program_file.h"
#include "glvk/pipeline/code_variant.h"
#include "spirv/text.h"

#include <cstring>
#include <string>

namespace fuzz {

namespace {

constexpr std::string_view kIdentity = "fuzz";

/// What the samples were linked with has to be allowed.
const glsl::Limits kLimits;

std::vector<Bytes> seeds() {
    std::vector<Bytes> all;
    for (const Sample& sample : samples()) {
        all.push_back(glsl::writeProgram(*linkSample(sample)));
    }
    return all;
}

/// A module within the bytes, behind its count of words.
struct Place {
    size_t first_B = 0; ///< of the words
    uint64_t words = 0;
};
std::vector<Place> modules(const Bytes& bytes) {
    const uint32_t magic = 0x07230203;
    std::vector<Place> places;
    for (size_t at = sizeof(uint64_t); at + sizeof magic <= bytes.size(); ++at) {
        if (std::memcmp(bytes.data() + at, &magic, sizeof magic) != 0) {
            continue;
        }
        Place place{.first_B = at};
        std::memcpy(&place.words, bytes.data() + at - sizeof(uint64_t), sizeof(uint64_t));
        if (place.words <= (bytes.size() - at) / sizeof(uint32_t)) {
            places.push_back(place);
        }
    }
    return places;
}

std::vector<uint32_t> wordsAt(const Bytes& bytes, const Place& place) {
    std::vector<uint32_t> words(place.words);
    const auto from = std::span(bytes).subspan(place.first_B, words.size() * sizeof(uint32_t));
    std::ranges::copy(from, std::as_writable_bytes(std::span(words)).begin());
    return words;
}

std::vector<uint32_t> anyModule(const Bytes& bytes, Random& random) {
    const std::vector<Place> places = modules(bytes);
    return places.empty() ? std::vector<uint32_t>()
                          : wordsAt(bytes, places[random.below(uint32_t(places.size()))]);
}

Bytes damage(Bytes input, const Bytes& other, Random& random) {
    const std::vector<Place> places = modules(input);
    if (places.empty() || random.oneIn(2)) {
        return damageBytes(std::move(input), other, random);
    }
    const Place& place = places[random.below(uint32_t(places.size()))];
    const std::vector<uint32_t> words =
        damageModule(wordsAt(input, place), anyModule(other, random), random);
    const uint64_t count = words.size();
    std::memcpy(input.data() + place.first_B - sizeof count, &count, sizeof count);
    const auto first = input.begin() + std::ptrdiff_t(place.first_B);
    const auto end = first + std::ptrdiff_t(place.words * sizeof(uint32_t));
    const auto bytes = std::as_bytes(std::span(words));
    const auto after = input.erase(first, end);
    input.insert(after, bytes.begin(), bytes.end());
    return input;
}

void askTables(const glsl::LinkedProgram& program) {
    for (int location = -1; location <= program.locationCount; ++location) {
        const auto at = program.uniformAt(location);
        if (at.uniform != nullptr && at.element >= at.uniform->arraySize) {
            fail("an element that the uniform does not have");
        }
    }
    for (const glsl::Uniform& uniform : program.uniforms) {
        (void)program.uniformLocation(uniform.name);
    }
    for (const glsl::Attribute& attribute : program.attributes) {
        (void)program.attributeLocation(attribute.name);
    }
}

/// What draws may ask for, one after the other and together.
std::vector<glvk::CodeVariant> variants() {
    std::vector<glvk::CodeVariant> all = {
        {},
        {.clipDistancesOff = 0xff},
        {.controlVertices = 4},
        {.colorCount = 8},
        {.notLast = true},
        {.layerIgnored = true},
        {.missingInputs = ~uint64_t{0}, .missingPatchInputs = ~uint64_t{0}},
        {.flippedSamplers = ~0u},
        {.clampsCoordinates = true},
        {.clipPlanes = 0xff},
        {.flatColors = true, .twoSidedColors = true},
        {.shadesSamples = true},
    };
    all.push_back({.clipDistancesOff = 1,
                   .notLast = true,
                   .layerIgnored = true,
                   .missingInputs = 0x5555,
                   .flippedSamplers = 0xaaaa,
                   .clampsCoordinates = true,
                   .clipPlanes = 0x81,
                   .flatColors = true,
                   .twoSidedColors = true,
                   .shadesSamples = true});
    return all;
}

void makeCode(const glsl::LinkedProgram& program) {
    const glvk::SetPlan plan(glvk::kMaxSets, 8);
    for (const glsl::StageBinary& stage : program.stages) {
        (void)glvk::codeFacts(stage.spirv);
        for (const glvk::CodeVariant& variant : variants()) {
            (void)glvk::variantWords(program, stage, plan, variant);
        }
    }
}

bool run(std::span<const std::byte> input) {
    const std::vector<std::byte> binary = gl::sealProgramBinary(input, kIdentity);
    const auto program = gl::readProgramBinary(binary, kIdentity, kLimits);
    if (!program) {
        return false;
    }
    askTables(*program);
    (void)gl::makeExecutable(program);
    makeCode(*program);
    return true;
}

} // namespace

const Target kTarget = {.seeds = seeds, .damage = damage, .run = run};

} // namespace fuzz

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/kernels/kernel_test.h"
#include "cpu/kernels/reference_sampler.h"
#include "cpu/kernels/sample_probe.h"
#include "cpu/kernels/sample_test_image.h"

#include <array>
#include <random>
#include <string>

GLISSADE_PROBE(sample_arrays, (const cpu::kernels::SampleArrays* arrays, uint32_t count));

namespace cpu::kernels {

inline constexpr uint32_t kCount = 32; ///< Samples of a case.

enum VkFormatNumber : uint32_t {
    kR8 = 9,
    kRg8 = 16,
    kRgba8 = 37,
    kRgba8Snorm = 38,
    kRgba8Uint = 41,
    kRgba8Srgb = 43,
    kBgra8 = 44,
    kRgb10A2 = 64,
    kR16 = 70,
    kR16Sint = 75,
    kRgba16Float = 97,
    kR32Float = 100,
    kRg32Float = 103,
    kRgba32Sint = 108,
    kRgba32Float = 109,
    kD16 = 124,
    kD32 = 126,
    kS8 = 127,
    kD24S8 = 129,
    kD32S8 = 130,
    kBc1 = 131,
    kBc1Srgb = 134,
    kBc2 = 135,
    kBc3 = 137,
    kBc4 = 139,
    kBc7 = 145,
    kBc7Srgb = 146,
    kEtc2 = 147,
    kEtc2A1 = 149,
    kEtc2A8Srgb = 152,
};

/// A draw of samples: everything that an instruction, a view and a sampler say.
struct Case {
    TestImageShape shape;
    reference::Sampler sampler;
    std::array<Swizzle, 4> swizzle{Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A};
    float viewMinLod = 0;
    uint32_t border[4] = {};
    SampleMethod method = SampleMethod::Lod;
    bool depthReference = false, bias = false, offset = false, minLod = false;
    bool sampleIndex = false;
    uint32_t component = 0;

    SamplerId samplerId() const;
    SampleOp op() const;
    std::string text() const;
};

struct Inputs {
    std::array<float, kCount> uvw[3], layer, reference, lod, dx[3], dy[3];
    std::array<int32_t, kCount> offset[3];
    std::array<bool, kCount> active;
};

struct Outputs {
    std::array<float, kCount> channel[4];
};

SampleArrays arraysOf(const Inputs& in, Outputs& out);
Outputs run(Level level, const Case& c, TestImage& image, const Inputs& in);
reference::Image referenceImage(const Case& c, const TestImage& image);
reference::Query queryOf(const Case& c, const Inputs& in, uint32_t lane);

bool isCube(const TestImageShape& shape);
int axesOf(const TestImageShape& shape);
/// The reference says something about these coordinates: they are neither so large that a float has
/// no texels any more, nor where faces of a cube meet and rounding decides.
bool comparable(const Case& c, const Inputs& in, uint32_t lane);

/// Expects the same bits from every level.
void expectSameBits(const Case& c, TestImage& image, const Inputs& in, Outputs& out);
/// Expects a random image's samples to be the reference's, the same at every level, and none of
/// other lanes' concern.
void check(const Case& c, std::mt19937& random, const Inputs& in);

/// Random cases.
class Draw {
public:
    explicit Draw(uint32_t seed) : m_random(seed) {}
    std::mt19937& random() { return m_random; }
    bool chance(uint32_t in) { return m_random() % in == 0; }
    int below(int n) { return int(m_random() % uint32_t(n)); }
    float real(float low, float high) {
        return std::uniform_real_distribution<float>(low, high)(m_random);
    }
    template <typename T, size_t N>
    T of(const T (&values)[N]) {
        return values[m_random() % N];
    }

    TestImageShape shape(uint32_t vkFormat, ViewType type);
    reference::Sampler sampler();
    Inputs inputs(const Case& c);

private:
    float coordinate(int size_px);

    std::mt19937 m_random;
};

Case drawCase(Draw& draw, uint32_t vkFormat, ViewType type);

} // namespace cpu::kernels

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// VkFFT's transforms against FFTW's in double precision, forth, and back against the input.

#include "fft.h"

#include "cpu/harness/device_test.h"
#include "format/small_float.h"

#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>

namespace programs {

namespace {

/// What a transform may be off by: the largest error of a number, in units of the root mean square
/// of the exact result.
double tolerance(const Transform& transform) {
    switch (transform.precision) {
    case Precision::Half:
        return 5e-3;
    case Precision::Double:
        return 1e-14;
    default:
        return 1e-5;
    }
}

std::string nameOf(const Transform& transform) {
    static const char* const kinds[] = {
        "Complex", "Real", "Cosine1", "Cosine2", "Cosine3", "Cosine4"};
    static const char* const precisions[] = {"Half", "Single", "Double"};
    std::string name = kinds[size_t(transform.kind)];
    for (const uint32_t size : transform.size) {
        name.append("_").append(std::to_string(size));
    }
    if (transform.batches > 1) {
        name.append("_Batches_").append(std::to_string(transform.batches));
    }
    name.append("_").append(precisions[size_t(transform.precision)]);
    return transform.tables ? name.append("_Tables") : name;
}

using Numbers = std::vector<double>;

/// Uniform in [-1, 1], with zeros where a row is padded; exact in the precision of the transform.
Numbers makeInput(const Transform& transform) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    const uint64_t pitch = transform.rowPitch();
    const uint64_t used = transform.kind == Kind::Complex ? pitch : transform.size[0];
    Numbers numbers(transform.scalars());
    for (uint64_t i = 0; i < numbers.size(); ++i) {
        const float value = uniform(random);
        if (i % pitch < used) {
            numbers[i] = transform.precision == Precision::Half
                             ? format::fromHalf(format::toHalf(value))
                             : value;
        }
    }
    return numbers;
}

void write(const vkt::Buffer& buffer, const Transform& transform, const Numbers& numbers) {
    for (size_t i = 0; i < numbers.size(); ++i) {
        switch (transform.precision) {
        case Precision::Half:
            buffer.as<uint16_t>()[i] = format::toHalf(float(numbers[i]));
            break;
        case Precision::Single:
            buffer.as<float>()[i] = float(numbers[i]);
            break;
        case Precision::Double:
            buffer.as<double>()[i] = numbers[i];
            break;
        }
    }
}

Numbers read(const vkt::Buffer& buffer, const Transform& transform) {
    Numbers numbers(transform.scalars());
    for (size_t i = 0; i < numbers.size(); ++i) {
        switch (transform.precision) {
        case Precision::Half:
            numbers[i] = format::fromHalf(buffer.as<uint16_t>()[i]);
            break;
        case Precision::Single:
            numbers[i] = buffer.as<float>()[i];
            break;
        case Precision::Double:
            numbers[i] = buffer.as<double>()[i];
            break;
        }
    }
    return numbers;
}

/// FFTW's forward transform of the same data in the same places.
Numbers reference(const Transform& transform, Numbers numbers) {
    std::vector<int> size(transform.size.rbegin(), transform.size.rend());
    const int dimensions = int(size.size());
    const int batches = int(transform.batches);
    const int distance = int(transform.scalars() / transform.batches);
    auto* const complex = reinterpret_cast<fftw_complex*>(numbers.data());
    std::vector<int> padded = size;
    std::vector<int> halved = size;
    padded.back() = int(transform.rowPitch());
    halved.back() = padded.back() / 2;
    fftw_plan plan = nullptr;
    switch (transform.kind) {
    case Kind::Complex:
        plan = fftw_plan_many_dft(dimensions,
                                  size.data(),
                                  batches,
                                  complex,
                                  nullptr,
                                  1,
                                  distance / 2,
                                  complex,
                                  nullptr,
                                  1,
                                  distance / 2,
                                  FFTW_FORWARD,
                                  FFTW_ESTIMATE);
        break;
    case Kind::Real:
        plan = fftw_plan_many_dft_r2c(dimensions,
                                      size.data(),
                                      batches,
                                      numbers.data(),
                                      padded.data(),
                                      1,
                                      distance,
                                      complex,
                                      halved.data(),
                                      1,
                                      distance / 2,
                                      FFTW_ESTIMATE);
        break;
    default: {
        static const fftw_r2r_kind types[] = {
            FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11};
        const std::vector<fftw_r2r_kind> kinds(
            size.size(), types[size_t(transform.kind) - size_t(Kind::Cosine1)]);
        plan = fftw_plan_many_r2r(dimensions,
                                  size.data(),
                                  batches,
                                  numbers.data(),
                                  nullptr,
                                  1,
                                  distance,
                                  numbers.data(),
                                  nullptr,
                                  1,
                                  distance,
                                  kinds.data(),
                                  FFTW_ESTIMATE);
    }
    }
    fftw_execute(plan);
    fftw_destroy_plan(plan);
    return numbers;
}

/// Padding left out: only `used` scalars of each row count.
double worstError(const Numbers& got, const Numbers& exact, uint64_t pitch, uint64_t used) {
    double squares = 0;
    double worst = 0;
    uint64_t count = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        if (i % pitch < used) {
            squares += exact[i] * exact[i];
            ++count;
            const double error = std::abs(got[i] - exact[i]);
            worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
        }
    }
    return worst / std::sqrt(squares / double(count));
}

class VkFftTest : public vkt::DeviceTest, public testing::WithParamInterface<Transform> {
protected:
    void transform(Fft& fft, Direction direction) {
        run([&](VkCommandBuffer commands) {
            fft.append(commands, direction);
            const VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                          nullptr,
                                          VK_ACCESS_SHADER_WRITE_BIT,
                                          VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};
            vkCmdPipelineBarrier(commands,
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_PIPELINE_STAGE_HOST_BIT,
                                 0,
                                 1,
                                 &barrier,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
        });
    }
};

TEST_P(VkFftTest, AgreesWithFftw) {
    const Transform& shape = GetParam();
    if (shape.precision == Precision::Double && !features().shaderFloat64) {
        GTEST_SKIP() << "the device has no doubles";
    }
    if (shape.precision == Precision::Half && !features11().storageBuffer16BitAccess) {
        GTEST_SKIP() << "the device has no halves in buffers";
    }
    const vkt::Buffer buffer =
        makeBuffer(shape.size_B(),
                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                       VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const Numbers input = makeInput(shape);
    write(buffer, shape, input);
    Fft fft({physicalDevice(), device(), queue(), pool()}, buffer.buffer, shape);
    const uint64_t pitch = shape.rowPitch();

    transform(fft, Direction::Forward);
    const double forth = worstError(read(buffer, shape), reference(shape, input), pitch, pitch);
    EXPECT_LE(forth, tolerance(shape));

    transform(fft, Direction::Inverse);
    const double back = worstError(
        read(buffer, shape), input, pitch, shape.kind == Kind::Real ? shape.size[0] : pitch);
    EXPECT_LE(back, tolerance(shape));
}

/// No test, a measurement: --gtest_also_run_disabled_tests --gtest_filter='*Time*', without the
/// validation layer (VK_LOADER_LAYERS_DISABLE=*).
class VkFftTime : public VkFftTest {};

TEST_P(VkFftTime, DISABLED_ForthAndBack) {
    using Clock = std::chrono::steady_clock;
    const auto since_ms = [](Clock::time_point start) {
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    const Transform& shape = GetParam();
    const vkt::Buffer buffer = makeBuffer(shape.size_B(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    write(buffer, shape, makeInput(shape));
    const Clock::time_point start = Clock::now();
    Fft fft({physicalDevice(), device(), queue(), pool()}, buffer.buffer, shape);
    const double plan_ms = since_ms(start);
    std::vector<double> times_ms;
    for (int i = 0; i < 25; ++i) {
        const Clock::time_point begin = Clock::now();
        transform(fft, i % 2 ? Direction::Inverse : Direction::Forward);
        times_ms.push_back(since_ms(begin));
    }
    std::nth_element(times_ms.begin(), times_ms.begin() + 12, times_ms.end());
    std::printf("%s: plan %.0f ms, median of a transform %.2f ms\n",
                nameOf(shape).c_str(),
                plan_ms,
                times_ms[12]);
}

std::string paramName(const testing::TestParamInfo<Transform>& info) {
    return nameOf(info.param);
}

/// Lengths up to some thousands are one pipeline, longer ones two or three; prime factors above 13
/// go by Bluestein's algorithm, which multiplies spectra of a longer transform. What VkFFT 1.2.26
/// itself gets wrong on any device is left out: it leaks descriptor pools when Bluestein's
/// algorithm takes several pipelines, writes descriptors beyond the buffer for cosine transforms of
/// odd lengths, and its cosine transforms of halves are no valid GLSL.
std::vector<Transform> complexTransforms() {
    std::vector<Transform> transforms;
    for (const uint32_t size : {2u,
                                4u,
                                8u,
                                16u,
                                32u,
                                64u,
                                128u,
                                256u,
                                512u,
                                1024u,
                                2048u,
                                4096u,
                                8192u,
                                16384u,
                                65536u,
                                262144u,
                                1048576u}) {
        transforms.push_back({.size = {size}});
    }
    for (const uint32_t size :
         {3u, 5u, 7u, 11u, 13u, 6u, 30u, 210u, 1001u, 2310u, 5040u, 30030u, 177147u, 390625u}) {
        transforms.push_back({.size = {size}});
    }
    for (const uint32_t size : {17u, 19u, 97u, 331u, 1021u, 34u, 1802u}) {
        transforms.push_back({.size = {size}});
    }
    for (const uint32_t size : {64u, 1001u, 1021u, 65536u}) {
        transforms.push_back({.size = {size}, .batches = 7});
        transforms.push_back({.size = {size}, .tables = true});
    }
    for (const auto& [x, y] : {std::array{64u, 64u},
                               {256u, 16u},
                               {12u, 35u},
                               {37u, 41u},
                               {8192u, 4u},
                               {3u, 5000u},
                               {1024u, 1024u}}) {
        transforms.push_back({.size = {x, y}});
    }
    transforms.push_back({.size = {48, 80}, .batches = 3});
    for (const auto& [x, y, z] : {std::array{16u, 16u, 16u},
                                  {64u, 32u, 8u},
                                  {9u, 10u, 11u},
                                  {17u, 5u, 23u},
                                  {128u, 64u, 32u}}) {
        transforms.push_back({.size = {x, y, z}});
    }
    return transforms;
}

std::vector<Transform> realTransforms() {
    std::vector<Transform> transforms;
    for (const uint32_t size : {4u, 64u, 1000u, 1024u, 4096u, 62u, 9u, 343u, 65536u}) {
        transforms.push_back({.size = {size}, .kind = Kind::Real});
    }
    transforms.push_back({.size = {100}, .batches = 5, .kind = Kind::Real});
    transforms.push_back({.size = {640, 480}, .kind = Kind::Real});
    transforms.push_back({.size = {34, 33}, .kind = Kind::Real});
    transforms.push_back({.size = {32, 32, 32}, .kind = Kind::Real});
    transforms.push_back({.size = {20, 15, 14}, .kind = Kind::Real});
    return transforms;
}

std::vector<Transform> cosineTransforms() {
    std::vector<Transform> transforms;
    for (const Kind kind : {Kind::Cosine1, Kind::Cosine2, Kind::Cosine3, Kind::Cosine4}) {
        for (const uint32_t size : {8u, 32u, 60u, 256u}) {
            transforms.push_back({.size = {size}, .kind = kind});
        }
        transforms.push_back({.size = {24, 36}, .kind = kind});
    }
    return transforms;
}

std::vector<Transform> otherPrecisions() {
    std::vector<Transform> transforms;
    for (const Precision precision : {Precision::Double, Precision::Half}) {
        for (const uint32_t size : {16u, 60u, 97u, 1024u, 3003u, 65536u}) {
            transforms.push_back({.size = {size}, .precision = precision});
        }
        transforms.push_back({.size = {40, 128}, .precision = precision});
        transforms.push_back({.size = {8, 12, 10}, .precision = precision});
        transforms.push_back({.size = {96, 64}, .kind = Kind::Real, .precision = precision});
    }
    transforms.push_back({.size = {64}, .kind = Kind::Cosine2, .precision = Precision::Double});
    return transforms;
}

INSTANTIATE_TEST_SUITE_P(Time,
                         VkFftTime,
                         testing::Values(Transform{.size = {1u << 20}},
                                         Transform{.size = {1024, 1024}}),
                         paramName);
INSTANTIATE_TEST_SUITE_P(Complex, VkFftTest, testing::ValuesIn(complexTransforms()), paramName);
INSTANTIATE_TEST_SUITE_P(Real, VkFftTest, testing::ValuesIn(realTransforms()), paramName);
INSTANTIATE_TEST_SUITE_P(Cosine, VkFftTest, testing::ValuesIn(cosineTransforms()), paramName);
INSTANTIATE_TEST_SUITE_P(Precision, VkFftTest, testing::ValuesIn(otherPrecisions()), paramName);

} // namespace

} // namespace programs

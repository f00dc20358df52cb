// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Tier 0's routines and canonical keys against the kernel with the state as it came.
#include "cpu/jit/random_call.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/routine/patterns.h"
#include "cpu/routine/prebuilt.h"
#include "cpu/sample/sample_key.h"

namespace cpu::sample {
namespace {

using jit::Random;

/// Makes the key one that the pattern is for, as a program would come by it.
SampleKey keyFor(const jit::KeyPattern& pattern, Random& random) {
    SampleKey key = jit::randomKey(random);
    if (pattern.mask.viewId % 256 == 0) {
        while (format::vk_formats::kTable[key.viewId % 256].color() == false) {
            key = jit::randomKey(random);
        }
    }
    const auto fixed = [](uint32_t bits, uint32_t mask, uint32_t value) {
        return (bits & ~mask) | value;
    };
    const SampleOp op = {pattern.value.op};
    return {fixed(key.viewId, pattern.mask.viewId, pattern.value.viewId),
            fixed(key.samplerId, pattern.mask.samplerId, pattern.value.samplerId),
            // The bias is the only thing open, and a question of one method.
            fixed(op.method() == SampleMethod::Implicit ? key.op : 0,
                  pattern.mask.op,
                  pattern.value.op)};
}

uint64_t idsOf(const SampleKey& key) {
    return uint64_t(key.samplerId) << 32 | key.viewId;
}

class Prebuilt : public testing::TestWithParam<Level> {};

INSTANTIATE_TEST_SUITE_P(Levels,
                         Prebuilt,
                         testing::ValuesIn(kernels::levelsHere()),
                         [](const auto& level) { return "v" + std::to_string(int(level.param)); });

/// Calls `routine` and the kernel, the kernel with the state as it is in `key`.
void compare(void* routine,
             const SampleKey& key,
             const SampleKey& passed,
             const jit::Image& memory,
             Level level,
             Random& random) {
    const ImageData image = memory.data({key.viewId}, random);
    const SamplerData sampler = jit::randomSampler(key, random);
    jit::RoutineCall expected = jit::randomCall(key, random);
    expected.image = &image;
    expected.sampler = &sampler;
    jit::RoutineCall actual = expected;
    expected.routine = kernels::kernel("sample", level);
    actual.routine = routine;
    actual.ids = idsOf(passed);
    actual.op = passed.op;
    call_routine(level)(&expected);
    call_routine(level)(&actual);
    jit::expectSameBits(actual, expected, key);
}

TEST_P(Prebuilt, GiveTheBitsOfTheKernel) {
    Random random(31 + uint32_t(GetParam()));
    const jit::Image memory(random);
    for (const jit::KeyPattern& pattern : routine::patterns()) {
        for (int i = 0; i < 12; ++i) {
            const SampleKey key = keyFor(pattern, random);
            void* const routine = routine::findPrebuilt(key, GetParam());
            ASSERT_NE(routine, nullptr);
            ASSERT_NO_FATAL_FAILURE(compare(routine, key, key, memory, GetParam(), random));
        }
    }
}

TEST_P(Prebuilt, CanonicalKeysBehaveAsTheStateTheyComeFrom) {
    Random random(57 + uint32_t(GetParam()));
    const jit::Image memory(random);
    void* const kernel = kernels::kernel("sample", GetParam());
    int changed = 0;
    for (int i = 0; i < 4000; ++i) {
        const SampleKey key = jit::randomKey(random);
        const SampleKey canonical = sampleKey(idsOf(key), {key.op});
        changed += canonical == key ? 0 : 1;
        ASSERT_EQ(sampleKey(idsOf(canonical), {canonical.op}), canonical);
        ASSERT_NO_FATAL_FAILURE(compare(kernel, key, canonical, memory, GetParam(), random));
    }
    EXPECT_GT(changed, 1000);
}

TEST(PrebuiltPatterns, OfKeysThatMatchTheFirstIsTaken) {
    const auto patterns = routine::patterns();
    for (size_t i = 0; i < patterns.size(); ++i) {
        EXPECT_TRUE(patterns[i].matches(patterns[i].value)) << i;
        for (size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(patterns[j].matches(patterns[i].value)) << j << " hides " << i;
        }
    }
}

} // namespace
} // namespace cpu::sample

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The device GLISSADE_TEST_DEVICE_NAME (by default "Glissade") against GLISSADE_TEST_REFERENCE_NAME
// (by default "llvmpipe"); the environment's Vulkan drivers must have both. GLISSADE_DIFFERENTIAL
// =n makes n times as many cases (0.1: a tenth, of formats as well), GLISSADE_DIFFERENTIAL_ONLY
// =seed only that one of each kind, and prints its shader.

#include "case.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace {

using namespace differential;

std::string setting(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value ? value : otherwise;
}

vkc::Device& device() {
    static vkc::Device instance(setting("GLISSADE_TEST_DEVICE_NAME", "Glissade"));
    return instance;
}

/// Never destroyed, so that the loader does not unload a driver that sanitizers have met.
vkc::Device& reference() {
    static auto& instance = *new vkc::Device(setting("GLISSADE_TEST_REFERENCE_NAME", "llvmpipe"));
    return instance;
}

double times() {
    return std::clamp(std::atof(setting("GLISSADE_DIFFERENTIAL", "1").c_str()), 1e-3, 1e6);
}

uint32_t cases(uint32_t count) {
    return std::max(1u, uint32_t(count * times()));
}

void check(const Case& test, uint32_t& ran, uint32_t& skipped) {
    SCOPED_TRACE(test.name);
    const Answer theirs = run(reference(), test);
    const Answer ours = run(device(), test);
    if (!ours.missing.empty() || !theirs.missing.empty()) {
        // What the reference has, we have to have as well, but for what is optional in Vulkan.
        ++skipped;
        return;
    }
    ++ran;
    const std::string wrong = difference(test, ours, theirs);
    EXPECT_EQ(wrong, "") << test.glsl;
}

void checkAll(uint32_t count, Case (*make)(uint32_t)) {
    uint32_t ran = 0;
    uint32_t skipped = 0;
    const char* only = std::getenv("GLISSADE_DIFFERENTIAL_ONLY");
    const uint32_t first = only ? uint32_t(std::atoi(only)) : 0;
    for (uint32_t seed = first; seed < (only ? first + 1 : count); ++seed) {
        if (only) {
            std::printf("%s\n", make(seed).glsl.c_str());
        }
        try {
            check(make(seed), ran, skipped);
        } catch (const vkc::Failure& failure) {
            ADD_FAILURE() << make(seed).name << ": " << failure.what();
        }
    }
    std::printf("    %u cases ran, %u need what a device lacks\n", ran, skipped);
    EXPECT_GT(ran, skipped);
}

TEST(Differential, Arithmetic) {
    checkAll(cases(200), arithmeticCase);
}

TEST(Differential, ControlFlow) {
    checkAll(cases(150), controlFlowCase);
}

TEST(Differential, Memory) {
    checkAll(cases(100), memoryCase);
}

TEST(Differential, Sampling) {
    checkAll(cases(300), samplingCase);
}

TEST(Differential, Formats) {
    uint32_t ran = 0;
    uint32_t skipped = 0;
    const uint32_t step = times() < 1 ? uint32_t(1 / times()) : 1;
    for (uint32_t index = 0; index < formatCount(); index += step) {
        const Case test = formatCase(index);
        if (test.outputWords) {
            check(test, ran, skipped);
        }
    }
    std::printf("    %u cases ran, %u need what a device lacks\n", ran, skipped);
    EXPECT_GT(ran, skipped);
}

} // namespace

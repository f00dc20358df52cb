// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Memory and threads fail wherever the CPU device asks for them: a Vulkan program gets errors,
// never a signal, and the next one, with memory, has what it asks for.

#include "failing_memory.h"
#include "vulkan_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace process {
namespace {

using testing::AnyOf;

class VulkanMemoryFailure : public testing::TestWithParam<FailurePattern> {
protected:
    void SetUp() override {
        ASSERT_EQ(VK_SUCCESS, volkInitialize());
        m_shaders = compileShaders();
        expectAll(); // Loads the driver and its compiler.
        watch(Counted::OwnCode);
    }
    static void watch(Counted counted) {
        watchMemoryOf({"libvulkan_glissade_cpu.so", "libglissade_cpu_compiler.so"}, counted);
    }
    void TearDown() override { failMemory({}); }

    /// Of shaders that were not compiled before.
    static uint32_t salt() {
        static uint32_t count = 0;
        return ++count;
    }
    void tryAll() {
        const WholeVulkan whole = runWholeVulkan(*m_shaders, salt());
        EXPECT_FALSE(whole.wrong) << "and no error";
        if (whole.failed) {
            EXPECT_THAT(whole.result,
                        AnyOf(VK_ERROR_OUT_OF_HOST_MEMORY,
                              VK_ERROR_OUT_OF_DEVICE_MEMORY,
                              VK_ERROR_INITIALIZATION_FAILED,
                              VK_ERROR_DEVICE_LOST))
                << whole.failed;
        }
    }
    void expectAll() {
        const WholeVulkan whole = runWholeVulkan(*m_shaders, 0);
        EXPECT_FALSE(whole.failed) << whole.failed << ": " << whole.result;
        EXPECT_FALSE(whole.wrong);
    }

    std::shared_ptr<const Shaders> m_shaders;
};

TEST_P(VulkanMemoryFailure, InAWholeProgram) {
    atManyCalls(GetParam(), [&] { tryAll(); }, [&] { expectAll(); }, [] { return HasFailure(); });
}

class VulkanLibraryFailure : public VulkanMemoryFailure {};

/// Of LLVM and SPIRV-Tools as well, which ask for memory some ten thousand times.
TEST_P(VulkanLibraryFailure, InAWholeProgram) {
    watch(Counted::Libraries);
    atManyCalls(GetParam(), [&] { tryAll(); }, [&] { expectAll(); }, [] { return HasFailure(); });
}

INSTANTIATE_TEST_SUITE_P(,
                         VulkanMemoryFailure,
                         testing::ValuesIn(kFailurePatterns),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(,
                         VulkanLibraryFailure,
                         testing::ValuesIn(kFewFailurePatterns),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace process

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vulkan fails, at every place where it may: a program gets errors, never a signal, and goes on
// when the failing is over. VK_LAYER_GLISSADE_failing does it.

#include "picture.h"

#include "layers/failing.h"

#include <GLES2/gl2.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>

namespace process {
namespace {

/// Null: the layer is not loaded. The Vulkan loader has it open while there is an instance with it.
GlissadeFailFunction findFail() {
    void* const library = dlopen(GLISSADE_FAILING_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
    return library ? reinterpret_cast<GlissadeFailFunction>(dlsym(library, GLISSADE_FAILING_SYMBOL))
                   : nullptr;
}

class VulkanFailure : public testing::TestWithParam<VkResult> {
protected:
    void SetUp() override {
        // Keeps an instance, and with it the layer.
        ASSERT_TRUE(m_keeper.openDisplay());
        m_fail = findFail();
        ASSERT_NE(nullptr, m_fail) << "The failing layer is not loaded.";
    }
    void TearDown() override {
        if (m_fail) {
            m_fail(0, 0, VK_SUCCESS);
        }
    }
    static int salt() {
        static int count = 0;
        return ++count;
    }
    /// Runs `program` with the n-th call failing, n = 1, 2, … until it has fewer calls, and
    /// `again` after each. `count`: calls that fail in a row.
    template <class Program, class Again>
    void atEveryCall(uint64_t count, Program program, Again again) {
        const char* const from = std::getenv("GLISSADE_FAIL_FROM");
        for (uint64_t n = from ? std::strtoull(from, nullptr, 10) : 1;; ++n) {
            m_fail(n, count, GetParam());
            program();
            const GlissadeFailing came = m_fail(0, 0, VK_SUCCESS);
            again();
            if (HasFailure()) {
                FAIL() << "call " << n << " of " << came.calls << ": "
                       << (came.failed ? came.failed : "none");
            }
            if (!came.failed) {
                std::cout << n - 1 << " calls were made to fail" << std::endl;
                return;
            }
        }
    }

    /// Everything a program does, as far as it gets.
    static void tryAll() {
        const WholeProgram whole = runWholeProgram(salt(), 40);
        if (whole.failed && GetParam() != VK_ERROR_DEVICE_LOST) {
            EXPECT_FALSE(whole.wrong) << "and no error";
        }
        EXPECT_FALSE(whole.stayed);
    }
    static void expectAll() {
        const WholeProgram whole = runWholeProgram(salt(), 50);
        EXPECT_FALSE(whole.failed) << whole.failed;
    }

    Picture m_keeper;
    GlissadeFailFunction m_fail = nullptr;
};

TEST_P(VulkanFailure, OfOneCallInAWholeProgram) {
    m_keeper.terminate();
    atEveryCall(1, tryAll, expectAll);
}

TEST_P(VulkanFailure, OfAllCallsFromSomeOnInAWholeProgram) {
    m_keeper.terminate();
    atEveryCall(UINT64_MAX, tryAll, expectAll);
}

/// What there was before goes on.
TEST_P(VulkanFailure, OfOneCallWhileDrawing) {
    if (GetParam() == VK_ERROR_DEVICE_LOST) {
        GTEST_SKIP() << "nothing goes on with a lost device";
    }
    ASSERT_TRUE(m_keeper.makeCurrent());
    ASSERT_TRUE(m_keeper.link(salt()));
    ASSERT_TRUE(m_keeper.draw(60));
    atEveryCall(
        1,
        [&] {
            if (m_keeper.draw(70)) {
                m_keeper.swap();
            }
            EXPECT_FALSE(m_keeper.wrong()) << "and no error";
        },
        [&] {
            glGetError();
            EXPECT_TRUE(m_keeper.draw(80));
            EXPECT_TRUE(m_keeper.swap());
        });
}

INSTANTIATE_TEST_SUITE_P(,
                         VulkanFailure,
                         testing::Values(VK_ERROR_OUT_OF_HOST_MEMORY,
                                         VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                         VK_ERROR_DEVICE_LOST),
                         [](const auto& info) {
                             return info.param == VK_ERROR_DEVICE_LOST ? "DeviceLost"
                                    : info.param == VK_ERROR_OUT_OF_HOST_MEMORY
                                        ? "OutOfHostMemory"
                                        : "OutOfDeviceMemory";
                         });

} // namespace
} // namespace process

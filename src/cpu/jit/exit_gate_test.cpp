// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/exit_gate.h"

#include "cpu/jit/specialize.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace cpu::jit {
namespace {

/// Nothing has been compiled before; so the compiler may be about to be loaded.
TEST(ExitGate, LetsTheEndOfTheProcessWaitForTheFirst) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            static std::atomic<bool> inside{false};
            std::thread([] {
                {
                    const ExitGate gate;
                    inside = true;
                    std::this_thread::sleep_for(std::chrono::milliseconds(100));
                    std::fputs("compiled\n", stderr);
                }
                for (;;) { // As a worker that waits for its next job.
                    std::this_thread::yield();
                }
            }).detach();
            while (!inside) {
                std::this_thread::yield();
            }
            std::exit(7);
        },
        testing::ExitedWithCode(7),
        "compiled");
}

TEST(ExitGate, LeavesThreadsInPeaceThatCompileWhileTheProcessEnds) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            static std::atomic<int> done{0};
            std::thread([] {
                for (uint32_t format = 1;; ++format) {
                    const SampleKey key{ViewId{format % 60 + 1}.bits, SamplerId{1u << 31}.bits, 1};
                    if (!specializeSample(key, Level::V2)) {
                        break;
                    }
                    ++done;
                }
                ++done;
                for (;;) { // As a worker that waits for its next job.
                    std::this_thread::yield();
                }
            }).detach();
            while (done < 3) {
                std::this_thread::yield();
            }
            std::exit(7);
        },
        testing::ExitedWithCode(7),
        "");
}

} // namespace
} // namespace cpu::jit

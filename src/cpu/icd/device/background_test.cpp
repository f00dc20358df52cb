// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/device/background.h"

#include "base/leave_behind.h"
#include "base/options.h"
#include "cpu/abi/merge_key.h"
#include "cpu/icd/vulkan.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>
#include <vector>

namespace cpu::icd {
namespace {

std::vector<routine::KernelKey> unusualStates() {
    std::vector<routine::KernelKey> keys;
    const uint32_t format = format::vkFormatIndex(VK_FORMAT_A2B10G10R10_UNORM_PACK32);
    for (uint32_t mask = 1; mask < 15; ++mask) {
        const ColorKey::Blend blend{BlendFactor::OneMinusDstAlpha,
                                    BlendFactor::ConstantColor,
                                    BlendOp::ReverseSubtract,
                                    BlendFactor::SrcAlpha,
                                    BlendFactor::ConstantAlpha,
                                    BlendOp::Max};
        const ColorKey key = ColorKey::make(format, Tiling::Linear, mask, true, blend, 16);
        keys.push_back({jit::KeyedKernel::MergeColor, key.bits});
    }
    return keys;
}

TEST(Background, GoesBeforeWhatItBuilds) {
    if (base::options().cpuTier != base::CpuTier::Auto) {
        GTEST_SKIP() << "with this tier nothing is built in the background";
    }
    auto background = std::make_unique<Background>(1);
    std::vector<routine::KeyedRoutines::Handle> held;
    for (const routine::KernelKey& key : unusualStates()) {
        held.push_back(background->keyedRoutines().find(key));
    }
    // What an earlier run left on disk is there in no time.
    const auto built = [&] {
        const routine::KeyedCounters counters = background->keyedRoutines().counters();
        return counters.compiled + counters.fromDisk + counters.failed;
    };
    while (!background->routines().threads().busy() && built() < held.size()) {
        std::this_thread::yield();
    }
    Background::leave(std::move(background));
    // Routines that somebody holds are as they were, whatever becomes of their builds.
    for (const auto& routine : held) {
        EXPECT_NE(routine->function.load(), nullptr);
    }
    held.clear();
    // On the thread that it was left to, behind it: it has gone without an accident.
    std::promise<void> gone;
    base::leaveBehind([&] { gone.set_value(); });
    gone.get_future().wait();
}

} // namespace
} // namespace cpu::icd

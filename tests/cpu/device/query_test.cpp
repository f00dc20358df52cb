// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

#include <algorithm>

#include <time.h>

namespace vkt {
namespace {

class Query : public DeviceTest {
protected:
    VkQueryPool make(uint32_t count) {
        VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        info.queryType = VK_QUERY_TYPE_TIMESTAMP;
        info.queryCount = count;
        VkQueryPool pool = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateQueryPool(device(), &info, nullptr, &pool));
        atEnd([this, pool] { vkDestroyQueryPool(device(), pool, nullptr); });
        return pool;
    }
    static uint64_t clock_ns() {
        timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return uint64_t(now.tv_sec) * 1'000'000'000 + uint64_t(now.tv_nsec);
    }
};

TEST_F(Query, TimestampsAscendAndAreNanoseconds) {
    const VkQueryPool pool = make(3);
    const uint64_t before = clock_ns();
    run([&](VkCommandBuffer commands) {
        vkCmdResetQueryPool(commands, pool, 0, 3);
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
        vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, 1);
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 2);
    });
    const uint64_t after = clock_ns();
    uint64_t times[3];
    ASSERT_VK(vkGetQueryPoolResults(
        device(), pool, 0, 3, sizeof times, times, 8, VK_QUERY_RESULT_64_BIT));
    EXPECT_LE(before, times[0]);
    EXPECT_TRUE(std::is_sorted(std::begin(times), std::end(times)));
    EXPECT_LE(times[2], after);
}

TEST_F(Query, UnwrittenQueriesAreNotAvailable) {
    const VkQueryPool pool = make(2);
    vkResetQueryPool(device(), pool, 0, 2);
    run([&](VkCommandBuffer commands) {
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, pool, 1);
    });
    uint64_t results[4] = {77, 77, 77, 77};
    EXPECT_EQ(vkGetQueryPoolResults(device(),
                                    pool,
                                    0,
                                    2,
                                    sizeof results,
                                    results,
                                    16,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT),
              VK_NOT_READY);
    EXPECT_EQ(results[0], 77u); // Not written.
    EXPECT_EQ(results[1], 0u);
    EXPECT_NE(results[2], 77u);
    EXPECT_EQ(results[3], 1u);
}

TEST_F(Query, TheHostResetsRangesAndTheyAreWrittenAgain) {
    const VkQueryPool pool = make(5);
    const auto stamp = [&](uint32_t first, uint32_t count) {
        run([&](VkCommandBuffer commands) {
            for (uint32_t i = first; i < first + count; ++i) {
                vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, pool, i);
            }
        });
    };
    struct Result {
        uint64_t time, available;
    } results[5];
    const auto get = [&] {
        return vkGetQueryPoolResults(device(),
                                     pool,
                                     0,
                                     5,
                                     sizeof results,
                                     results,
                                     sizeof(Result),
                                     VK_QUERY_RESULT_64_BIT |
                                         VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    };
    vkResetQueryPool(device(), pool, 0, 5);
    stamp(0, 5);
    EXPECT_VK(get());
    uint64_t first[5];
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(results[i].available, 1u);
        first[i] = results[i].time;
    }
    vkResetQueryPool(device(), pool, 1, 2);
    EXPECT_EQ(get(), VK_NOT_READY);
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(results[i].available, i == 1 || i == 2 ? 0u : 1u) << i;
        if (results[i].available) {
            EXPECT_EQ(results[i].time, first[i]);
        }
    }
    stamp(2, 1);
    EXPECT_EQ(get(), VK_NOT_READY);
    EXPECT_EQ(results[1].available, 0u);
    EXPECT_EQ(results[2].available, 1u);
    EXPECT_GT(results[2].time, first[4]);
    uint32_t low = 77;
    EXPECT_VK(vkGetQueryPoolResults(device(), pool, 2, 1, 4, &low, 4, 0));
    EXPECT_EQ(low, uint32_t(results[2].time));
    // By commands, between those that write.
    run([&](VkCommandBuffer commands) {
        vkCmdResetQueryPool(commands, pool, 0, 5);
        vkCmdWriteTimestamp2(commands, VK_PIPELINE_STAGE_2_NONE, pool, 3);
    });
    EXPECT_EQ(get(), VK_NOT_READY);
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(results[i].available, i == 3 ? 1u : 0u) << i;
    }
}

TEST_F(Query, ResultsAreCopiedIntoBuffers) {
    const VkQueryPool pool = make(2);
    const Buffer buffer = makeBuffer(64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    run([&](VkCommandBuffer commands) {
        vkCmdResetQueryPool(commands, pool, 0, 2);
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, pool, 0);
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, pool, 1);
        vkCmdCopyQueryPoolResults(commands,
                                  pool,
                                  0,
                                  2,
                                  buffer.buffer,
                                  8,
                                  8,
                                  VK_QUERY_RESULT_WAIT_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    });
    uint64_t times[2];
    ASSERT_VK(vkGetQueryPoolResults(device(),
                                    pool,
                                    0,
                                    2,
                                    sizeof times,
                                    times,
                                    8,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    const std::span<uint32_t> words = buffer.as<uint32_t>();
    EXPECT_EQ(words[0], 0u);
    EXPECT_EQ(words[2], uint32_t(times[0]));
    EXPECT_EQ(words[3], 1u);
    EXPECT_EQ(words[4], uint32_t(times[1]));
    EXPECT_EQ(words[5], 1u);
    EXPECT_EQ(words[6], 0u);
}

TEST_F(Query, CalibratedClocksAgree) {
    VkCalibratedTimestampInfoEXT infos[2] = {{VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT},
                                             {VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT}};
    infos[0].timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
    infos[1].timeDomain = VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;
    uint64_t times[2];
    uint64_t deviation_ns = 0;
    ASSERT_VK(vkGetCalibratedTimestampsEXT(device(), 2, infos, times, &deviation_ns));
    EXPECT_LE(times[1] - times[0], deviation_ns);
}

} // namespace
} // namespace vkt

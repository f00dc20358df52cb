// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/draw_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <vector>

namespace glvk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string>& recorded() {
    static std::vector<std::string> list;
    return list;
}

/// Draws of one kind as text: `what first+count[+offset] … xinstances@first`.
class DrawRunTest : public testing::Test {
protected:
    DrawRunTest() {
        recorded().clear();
        m_vk.vkCmdDraw = [](VkCommandBuffer, uint32_t n, uint32_t i, uint32_t first, uint32_t fi) {
            recorded().push_back(fmt::format("draw {}+{} x{}@{}", first, n, i, fi));
        };
        m_vk.vkCmdDrawIndexed =
            [](VkCommandBuffer, uint32_t n, uint32_t i, uint32_t first, int32_t o, uint32_t fi) {
                recorded().push_back(fmt::format("indexed {}+{}+{} x{}@{}", first, n, o, i, fi));
            };
        m_vk.vkCmdDrawMultiEXT = [](VkCommandBuffer,
                                    uint32_t n,
                                    const VkMultiDrawInfoEXT* draws,
                                    uint32_t i,
                                    uint32_t fi,
                                    uint32_t stride_B) {
            std::string text = "draws";
            for (uint32_t k = 0; k < n; ++k) {
                const auto* d = reinterpret_cast<const VkMultiDrawInfoEXT*>(
                    reinterpret_cast<const char*>(draws) + size_t(k) * stride_B);
                text += fmt::format(" {}+{}", d->firstVertex, d->vertexCount);
            }
            recorded().push_back(text + fmt::format(" x{}@{}", i, fi));
        };
        m_vk.vkCmdDrawMultiIndexedEXT = [](VkCommandBuffer,
                                           uint32_t n,
                                           const VkMultiDrawIndexedInfoEXT* draws,
                                           uint32_t i,
                                           uint32_t fi,
                                           uint32_t stride_B,
                                           const int32_t* shared) {
            std::string text = shared ? "one offset" : "indexed draws";
            for (uint32_t k = 0; k < n; ++k) {
                const auto* d = reinterpret_cast<const VkMultiDrawIndexedInfoEXT*>(
                    reinterpret_cast<const char*>(draws) + size_t(k) * stride_B);
                text += fmt::format(" {}+{}+{}", d->firstIndex, d->indexCount, d->vertexOffset);
            }
            recorded().push_back(text + fmt::format(" x{}@{}", i, fi));
        };
    }

    VolkDeviceTable m_vk{};
};

TEST_F(DrawRunTest, OneDrawIsAPlainCommand) {
    DrawRun run(m_vk, 100);
    run.draw(nullptr, 3, 6, 1, 0);
    EXPECT_THAT(recorded(), IsEmpty());
    run.record(nullptr);
    EXPECT_TRUE(run.empty());
    run.drawIndexed(nullptr, {1, 9, -4}, 2, 5);
    run.record(nullptr);
    run.record(nullptr);
    EXPECT_THAT(recorded(), ElementsAre("draw 3+6 x1@0", "indexed 1+9+-4 x2@5"));
}

TEST_F(DrawRunTest, DrawsThatFollowEachOtherAreMerged) {
    DrawRun run(m_vk, 100);
    run.draw(nullptr, 0, 3, 1, 0);
    run.draw(nullptr, 3, 6, 1, 0);
    run.draw(nullptr, 0, 3, 1, 0);
    run.record(nullptr);
    run.drawIndexed(nullptr, {0, 3, 0}, 1, 0);
    run.drawIndexed(nullptr, {7, 3, 2}, 1, 0);
    run.record(nullptr);
    EXPECT_THAT(recorded(),
                ElementsAre("draws 0+3 3+6 0+3 x1@0", "indexed draws 0+3+0 7+3+2 x1@0"));
}

TEST_F(DrawRunTest, DrawsAreApartWhereNobodyMayJoinThem) {
    DrawRun run(m_vk, 100);
    run.draw(nullptr, 0, 3, 1, 0);
    run.draw(nullptr, 3, 3, 1, 0);
    run.join(false);
    run.draw(nullptr, 6, 3, 1, 0);
    run.draw(nullptr, 9, 3, 1, 0);
    run.join(true);
    run.draw(nullptr, 12, 3, 1, 0);
    run.record(nullptr);
    EXPECT_THAT(recorded(),
                ElementsAre("draws 0+3 3+3 x1@0", "draw 6+3 x1@0", "draws 9+3 12+3 x1@0"));
}

TEST_F(DrawRunTest, DifferentInstancesOrKindsAreNotMerged) {
    DrawRun run(m_vk, 100);
    run.draw(nullptr, 0, 3, 1, 0);
    run.draw(nullptr, 0, 3, 2, 0);
    run.draw(nullptr, 0, 3, 2, 1);
    run.drawIndexed(nullptr, {0, 3, 0}, 2, 1);
    run.record(nullptr);
    EXPECT_THAT(
        recorded(),
        ElementsAre("draw 0+3 x1@0", "draw 0+3 x2@0", "draw 0+3 x2@1", "indexed 0+3+0 x2@1"));
}

TEST_F(DrawRunTest, RunsEndAtTheDevicesLimit) {
    DrawRun run(m_vk, 2);
    for (uint32_t i = 0; i < 5; ++i) {
        run.draw(nullptr, i, 3, 1, 0);
    }
    run.record(nullptr);
    EXPECT_THAT(recorded(),
                ElementsAre("draws 0+3 1+3 x1@0", "draws 2+3 3+3 x1@0", "draw 4+3 x1@0"));
}

TEST_F(DrawRunTest, WithoutTheExtensionEachDrawIsACommand) {
    DrawRun run(m_vk, 0);
    run.draw(nullptr, 0, 3, 1, 0);
    run.draw(nullptr, 3, 3, 1, 0);
    run.record(nullptr);
    EXPECT_THAT(recorded(), ElementsAre("draw 0+3 x1@0", "draw 3+3 x1@0"));
}

} // namespace
} // namespace glvk

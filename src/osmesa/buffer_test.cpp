// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/buffer.h"

#include "osmesa/osmesa_api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace osmesa {
namespace {

using ::testing::ElementsAre;

/// A buffer of one pixel by three, which are 1, 2 and 3 from the bottom to the top.
class BufferTest : public ::testing::Test {
protected:
    /// The memory after it was filled, where it held zeros.
    std::vector<uint32_t> filled(const PixelStore& store, size_t values) {
        std::vector<uint32_t> memory(values);
        buffer.setPixelStore(store);
        buffer.setMemory(memory.data());
        EXPECT_TRUE(buffer.fill({0, 0, 1, 3}, [this](auto&&... args) { return read(args...); }));
        return memory;
    }

    Buffer buffer{GL_UNSIGNED_BYTE, *bufferLayout(OSMESA_RGBA, GL_UNSIGNED_BYTE), 32, 1, 3};
    format::PixelLayout asked;
    int reads = 0;

private:
    bool read(const gl::Rect& area, const format::PixelLayout& layout, void* out) {
        ++reads;
        asked = layout;
        for (int32_t y = 0; y < area.height_px; ++y) {
            const auto value = uint32_t(y + 1);
            auto* const row =
                static_cast<std::byte*>(out) + size_t(y) * rowPitch_B(layout, area.width_px);
            std::memcpy(row, &value, sizeof value);
        }
        return true;
    }
};

TEST_F(BufferTest, HasTheBottomRowFirst) {
    EXPECT_THAT(filled({}, 3), ElementsAre(1, 2, 3));
}

TEST_F(BufferTest, HasTheTopRowFirstWhereYGoesDown) {
    EXPECT_THAT(filled({.yUp = false}, 3), ElementsAre(3, 2, 1));
}

TEST_F(BufferTest, LeavesWhatIsBetweenRows) {
    EXPECT_THAT(filled({.rowLength_px = 2}, 6), ElementsAre(1, 0, 2, 0, 3, 0));
    EXPECT_THAT(filled({.rowLength_px = 2, .yUp = false}, 6), ElementsAre(3, 0, 2, 0, 1, 0));
}

TEST_F(BufferTest, AsksForColorsAsTheyAreToBe) {
    filled({}, 3);
    EXPECT_FALSE(asked.clamp);
    filled({.clamp = true}, 3);
    EXPECT_TRUE(asked.clamp);
    EXPECT_EQ(asked.format, GLenum(GL_RGBA));
}

TEST_F(BufferTest, WithoutMemoryReadsNothing) {
    buffer.setMemory(nullptr);
    EXPECT_TRUE(buffer.fill({0, 0, 1, 3}, [](auto&&...) { return false; }));
}

TEST_F(BufferTest, TellsThatThereIsNoMemoryToRead) {
    uint32_t memory[3] = {};
    buffer.setMemory(memory);
    EXPECT_FALSE(buffer.fill({0, 0, 1, 3}, [](auto&&...) { return false; }));
}

} // namespace
} // namespace osmesa

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_images.h"

#include <gtest/gtest.h>

namespace cpu::stage {
namespace {

std::shared_ptr<const shader::ComputeImage> imageOf(size_t size_B, uint32_t width) {
    shader::ComputeImage image;
    image.object.resize(size_B, std::byte(width));
    image.workgroupSize = {width, 1, 1};
    return std::make_shared<const shader::ComputeImage>(std::move(image));
}

store::Key keyOf(uint64_t number) {
    return store::KeyBuilder("test").addValue(number).finish();
}

std::vector<std::byte> allOf(StageImages& images) {
    std::vector<std::byte> all;
    for (const auto& entry : images.write()) {
        all.insert(all.end(), entry.begin(), entry.end());
    }
    return all;
}

TEST(StageImages, KeepsThoseUsedLast) {
    StageImages images(1000);
    images.insert(keyOf(1), imageOf(400, 1));
    images.insert(keyOf(2), imageOf(400, 2));
    ASSERT_TRUE(images.find<shader::ComputeImage>(keyOf(1)));
    images.insert(keyOf(3), imageOf(400, 3));
    EXPECT_EQ(images.find<shader::ComputeImage>(keyOf(2)), nullptr);
    ASSERT_TRUE(images.find<shader::ComputeImage>(keyOf(1)));
    EXPECT_EQ(images.find<shader::ComputeImage>(keyOf(3))->workgroupSize[0], 3u);
    // Replaced, not counted twice.
    for (uint32_t i = 0; i < 10; ++i) {
        images.insert(keyOf(3), imageOf(500, 10 + i));
    }
    EXPECT_TRUE(images.find<shader::ComputeImage>(keyOf(1)));
    EXPECT_EQ(images.find<shader::ComputeImage>(keyOf(3))->workgroupSize[0], 19u);
    // One that is too large pushes out the rest and itself.
    images.insert(keyOf(4), imageOf(1001, 4));
    EXPECT_EQ(images.find<shader::ComputeImage>(keyOf(4)), nullptr);
    EXPECT_EQ(images.find<shader::ComputeImage>(keyOf(1)), nullptr);
    images.insert(keyOf(5), imageOf(1000, 5));
    EXPECT_TRUE(images.find<shader::ComputeImage>(keyOf(5)));
}

TEST(StageImages, GivesBackWhatWasWritten) {
    StageImages images;
    for (uint32_t i = 0; i < 5; ++i) {
        images.insert(keyOf(i), imageOf(100 * i, i));
    }
    StageImages read;
    read.read(allOf(images));
    for (uint32_t i = 0; i < 5; ++i) {
        const auto image = read.find<shader::ComputeImage>(keyOf(i));
        ASSERT_TRUE(image);
        EXPECT_EQ(image->workgroupSize[0], i);
        EXPECT_EQ(image->object.size(), 100 * i);
    }
    EXPECT_EQ(read.find<shader::ComputeImage>(keyOf(5)), nullptr);
    StageImages merged;
    merged.insert(keyOf(5), imageOf(1, 5));
    merged.insertAll(read);
    merged.insertAll(merged);
    EXPECT_TRUE(merged.find<shader::ComputeImage>(keyOf(5)));
    EXPECT_TRUE(merged.find<shader::ComputeImage>(keyOf(0)));
}

TEST(StageImages, HaveOneStageForAKey) {
    StageImages images;
    shader::FragmentImage fragments;
    fragments.colorsWritten = 5;
    images.insert(keyOf(1), std::make_shared<const shader::FragmentImage>(fragments));
    EXPECT_FALSE(images.find<shader::ComputeImage>(keyOf(1)));
    EXPECT_FALSE(images.find<shader::VertexImage>(keyOf(1)));
    StageImages read;
    read.read(allOf(images));
    EXPECT_FALSE(read.find<shader::VertexImage>(keyOf(1)));
    const auto found = read.find<shader::FragmentImage>(keyOf(1));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->colorsWritten, 5);
}

TEST(StageImages, LeavesOutWhatIsDamaged) {
    StageImages images;
    images.insert(keyOf(1), imageOf(50, 1));
    images.insert(keyOf(2), imageOf(50, 2));
    const std::vector<std::byte> all = allOf(images);
    for (size_t size_B = 0; size_B < all.size(); ++size_B) {
        StageImages cut;
        cut.read(std::span(all).first(size_B));
        EXPECT_LE(cut.write().size(), 1u);
    }
    for (size_t at = 0; at < all.size(); ++at) {
        auto damaged = all;
        damaged[at] ^= std::byte(0x80);
        StageImages some;
        some.read(damaged);
        for (const uint32_t key : {1, 2}) {
            if (const auto image = some.find<shader::ComputeImage>(keyOf(key))) {
                EXPECT_EQ(image->object, imageOf(50, key)->object);
            }
        }
    }
}

} // namespace
} // namespace cpu::stage

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/compute_file.h"

#include <gtest/gtest.h>

namespace cpu::exec {
namespace {

shader::ComputeImage exampleImage() {
    shader::ComputeImage image;
    for (int i = 0; i < 1000; ++i) {
        image.object.push_back(std::byte(i * 7));
    }
    image.workgroupSize = {8, 4, 2};
    image.workgroupMemory_B = 4096;
    image.frames_B = 12345;
    image.sites = {{SampleOp{17}}, {SampleOp{3}}, {SampleOp{0x7ff}}};
    return image;
}

TEST(ComputeFile, GivesBackWhatWasWritten) {
    const shader::ComputeImage image = exampleImage();
    const auto read = readComputeImage(write(image));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->object, image.object);
    EXPECT_EQ(read->workgroupSize, image.workgroupSize);
    EXPECT_EQ(read->workgroupMemory_B, image.workgroupMemory_B);
    EXPECT_EQ(read->frames_B, image.frames_B);
    ASSERT_EQ(read->sites.size(), image.sites.size());
    for (size_t i = 0; i < image.sites.size(); ++i) {
        EXPECT_EQ(read->sites[i].op.bits, image.sites[i].op.bits);
    }
}

TEST(ComputeFile, GivesBackAnImageWithoutSitesOrCode) {
    const auto read = readComputeImage(write({}));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->object.empty());
    EXPECT_TRUE(read->sites.empty());
}

TEST(ComputeFile, IgnoresWhatIsCutShortOrLonger) {
    std::vector<std::byte> bytes = write(exampleImage());
    for (size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(readComputeImage(std::span(bytes).first(size))) << size;
    }
    bytes.push_back(std::byte(0));
    EXPECT_FALSE(readComputeImage(bytes));
}

TEST(ComputeFile, IgnoresEveryDamagedByte) {
    std::vector<std::byte> bytes = write(exampleImage());
    for (std::byte& byte : bytes) {
        for (const int flip : {1, 0x80, 0xff}) {
            const std::byte whole = byte;
            byte ^= std::byte(flip);
            EXPECT_FALSE(readComputeImage(bytes)) << &byte - bytes.data();
            byte = whole;
        }
    }
    EXPECT_TRUE(readComputeImage(bytes));
}

} // namespace
} // namespace cpu::exec

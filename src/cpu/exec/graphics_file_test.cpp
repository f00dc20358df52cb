// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/graphics_file.h"

#include <gtest/gtest.h>

namespace cpu::exec {
namespace {

jit::Object exampleObject() {
    jit::Object object;
    for (int i = 0; i < 500; ++i) {
        object.push_back(std::byte(i * 7));
    }
    return object;
}

shader::VertexImage exampleVertices() {
    shader::VertexImage image;
    image.object = exampleObject();
    image.sites = {{SampleOp{17}}, {SampleOp{3}}};
    image.frames_B = 123;
    image.attributesUsed = 0x80000005;
    image.slotCount = 44;
    image.writesPointSize = true;
    image.writesViewportIndex = true;
    image.clipDistances = 3;
    image.cullDistances = 2;
    image.varyingComponents[1] = 7;
    image.varyingComponents[31] = 15;
    image.writesMemory = true;
    image.captures = {{0, 1, 0}, {20, 1, 16}, {shader::kMaxVertexSlots - 1, 3, 0}};
    image.captureStrides_B = {0, 32, 0, 4};
    return image;
}

shader::FragmentImage exampleFragments() {
    using enum shader::Interpolation;
    shader::FragmentImage image;
    image.object = exampleObject();
    image.sites = {{SampleOp{0x7ff}}};
    image.frames_B = 77;
    image.varyings = {Smooth, None, Flat, NoPerspective, Smooth};
    image.colorsWritten = 0x81;
    image.writesSecondColor = true;
    image.writesStencil = true;
    image.readsPointCoord = true;
    image.discards = true;
    image.earlyTests = true;
    image.readsInputAttachments = true;
    return image;
}

TEST(GraphicsFile, GivesBackAVertexShader) {
    const shader::VertexImage image = exampleVertices();
    const auto read = readVertexImage(write(image));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->object, image.object);
    ASSERT_EQ(read->sites.size(), 2u);
    EXPECT_EQ(read->sites[0].op.bits, 17u);
    EXPECT_EQ(read->sites[1].op.bits, 3u);
    EXPECT_EQ(read->frames_B, image.frames_B);
    EXPECT_EQ(read->attributesUsed, image.attributesUsed);
    EXPECT_EQ(read->slotCount, image.slotCount);
    EXPECT_TRUE(read->writesPointSize);
    EXPECT_FALSE(read->writesLayer);
    EXPECT_TRUE(read->writesViewportIndex);
    EXPECT_EQ(read->clipDistances, 3);
    EXPECT_EQ(read->cullDistances, 2);
    EXPECT_EQ(read->varyingComponents, image.varyingComponents);
    EXPECT_TRUE(read->writesMemory);
    EXPECT_EQ(read->captures, image.captures);
    EXPECT_EQ(read->captureStrides_B, image.captureStrides_B);
}

TEST(GraphicsFile, GivesBackAFragmentShader) {
    const shader::FragmentImage image = exampleFragments();
    const auto read = readFragmentImage(write(image));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->object, image.object);
    ASSERT_EQ(read->sites.size(), 1u);
    EXPECT_EQ(read->sites[0].op.bits, 0x7ffu);
    EXPECT_EQ(read->frames_B, image.frames_B);
    EXPECT_EQ(read->varyings, image.varyings);
    EXPECT_EQ(read->colorsWritten, image.colorsWritten);
    EXPECT_TRUE(read->writesSecondColor);
    EXPECT_FALSE(read->writesDepth);
    EXPECT_TRUE(read->writesStencil);
    EXPECT_FALSE(read->writesSampleMask);
    EXPECT_TRUE(read->readsPointCoord);
    EXPECT_FALSE(read->readsClipDistance);
    EXPECT_TRUE(read->discards);
    EXPECT_FALSE(read->writesMemory);
    EXPECT_TRUE(read->earlyTests);
    EXPECT_FALSE(read->perSample);
    EXPECT_TRUE(read->readsInputAttachments);
}

TEST(GraphicsFile, GivesBackShadersWithoutSitesOrCode) {
    ASSERT_TRUE(readVertexImage(write(shader::VertexImage{})));
    const auto read = readFragmentImage(write(shader::FragmentImage{}));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->varyings.empty());
    EXPECT_TRUE(read->object.empty());
}

TEST(GraphicsFile, TellsTheStagesApart) {
    EXPECT_FALSE(readFragmentImage(write(exampleVertices())));
    EXPECT_FALSE(readVertexImage(write(exampleFragments())));
}

/// Bytes that are no file may be anything, but none is taken for one.
template <class Read>
void expectRefusals(std::vector<std::byte> bytes, Read read) {
    for (size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(read(std::span(bytes).first(size))) << size;
    }
    bytes.push_back(std::byte(0));
    EXPECT_FALSE(read(bytes));
    bytes.pop_back();
    for (std::byte& byte : bytes) {
        for (const int flip : {1, 0x80, 0xff}) {
            const std::byte whole = byte;
            byte ^= std::byte(flip);
            EXPECT_FALSE(read(bytes)) << &byte - bytes.data();
            byte = whole;
        }
    }
    EXPECT_TRUE(read(bytes));
}

TEST(GraphicsFile, IgnoresWhatIsCutShortLongerOrDamaged) {
    expectRefusals(write(exampleVertices()), readVertexImage);
    expectRefusals(write(exampleFragments()), readFragmentImage);
}

TEST(GraphicsFile, IgnoresWhatNoShaderHas) {
    shader::VertexImage vertices = exampleVertices();
    vertices.slotCount = shader::kMaxVertexSlots + 1;
    EXPECT_FALSE(readVertexImage(write(vertices)));
    vertices = exampleVertices();
    vertices.clipDistances = 7;
    EXPECT_FALSE(readVertexImage(write(vertices)));
    vertices = exampleVertices();
    vertices.captures[1].buffer = 4;
    EXPECT_FALSE(readVertexImage(write(vertices)));
    shader::FragmentImage fragments = exampleFragments();
    fragments.varyings[2] = shader::Interpolation(9);
    EXPECT_FALSE(readFragmentImage(write(fragments)));
}

} // namespace
} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_file.h"

#include "cpu/jit/jit.h"

#include <gtest/gtest.h>

namespace cpu::stage {
namespace {

jit::Object exampleObject() {
    jit::Object object;
    for (int i = 0; i < 500; ++i) {
        object.push_back(std::byte(i * 7));
    }
    return object;
}

shader::ComputeImage exampleWorkgroups() {
    shader::ComputeImage image;
    image.object = exampleObject();
    image.workgroupSize = {8, 4, 2};
    image.workgroupMemory_B = 4096;
    image.frames_B = 12345;
    image.copied = true;
    image.sites = {{SampleOp{17}}, {SampleOp{3}}, {SampleOp{0x7ff}}};
    return image;
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
    image.captures = {{0, 1, 0, 0}, {20, 1, 16, 0}, {kMaxVertexSlots - 1, 3, 0, 0}};
    image.captureStrides_B = {0, 32, 0, 4};
    return image;
}

shader::FragmentImage exampleFragments() {
    using enum Interpolation;
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

TEST(StageFile, GivesBackAComputeShader) {
    const shader::ComputeImage image = exampleWorkgroups();
    const auto read = readStage<shader::ComputeImage>(writeStage(image));
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

TEST(StageFile, GivesBackAVertexShader) {
    const shader::VertexImage image = exampleVertices();
    const auto read = readStage<shader::VertexImage>(writeStage(image));
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

TEST(StageFile, GivesBackAFragmentShader) {
    const shader::FragmentImage image = exampleFragments();
    const auto read = readStage<shader::FragmentImage>(writeStage(image));
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

TEST(StageFile, GivesBackTessellationShaders) {
    using Modes = TessellationModes;
    shader::ControlImage control;
    control.object = exampleObject();
    control.frames_B = 99;
    control.modes.outputVertices = 5;
    control.modes.spacing = Modes::Spacing::FractionalOdd;
    control.inputs = {{{0, 0, 64, 4, 32}, {17, 2048, 64, 8, 32}}, {}, 8192};
    control.outputs = {{{3, 0, 128, 4, 5}}, {{4, 640, 0, 4, 1}, {5, 704, 0, 4, 1}}, 768};
    control.writesMemory = true;
    const auto read = readStage<shader::ControlImage>(writeStage(control));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->object, control.object);
    EXPECT_EQ(read->frames_B, 99u);
    EXPECT_EQ(read->modes.outputVertices, 5u);
    EXPECT_EQ(read->modes.spacing, Modes::Spacing::FractionalOdd);
    EXPECT_EQ(read->inputs, control.inputs);
    EXPECT_EQ(read->outputs, control.outputs);
    EXPECT_TRUE(read->writesMemory);

    shader::EvaluationImage evaluation;
    evaluation.modes.domain = Modes::Domain::Isolines;
    evaluation.modes.order = Modes::Order::Clockwise;
    evaluation.modes.points = true;
    evaluation.inputs = control.outputs;
    evaluation.slotCount = 20;
    evaluation.writesLayer = true;
    const auto other = readStage<shader::EvaluationImage>(writeStage(evaluation));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->modes.domain, Modes::Domain::Isolines);
    EXPECT_EQ(other->modes.order, Modes::Order::Clockwise);
    EXPECT_TRUE(other->modes.points);
    EXPECT_EQ(other->inputs, evaluation.inputs);
    EXPECT_EQ(other->slotCount, 20u);
    EXPECT_TRUE(other->writesLayer);
    EXPECT_FALSE(readStage<shader::ControlImage>(writeStage(evaluation)));
}

TEST(StageFile, GivesBackAGeometryShader) {
    shader::GeometryImage image;
    image.object = exampleObject();
    image.inputs = {{{0, 0, 64, 4, 6}}, {}, 384};
    image.inputVertices = 6;
    image.outputCorners = 2;
    image.maxVertices = 200;
    image.invocations = 7;
    image.writesPrimitiveId = true;
    image.captures = {{4, 2, 8, 3}};
    image.captureStrides_B = {0, 0, 12, 0};
    const auto read = readStage<shader::GeometryImage>(writeStage(image));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->object, image.object);
    EXPECT_EQ(read->inputs, image.inputs);
    EXPECT_EQ(read->inputVertices, 6);
    EXPECT_EQ(read->outputCorners, 2);
    EXPECT_EQ(read->maxVertices, 200u);
    EXPECT_EQ(read->invocations, 7u);
    EXPECT_TRUE(read->writesPrimitiveId);
    EXPECT_EQ(read->captures, image.captures);
    EXPECT_EQ(read->captureStrides_B, image.captureStrides_B);
    const auto any = readAnyStage(writeStage(image));
    ASSERT_TRUE(any);
    EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const shader::GeometryImage>>(*any));
    // Cells that lie nowhere.
    image.inputs.vertices[0].vertexCount = 0x7fffffff;
    EXPECT_FALSE(readStage<shader::GeometryImage>(writeStage(image)));
}

TEST(StageFile, GivesBackShadersWithoutSitesOrCode) {
    ASSERT_TRUE(readStage<shader::ComputeImage>(writeStage(shader::ComputeImage{})));
    ASSERT_TRUE(readStage<shader::VertexImage>(writeStage(shader::VertexImage{})));
    const auto read = readStage<shader::FragmentImage>(writeStage(shader::FragmentImage{}));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->varyings.empty());
    EXPECT_TRUE(read->object.empty());
}

TEST(StageFile, TellsTheStagesApart) {
    EXPECT_FALSE(readStage<shader::ComputeImage>(writeStage(exampleVertices())));
    EXPECT_FALSE(readStage<shader::VertexImage>(writeStage(exampleWorkgroups())));
    EXPECT_FALSE(readStage<shader::FragmentImage>(writeStage(exampleVertices())));
    EXPECT_FALSE(readStage<shader::VertexImage>(writeStage(exampleFragments())));
}

TEST(StageFile, KnowsTheStageByItself) {
    const auto vertices = readAnyStage(writeStage(exampleVertices()));
    ASSERT_TRUE(vertices);
    const auto* image = std::get_if<std::shared_ptr<const shader::VertexImage>>(&*vertices);
    ASSERT_TRUE(image);
    EXPECT_EQ((*image)->slotCount, exampleVertices().slotCount);
    const auto workgroups = readAnyStage(writeStage(exampleWorkgroups()));
    ASSERT_TRUE(workgroups);
    EXPECT_TRUE(std::get_if<std::shared_ptr<const shader::ComputeImage>>(&*workgroups));
    EXPECT_FALSE(readAnyStage({}));
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

TEST(StageFile, IgnoresWhatIsCutShortLongerOrDamaged) {
    expectRefusals(writeStage(exampleWorkgroups()), readStage<shader::ComputeImage>);
    expectRefusals(writeStage(exampleVertices()), readStage<shader::VertexImage>);
    expectRefusals(writeStage(exampleFragments()), readStage<shader::FragmentImage>);
}

TEST(StageFile, IgnoresWhatNoShaderHas) {
    shader::ComputeImage workgroups = exampleWorkgroups();
    workgroups.workgroupMemory_B = ~0u;
    EXPECT_FALSE(readStage<shader::ComputeImage>(writeStage(workgroups)));
    workgroups = exampleWorkgroups();
    workgroups.frames_B = ~0u;
    EXPECT_FALSE(readStage<shader::ComputeImage>(writeStage(workgroups)));
    shader::VertexImage vertices = exampleVertices();
    vertices.slotCount = kMaxVertexSlots + 1;
    EXPECT_FALSE(readStage<shader::VertexImage>(writeStage(vertices)));
    vertices = exampleVertices();
    vertices.clipDistances = 7;
    EXPECT_FALSE(readStage<shader::VertexImage>(writeStage(vertices)));
    vertices = exampleVertices();
    vertices.captures[1].buffer = 4;
    EXPECT_FALSE(readStage<shader::VertexImage>(writeStage(vertices)));
    shader::FragmentImage fragments = exampleFragments();
    fragments.varyings[2] = Interpolation(9);
    EXPECT_FALSE(readStage<shader::FragmentImage>(writeStage(fragments)));
}

} // namespace
} // namespace cpu::stage

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/executable.h"

#include "gl/objects/array_index.h"
#include "glsl/link/program.h"

#include <gtest/gtest.h>

namespace gl {
namespace {

glsl::Uniform uniform(const char* name, uint32_t type, int arraySize, int location) {
    glsl::Uniform result;
    result.name = name;
    result.glType = type;
    result.arraySize = arraySize;
    result.isArray = arraySize > 1;
    result.location = location;
    return result;
}

constexpr auto kVertex = size_t(glsl::Stage::Vertex);
constexpr auto kFragment = size_t(glsl::Stage::Fragment);

std::shared_ptr<glsl::LinkedProgram> program(std::vector<glsl::Uniform> uniforms,
                                             int locationCount) {
    auto linked = std::make_shared<glsl::LinkedProgram>();
    linked->ok = true;
    for (const glsl::Stage stage : {glsl::Stage::Vertex, glsl::Stage::Fragment}) {
        glsl::StageBinary binary;
        binary.stage = stage;
        binary.defaultBlockSize_B = 256;
        linked->stages.push_back(binary);
    }
    linked->uniforms = std::move(uniforms);
    linked->locationCount = locationCount;
    return linked;
}

float floatAt(const Executable& executable, size_t stage, size_t offset_B) {
    float value;
    std::memcpy(&value, executable.uniforms[stage].data() + offset_B, 4);
    return value;
}

TEST(MakeExecutable, EntriesOfArrayElements) {
    glsl::Uniform matrices = uniform("m[0]", glsl::kGlFloatMat3, 3, 1);
    matrices.slots[kVertex] = {16, 48, 16};
    const auto executable = makeExecutable(program({matrices}, 4));
    ASSERT_EQ(executable->uniformEntries.size(), 4u);
    EXPECT_EQ(executable->uniformEntries[0].remaining, 0); // A hole.
    const UniformEntry& last = executable->uniformEntries[3];
    EXPECT_EQ(last.remaining, 1);
    EXPECT_EQ(last.element, 2);
    EXPECT_EQ(last.slot.offset_B, 16u + 2 * 48);
    EXPECT_EQ(last.slot.matrixStride_B, 16);
}

TEST(MakeExecutable, UniformOfTwoStages) {
    glsl::Uniform both = uniform("u", glsl::kGlFloat, 1, 0);
    both.slots[kVertex] = {0, 0, 0};
    both.slots[kFragment] = {64, 0, 0};
    const auto executable = makeExecutable(program({both}, 1));
    const UniformEntry& entry = executable->uniformEntries[0];
    EXPECT_EQ(entry.slotCount, 2);
    EXPECT_EQ(entry.slot.stage, kVertex);
    EXPECT_EQ(executable->moreSlots[entry.moreSlots].offset_B, 64u);
    EXPECT_EQ(executable->moreSlots[entry.moreSlots].stage, kFragment);
}

TEST(MakeExecutable, InitialValuesAreSpreadByTheLayout) {
    glsl::Uniform array = uniform("a[0]", glsl::kGlFloat, 2, 0);
    array.slots[kFragment] = {32, 16, 0};
    const float values[] = {1.5f, 2.5f};
    const auto bytes = std::as_bytes(std::span(values));
    array.initialValue.assign(bytes.begin(), bytes.end());
    const auto executable = makeExecutable(program({array}, 2));
    EXPECT_EQ(floatAt(*executable, kFragment, 32), 1.5f);
    EXPECT_EQ(floatAt(*executable, kFragment, 48), 2.5f);
}

TEST(MakeExecutable, BuiltinMatricesStartAsIdentity) {
    glsl::Uniform matrix = uniform("gl_ModelViewMatrix", glsl::kGlFloatMat4, 1, -1);
    matrix.builtin = glsl::BuiltinUniform::ModelViewMatrix;
    matrix.slots[kVertex] = {0, 0, 16};
    const auto executable = makeExecutable(program({matrix}, 0));
    ASSERT_EQ(executable->builtinEntries.size(), 1u);
    EXPECT_EQ(floatAt(*executable, kVertex, 0), 1);
    EXPECT_EQ(floatAt(*executable, kVertex, 4), 0);
    EXPECT_EQ(floatAt(*executable, kVertex, 20), 1);
}

TEST(MakeExecutable, ConventionalAttributesHaveTheirArrays) {
    const auto linked = program({}, 0);
    glsl::Attribute vertex;
    vertex.name = "gl_Vertex";
    vertex.inputLocation = 2;
    vertex.builtin = glsl::BuiltinAttribute::Vertex;
    glsl::Attribute texCoord = vertex;
    texCoord.inputLocation = 3;
    texCoord.builtin = glsl::BuiltinAttribute::MultiTexCoord5;
    linked->attributes = {vertex, texCoord};
    linked->attributeMask = 0b1101;
    const auto executable = makeExecutable(linked);
    EXPECT_EQ(executable->attributeSources[0], 0);
    EXPECT_EQ(executable->attributeSources[2], kArrayVertex);
    EXPECT_EQ(executable->attributeSources[3], kArrayTexCoord0 + 5);
    EXPECT_EQ(executable->attributeMask, 0b1101u);
}

TEST(Executable, SerialsGrowOnlyWithChanges) {
    glsl::Uniform number = uniform("u", glsl::kGlFloat, 1, 0);
    number.slots[kVertex] = {0, 0, 0};
    const auto first = makeExecutable(program({number}, 1));
    const auto second = makeExecutable(program({number}, 1));
    EXPECT_NE(first->uniformSerials[kVertex], second->uniformSerials[kVertex]);
    const uint64_t before = first->uniformSerials[kVertex];
    const float value = 3;
    first->writeUniform(first->uniformEntries[0].slot, &value, 4);
    EXPECT_EQ(first->uniformSerials[kVertex], before + 1);
    first->writeUniform(first->uniformEntries[0].slot, &value, 4);
    EXPECT_EQ(first->uniformSerials[kVertex], before + 1);
}

TEST(Executable, SamplerConflicts) {
    glsl::Uniform flat = uniform("flat", glsl::kGlSampler2D, 1, 0);
    flat.samplerIndex = 0;
    glsl::Uniform cube = uniform("cube", glsl::kGlSamplerCube, 1, 1);
    cube.samplerIndex = 1;
    const auto linked = program({flat, cube}, 2);
    linked->samplers = {{.glType = glsl::kGlSampler2D, .stageMask = 1},
                        {.glType = glsl::kGlSamplerCube, .stageMask = 1}};
    const auto executable = makeExecutable(linked);
    EXPECT_TRUE(executable->samplerConflict);
    executable->setSamplerUnit(1, 4);
    executable->updateSamplerConflict();
    EXPECT_FALSE(executable->samplerConflict);
    EXPECT_TRUE(executable->setSamplerUnit(0, 4));
    EXPECT_FALSE(executable->setSamplerUnit(0, 4));
    executable->updateSamplerConflict();
    EXPECT_TRUE(executable->samplerConflict);
}

TEST(Executable, SamplersOfOneTypeNeverConflict) {
    glsl::Uniform flat = uniform("flat", glsl::kGlSampler2D, 1, 0);
    flat.samplerIndex = 0;
    const auto linked = program({flat}, 1);
    linked->samplers = {{.glType = glsl::kGlSampler2D, .stageMask = 1},
                        {.glType = glsl::kGlSampler2D, .stageMask = 2},
                        {.glType = glsl::kGlSamplerCube, .stageMask = 0}}; // Nobody reads it.
    const auto executable = makeExecutable(linked);
    EXPECT_TRUE(executable->samplersAlike);
    EXPECT_FALSE(executable->samplerConflict);
}

} // namespace
} // namespace gl

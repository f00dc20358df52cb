// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/fixed/special.h"

#include "glsl/fixed/compile_fixed.h"
#include "glsl/fixed/programs.h"
#include "glsl/link/program_file.h"
#include "glsl/link/testing.h"

namespace glsl {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::textOf;

size_t count(const std::string& text, std::string_view what) {
    size_t found = 0;
    for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) {
        ++found;
    }
    return found;
}

void expectValid(const LinkedProgram& program) {
    for (const StageBinary& stage : program.stages) {
        EXPECT_EQ(spirv::validate(stage.spirv), "");
    }
}

size_t samplersOf(const LinkedProgram& program) {
    return program.stage(Stage::Fragment)->samplers.size();
}

TEST(FixedProgramTest, GeneralProgramsHaveTheSamplersOfTheirUnits) {
    for (const bool native : {false, true}) {
        EXPECT_EQ(samplersOf(*fixedProgram(-1, native)), 72u);
        EXPECT_EQ(samplersOf(*fixedProgram(0, native)), 0u);
        EXPECT_EQ(samplersOf(*fixedProgram(1, native)), 5u);
        EXPECT_EQ(samplersOf(*fixedProgram(4, native)), 20u);
        EXPECT_EQ(samplersOf(*fixedProgram(8, native)), 32u);
    }
}

TEST(FixedProgramTest, WhatIsReadUncheckedWouldPassTheCheck) {
    for (const bool native : {false, true}) {
        for (const int units : {-1, 0, 1, 4, 8}) {
            EXPECT_NE(readProgram(writeProgram(*fixedProgram(units, native)), fixedProgramLimits()),
                      nullptr)
                << units << " " << native;
        }
    }
}

TEST(FixedProgramTest, TheyKeepThePlacesOfUniforms) {
    const auto any = fixedProgram(-1, false);
    for (const int units : kGeneralUnits) {
        const auto general = fixedProgram(units, false);
        EXPECT_TRUE(general->isFixedFunction);
        ASSERT_EQ(general->uniforms.size(), any->uniforms.size());
        for (size_t i = 0; i < any->uniforms.size(); ++i) {
            EXPECT_EQ(general->uniforms[i].name, any->uniforms[i].name);
            EXPECT_EQ(general->uniforms[i].slots, any->uniforms[i].slots);
        }
        EXPECT_EQ(general->stages[0].defaultBlockSize_B, any->stages[0].defaultBlockSize_B);
        EXPECT_EQ(general->stages[1].defaultBlockSize_B, any->stages[1].defaultBlockSize_B);
        expectValid(*general);
        expectValid(*flattenColors(*general));
    }
}

TEST(SpecializeTest, ColoursAloneAreALittleCode) {
    const auto any = fixedProgram(-1, false);
    const auto special = specialize(*any, KnownFixedWords::all({}));
    expectValid(*special);
    EXPECT_EQ(samplersOf(*special), 0u);
    EXPECT_FALSE(special->usesDiscard);
    const std::string vertex = textOf(*special, Stage::Vertex);
    const std::string fragment = textOf(*special, Stage::Fragment);
    EXPECT_THAT(vertex, Not(HasSubstr("OpLoop")));
    EXPECT_THAT(vertex, Not(HasSubstr("BuiltIn ClipDistance")));
    EXPECT_THAT(fragment, Not(HasSubstr("OpKill")));
    EXPECT_THAT(fragment, Not(HasSubstr("OpImageSample")));
    // Position, colours and what fog reads.
    EXPECT_EQ(special->attributeMask & ~any->attributeMask, 0u);
    EXPECT_LE(std::popcount(special->attributeMask), 3);
}

TEST(SpecializeTest, OneTextureIsOneSample) {
    FixedFunctionKey key;
    key.setUnit(2,
                FixedTexture::Tex2D,
                {FixedCombine::Modulate, {{{FixedSource(10)}, {FixedSource::Previous}}}},
                {FixedCombine::Modulate, {{{FixedSource(10)}, {FixedSource::Previous}}}});
    key.setCoordinates(2, FixedFunctionKey::kCoordinates);
    key.fragmentFlags() |= FixedFunctionKey::kAlphaTest;
    EXPECT_EQ(generalUnits(key), 4);
    const auto special = specialize(*fixedProgram(-1, true), KnownFixedWords::all(key));
    expectValid(*special);
    ASSERT_EQ(samplersOf(*special), 1u);
    EXPECT_TRUE(special->usesDiscard);
    const std::string fragment = textOf(*special, Stage::Fragment);
    EXPECT_EQ(count(fragment, "OpImageSample"), 1u);
    const std::string general = textOf(*fixedProgram(4, true), Stage::Fragment);
    EXPECT_LT(count(fragment, "\n") * 5, count(general, "\n"));
}

TEST(SpecializeTest, ComparisonsHaveNoGeneralProgram) {
    FixedFunctionKey key;
    key.setUnit(
        0, FixedTexture::Shadow2D, {FixedCombine::Replace, {{{FixedSource::Texture0}}}}, {});
    EXPECT_EQ(generalUnits(key), -1);
    FixedFunctionKey rectangles;
    rectangles.setUnit(7, FixedTexture::Rectangle, {}, {});
    EXPECT_EQ(generalUnits(rectangles), -1);
    const auto special = specialize(*fixedProgram(-1, false), KnownFixedWords::all(key));
    expectValid(*special);
    EXPECT_EQ(samplersOf(*special), 1u);
}

TEST(SpecializeTest, TheApplicationsStageIsLeftOut) {
    const auto general = fixedProgram(-1, false);
    FixedFunctionKey key;
    key.setUnit(1, FixedTexture::Tex2D, {FixedCombine::Replace, {{{FixedSource::Texture0}}}}, {});
    auto special = specialize(*general, KnownFixedWords::all(key));
    EXPECT_EQ(special->stage(Stage::Vertex), nullptr);
    EXPECT_NE(special->stage(Stage::Fragment), nullptr);
    key.setCoordinates(1, FixedFunctionKey::kCoordinates);
    special = specialize(*general, KnownFixedWords::all(key));
    EXPECT_NE(special->stage(Stage::Vertex), nullptr);
    EXPECT_NE(special->stage(Stage::Fragment), nullptr);
    key.setCoordinates(0, FixedFunctionKey::kCoordinates);
    special = specialize(*general, KnownFixedWords::all(key));
    EXPECT_NE(special->stage(Stage::Vertex), nullptr);
    EXPECT_EQ(special->stage(Stage::Fragment), nullptr);
}

TEST(SpecializeTest, LightsAreALoopOverThoseThatAreOn) {
    FixedFunctionKey key;
    key.vertex[0] = FixedFunctionKey::kLighting | FixedFunctionKey::kClips;
    const auto special = specialize(*fixedProgram(-1, false), KnownFixedWords::all(key));
    expectValid(*special);
    const std::string vertex = textOf(*special, Stage::Vertex);
    EXPECT_THAT(vertex, HasSubstr("OpLoopMerge"));
    EXPECT_THAT(vertex, HasSubstr("BuiltIn ClipDistance"));
}

} // namespace
} // namespace glsl

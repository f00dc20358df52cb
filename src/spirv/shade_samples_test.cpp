// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/shade_samples.h"

#include "spirv/module.h"
#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragment;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(ShadeSamplesTest, ReadsTheSampleAndInterpolatesThere) {
    std::string fragment = kFragment;
    fragment.replace(fragment.find("OpDecorate %3 Flat"), 18, "");
    const auto words = ShadeSamples::run(assemble(fragment));
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpCapability SampleRateShading"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %3 Sample"));
    EXPECT_THAT(text, HasSubstr("BuiltIn SampleId"));
    EXPECT_THAT(text, ContainsRegex("%13 = OpLabel\n%[0-9]+ = OpLoad"));
    const auto module = Module::parse(words);
    ASSERT_TRUE(module);
    const auto place = module->findBuiltIn(spv::StorageClassInput, spv::BuiltInSampleId);
    EXPECT_TRUE(module->isLoaded(place.variable));
}

TEST(ShadeSamplesTest, LeavesFlatInputsFlat) {
    const auto words = ShadeSamples::run(assemble(kFragment));
    EXPECT_EQ(validate(words), "");
    EXPECT_THAT(disassemble(words), Not(HasSubstr("OpDecorate %3 Sample")));
}

} // namespace
} // namespace spirv

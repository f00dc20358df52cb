// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/place_in_set.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::HasSubstr;

/// %2 is at set 4, binding 3; %3 at binding 5 of the same set.
const char* const kResources = R"(
               OpCapability Shader
               OpCapability Linkage
               OpMemoryModel Logical GLSL450
               OpDecorate %2 DescriptorSet 4
               OpDecorate %2 Binding 3
               OpDecorate %3 DescriptorSet 4
               OpDecorate %3 Binding 5
          %4 = OpTypeFloat 32
          %5 = OpTypeImage %4 2D 0 0 0 1 Unknown
          %6 = OpTypeSampledImage %5
          %7 = OpTypePointer UniformConstant %6
          %2 = OpVariable %7 UniformConstant
          %3 = OpVariable %7 UniformConstant
)";

TEST(PlaceInSetTest, ResourcesMove) {
    const std::string text = disassemble(PlaceInSet::run(assemble(kResources), 1, 10));
    EXPECT_THAT(text, HasSubstr("OpDecorate %2 DescriptorSet 1\nOpDecorate %2 Binding 13\n"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %3 DescriptorSet 1\nOpDecorate %3 Binding 15\n"));
}

} // namespace
} // namespace spirv

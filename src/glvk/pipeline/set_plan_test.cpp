// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/set_plan.h"

#include <gtest/gtest.h>

namespace glvk {
namespace {

TEST(SetPlanTest, DynamicOffsetsAreDealtOutByStage) {
    for (const uint32_t limit : {5u, 8u, 12u, 15u, 256u}) {
        const SetPlan plan(8, limit);
        uint32_t sum = spirv::kGraphicsStageCount; // default blocks
        for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
            sum += plan.dynamicBlocks(spirv::Stage(i));
        }
        EXPECT_EQ(limit, sum);
    }
    EXPECT_EQ(2u, SetPlan(8, 8).dynamicBlocks(spirv::Stage::Vertex));
    EXPECT_EQ(1u, SetPlan(8, 8).dynamicBlocks(spirv::Stage::Fragment));
    EXPECT_EQ(0u, SetPlan(8, 4).dynamicBlocks(spirv::Stage::Fragment));
}

TEST(SetPlanTest, DevicesWithFewSetsFoldStages) {
    const SetPlan roomy(8, 15);
    const SetPlan small(4, 8);
    for (const SetPlan& plan : {roomy, small}) {
        EXPECT_EQ(0u, plan[spirv::Stage::Vertex].set);
        EXPECT_EQ(1u, plan[spirv::Stage::Fragment].set) << "neighbours";
    }
    EXPECT_EQ(4u, roomy[spirv::Stage::Geometry].set);
    EXPECT_EQ(0u, roomy[spirv::Stage::Geometry].firstBinding);
    EXPECT_EQ(small[spirv::Stage::TessControl].set, small[spirv::Stage::Geometry].set);
    EXPECT_LT(small[spirv::Stage::TessEvaluation].firstBinding,
              small[spirv::Stage::Geometry].firstBinding);
    EXPECT_LT(small[spirv::Stage::Geometry].set, 4u);
}

} // namespace
} // namespace glvk

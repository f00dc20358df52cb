// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/location_types.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kEvaluation;
using modules::kFragment;
using modules::kFragmentOutputs;

TEST(LocationTypesTest, AnInputNeedsAnOutputOfItsType) {
    const std::string input = kFragment; // A vec4 at location 0.
    const auto consumer = Module::parse(assemble(input));
    ASSERT_TRUE(consumer);
    const LocationTypes wanted(*consumer, spv::StorageClassInput);
    EXPECT_EQ(LocationTypes().missing(wanted, false), 1u);
    EXPECT_EQ(LocationTypes().missing(wanted, true), 0u);
    // The same shader's output is a vec4 at location 0, too.
    EXPECT_EQ(LocationTypes(*consumer, spv::StorageClassOutput).missing(wanted, false), 0u);
    const auto producer = Module::parse(assemble(kFragmentOutputs));
    ASSERT_TRUE(producer);
    const LocationTypes written(*producer, spv::StorageClassOutput);
    EXPECT_EQ(written.missing(wanted, false), 1u); // It begins at location 1.
    EXPECT_EQ(LocationTypes::inputsAt(*consumer, 1, false), std::set{Id{3}});
    EXPECT_TRUE(LocationTypes::inputsAt(*consumer, 2, false).empty());
    EXPECT_TRUE(LocationTypes::inputsAt(*consumer, 1, true).empty());
}

TEST(LocationTypesTest, EveryVertexHasThem) {
    const auto module = Module::parse(assemble(kEvaluation));
    ASSERT_TRUE(module);
    const LocationTypes wanted(*module, spv::StorageClassInput);
    EXPECT_EQ(LocationTypes().missing(wanted, false), 1u << 3); // Not 32 locations.
    EXPECT_EQ(LocationTypes().missing(wanted, true), 1u << 4);
    EXPECT_EQ(LocationTypes::inputsAt(*module, 1u << 4, true), std::set{Id{3}});
}

} // namespace
} // namespace spirv

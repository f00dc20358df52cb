// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/testing/passes.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace spirv {
namespace {

TEST(PassesTest, AreListedByName) {
    EXPECT_TRUE(std::ranges::is_sorted(passes(), {}, &Pass::name));
    for (const Pass& pass : passes()) {
        EXPECT_EQ(pass.least == 0, pass.numbers.empty()) << pass.name;
    }
}

TEST(PassesTest, WhatHasNothingToDoLeavesValidCode) {
    const int64_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (const Pass& pass : passes()) {
        if (pass.name == "default-control" || pass.name == "pack-interface" ||
            pass.name == "demote-interface" || pass.name == "polygon-stipple" ||
            pass.name == "raster-inputs") {
            continue; // want stages, ids and offsets that there may be
        }
        SCOPED_TRACE(pass.name);
        const auto words =
            pass.run(assemble(modules::kFragment), std::span(numbers).first(pass.least));
        EXPECT_EQ(validate(words), "");
    }
}

} // namespace
} // namespace spirv

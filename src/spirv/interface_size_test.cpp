// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/interface_size.h"

#include "spirv/text.h"

#include <gtest/gtest.h>

namespace spirv {
namespace {

std::vector<uint32_t> withOutput(const std::string& length, const std::string& type) {
    return assemble("OpCapability Shader\n"
                    "OpMemoryModel Logical GLSL450\n"
                    "OpEntryPoint Vertex %main \"main\" %out\n"
                    "OpDecorate %out Location 0\n"
                    "%void = OpTypeVoid\n"
                    "%fn = OpTypeFunction %void\n"
                    "%float = OpTypeFloat 32\n"
                    "%vec = OpTypeVector %float 4\n"
                    "%uint = OpTypeInt 32 0\n"
                    "%n = OpConstant %uint " +
                    length +
                    "\n"
                    "%array = OpTypeArray %vec %n\n"
                    "%arrays = OpTypeArray %array %n\n"
                    "%struct = OpTypeStruct %array %array\n"
                    "%pointer = OpTypePointer Output %" +
                    type +
                    "\n"
                    "%out = OpVariable %pointer Output\n"
                    "%main = OpFunction %void None %fn\n"
                    "%label = OpLabel\n"
                    "OpReturn\n"
                    "OpFunctionEnd\n");
}

TEST(InterfaceSize, WhatDevicesHave) {
    EXPECT_EQ(interfaceError(withOutput("32", "arrays")), "");
    EXPECT_EQ(interfaceError(withOutput("32", "struct")), "");
}

TEST(InterfaceSize, ManyLocationsAreRefusedBeforeTheyAreCounted) {
    EXPECT_NE(interfaceError(withOutput("268435458", "array")), "");
    EXPECT_NE(interfaceError(withOutput("4294967295", "arrays")), "");
    EXPECT_NE(interfaceError(withOutput("10000", "struct")), "");
    EXPECT_NE(validate(withOutput("268435458", "array")), "");
}

TEST(InterfaceSize, AnyWords) {
    EXPECT_EQ(interfaceError({}), "");
    const uint32_t overrun[] = {0, 0, 0, 0, 0, 100u << 16 | 59};
    EXPECT_EQ(interfaceError(overrun), "");
    const uint32_t endless[] = {0, 0, 0, 0, 0, 0};
    EXPECT_EQ(interfaceError(endless), "");
    const uint32_t shortOnes[] = {0, 0, 0, 0, 0, 1u << 16 | 28, 1u << 16 | 59, 1u << 16 | 43};
    EXPECT_EQ(interfaceError(shortOnes), "");
}

} // namespace
} // namespace spirv

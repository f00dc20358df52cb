// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Modules that tests of several passes start from.
#pragma once

namespace spirv::modules {

/// One input and one output at location 0, %3 (flat) and %2.
inline constexpr const char* kFragment = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2 %3
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 0
               OpDecorate %3 Location 0
               OpDecorate %3 Flat
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
          %8 = OpTypePointer Output %7
          %9 = OpTypePointer Input %7
         %10 = OpTypePointer Input %6
         %11 = OpTypeInt 32 0
         %12 = OpConstant %11 1
          %2 = OpVariable %8 Output
          %3 = OpVariable %9 Input
          %1 = OpFunction %4 None %5
         %13 = OpLabel
         %14 = OpAccessChain %10 %3 %12
         %15 = OpLoad %6 %14
         %16 = OpCompositeConstruct %7 %15 %15 %15 %15
               OpStore %2 %16
               OpReturn
               OpFunctionEnd
)";

/// Copies a smooth input at location 1, %3, to the output at location 0, %2.
inline constexpr const char* kFragmentInputs = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2 %3
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 0
               OpDecorate %3 Location 1
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
          %8 = OpTypePointer Output %7
          %9 = OpTypePointer Input %7
          %2 = OpVariable %8 Output
          %3 = OpVariable %9 Input
          %1 = OpFunction %4 None %5
         %10 = OpLabel
         %11 = OpLoad %7 %3
               OpStore %2 %11
               OpReturn
               OpFunctionEnd
)";

/// Copies a color at location 3 of an array at location 2, %3, to %2.
inline constexpr const char* kTexCoords = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2 %3
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 0
               OpDecorate %3 Location 2
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
         %12 = OpTypeInt 32 1
         %13 = OpConstant %12 1
         %14 = OpTypeInt 32 0
         %15 = OpConstant %14 2
         %16 = OpTypeArray %7 %15
          %8 = OpTypePointer Output %7
          %9 = OpTypePointer Input %16
         %17 = OpTypePointer Input %7
          %2 = OpVariable %8 Output
          %3 = OpVariable %9 Input
          %1 = OpFunction %4 None %5
         %10 = OpLabel
         %18 = OpAccessChain %17 %3 %13
         %11 = OpLoad %7 %18
               OpStore %2 %11
               OpReturn
               OpFunctionEnd
)";

/// Outputs of five scalars, %2 (an array of floats) and %3 (a vec2), and two returns.
inline constexpr const char* kVertexOutputs = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2 %3
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeInt 32 0
          %8 = OpConstant %7 3
          %9 = OpTypeArray %6 %8
         %10 = OpTypeVector %6 2
         %11 = OpTypePointer Output %9
         %12 = OpTypePointer Output %10
         %13 = OpConstantNull %9
         %14 = OpConstantNull %10
         %15 = OpTypeBool
         %16 = OpConstantTrue %15
          %2 = OpVariable %11 Output
          %3 = OpVariable %12 Output
          %1 = OpFunction %4 None %5
         %17 = OpLabel
               OpStore %2 %13
               OpSelectionMerge %18 None
               OpBranchConditional %16 %19 %18
         %19 = OpLabel
               OpReturn
         %18 = OpLabel
               OpStore %3 %14
               OpReturn
               OpFunctionEnd
)";

/// gl_PerVertex with three clip distances, of which the first is written.
inline constexpr const char* kClipDistances = R"(
               OpCapability Shader
               OpCapability ClipDistance
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2
               OpMemberDecorate %3 0 BuiltIn Position
               OpMemberDecorate %3 1 BuiltIn ClipDistance
               OpDecorate %3 Block
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeInt 32 1
          %8 = OpTypeVector %6 4
          %9 = OpTypeInt 32 0
         %10 = OpConstant %9 3
         %11 = OpTypeArray %6 %10
          %3 = OpTypeStruct %8 %11
         %12 = OpTypePointer Output %3
         %13 = OpTypePointer Output %6
         %14 = OpConstant %7 1
         %15 = OpConstant %7 0
         %16 = OpConstant %6 -1
          %2 = OpVariable %12 Output
          %1 = OpFunction %4 None %5
         %17 = OpLabel
         %18 = OpAccessChain %13 %2 %14 %15
               OpStore %18 %16
               OpReturn
               OpFunctionEnd
)";

/// Reads gl_Position of the first vertex; %2 is an input of vertices, %3 one of the patch.
inline constexpr const char* kEvaluation = R"(
               OpCapability Tessellation
               OpMemoryModel Logical GLSL450
               OpEntryPoint TessellationEvaluation %1 "main" %2 %3 %4 %5
               OpExecutionMode %1 Triangles
               OpExecutionMode %1 SpacingEqual
               OpExecutionMode %1 VertexOrderCcw
               OpDecorate %2 Location 3
               OpDecorate %3 Patch
               OpDecorate %3 Location 4
               OpMemberDecorate %6 0 BuiltIn Position
               OpMemberDecorate %6 1 BuiltIn PointSize
               OpDecorate %6 Block
               OpDecorate %5 BuiltIn Position
          %7 = OpTypeVoid
          %8 = OpTypeFunction %7
          %9 = OpTypeFloat 32
         %10 = OpTypeVector %9 4
         %11 = OpTypeInt 32 0
         %12 = OpConstant %11 32
         %13 = OpTypeVector %9 2
         %14 = OpTypeArray %13 %12
         %15 = OpTypePointer Input %14
          %6 = OpTypeStruct %10 %9
         %16 = OpTypeArray %6 %12
         %17 = OpTypePointer Input %16
         %18 = OpTypePointer Input %10
         %19 = OpTypePointer Output %10
         %20 = OpConstant %11 0
          %2 = OpVariable %15 Input
          %3 = OpVariable %18 Input
          %4 = OpVariable %17 Input
          %5 = OpVariable %19 Output
          %1 = OpFunction %7 None %8
         %21 = OpLabel
         %22 = OpAccessChain %18 %4 %20 %20
         %23 = OpLoad %10 %22
               OpStore %5 %23
               OpReturn
               OpFunctionEnd
)";

/// Elements of "%2", at location 1, are %14 (the first) and %15 (the third).
inline constexpr const char* kFragmentOutputs = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 1
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
          %8 = OpTypeInt 32 1
          %9 = OpConstant %8 3
         %10 = OpTypeArray %7 %9
         %11 = OpTypePointer Output %10
         %12 = OpTypePointer Output %7
         %13 = OpTypePointer Output %6
         %14 = OpConstant %8 0
         %15 = OpConstant %8 2
         %16 = OpConstantNull %7
         %17 = OpConstantNull %6
          %2 = OpVariable %11 Output
          %1 = OpFunction %4 None %5
         %18 = OpLabel
         %19 = OpAccessChain %12 %2 %14
               OpStore %19 %16
         %20 = OpAccessChain %13 %2 %15 %14
               OpStore %20 %17
               OpReturn
               OpFunctionEnd
)";

/// A branch on the specialisation constant 7, %3, right before the end.
inline constexpr const char* kGuarded = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2
               OpDecorate %3 SpecId 7
               OpDecorate %2 Location 0
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypePointer Output %6
          %8 = OpConstant %6 1
          %9 = OpTypeBool
          %3 = OpSpecConstantTrue %9
          %2 = OpVariable %7 Output
          %1 = OpFunction %4 None %5
         %10 = OpLabel
               OpSelectionMerge %11 None
               OpBranchConditional %3 %12 %11
         %12 = OpLabel
               OpStore %2 %8
               OpBranch %11
         %11 = OpLabel
               OpReturn
               OpFunctionEnd
)";

} // namespace spirv::modules

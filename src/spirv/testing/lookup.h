// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// For tests of passes that change lookups.
#pragma once

#include <string>

namespace spirv::modules {

/// A fragment shader that runs `code` on %t, a sampled image of that shape (operands of
/// OpTypeImage: dimension, depth, arrayed, multisampled) at set 4, binding 1. The code finds %p, a
/// vec4, %p2 and %p3, its first components, and %half, and gives %color.
inline std::string lookup(const std::string& shape, const std::string& code) {
    const std::string rectangles = shape.starts_with("Rect") ? "OpCapability SampledRect\n" : "";
    return "OpCapability Shader\n" + rectangles + R"(
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %in %out
               OpExecutionMode %main OriginUpperLeft
               OpDecorate %tex DescriptorSet 4
               OpDecorate %tex Binding 1
               OpDecorate %in Location 0
               OpDecorate %out Location 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
      %float = OpTypeFloat 32
       %vec2 = OpTypeVector %float 2
       %vec3 = OpTypeVector %float 3
       %vec4 = OpTypeVector %float 4
      %image = OpTypeImage %float )" +
           shape + R"( 1 Unknown
    %sampled = OpTypeSampledImage %image
       %pTex = OpTypePointer UniformConstant %sampled
        %pIn = OpTypePointer Input %vec4
       %pOut = OpTypePointer Output %vec4
       %half = OpConstant %float 0.5
        %tex = OpVariable %pTex UniformConstant
         %in = OpVariable %pIn Input
        %out = OpVariable %pOut Output
       %main = OpFunction %void None %fn
      %label = OpLabel
          %p = OpLoad %vec4 %in
         %p2 = OpVectorShuffle %vec2 %p %p 0 1
         %p3 = OpVectorShuffle %vec3 %p %p 0 1 2
          %t = OpLoad %sampled %tex
)" + code + R"(
               OpStore %out %color
               OpReturn
               OpFunctionEnd
)";
}

} // namespace spirv::modules

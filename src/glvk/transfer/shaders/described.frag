// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// Reads what draws read, to measure how descriptors go best (gpu/descriptor_speed.h).
#version 450

layout(set = 0, binding = 0) uniform Uniforms { vec4 scale; };
layout(set = 0, binding = 1) uniform sampler2D image0;
layout(set = 0, binding = 2) uniform sampler2D image1;
layout(set = 0, binding = 3) uniform sampler2D image2;
layout(set = 0, binding = 4) uniform sampler2D image3;
layout(set = 0, binding = 5) uniform sampler2D image4;
layout(set = 0, binding = 6) uniform sampler2D image5;
layout(set = 0, binding = 7) uniform sampler2D image6;
layout(set = 0, binding = 8) uniform sampler2D image7;
layout(location = 0) out vec4 result;

void main() {
    const vec2 at = gl_FragCoord.xy * scale.xy;
    result = texture(image0, at) + texture(image1, at) + texture(image2, at) + texture(image3, at) +
             texture(image4, at) + texture(image5, at) + texture(image6, at) + texture(image7, at);
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// A stage of the size that programs have, to measure how long drivers take (gpu/pipeline_speed.h).
#version 450

layout(constant_id = 0) const int kNumber = 0; // Makes it another stage.
layout(location = 0) out vec4 shade;
layout(location = 1) out vec2 place;

void main() {
    vec4 corner = vec4(gl_VertexIndex & 1, gl_VertexIndex >> 1, kNumber, 1);
    mat4 turn = mat4(cos(corner.x), sin(corner.y), 0, 0, -sin(corner.x), cos(corner.y), 0, 0,
                     0, 0, 1, 0, corner.z, corner.w, 0, 1);
    gl_Position = turn * corner;
    vec3 normal = normalize(mat3(turn) * vec3(corner.xy, 1));
    float light = max(dot(normal, normalize(vec3(1, 2, kNumber + 1))), 0);
    shade = vec4(light * corner.xyz + pow(light, 16), 1);
    place = corner.xy * 0.5 + fract(turn[3].xy * float(kNumber + 3));
}

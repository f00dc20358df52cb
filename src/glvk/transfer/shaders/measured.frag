// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// A stage of the size that programs have, to measure how long drivers take (gpu/pipeline_speed.h).
#version 450

layout(constant_id = 0) const int kNumber = 0; // Makes it another stage.
layout(location = 0) in vec4 shade;
layout(location = 1) in vec2 place;
layout(location = 0) out vec4 result;

float noise(vec2 at) {
    vec2 cell = floor(at);
    vec2 within = smoothstep(0, 1, fract(at));
    vec4 corners = fract(sin(vec4(dot(cell, vec2(12.9, 78.2)), dot(cell + vec2(1, 0), vec2(12.9, 78.2)),
                                  dot(cell + vec2(0, 1), vec2(12.9, 78.2)),
                                  dot(cell + 1, vec2(12.9, 78.2)))) * (43758.5 + kNumber));
    vec2 rows = mix(corners.xz, corners.yw, within.x);
    return mix(rows.x, rows.y, within.y);
}

void main() {
    float sum = 0;
    for (int i = 0; i < 4; ++i) {
        sum += noise(place * float(1 << i)) / float(2 << i);
    }
    vec3 color = mix(shade.rgb, vec3(sum, sum * sum, 1 - sum), 0.5);
    if (color.r > color.g + color.b) {
        color = color.gbr;
    }
    result = vec4(pow(color, vec3(1 / 2.2)), shade.a);
}

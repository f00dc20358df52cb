// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#version 450

layout(push_constant) uniform Push {
    vec4 color;
    float depth;
} push;

layout(location = 0) out vec4 color[8];

void main() {
    for (int i = 0; i < 8; ++i) {
        color[i] = push.color;
    }
}

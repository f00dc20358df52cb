// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#version 450

// Compiled three times: NUMBERS is a type of vectors. Buffers of integers are cleared one by one.
layout(push_constant) uniform Push {
    NUMBERS color;
    float depth;
} push;

layout(location = 0) out NUMBERS color[COUNT];

void main() {
    for (int i = 0; i < COUNT; ++i) {
        color[i] = push.color;
    }
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#version 450

// A strip of two triangles that are the viewport, at a given depth.
layout(push_constant) uniform Push {
    vec4 color;
    float depth;
} push;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(corner * 2.0 - 1.0, push.depth, 1.0);
}

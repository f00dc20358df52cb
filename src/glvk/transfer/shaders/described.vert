// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// Triangles that cover nothing (described.frag).
#version 450

void main() {
    gl_Position = vec4(0, 0, 0, 1);
}

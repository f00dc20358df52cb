# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""A picture by moderngl without a window, written as PNG to the file that is named."""

import struct
import subprocess
import sys

import moderngl

SIZE = (320, 240)
context = moderngl.create_standalone_context()
print(context.info["GL_RENDERER"])
program = context.program(
    vertex_shader="#version 330\nin vec2 at; out vec2 uv; void main() { uv = at * 0.5 + 0.5; gl_Position = vec4(at, 0, 1); }",
    fragment_shader="#version 330\nin vec2 uv; out vec4 color;"
                    "void main() { color = vec4(uv, 0.5 + 0.5 * sin(40.0 * length(uv - 0.5)), 1); }")
corners = context.buffer(struct.pack("8f", -1, -1, 1, -1, -1, 1, 1, 1))
target = context.simple_framebuffer(SIZE)
target.use()
context.simple_vertex_array(program, corners, "at").render(moderngl.TRIANGLE_STRIP)
subprocess.run(["convert", "-size", f"{SIZE[0]}x{SIZE[1]}", "-depth", "8", "rgb:-", "-flip", sys.argv[1]],
               input=target.read(components=3), check=True)

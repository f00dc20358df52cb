# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""A triangle in OpenGL 3.3 core in a window of GLFW's."""

import ctypes

import glfw
from OpenGL import GL
from OpenGL.GL import shaders

VERTEX = """#version 330 core
layout(location = 0) in vec2 at;
out vec3 shade;
void main() { shade = vec3(at * 0.5 + 0.5, 0.6); gl_Position = vec4(at, 0.0, 1.0); }
"""
FRAGMENT = """#version 330 core
in vec3 shade;
out vec4 color;
void main() { color = vec4(shade, 1.0); }
"""

glfw.init()
for hint, value in ((glfw.CONTEXT_VERSION_MAJOR, 3), (glfw.CONTEXT_VERSION_MINOR, 3),
                    (glfw.OPENGL_PROFILE, glfw.OPENGL_CORE_PROFILE), (glfw.OPENGL_FORWARD_COMPAT, 1)):
    glfw.window_hint(hint, value)
window = glfw.create_window(400, 300, "GLFW", None, None)
glfw.make_context_current(window)
GL.glBindVertexArray(GL.glGenVertexArrays(1))
GL.glBindBuffer(GL.GL_ARRAY_BUFFER, GL.glGenBuffers(1))
corners = (ctypes.c_float * 6)(-0.8, -0.8, 0.8, -0.8, 0.0, 0.8)
GL.glBufferData(GL.GL_ARRAY_BUFFER, ctypes.sizeof(corners), corners, GL.GL_STATIC_DRAW)
GL.glVertexAttribPointer(0, 2, GL.GL_FLOAT, GL.GL_FALSE, 0, None)
GL.glEnableVertexAttribArray(0)
GL.glUseProgram(shaders.compileProgram(shaders.compileShader(VERTEX, GL.GL_VERTEX_SHADER),
                                       shaders.compileShader(FRAGMENT, GL.GL_FRAGMENT_SHADER)))
while not glfw.window_should_close(window):
    GL.glClearColor(0.1, 0.1, 0.15, 1)
    GL.glClear(GL.GL_COLOR_BUFFER_BIT)
    GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
    glfw.swap_buffers(window)
    glfw.poll_events()

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Draws with PyOpenGL over OSMesa (PYOPENGL_PLATFORM=osmesa) and looks at the picture. Exits with 77
where PyOpenGL is missing."""

import ctypes
import os
import sys

os.environ["PYOPENGL_PLATFORM"] = "osmesa"
try:
    from OpenGL import GL, arrays, osmesa
    from OpenGL.GL import shaders
except ImportError as error:
    print(f"PyOpenGL is not installed (Debian package: python3-opengl): {error}")
    sys.exit(77)

WIDTH, HEIGHT = 64, 48

context = osmesa.OSMesaCreateContextAttribs(
    arrays.GLintArray.asArray([osmesa.OSMESA_FORMAT, osmesa.OSMESA_RGBA, osmesa.OSMESA_DEPTH_BITS, 24,
                               osmesa.OSMESA_PROFILE, osmesa.OSMESA_CORE_PROFILE,
                               osmesa.OSMESA_CONTEXT_MAJOR_VERSION, 3,
                               osmesa.OSMESA_CONTEXT_MINOR_VERSION, 3, 0]), None)
memory = (ctypes.c_ubyte * 4 * WIDTH * HEIGHT)()  # Not an array of PyOpenGL's: those differ without NumPy.
assert osmesa.OSMesaMakeCurrent(context, memory, GL.GL_UNSIGNED_BYTE, WIDTH, HEIGHT)
print(GL.glGetString(GL.GL_RENDERER).decode(), GL.glGetString(GL.GL_VERSION).decode())

program = shaders.compileProgram(
    shaders.compileShader("""#version 330
        layout(location = 0) in vec2 position;
        void main() { gl_Position = vec4(position, 0.0, 1.0); }""", GL.GL_VERTEX_SHADER),
    shaders.compileShader("""#version 330
        uniform vec4 tint;
        out vec4 color;
        void main() { color = tint; }""", GL.GL_FRAGMENT_SHADER), validate=False)
GL.glBindVertexArray(GL.glGenVertexArrays(1))
GL.glBindBuffer(GL.GL_ARRAY_BUFFER, GL.glGenBuffers(1))
corners = (ctypes.c_float * 8)(-1, -1, 0, -1, -1, 1, 0, 1)  # The left half.
GL.glBufferData(GL.GL_ARRAY_BUFFER, ctypes.sizeof(corners), corners, GL.GL_STATIC_DRAW)
GL.glEnableVertexAttribArray(0)
GL.glVertexAttribPointer(0, 2, GL.GL_FLOAT, False, 0, None)
GL.glClearColor(0, 0, 1, 1)
GL.glClear(GL.GL_COLOR_BUFFER_BIT)
GL.glUseProgram(program)
GL.glUniform4f(GL.glGetUniformLocation(program, "tint"), 1, 0, 0, 1)
GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)
GL.glFinish()
left, right = tuple(memory[10][WIDTH // 2 - 1]), tuple(memory[10][WIDTH // 2])
print("left", left, "right", right)
assert left == (255, 0, 0, 255) and right == (0, 0, 255, 255)
read = GL.glReadPixels(WIDTH // 2, 0, 1, 1, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE)
assert bytes(read) == b"\0\0\xff\xff", read
assert osmesa.OSMesaGetCurrentContext() is not None
osmesa.OSMesaDestroyContext(context)

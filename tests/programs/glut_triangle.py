# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""A triangle by glBegin in a window of GLUT's."""

from OpenGL import GL, GLUT


def draw():
    GL.glClear(GL.GL_COLOR_BUFFER_BIT)
    GL.glBegin(GL.GL_TRIANGLES)
    for color, corner in (((1, 0, 0), (-0.8, -0.8)), ((0, 1, 0), (0.8, -0.8)), ((0, 0, 1), (0, 0.8))):
        GL.glColor3f(*color)
        GL.glVertex2f(*corner)
    GL.glEnd()
    GLUT.glutSwapBuffers()


GLUT.glutInit([])
GLUT.glutInitDisplayMode(GLUT.GLUT_DOUBLE | GLUT.GLUT_RGB)
GLUT.glutInitWindowSize(400, 300)
GLUT.glutCreateWindow(b"triangle")
GLUT.glutDisplayFunc(draw)
GLUT.glutMainLoop()

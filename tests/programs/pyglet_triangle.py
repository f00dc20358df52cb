# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""pyglet's own shapes and text in a window."""

import pyglet

window = pyglet.window.Window(400, 300, caption="pyglet")
batch = pyglet.graphics.Batch()
shapes = [pyglet.shapes.Triangle(40, 40, 360, 40, 200, 260, color=(40, 160, 220), batch=batch),
          pyglet.shapes.Circle(200, 120, 50, color=(240, 200, 40), batch=batch)]
label = pyglet.text.Label("pyglet", x=200, y=20, anchor_x="center", batch=batch)


@window.event
def on_draw():
    window.clear()
    batch.draw()


pyglet.app.run()

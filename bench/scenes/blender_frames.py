# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Blender's window with its viewport drawn by Eevee: a monkey, subdivided and shiny, which the view turns round."""

import os
import sys

import bpy
import gpu
import mathutils

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from counting import count  # noqa: E402


def run():
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    region = next(region for region in area.regions if region.type == "WINDOW")
    with bpy.context.temp_override(window=window, area=area, region=region):
        bpy.ops.mesh.primitive_monkey_add(size=3)
        monkey = bpy.context.object
        monkey.modifiers.new("smooth", "SUBSURF").levels = 2
        bpy.ops.object.shade_smooth()
        material = bpy.data.materials.new("shiny")
        material.use_nodes = True
        material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 0.2
        material.node_tree.nodes["Principled BSDF"].inputs["Metallic"].default_value = 0.6
        monkey.data.materials.append(material)
        area.spaces[0].shading.type = "MATERIAL"
        turn = mathutils.Quaternion((0, 0, 1), 0.02)

        def draw(_):
            view = area.spaces[0].region_3d
            view.view_rotation = turn @ view.view_rotation
            bpy.ops.wm.redraw_timer(type="DRAW_WIN_SWAP", iterations=1)

        count(gpu.platform.renderer_get(), draw)
    bpy.ops.wm.quit_blender()


bpy.app.timers.register(run, first_interval=2)

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""GTK 4's own renderer: a window of widgets, drawn into textures that are read back. GTK draws windows at the display's pace only,
whatever the driver is told."""

import ctypes
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402

from counting import count  # noqa: E402

WIDTH, HEIGHT = 800, 600


def content():
    grid = Gtk.Grid(row_spacing=8, column_spacing=8, margin_start=12, margin_top=12, margin_end=12, margin_bottom=12)
    for row in range(10):
        grid.attach(Gtk.Label(label=f"A row of widgets, number {row}"), 0, row, 1, 1)
        grid.attach(Gtk.Button(label="Press"), 1, row, 1, 1)
        grid.attach(Gtk.Switch(active=row % 2 == 0), 2, row, 1, 1)
        grid.attach(Gtk.Entry(text="Some text to edit"), 3, row, 1, 1)
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
        scale.set_value(row)
        scale.set_size_request(160, -1)
        grid.attach(scale, 4, row, 1, 1)
    return grid


def renderer_name(context):
    context.make_current()
    get_string = ctypes.CDLL("libGL.so.1").glGetString
    get_string.restype = ctypes.c_char_p
    return get_string(0x1F01).decode()


def prototype(library, name, result, *arguments):
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments
    return function


# Render nodes are nothing that the bindings know.
POINTER = ctypes.c_void_p
GTK = ctypes.CDLL("libgtk-4.so.1")
to_node = prototype(GTK, "gtk_snapshot_to_node", POINTER, POINTER)
unref_node = prototype(GTK, "gsk_render_node_unref", None, POINTER)
render_texture = prototype(GTK, "gsk_renderer_render_texture", POINTER, POINTER, POINTER, POINTER)
download = prototype(GTK, "gdk_texture_download", None, POINTER, POINTER, ctypes.c_size_t)
unref = prototype(GTK, "g_object_unref", None, POINTER)


def run(window):
    renderer = window.get_renderer()
    if "gl" not in type(renderer).__name__.lower():
        sys.exit(f"GTK draws with {type(renderer).__name__}")
    paintable = Gtk.WidgetPaintable(widget=window)
    area = (ctypes.c_float * 4)(0, 0, WIDTH, HEIGHT)
    pixels = ctypes.create_string_buffer(4 * WIDTH * HEIGHT)

    def draw(frame):
        snapshot = Gtk.Snapshot()
        snapshot.scale(1 - frame % 10 * 0.01, 1)
        paintable.snapshot(snapshot, WIDTH, HEIGHT)
        node = to_node(hash(snapshot))  # A wrapper's hash is its object's address.
        texture = render_texture(hash(renderer), node, area)
        download(texture, pixels, 4 * WIDTH)
        unref(texture)
        unref_node(node)

    count(renderer_name(window.get_surface().create_gl_context()), draw)
    loop.quit()
    return GLib.SOURCE_REMOVE


loop = GLib.MainLoop()
Gtk.init()
top = Gtk.Window(default_width=WIDTH, default_height=HEIGHT, child=content())
top.present()
GLib.timeout_add(1000, run, top)
loop.run()

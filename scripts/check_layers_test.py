#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""What check_layers.py finds in small trees, and that it finds nothing in right ones."""

import unittest

from check_layers import check_sources

LAYERS = {"base": [], "gl": ["objects", ("rules", "context"), "commands"], "glvk": ["gpu", "draw"]}


def check(**files):
    """Problems of files given as path=[included, …]; "__" is a slash, "_h" and "_cpp" end the name."""
    texts = {}
    for name, included in files.items():
        path = "src/" + name.replace("__", "/").replace("_h", ".h").replace("_cpp", ".cpp")
        texts[path] = "".join(f'#include "{header}"\n' for header in included)
    return check_sources(texts, LAYERS, {"glvk": {"base"}}, [(r"xcb/", ["src/base/"])])


class CheckLayers(unittest.TestCase):
    def test_right_trees_have_no_problems(self):
        self.assertEqual([], check(base__log_h=[], gl__objects__buffer_h=["base/log.h"],
                                   gl__commands__draw_cpp=["gl/objects/buffer.h", "vector"],
                                   glvk__draw__draw_cpp=["gl/objects/buffer.h"]))

    def test_a_layer_does_not_include_what_is_above(self):
        self.assertEqual(["src/base/log.cpp: base must not include gl/objects/buffer.h"],
                         check(base__log_cpp=["gl/objects/buffer.h"], gl__objects__buffer_h=[]))

    def test_a_layer_does_not_include_what_is_forbidden(self):
        self.assertEqual(["src/glvk/gpu/gpu.h: glvk must not include base/log.h"],
                         check(base__log_h=[], glvk__gpu__gpu_h=["base/log.h"]))

    def test_a_floor_does_not_include_what_is_above(self):
        self.assertEqual(["src/glvk/gpu/gpu.cpp: includes glvk/draw/draw.h, but glvk/draw is above "
                          "glvk/gpu"],
                         check(glvk__gpu__gpu_cpp=["glvk/draw/draw.h"], glvk__draw__draw_h=[]))

    def test_a_header_named_without_its_folder_counts(self):
        self.assertEqual(1, len(check(gl__objects__a_cpp=["../commands/draw.h"],
                                      gl__commands__draw_h=[])))

    def test_a_layer_s_own_folder_is_its_lowest_floor(self):
        self.assertEqual([], check(gl__backend_h=[], gl__objects__a_h=["gl/backend.h"]))
        self.assertEqual(1, len(check(gl__backend_h=["gl/objects/a.h"], gl__objects__a_h=[])))

    def test_floors_side_by_side_do_not_include_each_other(self):
        self.assertEqual(["src/gl/rules/a.h: includes gl/context/b.h, but gl/context is beside "
                          "gl/rules"],
                         check(gl__rules__a_h=["gl/context/b.h"], gl__context__b_h=[]))

    def test_folders_within_a_floor_belong_to_it(self):
        self.assertEqual([], check(gl__commands__texture__a_cpp=["gl/commands/get/b.h"],
                                   gl__commands__get__b_h=[]))

    def test_folders_and_layers_have_to_be_known(self):
        self.assertEqual(["src/gl/new/ is no floor that scripts/check_layers.py knows"],
                         check(gl__new__a_h=[]))
        self.assertEqual(["src/new/ is no layer that scripts/check_layers.py knows"],
                         check(new__a_h=[]))

    def test_circles_are_found_through_sources(self):
        self.assertEqual(["these include each other: src/gl/objects/a, src/gl/objects/b"],
                         check(gl__objects__a_h=[], gl__objects__a_cpp=["gl/objects/b.h"],
                               gl__objects__b_h=["gl/objects/a.h"]))

    def test_tests_see_their_layer_from_anywhere(self):
        self.assertEqual([], check(glvk__gpu__gpu_test_cpp=["glvk/draw/draw.h"],
                                   glvk__draw__draw_h=[]))

    def test_foreign_headers_belong_to_layers(self):
        self.assertEqual(["src/gl/objects/a.cpp: xcb/xcb.h belongs to src/base/ alone"],
                         check(gl__objects__a_cpp=["xcb/xcb.h"], base__x_cpp=["xcb/xcb.h"]))


if __name__ == "__main__":
    unittest.main()

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""The programs that `glissade bench` runs: how each is started, and what of its output counts."""

import json
import os
import re
import shutil


class Answer:
    """Who answered, and a figure for each row."""

    def __init__(self, renderer, rows):
        self.renderer, self.rows = renderer, rows


class Program:
    """`command(seconds, scratch)` gives its words behind the program's path; `read(text, scratch)` makes an Answer of what it
    printed. More is better, or less."""

    def __init__(self, name, api, title, unit, more, command, read):
        self.name, self.api, self.title, self.unit, self.more = name, api, title, unit, more
        self.command, self.read = command, read
        self.chooses_platform = api == "gl"

    def find(self, directory):
        """Where it is; None: it is not there."""
        path = os.path.join(directory, self.name)
        return path if os.path.exists(path) else None

    missing = "is not part of this build (-DGLISSADE_BENCH=ON)"


class Glmark(Program):
    missing = "is not installed (Debian package: glmark2-es2-x11)"

    def __init__(self, *what):
        super().__init__(*what)
        self.chooses_platform = False

    def find(self, directory):
        return shutil.which("glmark2-es2")


def read_overhead(text, _):
    answer = json.loads(text)
    return Answer(answer["renderer"], {row: figures["wall_kdps"] for row, figures in answer["rows"].items() if figures})


def read_samplers(text, _):
    answer = json.loads(text)
    return Answer(answer["renderer"], {case: figures["mean_ns"] for case, figures in answer["cases"].items()
                                       if "mean_ns" in figures})


def read_frames(text, _):
    answer = json.loads(text)
    return Answer(answer["renderer"], {row: figures["wall_ms"] for row, figures in answer["rows"].items()})


STORM_CASES = "^(state|loaded programs|fresh programs|formats|separable|fixed function)$"


def storm_file(scratch):
    return os.path.join(scratch, "storm.json")


def read_storm(_, scratch):
    with open(storm_file(scratch), encoding="utf-8") as file:
        answer = json.load(file)
    return Answer(answer["renderer"], {case: figures["first"]["p99_ms"] for case, figures in answer["finish"].items()
                                       if "first" in figures})


def read_plain(text, _):
    """Lines of a name and a figure; a row that the device lacks has words in its place."""
    found = dict(line.split("\t", 1) for line in text.splitlines() if "\t" in line)
    renderer = found.pop("device", "?")
    rows = {}
    for name, value in found.items():
        try:
            rows[name] = float(value)
        except ValueError:
            pass
    return Answer(renderer, rows)


def read_glmark(text, _):
    renderer = re.search(r"GL_RENDERER:\s*(.*)", text)
    rows = {f"{scene} {details}": 1000 / float(frame_ms) for scene, details, frame_ms in
            re.findall(r"^\[([\w-]+)\] (.*?): FPS: \d+ FrameTime: ([\d.]+) ms", text, re.MULTILINE) if float(frame_ms) > 0}
    return Answer(renderer.group(1) if renderer else "?", rows)


def rates(seconds, _):
    return ["--plain", "--rounds", "1", "--seconds", str(seconds)]


GLMARK_SCENES = ["build", "texture", "shading:shading=phong", "bump", "effect2d", "pulsar", "desktop", "buffer", "ideas",
                 "terrain", "shadow", "refract", "conditionals", "function", "loop"]


def glmark(seconds, _):
    words = ["--off-screen", "--size", "800x600", "-b", f":duration={max(0.2, 5 * seconds)}"]
    for scene in GLMARK_SCENES:
        words += ["-b", scene]
    return words


PROGRAMS = [
    Program("draw_overhead", "gl", "Draws", "thousand draws a second, with a state change before each", True,
            lambda seconds, _: ["--json", "--rounds", "1", "--seconds", str(seconds)], read_overhead),
    Program("storm", "gl", "First draws", "99th percentile of draws with something never seen before, with glFinish, ms", False,
            lambda _, scratch: ["--draws", "8", "--finish", "--cases", STORM_CASES, "--loading-ms", "200", "--json", storm_file(scratch)],
            read_storm),
    Program("samplers", "gl", "Sampler changes", "ns a draw", False,
            lambda seconds, _: ["--json", "--seconds", str(seconds)], read_samplers),
    Program("vertices", "gl", "Lists and immediate mode", "ms a frame of a million vertices", False,
            lambda *_: ["--json", "--frames", "3"], read_frames),
    Program("pixels", "gl", "Pixel paths", "ms for a picture of 1920 × 1080", False,
            lambda *_: ["--json", "--rounds", "2"], read_frames),
    Glmark("glmark2-es2", "gl", "glmark2-es2", "frames a second, 800 × 600, off-screen", True, glmark, read_glmark),
    Program("sampling_throughput", "vulkan", "Sampling in shaders", "million samples a second", True, rates, read_plain),
    Program("draw_rates", "vulkan", "Triangles, fill, samples", "millions a second", True, rates, read_plain),
    Program("transfers", "vulkan", "Clears, copies, blits", "million pixels a second", True, rates, read_plain),
]

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs vkcube on two devices and compares what its window shows after so many frames.

    vkcube.py MANIFEST REFERENCE_MANIFEST GRAB_LIBRARY

The first device has the validation layer listening, and any word of it fails. The cube turns by a fixed
angle with each frame. Needs DISPLAY. The exit code is 77, and the reason is said, when vkcube is missing.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

# (frames, VkPresentModeKHR): FIFO, immediate, mailbox.
RUNS = [(300, 2), (77, 0), (150, 1)]

# A pixel differs when one of its channels is off by more than this (of 255) …
CHANNEL_TOLERANCE = 8
# … and so large a share of the pixels may: edges of the cube, and of texels, on other sides of pixels.
DIFFERING_SHARE = 0.0005
# So many of the last frames the reference may not show, by mode: nothing in Vulkan makes the end of a swapchain
# wait for presents that are queued (Mesa 25's does not), and there are no more of them than images, which
# Mesa makes five of for mailbox.
QUEUED_FRAMES = {2: 3, 0: 3, 1: 5}
# So much of the window is cube, whichever way it is turned.
CUBE_SHARE = 0.2
SKIPPED = 77


def read_ppm(path):
    with open(path, "rb") as file:
        data = file.read()
    match = re.match(rb"P6\n(\d+) (\d+)\n255\n", data)
    body = data[match.end():]
    return int(match.group(1)), [body[i:i + 3] for i in range(0, len(body), 3)]


def draw(manifest, frames, mode, grab, validate):
    """The last picture, as width and pixels."""
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "frame.ppm")
        environment = dict(os.environ, VK_DRIVER_FILES=manifest, VK_ICD_FILENAMES=manifest,
                           VK_LOADER_DEBUG="layer", GRAB_FILE=path, LD_PRELOAD=grab)
        command = ["vkcube", "--c", str(frames), "--present_mode", str(mode), "--suppress_popups"]
        command += ["--validate"] if validate else []
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = done.stdout.decode("utf-8", "replace")
        if done.returncode != 0 or not os.path.exists(path):
            raise RuntimeError(f"vkcube ended with {done.returncode} and left no picture:\n{text}")
        if validate and 'Inserted device layer "VK_LAYER_KHRONOS_validation"' not in text:
            raise RuntimeError("the validation layer was not loaded (Debian package: vulkan-validationlayers)")
        said = [line for line in text.splitlines() if re.search(r"VUID|UNASSIGNED|VALIDATION -", line)]
        if said:
            raise RuntimeError("\n".join(said))
        return read_ppm(path)


def check(run, manifest, reference, grab):
    """What is wrong, or None."""
    frames, mode = run
    other_width, other = draw(reference, frames, mode, grab, False)
    for lost in range(QUEUED_FRAMES[mode] + 1):
        width, picture = draw(manifest, frames - lost, mode, grab, True)
        if (width, len(picture)) != (other_width, len(other)):
            return "the windows have different sizes"
        cube = sum(pixel != picture[0] for pixel in picture) / len(picture)
        differing = sum(max(abs(a - b) for a, b in zip(one, two)) > CHANNEL_TOLERANCE
                        for one, two in zip(picture, other) if one != two)
        print(f"{frames - lost} frames, present mode {mode}, {frames} of the reference: "
              f"{differing} of {len(picture)} pixels differ, {cube * 100:.1f} % are cube", flush=True)
        if cube < CUBE_SHARE:
            return "the window shows no cube"
        if differing <= DIFFERING_SHARE * len(picture):
            return None
    return "the pictures differ"


def main():
    manifest, reference, grab = sys.argv[1:]
    if not shutil.which("vkcube"):
        print("vkcube is missing (Debian package: vulkan-tools)")
        return SKIPPED
    problems = [problem for problem in (check(run, manifest, reference, grab) for run in RUNS) if problem]
    for problem in problems:
        print("problem:", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

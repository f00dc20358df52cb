#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs ffmpeg's Vulkan filters on two devices and compares the pictures.

    ffmpeg_filters.py MANIFEST REFERENCE_MANIFEST [PART_OF_A_NAME]

No component of a pixel may be off by more than TOLERANCE for each filter: they sample linearly,
with weights of which Vulkan wants only so many bits, and round to integers.
The exit code is 77, and the reason is said, when ffmpeg or one of its Vulkan filters is missing.
"""

import array
import os
import re
import shutil
import subprocess
import sys

# In steps of the format, of 255 or 65535.
TOLERANCE = 2
FRAMES = 3

EIGHT_BITS = ["rgba", "bgra", "yuv420p", "nv12", "yuv444p", "gray8"]
SIXTEEN_BITS = ["p010le", "yuv420p16le", "gray16le"]
SKIPPED = 77


DEVICE = ["-init_hw_device", "vulkan=device:0", "-filter_hw_device", "device"]


def run_ffmpeg(manifest, arguments):
    environment = dict(os.environ, VK_DRIVER_FILES=manifest, VK_ICD_FILENAMES=manifest)
    command = ["ffmpeg", "-nostdin", "-hide_banner", "-v", "error", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True)
    if done.returncode != 0 or done.stderr:
        error = done.stderr.decode("utf-8", "replace")
        raise RuntimeError(f"exit code {done.returncode} on {manifest}\n{error}")
    return done.stdout


class Case:
    """A filter of one input or two, what it is given and the format that comes out."""

    def __init__(self, filter, format, size="320x256", sources=("testsrc2",), output=None):
        self.filter, self.format, self.size, self.sources = filter, format, size, sources
        self.output = output or format

    def __str__(self):
        return f"{self.filter} of {' and '.join(self.sources)} {self.size} {self.format}"

    def arguments(self):
        inputs, graph = [], ""
        for i, source in enumerate(self.sources):
            inputs += ["-f", "lavfi", "-i", f"{source}=size={self.size}:rate=2"]
            graph += f"[{i}]format={self.format},hwupload[in{i}];"
        graph += "".join(f"[in{i}]" for i in range(len(self.sources)))
        graph += f"{self.filter},hwdownload,format={self.output}"
        return inputs + ["-filter_complex", graph, "-frames:v", str(FRAMES)]

    def pictures(self, manifest):
        return run_ffmpeg(manifest, DEVICE + self.arguments() + ["-f", "rawvideo", "-"])

    def check(self, manifest, reference):
        """What is wrong, or None, and the worst difference."""
        got, expected = self.pictures(manifest), self.pictures(reference)
        if len(got) != len(expected) or not got:
            return f"{len(got)} bytes, expected {len(expected)}", 0
        type, scale = ("H", 65535) if self.output in SIXTEEN_BITS else ("B", 255)
        got, expected = array.array(type, got), array.array(type, expected)
        if max(expected) - min(expected) < scale / 4:
            return "the picture is nearly of one colour", 0
        differences = [abs(a - b) for a, b in zip(got, expected)]
        worst = max(differences)
        tolerance = TOLERANCE * len(self.filter.split(","))
        if worst <= tolerance:
            return None, worst
        bad = [i for i, d in enumerate(differences) if d > tolerance]
        i = bad[0]
        return f"{len(bad)} of {len(got)} differ, component {i}: {got[i]}, not {expected[i]}", worst


def cases():
    formats = EIGHT_BITS + SIXTEEN_BITS
    for filter in ["flip_vulkan", "hflip_vulkan", "vflip_vulkan"]:
        yield from (Case(filter, format) for format in ["rgba", "yuv420p"])
    for direction in ["cclock_flip", "clock", "cclock", "clock_flip"]:
        yield from (Case(f"transpose_vulkan=dir={direction}", f) for f in ["rgba", "yuv420p"])
    yield Case("transpose_vulkan=dir=clock:passthrough=landscape", "rgba")
    for format in formats:
        yield Case("gblur_vulkan=sigma=3", format, sources=["mandelbrot"])
        yield Case("scale_vulkan=w=500:h=300", format)
    yield Case("gblur_vulkan=sigma=0.7:size=5:sigmaV=9:sizeV=31:planes=5", "yuv444p")
    yield Case("scale_vulkan=w=100:h=70", "yuv420p", size="322x254")
    yield Case("scale_vulkan=w=500:h=300:scaler=nearest", "rgba")
    yield Case("scale_vulkan=w=320:h=256:format=yuv420p", "rgba", output="yuv420p")
    yield Case("scale_vulkan=w=200:h=100:format=nv12:out_range=full", "rgba", output="nv12")
    # ffmpeg 5.1 computes avgblur's planes one after the other in the same shared memory without a
    # barrier between, and its barriers leave out invocations outside of the picture. So one plane,
    # and multiples of the group's 32 pixels.
    yield Case("avgblur_vulkan=sizeX=5:sizeY=9", "rgba")
    yield Case("avgblur_vulkan=sizeX=32:sizeY=1", "gray8")
    yield Case("avgblur_vulkan=planes=1", "yuv420p", sources=["mandelbrot"])
    yield Case("avgblur_vulkan=planes=4", "yuv444p")
    # chromaber divides zero by zero in the middle of a chroma plane, where that is a pixel.
    yield Case("chromaber_vulkan=dist_x=3:dist_y=-2", "rgba")
    yield Case("chromaber_vulkan=dist_x=2:dist_y=1", "yuv420p", size="322x254")
    yield Case("chromaber_vulkan=dist_x=-9:dist_y=9", "yuv444p", "321x255", ["mandelbrot"])
    # ffmpeg 5.1 does not wait for all planes of two inputs: on lavapipe, yuv420p comes out unfinished.
    both = ["testsrc2", "mandelbrot"]
    for format in ["rgba", "gray8"]:
        yield Case("blend_vulkan=all_mode=normal:all_opacity=0.6", format, sources=both)
        yield Case("blend_vulkan=all_mode=multiply:c1_opacity=0.3", format, sources=both)
        yield Case("overlay_vulkan=x=100:y=30", format, sources=both)
    # libplacebo makes its shaders itself, and draws as well as it dispatches.
    for scaler in ["bilinear", "mitchell", "ewa_lanczos"]:
        yield Case(f"libplacebo=w=400:h=250:upscaler={scaler}:downscaler={scaler}", "rgba")
    yield Case("libplacebo=w=200:h=150:upscaler=mitchell:downscaler=mitchell", "yuv420p")
    # Several filters in a row: pictures go from one to the next by semaphores.
    yield Case("hflip_vulkan,gblur_vulkan=sigma=2,scale_vulkan=w=160:h=128,transpose_vulkan", "rgba")


def missing():
    if not shutil.which("ffmpeg"):
        return "ffmpeg is not installed"
    listed = subprocess.run(["ffmpeg", "-v", "error", "-filters"], capture_output=True, text=True)
    names = {words[1] for words in map(str.split, listed.stdout.splitlines()) if len(words) > 1}
    wanted = {part.split("=")[0] for case in cases() for part in case.filter.split(",")}
    lacking = sorted(wanted - names)
    return f"this ffmpeg has no {', '.join(lacking)}" if lacking else None


def unread(manifest):
    """ffmpeg 7.1 puts pictures into memory of its own that a device imports
    (VK_EXT_external_memory_host). From others it copies into a buffer that it has mapped, waits for
    the fence, and does not read the buffer: whatever is done, zeros come out."""
    version = re.search(r"ffmpeg version n?(\d+)", run_ffmpeg(manifest, ["-version"]).decode())
    if not version or int(version.group(1)) < 7:
        return None
    arguments = ["-f", "lavfi", "-i", "testsrc2=size=64x64", "-frames:v", "1"]
    arguments += ["-vf", "format=rgba,hwupload,hwdownload,format=rgba", "-f", "rawvideo", "-"]
    if any(run_ffmpeg(manifest, DEVICE + arguments)):
        return None
    return f"ffmpeg {version.group(1)} reads nothing back from a device that imports no memory"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    manifest, reference = sys.argv[1:3]
    part = sys.argv[3] if len(sys.argv) == 4 else ""
    reason = missing()
    if not reason and not os.path.exists(reference):
        reason = f"there is no {reference}"
    reason = reason or unread(manifest)
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    run = failed = 0
    for case in cases():
        if part not in str(case):
            continue
        run += 1
        try:
            problem, worst = case.check(manifest, reference)
        except RuntimeError as error:
            problem, worst = str(error), 0
        failed += problem is not None
        verdict = "FAILED" if problem else "ok    "
        print(f"{verdict} {case}: {problem or f'within {worst}'}", flush=True)
    print(f"{run} cases, {failed} failed")
    return 1 if failed or not run else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs OpenGL programs on Mesa's zink over a Vulkan device: a Vulkan program as demanding as any.

    zink.py MANIFEST REFERENCE_MANIFEST [--shaders DIRECTORY…]

What must be: the versions of OpenGL and OpenGL ES that zink offers over the reference, at least; glmark2's
validation; and of piglit's shader tests in the directories all that pass over the reference.
Needs an X server. The exit code is 77, and the reason is said, when a program or zink is missing.
"""

import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77
PIGLIT = "/usr/lib/x86_64-linux-gnu/piglit"
DIRECTORIES = ["spec/arb_tessellation_shader/execution", "spec/arb_gpu_shader5/execution",
               "spec/arb_shader_image_load_store/execution", "spec/arb_compute_shader/execution"]
# Tests that may fail here, and why.
ALLOWED = {
    "tests/spec/arb_gpu_shader5/execution/fs-underflow-fma-compare-zero.shader_test":
        "2^-149 is not zero: denormals stay, which GLSL allows and the test does not",
}
VERSIONS = {"OpenGL": r"OpenGL core profile version string: (\d+)\.(\d+)",
            "OpenGL ES": r"OpenGL ES profile version string: OpenGL ES (\d+)\.(\d+)"}


def environment_of(manifest):
    return dict(os.environ, VK_DRIVER_FILES=manifest, VK_ICD_FILENAMES=manifest, LIBGL_ALWAYS_SOFTWARE="1",
                MESA_LOADER_DRIVER_OVERRIDE="zink", GALLIUM_DRIVER="zink", mesa_glthread="false",
                MESA_SHADER_CACHE_DISABLE="true", __GLX_VENDOR_LIBRARY_NAME="mesa", PIGLIT_PLATFORM="surfaceless_egl",
                __EGL_VENDOR_LIBRARY_FILENAMES="/usr/share/glvnd/egl_vendor.d/50_mesa.json",
                PIGLIT_SOURCE_DIR=PIGLIT)


def run(manifest, command):
    done = subprocess.run(command, env=environment_of(manifest), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return done.stdout


def versions_of(manifest):
    """{API: (major, minor)}, and who draws; empty where zink does not start."""
    text = run(manifest, ["glxinfo", "-B"])
    renderer = re.search(r"OpenGL renderer string: (.*)", text)
    if not renderer or "zink" not in renderer.group(1):
        return {}, text
    found = {api: re.search(pattern, text) for api, pattern in VERSIONS.items()}
    return {api: tuple(map(int, match.groups())) for api, match in found.items() if match}, renderer.group(1)


def passes(manifest, test):
    return '"result": "pass"' in run(manifest, [os.path.join(PIGLIT, "bin/shader_runner"), test, "-auto", "-fbo"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest")
    parser.add_argument("reference")
    parser.add_argument("--shaders", nargs="*", default=DIRECTORIES, metavar="DIRECTORY", help="below piglit's tests/")
    options = parser.parse_args()
    for program in ("glxinfo", "glmark2-es2"):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed")
            return SKIPPED
    wanted, said = versions_of(options.reference)
    if not wanted:
        print(f"skipped: zink does not start over the reference:\n{said}")
        return SKIPPED
    failed = []
    got, said = versions_of(options.manifest)
    print(f"{said}: {got}; over the reference {wanted}")
    failed += [f"{api}: {got.get(api)} for {version}" for api, version in wanted.items() if got.get(api, (0, 0)) < version]

    text = run(options.manifest, ["glmark2-es2", "--off-screen", "--size", "400x300", "--validate"])
    good = text.count("Validation: Success")
    print(f"glmark2: {good} scenes are valid, of {text.count('Validation: Unknown')} it does not know")
    failed += re.findall(r".*Validation: Failure.*", text)
    if not good:
        failed.append(f"glmark2:\n{text}")

    tests = [test for directory in options.shaders
             for test in sorted(glob.glob(os.path.join(PIGLIT, "tests", directory, "**/*.shader_test"), recursive=True))]
    behind = [test for test in tests if not passes(options.manifest, test)]
    short = [os.path.relpath(test, PIGLIT) for test in behind if passes(options.reference, test)]
    print(f"piglit: {len(tests) - len(behind)} of {len(tests)} shader tests pass")
    for test in short:
        print(f"passes over the reference alone: {test}: {ALLOWED.get(test, 'why is not known')}")
    failed += [test for test in short if test not in ALLOWED]
    for line in failed:
        print(f"FAILED: {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

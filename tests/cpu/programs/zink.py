#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs OpenGL programs on Mesa's zink over a Vulkan device: a Vulkan program as demanding as any.

    zink.py MANIFEST REFERENCE_MANIFEST [--shaders DIRECTORY…] [--mesa-root DIR]

What must be: the versions of OpenGL and OpenGL ES that zink offers over the reference, at least; glmark2's
validation; and of piglit's shader tests in the directories all that pass over the reference.
Needs an X server. The exit code is 77, and the reason is said, when a program or zink is missing.
"""

import argparse
import glob
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../../../bench"))
import mesa_root  # noqa: E402
import peers  # noqa: E402

SKIPPED = 77
DIRECTORIES = ["spec/arb_tessellation_shader/execution", "spec/arb_gpu_shader5/execution",
               "spec/arb_shader_image_load_store/execution", "spec/arb_compute_shader/execution"]
# Tests that may fail here, and why.
DENORMALS = "2^-128 or less is not zero: denormals stay, which GLSL allows and the test does not"
ALLOWED = {f"tests/spec/arb_gpu_shader5/execution/{name}.shader_test": DENORMALS
           for name in ("fs-underflow-fma-compare-zero", "built-in-functions/fs-ldexp", "built-in-functions/vs-ldexp")}
VERSIONS = {"OpenGL": r"OpenGL core profile version string: (\d+)\.(\d+)",
            "OpenGL ES": r"OpenGL ES profile version string: OpenGL ES (\d+)\.(\d+)"}


def piglit_root():
    """As tests/piglit/run finds it; None where it is not installed."""
    loader = importlib.machinery.SourceFileLoader("piglit_run", os.path.join(HERE, "../../piglit/run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("piglit_run", loader))
    loader.exec_module(module)
    try:
        return module.piglit_root()
    except SystemExit:
        return None


root = None  # The Mesa of --mesa-root, where that is said.


def run(manifest, command, **variables):
    if root:
        manifest, command = root.device(manifest), root.command(command)
    environment = dict(peers.gl_environment("zink", None, manifest), MESA_SHADER_CACHE_DISABLE="true",
                       __GLX_VENDOR_LIBRARY_NAME="mesa", **variables)
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return done.stdout


def versions_of(manifest):
    """{API: (major, minor)}, and who draws; empty where zink does not start."""
    text = run(manifest, ["glxinfo", "-B"])
    renderer = re.search(r"OpenGL renderer string: (.*)", text)
    if not renderer or not peers.is_renderer_of("zink", renderer.group(1)):
        return {}, text
    found = {api: re.search(pattern, text) for api, pattern in VERSIONS.items()}
    return {api: tuple(map(int, match.groups())) for api, match in found.items() if match}, renderer.group(1)


def passes(manifest, piglit, test):
    command = [os.path.join(piglit, "bin/shader_runner"), test, "-auto", "-fbo"]
    return '"result": "pass"' in run(manifest, command, PIGLIT_PLATFORM="surfaceless_egl", PIGLIT_SOURCE_DIR=piglit)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest")
    parser.add_argument("reference")
    parser.add_argument("--shaders", nargs="*", default=DIRECTORIES, metavar="DIRECTORY", help="below piglit's tests/")
    mesa_root.add_argument(parser)
    options = parser.parse_args()
    piglit = piglit_root()
    if not piglit:
        print("skipped: piglit is not installed")
        return SKIPPED
    global root
    with open(options.manifest, encoding="utf-8") as file:
        libraries = os.path.dirname(json.load(file)["ICD"]["library_path"])
    root = mesa_root.of(options, [piglit, libraries, os.path.dirname(options.manifest)])
    if root:
        root.take_all(libraries)
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
             for test in sorted(glob.glob(os.path.join(piglit, "tests", directory, "**/*.shader_test"), recursive=True))]
    behind = [test for test in tests if not passes(options.manifest, piglit, test)]
    short = [os.path.relpath(test, piglit) for test in behind if passes(options.reference, piglit, test)]
    print(f"piglit: {len(tests) - len(behind)} of {len(tests)} shader tests pass")
    for test in short:
        print(f"passes over the reference alone: {test}: {ALLOWED.get(test, 'why is not known')}")
    failed += [test for test in short if test not in ALLOWED]
    if len(behind) == len(tests):
        failed.append("no shader test passes")
    for line in failed:
        print(f"FAILED: {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

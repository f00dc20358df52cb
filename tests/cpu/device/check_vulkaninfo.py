#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs vulkaninfo on the driver that the environment names, alone and under the validation layer: it
must come to its end, say nothing on stderr, and tell of our device in its text and in its JSON."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

NAME = "Glissade CPU ("
VALIDATION = "VK_LAYER_KHRONOS_validation"
# What the loader says about other things than the driver; and that vulkaninfo asks every device for
# swapchains, which one without windows does not have.
HARMLESS = ("XDG_RUNTIME_DIR", "DISPLAY", "WARNING: [Loader Message]", "VK_KHR_swapchain",
            "vkCreateDevice: Failed to validate extensions in list")


def run(problems, *options, **environment):
    process = subprocess.run(["vulkaninfo", *options], capture_output=True, text=True,
                             env=dict(os.environ, **environment))
    what = " ".join(["vulkaninfo", *options, *environment.values()])
    if process.returncode != 0:
        problems.append(f"{what}: exit code {process.returncode}")
    for line in process.stderr.splitlines():
        if line.strip() and not any(word in line for word in HARMLESS):
            problems.append(f"{what}: {line}")
    for line in process.stdout.splitlines():
        if "VUID-" in line or "Validation Error" in line or line.startswith("ERROR"):
            problems.append(f"{what}: {line}")
    return process.stdout


def main():
    if not shutil.which("vulkaninfo"):
        print("vulkaninfo is not installed (Debian package: vulkan-tools)")
        return 77
    problems = []
    text = run(problems, "--text", "--show-formats")
    for wanted in (NAME, "VkPhysicalDeviceVulkan13Properties", "VkPhysicalDeviceVulkan13Features",
                   "VkPhysicalDeviceMemoryProperties", "QUEUE_COMPUTE | QUEUE_TRANSFER"):
        # Newer ones write names of bits in full.
        if wanted not in text.replace("_BIT", ""):
            problems.append(f"vulkaninfo's text lacks {wanted}")
    run(problems, VK_INSTANCE_LAYERS=VALIDATION)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "info.json")
        run(problems, "--json", "-o", path)
        with open(path, encoding="utf-8") as file:
            profile = json.load(file)
        capabilities = next(iter(profile["capabilities"].values()))
        if "VK_KHR_push_descriptor" not in capabilities["extensions"]:
            problems.append("vulkaninfo's JSON lacks VK_KHR_push_descriptor")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

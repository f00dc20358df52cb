#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Checks that #include lines follow the arrows of docs/architecture.md: a layer includes itself and
layers below it, and each foreign library has the one layer that knows it."""

import re
import subprocess
import sys

# Lowest first. A layer may include those before it; FORBIDDEN takes some away again.
LAYERS = ["base", "format", "spirv", "glsl", "store", "report", "cpu", "gl", "glvk", "egl"]
FORBIDDEN = {"cpu": {"glsl"}, "gl": {"cpu"}, "glvk": {"cpu"}, "egl": {"cpu"},
             "report": {"glsl", "spirv", "store"}}
# Foreign headers: pattern, and the only places that may include them.
FOREIGN = [
    (r"glslang/|SPIRV/|spirv-tools/", ["src/glsl/", "src/spirv/.*_test\\.cpp$",
                                       "src/cpu/shader/(validate|[a-z_]*_test)\\.cpp$",
                                       "tests/vk_compute/", "tests/cpu/programs/"]),
    (r"vulkan/|volk\.h", ["src/glvk/vulkan\\.h$", "src/cpu/icd/vulkan\\.h$", "tests/cpu/",
                           "tests/vk_compute/", "tests/egl/asking/", "src/format/[a-z_]*\\.cpp$",
                           "tools/device_list\\.cpp$", "layers/"]),
    (r"llvm/|llvm-c/", ["src/cpu/jit/", "src/cpu/shader/"]),
    (r"xcb/|X11/", ["src/egl/", "src/cpu/wsi/", "src/glvk/vulkan\\.h$", "src/glvk/.*(surface|swapchain|window)",
                    "bench/", "tests/"]),
    (r"CLI/", ["tools/", "bench/"]),
    (r"benchmark/", ["bench/"]),
]
# Linking the loader would bypass the dispatch tables, and fail where no loader is installed.
LINKS_LOADER = re.compile(r"Vulkan::Vulkan|(?<![\w.])-lvulkan|find_package\(Vulkan")
RAW_PROTOTYPES = re.compile(r"#\s*undef\s+VK_NO_PROTOTYPES")

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def allowed_layers(layer):
    below = set(LAYERS[:LAYERS.index(layer) + 1])
    return below - FORBIDDEN.get(layer, set())


def check_file(path, text):
    parts = path.split("/")
    layer = parts[1] if parts[0] == "src" and len(parts) > 2 else None
    if layer is not None and layer not in LAYERS:
        yield f"{path}: src/{layer}/ is no layer that scripts/check_layers.py knows"
        return
    for included in INCLUDE.findall(text):
        target = included.split("/")[0]
        if layer and "/" in included and target in LAYERS and target not in allowed_layers(layer):
            yield f"{path}: {layer} must not include {included}"
        for pattern, places in FOREIGN:
            if re.match(pattern, included) and not any(re.match(p, path) for p in places):
                yield f"{path}: {included} belongs to {places[0]} alone"
    if RAW_PROTOTYPES.search(text):
        yield f"{path}: Vulkan is called through dispatch tables, not prototypes"


def main():
    listed = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True)
    problems = []
    for path in listed.stdout.split():
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read() if path.endswith((".h", ".cpp", ".inc", ".txt", ".cmake")) else ""
        except OSError:
            continue  # deleted and not committed yet
        if path.endswith((".h", ".cpp", ".inc")):
            problems += check_file(path, text)
        elif path.endswith(("CMakeLists.txt", ".cmake")) and LINKS_LOADER.search(text):
            problems.append(f"{path}: nothing links libvulkan; volk loads it")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

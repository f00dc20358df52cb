#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Checks that #include lines follow the arrows of docs/architecture.md: a layer, and a floor within
one, includes itself and what is below it; no files include each other in a circle; and each foreign
library has the one layer that knows it."""

import posixpath
import re
import subprocess
import sys

# Layers of src/, lowest first, each with its floors (folders in it), lowest first. Floors in one tuple
# lie beside each other: neither includes the other. What lies in the layer's own folder is its lowest
# floor, ".", unless the list says where it is.
LAYERS = {
    "base": [],
    "format": [],
    "spirv": [],
    "glsl": [("assembly", "language"), "interface", "text", "compile", "link", "fixed"],
    "store": [],
    "report": [],
    "wayland": [],
    "cpu": ["abi", "kernels", "jit", "piece", "piece/make",
            "shader/interface", "shader/module", "shader/instructions", "shader",
            "routine", "sample", "stage", "raster", "exec", "wsi",
            "icd", "icd/api", "icd/physical", "icd/device", "icd/resources", "icd/pipelines",
            "icd/commands", "icd/window", "icd/driver"],
    "gl": ["rules", "objects", "compat/state", "context", "validation",
           ("commands/buffer", "commands/debug", "commands/framebuffer", "commands/pixels",
            "commands/program", "commands/query", "commands/state", "commands/vertex_array"),
           ("commands/draw", "commands/get", "commands/texture"),
           "compat/commands", "api"],
    "glvk": ["interface", "gpu", "record", "image", "pipeline", "draw", "transfer", "backend",
             "present"],
    "window": ["platform"],
    "egl": ["vendor"],
    "glx": ["vendor", "stand_in"],
    "osmesa": ["library"],
}
# A layer may include those before it, but for these.
FORBIDDEN = {"report": {"glsl", "spirv", "store"},
             "wayland": {"format", "glsl", "report", "spirv", "store"}, "cpu": {"glsl"},
             "gl": {"cpu", "wayland"}, "glvk": {"cpu"},
             "window": {"cpu", "glsl", "spirv", "store"},
             "egl": {"cpu", "glvk", "wayland"},
             "glx": {"cpu", "egl", "glvk", "wayland"},
             "osmesa": {"cpu", "egl", "glvk", "glx", "wayland"}}
# Of a layer, all that another may include.
ONLY = {("window", "glvk"): "glvk/interface/"}
# Foreign headers: pattern, and the only places that may include them.
FOREIGN = [
    (r"glslang/|SPIRV/|spirv-tools/", ["src/glsl/", "src/spirv/(text|[a-z_]*_test)\\.cpp$",
                                       "src/cpu/shader/(validate|[a-z_]*_test)\\.cpp$",
                                       "tests/vk_compute/", "tests/cpu/programs/"]),
    (r"vulkan/|volk\.h", ["src/glvk/gpu/vulkan\\.h$", "src/glvk/present/(wayland|x11)_target\\.cpp$",
                          "src/cpu/icd/vulkan\\.h$", "tests/cpu/", "tests/vk_compute/",
                          "tests/egl/asking/", "tests/process/vulkan_", "src/format/[a-z_]*\\.cpp$",
                          "tools/device_list\\.cpp$", "layers/"]),
    (r"llvm/|llvm-c/", ["src/cpu/jit/", "src/cpu/piece/", "src/cpu/shader/"]),
    (r"xcb/|X11/", ["src/window/platform/", "src/glx/", "src/base/xcb_reply\\.h$",
                    "src/glvk/present/x11_", "src/cpu/wsi/", "tools/x_server\\.cpp$", "bench/",
                    "tests/"]),
    (r"wayland-", ["src/wayland/library\\.h$", "src/window/platform/wayland\\.cpp$",
                   "src/glvk/present/wayland_target\\.cpp$", "tests/"]),
    (r"gbm\.h$", ["src/window/platform/gbm\\.cpp$", "src/window/testing/", "tests/"]),
    (r"CLI/", ["tools/", "bench/"]),
    (r"openssl/", ["src/base/digest\\.cpp$"]),
    (r"benchmark/", ["bench/"]),
]
# Linking the loader would bypass the dispatch tables, and fail where no loader is installed.
LINKS_LOADER = re.compile(r"Vulkan::Vulkan|(?<![\w.])-lvulkan|find_package\(Vulkan")
RAW_PROTOTYPES = re.compile(r"#\s*undef\s+VK_NO_PROTOTYPES")

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)
# What lies outside of the floors: tests see everything, fakes and fixtures belong to them.
TEST = re.compile(r"_test\.cpp$|_test\.h$|/testing/|(^|/)test_[a-z_]+\.h$")


def layer_of(path):
    """"glvk" of "src/glvk/draw/draw.h"; None outside of src/."""
    parts = path.split("/")
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


def floor_of(path, layers=LAYERS):
    """The position of a file's floor in its layer and the floor's name, (1, "gpu")."""
    layer = layer_of(path)
    folder = "/".join(path.split("/")[2:-1]) + "/"
    found = (-1, "")
    for position, floor in enumerate(layers.get(layer, [])):
        for name in floor if isinstance(floor, tuple) else (floor,):
            if folder.startswith(name + "/") and len(name) > len(found[1]):
                found = (position, name)
    return found if found[1] else (-1, ".")


def check_include(path, target, layers=LAYERS, forbidden=FORBIDDEN, only=ONLY):
    """A sentence where `path` must not include the file `target` of src/, else None."""
    layer, below = layer_of(path), layer_of(target)
    names = list(layers)
    if layer != below:
        if (names.index(below) > names.index(layer) or below in forbidden.get(layer, ())
                or not target[4:].startswith(only.get((layer, below), ""))):
            return f"{path}: {layer} must not include {target[4:]}"
        return None
    if TEST.search(path):
        return None
    (own, own_name), (other, other_name) = floor_of(path, layers), floor_of(target, layers)
    if other > own or other == own and own_name != other_name:
        where = "beside" if other == own else "above"
        return (f"{path}: includes {target[4:]}, but {layer}/{other_name} is {where} "
                f"{layer}/{own_name}")
    return None


def unknown_folders(paths, layers=LAYERS):
    """Sentences about folders that no floor names, of layers that have floors."""
    seen = set()
    for path in paths:
        layer = layer_of(path)
        if layer and layer not in layers:
            seen.add(f"src/{layer}/ is no layer that scripts/check_layers.py knows")
        elif layer and layers[layer] and "/" in path[len(f"src/{layer}/"):]:
            if floor_of(path, layers)[1] == "." and not TEST.search(path):
                seen.add(f"{posixpath.dirname(path)}/ is no floor that scripts/check_layers.py knows")
    return sorted(seen)


def circles(includes):
    """Groups of files that include each other, {path: paths} taken as one node for each header and its
    source; tests left out. Sorted, each group sorted."""
    def node(path):
        return re.sub(r"\.(h|cpp|inc)$", "", path)

    graph = {}
    for path, targets in includes.items():
        if not TEST.search(path):
            edges = graph.setdefault(node(path), set())
            edges.update(node(target) for target in targets if node(target) != node(path))
    # Tarjan's strongly connected components, without recursion.
    index, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            here, edges = work[-1]
            for target in edges:
                if target not in graph:
                    continue
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(sorted(graph[target]))))
                    break
                if target in on_stack:
                    low[here] = min(low[here], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[here])
                if low[here] == index[here]:
                    group = []
                    while not group or group[-1] != here:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    if len(group) > 1:
                        found.append(sorted(group))
    return sorted(found)


def check_sources(texts, layers=LAYERS, forbidden=FORBIDDEN, foreign=FOREIGN):
    """Sentences about the sources {path: text}, whatever is wrong with them."""
    problems = unknown_folders(texts, layers)
    includes = {}
    for path, text in texts.items():
        if layer_of(path) is not None and layer_of(path) not in layers:
            continue
        targets = includes.setdefault(path, []) if path.startswith("src/") else []
        for included in INCLUDE.findall(text):
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), included))
            target = "src/" + included if "src/" + included in texts else beside
            if target in texts and layer_of(target) in layers and path.startswith("src/"):
                targets.append(target)
                problem = check_include(path, target, layers, forbidden)
                if problem:
                    problems.append(problem)
            for pattern, places in foreign:
                if re.match(pattern, included) and not any(re.match(p, path) for p in places):
                    problems.append(f"{path}: {included} belongs to {places[0]} alone")
        if RAW_PROTOTYPES.search(text):
            problems.append(f"{path}: Vulkan is called through dispatch tables, not prototypes")
    problems += ["these include each other: " + ", ".join(group) for group in circles(includes)]
    return problems


def main():
    listed = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True)
    sources, problems = {}, []
    for path in listed.stdout.split():
        if not path.endswith((".h", ".cpp", ".inc", ".txt", ".cmake")):
            continue
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            continue  # deleted and not committed yet
        if path.endswith((".h", ".cpp", ".inc")):
            sources[path] = text
        elif path.endswith(("CMakeLists.txt", ".cmake")) and LINKS_LOADER.search(text):
            problems.append(f"{path}: nothing links libvulkan; volk loads it")
    problems += check_sources(sources)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

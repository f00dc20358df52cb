# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""How a program is run on Glissade and on the drivers it is measured beside: the one place where their variables are written.

An OpenGL driver is `glissade`, `zink` (Mesa's OpenGL on a Vulkan device), `llvmpipe` (Mesa's for processors) or `native` (the
device's own); a Vulkan driver is its manifest."""

import json
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scripts"))
import lavapipe  # noqa: E402

MESA_VENDOR = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"
LAVAPIPE = lavapipe.manifest()
SWIFTSHADER = "/usr/lib/chromium/libvk_swiftshader.so"
# What would make another driver answer, or the same one otherwise.
CHOOSING = ("LIBGL_ALWAYS_SOFTWARE", "GALLIUM_DRIVER", "MESA_LOADER_DRIVER_OVERRIDE", "VK_INSTANCE_LAYERS")


def cleared(keep_options=False):
    environment = dict(os.environ, mesa_glthread="false", vblank_mode="0")
    for name in CHOOSING + (() if keep_options else ("GLISSADE_OPTIONS",)):
        environment.pop(name, None)
    return environment


def vendor_file(glissade):
    return os.path.join(glissade, "share/glvnd/egl_vendor.d/40_glissade.json")


def cpu_manifest(glissade):
    return os.path.join(glissade, "share/vulkan/icd.d/glissade_cpu.json")


def set_device(environment, manifest):
    environment["VK_ICD_FILENAMES"] = environment["VK_DRIVER_FILES"] = manifest


def gl_environment(driver, glissade, device, software=True, native=None, keep_options=False, mesa=MESA_VENDOR):
    """`glissade` is a prefix, `device` a Vulkan driver's manifest, `native` the vendor file of the device's own OpenGL. Software: zink
    takes a processor for its device, whatever else there is."""
    environment = cleared(keep_options)
    if driver == "native":
        environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = native
        for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
            environment.pop(name, None)
        return environment
    set_device(environment, device)
    if driver == "glissade":
        environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = vendor_file(glissade)
        return environment
    environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = mesa
    if driver == "llvmpipe":
        environment.update(LIBGL_ALWAYS_SOFTWARE="1", GALLIUM_DRIVER="llvmpipe")
    elif software:
        environment.update(LIBGL_ALWAYS_SOFTWARE="1", MESA_LOADER_DRIVER_OVERRIDE="zink")
    else:
        environment.update(GALLIUM_DRIVER="zink", MESA_LOADER_DRIVER_OVERRIDE="zink", EGL_PLATFORM="surfaceless")
    return environment


def vulkan_environment(manifest):
    environment = cleared()
    set_device(environment, manifest)
    return environment


def set_cache(environment, directory):
    """Every driver keeps what it keeps there: Glissade, Mesa, NVIDIA. A cache that is switched off would be none for a second run."""
    for name in ("MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE", "__GL_SHADER_DISK_CACHE"):
        environment.pop(name, None)
    environment.update(XDG_CACHE_HOME=directory, MESA_SHADER_CACHE_DIR=directory, MESA_GLSL_CACHE_DIR=directory,
                       __GL_SHADER_DISK_CACHE_PATH=directory)


def swiftshader_manifest(directory):
    """Chromium's library has no manifest that the loader takes: one is written."""
    path = os.path.join(directory, "swiftshader_icd.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"file_format_version": "1.0.0", "ICD": {"library_path": SWIFTSHADER, "api_version": "1.3.0"}}, file)
    return path


def is_renderer_of(driver, name):
    """Whether GL_RENDERER, or a Vulkan device's name, can be the driver's that was asked for."""
    name = name.lower()
    driver = driver.removeprefix("root-")  # mesa_root.PREFIX
    return {"glissade": "glissade" in name, "zink": "zink" in name,
            "llvmpipe": "llvmpipe" in name and "zink" not in name, "lavapipe": "llvmpipe" in name,
            "swiftshader": "swiftshader" in name,
            "native": not any(other in name for other in ("glissade", "zink", "llvmpipe"))}[driver]

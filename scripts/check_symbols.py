#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Checks a driver's library as the dynamic linker sees it.

    check_symbols.py [--exports NAME,NAME…] LIBRARY

It lives in the processes of others: it must export nothing but its loader's way in (GLVND's unless
told otherwise), so that its names meet nobody else's, and it must not need the Vulkan loader or a GL
library to be loaded."""

import re
import subprocess
import sys

EXPORTED = {"__egl_Main", "__glx_Main", "__osmesa_Main"}
# Marks that linkers add.
IGNORED = {"_init", "_fini", "_edata", "_end", "__bss_start"}
NOT_NEEDED = re.compile(r"lib(vulkan|GL|EGL|GLES\w*|OpenGL|GLX)\.so")
NOT_UNDEFINED = re.compile(r"^(vk|gl|egl)[A-Z]")


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    arguments = sys.argv[1:]
    expected = EXPORTED
    if arguments[:1] == ["--exports"]:
        expected, arguments = set(arguments[1].split(",")), arguments[2:]
    library = arguments[0]
    problems = []
    exported = {line.split()[-1].split("@")[0]
                for line in lines("nm", "-D", "--defined-only", library)}
    for name in sorted(expected - exported):
        problems.append(f"{name} is not exported")
    for name in sorted(exported - expected - IGNORED):
        problems.append(f"{name} is exported")
    for line in lines("nm", "-D", "--undefined-only", library):
        name = line.split()[-1].split("@")[0]
        if NOT_UNDEFINED.match(name):
            problems.append(f"{name} is called directly")
    for line in lines("objdump", "-p", library):
        if "NEEDED" in line and NOT_NEEDED.search(line):
            problems.append(f"{line.split()[-1]} is linked")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

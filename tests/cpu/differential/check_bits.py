#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Runs cpu_digest at every x86-64 level, tier and number of threads: the bits must be the same.

check_bits.py PROGRAM ARGUMENT...: the arguments are the program's, for its number of cases.
"""

import os
import subprocess
import sys

VARIANTS = [
    "cpu-level=2,cpu-tier=generic,cpu-threads=1",
    "cpu-level=3,cpu-tier=generic,cpu-threads=2",
    "cpu-level=4,cpu-tier=generic,cpu-threads=7",
    "cpu-level=2,cpu-tier=prebuilt,cpu-threads=7",
    "cpu-level=3,cpu-tier=prebuilt,cpu-threads=2",
    "cpu-level=4,cpu-tier=prebuilt,cpu-threads=1",
    "cpu-level=2,cpu-tier=specialized,cpu-threads=2",
    "cpu-level=3,cpu-tier=specialized,cpu-threads=1",
    "cpu-level=4,cpu-tier=specialized,cpu-threads=2",
    "cpu-level=2,cpu-tier=inlined,cpu-threads=7",
    "cpu-level=4,cpu-tier=inlined,cpu-threads=1",
    "cpu-level=2,cpu-tier=copied,cpu-threads=1",
    "cpu-level=3,cpu-tier=copied,cpu-threads=7",
    "cpu-level=4,cpu-tier=copied,cpu-threads=2",
    "cpu-tier=auto,cpu-routines=2",
    "cpu-level=2,cpu-tier=specialized,cpu-tiling=tiled",
    "cpu-level=3,cpu-tier=generic,cpu-tiling=tiled",
    "cpu-level=4,cpu-tier=inlined,cpu-tiling=tiled",
]


def digests(command, options):
    environment = dict(os.environ, GLISSADE_OPTIONS=options + ",disk-cache=off")
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{options}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout.splitlines()


def main():
    command = sys.argv[1:]
    first = digests(command, VARIANTS[0])
    wrong = 0
    for options in VARIANTS[1:]:
        for a, b in zip(first, digests(command, options), strict=True):
            if a != b:
                wrong += 1
                if wrong <= 20:
                    print(f"{VARIANTS[0]}: {a}\n{options}: {b}")
    print(f"{len(first)} digests, {len(VARIANTS)} variants, {wrong} differences")
    return 1 if wrong or not first else 0


if __name__ == "__main__":
    sys.exit(main())

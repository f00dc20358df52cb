#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""page_files.py OUTPUT NAME=FILE…: writes a C++ source that defines tool::NAME as each file's text."""

import sys

PIECE_B = 8192  # of text in one literal


def literal(data):
    return '"' + "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in data) + '"'


def main(output, *files):
    lines = ['#include "tools/page_files.h"', "", "namespace tool {", ""]
    for item in files:
        name, path = item.split("=", 1)
        with open(path, "rb") as file:
            data = file.read()
        pieces = [data[i : i + PIECE_B] for i in range(0, len(data), PIECE_B)]
        lines.append(f"const std::string_view {name}(")
        lines += [f"    {literal(piece)}" for piece in pieces]
        lines.append(f"    , {len(data)});")
    lines += ["", "} // namespace tool", ""]
    with open(output, "w") as file:
        file.write("\n".join(lines))


main(*sys.argv[1:])

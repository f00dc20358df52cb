# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""How the scripts of this folder write what they generate."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write(outputs: dict[str, str]) -> int:
    """Writes the texts to paths below the repository; with the argument --check it compares only, and
    says what is out of date. Returns the exit code."""
    stale = 0
    for path, text in outputs.items():
        target = ROOT / path
        if target.exists() and target.read_text() == text:
            continue
        if "--check" in sys.argv:
            print(f"{target} is out of date: run gen/{pathlib.Path(sys.argv[0]).name}")
            stale = 1
        else:
            target.write_text(text)
    return stale

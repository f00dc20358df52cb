#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Checks what every tracked text file must have and must not have: SPDX headers, #pragma once, names
of files, links, unfinished work, paths of somebody's machine, stray white space, comments without
text, calls that only one place may make."""

import os
import re
import subprocess
import sys

CODE = (".h", ".cpp", ".c", ".inc", ".py", ".cmake", ".sh", ".glsl", ".vert", ".frag", ".comp")
BINARY = (".png", ".ppm", ".spv", ".bin", ".jpg", ".gz", ".xz", ".zst")
SPDX = ["SPDX-FileCopyrightText: The Glissade authors", "SPDX-License-Identifier: MIT"]
VAGUE = re.compile(r"(^|/)(utils?|helpers?|common|misc)\.(h|cpp|py)$")
# Lines that nobody else can use, or that promise instead of doing.
BAD_WORDS = [
    (re.compile(r"(?<![\w.])/(work|home|root|Users)/[\w.]"), "a path of one machine"),
    (re.compile(r"\b(TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))"), "unfinished work without an issue"),
    (re.compile(r"\b(NOCOMMIT|DO NOT COMMIT)\b"), "not meant to be committed"),
]
# What others wrote stays as it is.
FOREIGN = "tools/report/uplot/"
EXEMPT_FROM_WORDS = ("scripts/check_text.py", "src/store/directory_test.cpp")
MAX_BINARY_B = 1 << 20
# Calls that what is installed leaves to one file, and what to call instead.
SHIPPED = re.compile(r"^(src|tools)/(?!.*(_test\.cpp$|/testing/|/test_[a-z_]+\.h$))")
ONE_CALLER = [
    (re.compile(r"\b(secure_)?getenv\s*\(|(?<!\")\benviron\b"), "src/base/environment.cpp", "base::environment()"),
]


def is_code(path, text):
    name = path.split("/")[-1]
    return path.endswith(CODE) or name == "CMakeLists.txt" or text.startswith("#!")


def check_code(path, text):
    head = "\n".join(text.splitlines()[:5])
    if not all(line in head for line in SPDX):
        yield f"{path}: the two SPDX lines are missing at the top"
    if path.endswith(".h") and "#pragma once" not in text:
        yield f"{path}: #pragma once is missing"
    if path.endswith((".h", ".cpp")) and not re.fullmatch(r"[a-z0-9_]+\.(h|cpp)", path.split("/")[-1]):
        yield f"{path}: file names are snake_case"
    if VAGUE.search(path):
        yield f"{path}: the name says nothing; name the noun"


def check_comments(path, text):
    """A documentation comment says something: an empty line of it stands between others."""
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        if re.search(r"///<?$", line):
            before, after = lines[number - 2 : number - 1], lines[number : number + 1]
            between = all(near and re.match(r"/// *\S", near[0]) for near in (before, after))
            if line != "///" or not between:
                yield f"{path}:{number}: a documentation comment without text"


def check_lines(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if line != line.rstrip() and not path.endswith((".md", ".txt", ".inc")):
            yield f"{path}:{number}: white space at the end of the line"
        if path not in EXEMPT_FROM_WORDS:
            for pattern, reason in BAD_WORDS:
                if pattern.search(line):
                    yield f"{path}:{number}: {reason}"
    if text and not text.endswith("\n"):
        yield f"{path}: the last line has no end"


def check_calls(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, caller, instead in ONE_CALLER:
            if path != caller and SHIPPED.search(path) and pattern.search(line.split("//")[0]):
                yield f"{path}:{number}: call {instead} instead; only {caller} may do it itself"


def check_links(path, text):
    folder = os.path.dirname(path)
    for target in re.findall(r"\]\(([^)#:\s]+)[^):]*\)", text):
        if not os.path.exists(os.path.join(folder, target)):
            yield f"{path}: the link to {target} leads nowhere"


def check_index(pages):
    """Every page of docs/ is in the index."""
    try:
        with open("docs/README.md", encoding="utf-8") as file:
            index = file.read()
    except OSError:
        return
    for page in pages:
        if f"({page})" not in index and page != "README.md":
            yield f"docs/README.md: the index lacks {page}"


def main():
    listed = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True)
    problems = []
    for path in listed.stdout.splitlines():
        if path.startswith(FOREIGN):
            continue
        try:
            with open(path, "rb") as file:
                content = file.read()
        except OSError:
            continue  # deleted and not committed yet
        if path.endswith(BINARY) or b"\0" in content:
            if len(content) > MAX_BINARY_B:
                problems.append(f"{path}: {len(content)} bytes are too much for the repository")
            continue
        text = content.decode("utf-8", errors="replace")
        if is_code(path, text):
            problems += check_code(path, text)
        if path.endswith((".h", ".cpp", ".c")):
            problems += check_comments(path, text)
            problems += check_calls(path, text)
        problems += check_lines(path, text)
        if path.endswith(".md"):
            problems += check_links(path, text)
    problems += check_index(sorted(path.removeprefix("docs/") for path in listed.stdout.splitlines()
                                   if path.startswith("docs/") and path.endswith(".md")))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

"""Names the options of src/base/options.cpp that no test sets. A test sets an option where a file of tests has `name=`, or the name in
quotes or beside a comma, as it stands in GLISSADE_OPTIONS. Tests of the parser do not count: they set nothing."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = "src/base/options.cpp"
OF_THE_PARSER = {"src/base/options_test.cpp", "src/base/option_file_test.cpp", "src/base/log_test.cpp"}


def names():
    text = (ROOT / TABLE).read_text(encoding="utf-8")
    table = text[text.index("kTable[] = {"):]
    return re.findall(r'\{"([a-z0-9-]+)",\s*&Options::', table[:table.index("\n};")])


def tests():
    files = subprocess.run(["git", "ls-files", "tests", "src/*_test.cpp", "src/*/CMakeLists.txt", "tools/*_test.py"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.split()
    for name in files:
        if name not in OF_THE_PARSER and (ROOT / name).is_file():
            yield (ROOT / name).read_text(encoding="utf-8", errors="replace")


def is_set(name, texts):
    setting = re.compile(rf"(?<![\w-]){name}=|\"{name}\"|(?:,|GLISSADE_OPTIONS=){name}(?=[\",;)\s])")
    return any(setting.search(text) for text in texts)


def main():
    options, texts = names(), list(tests())
    if len(options) < 10:
        print(f"{TABLE}: the table was not understood")
        return 1
    untested = [name for name in options if not is_set(name, texts)]
    for name in untested:
        print(f"{TABLE}: no test sets the option {name}")
    return 1 if untested else 0


sys.exit(main())

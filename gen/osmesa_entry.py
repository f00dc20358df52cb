#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Writes the GL commands that libOSMesa.so.8 exports from gen/osmesa_commands.txt and
gen/registry/gl.xml (pinned by gen/registry.py):

  src/osmesa/library/gl_commands.cpp   each a jump into the driver

`--check` compares only."""

import sys
import xml.etree.ElementTree as ET

import gl_entry
import output

COMMANDS = output.ROOT / "gen/osmesa_commands.txt"

HEAD = (gl_entry.HEAD.replace("gl_entry.py", "osmesa_entry.py")
        .replace("gl_commands.txt", "osmesa_commands.txt"))
# Types that src/format/gl_enums.h has no name for.
TYPES = {"GLclampx": "GLfixed", "GLDEBUGPROCARB": "GLDEBUGPROC"}


def read_commands() -> list[str]:
    lines = [line.strip() for line in COMMANDS.read_text().splitlines()]
    return sorted({line for line in lines if line and not line.startswith("#")})


def gl_commands(registry: gl_entry.Registry, names: list[str]) -> str:
    out = [HEAD, """#include "osmesa/library/gl_commands.h"

#include <array>
#include <cstddef>
#include <iterator>

namespace osmesa {

namespace {

constexpr const char* kNames[] = {
"""]
    out += [f'    "{name}",\n' for name in names]
    out.append("""};

const Functions* g_driver = nullptr;
/// The driver's commands, in the order of their names. Null: it has no such command.
constinit std::array<OSMESAproc, std::size(kNames)> g_procs{};

[[gnu::cold]] void noteMissing(const char* name) {
    if (g_driver != nullptr) {
        g_driver->noteMissingCommand(name);
    }
}

template <size_t index, class Result, class... Args>
[[gnu::always_inline]] inline Result jump(Result (*)(Args...), Args... args) {
    if (const OSMESAproc proc = g_procs[index]) [[likely]] {
        return reinterpret_cast<Result (*)(Args...)>(proc)(args...);
    }
    noteMissing(kNames[index]);
    return Result();
}

} // namespace

void findGlCommands(const Functions& driver) {
    g_driver = &driver;
    for (size_t i = 0; i < g_procs.size(); ++i) {
        g_procs[i] = driver.getProcAddress(kNames[i]);
    }
}

} // namespace osmesa

extern "C" {

""")
    for index, name in enumerate(names):
        command = registry.commands[name]
        command.params = [(TYPES.get(type, type), name) for type, name in command.params]
        arguments = ", ".join([f"&{name}"] + [param for _, param in command.params])
        result = "" if command.result == "void" else "return "
        out.append(f"{command.declaration(name)} {{ "
                   f"{result}osmesa::jump<{index}>({arguments}); }}\n")
    out.append("\n} // extern \"C\"\n")
    return "".join(out)


def main() -> int:
    registry = gl_entry.Registry(ET.parse(gl_entry.REGISTRY).getroot())
    return output.write({
        "src/osmesa/library/gl_commands.cpp": gl_commands(registry, read_commands()),
    })


if __name__ == "__main__":
    sys.exit(main())

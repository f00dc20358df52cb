#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Writes the table of GL's commands that tests/fuzz/fuzz_gl calls, from gen/gl_commands.txt and
gen/registry/gl.xml: of each its type, and of each argument what it means.

`--check` compares only."""

import re
import sys
import xml.etree.ElementTree as ET

import gl_entry
import output

HEAD = gl_entry.HEAD.replace("gl_entry.py", "gl_fuzz.py")

# Commands whose data may be offsets into a pixel buffer.
PIXELS = re.compile(r"gl(Tex|CompressedTex|Read|Getn?TexImage|Getn?CompressedTex|DrawPixels|Bitmap|PolygonStipple|Getn?PolygonStipple).*")
# Commands that take what no random argument may stand for: functions, images of EGL, and memory that
# is written to later.
LEFT_OUT = re.compile(r"glDebugMessageCallback|glEGLImageTarget.*|gl(Select|Feedback)Buffer")

# Where the registry promises one value and there may be four.
FOUR = re.compile(r"glGetVertexAttrib(I?u?iv|Ldv|[fd]v)")

# Where it counts attributes and there are so many components of each.
COMPONENTS = re.compile(r"glVertexAttribs([234])hvNV")

KINDS = {"GLboolean": "Boolean", "GLfloat": "Real", "GLdouble": "Real", "GLsizei": "Count",
         "GLsizeiptr": "Offset", "GLintptr": "Offset", "GLsync": "Sync", "GLuint64": "Integer"}
# As the registry calls classes of objects.
CLASSES = {"display list": "List", "program pipeline": "Pipeline",
           "transform feedback": "Feedback", "vertex array": "VertexArray"}


def camel(name: str) -> str:
    return name[0].upper() + name[1:]


def group_name(group: str) -> str:
    return "k" + camel(group)


def class_name(name: str | None) -> str:
    return CLASSES.get(name, camel(name)) if name else "None"


class Parameter:
    def __init__(self, command: str, node: ET.Element, position: dict[str, int], groups: set[str]):
        self.type = gl_entry.declared(node).removesuffix(node.findtext("name")).strip()
        self.name = node.findtext("name")
        group = (node.get("group") or "").split(",")[0]
        self.group = group if group in groups and group != "Boolean" else ""
        self.object = "List" if group == "List" else class_name(node.get("class"))
        base = self.type.replace("const", "").strip()
        self.kind = KINDS.get(base, "Integer")
        if base == "GLhandleARB":
            self.object = self.object if self.object != "None" else "Program"
        if "*" in self.type:
            self.kind = self.pointer(command, base)
        elif base == "GLbitfield":
            self.kind = "Bits"
        elif self.group and base in ("GLenum", "GLint", "GLuint"):
            self.kind = "Enum"
        elif base == "GLenum":
            self.kind = "Enum"
        elif self.object != "None" and self.kind == "Integer":
            self.kind = "Name"
        # How many there are of what is pointed to: an argument times a factor, or a number.
        self.count, self.factor = -1, 0
        described = (node.get("len") or "").replace(" ", "")
        if self.kind in ("Strings", "Pointers", "Names"):
            described = described.removeprefix("COMPSIZE(").removesuffix(")")
        length = re.fullmatch(r"(\w+?)(?:\*(\d+))?", described)
        if length and length[1].isdigit():
            self.factor = 4 if FOUR.fullmatch(command) else int(length[1])
        elif length and length[1] in position:
            components = COMPONENTS.fullmatch(command)
            self.count, self.factor = position[length[1]], int(components[1] if components else length[2] or 1)

    def pointer(self, command: str, base: str) -> str:
        if base.count("*") == 2:
            if "GLchar" in base:
                return "Strings"
            return "Pointers" if "const" in self.type else "Output"
        if "GLchar" in base and "const" in self.type:
            return "String"
        if base == "void*" and self.name in ("pointer", "indices", "indirect"):
            return "Place"
        if base == "void*" and PIXELS.fullmatch(command):
            return "Pixels"
        if "const" not in self.type:
            return "Output"
        return "Names" if self.object != "None" else "Input"

    def row(self) -> str:
        element = self.type.replace("const", "").replace("*", "").strip()
        size = ("sizeof(void*)" if self.type.count("*") == 2 else
                f"sizeof({element})" if "*" in self.type and element != "void" else "1")
        group = "&" + group_name(self.group) if self.group else "nullptr"
        return (f'{{"{self.name}", Kind::{self.kind}, {group}, Object::{self.object}, '
                f"{self.count}, {self.factor}, {size}}}")


def generate() -> str:
    root = ET.parse(gl_entry.REGISTRY).getroot()
    registry = gl_entry.Registry(root)
    commands, _ = gl_entry.read_commands(registry)
    nodes = {n.findtext("proto/name"): n for n in root.iterfind("commands/command")}
    members: dict[str, dict[str, str]] = {}
    for enum in root.iterfind("enums/enum"):
        for group in filter(None, (enum.get("group") or "").split(",")):
            members.setdefault(group, {})[enum.get("name")] = enum.get("value")
    used, rows = {}, []
    for name in commands:
        if LEFT_OUT.fullmatch(name):
            continue
        node = nodes[name]
        position = {p.findtext("name"): i for i, p in enumerate(node.iterfind("param"))}
        parameters = [Parameter(name, p, position, set(members)) for p in node.iterfind("param")]
        used |= {p.group: None for p in parameters if p.group}
        result = registry.commands[name].result
        types = ", ".join([result] + [p.type for p in parameters])
        rows.append(f'    {{"{name}", &invoke<{types}>, {{' +
                    ", ".join(p.row() for p in parameters) + "}},\n")
    out = [HEAD]
    for group in sorted(used):
        values = dict.fromkeys(members[group].values())
        out.append(f"constexpr GLenum {group_name(group)}Values[] = {{{', '.join(values)}}};\n"
                   f'constexpr Group {group_name(group)}{{"{group}", {group_name(group)}Values}};\n')
    out += ["\nconst Command kCommands[] = {\n", *rows, "};\n"]
    return "".join(out)


def main() -> int:
    return output.write({"tests/fuzz/gl_commands.inc": generate()})


if __name__ == "__main__":
    sys.exit(main())

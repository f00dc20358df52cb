# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""The commands and enumerants of a GL version, from the khronos-api package's gl.xml."""

import dataclasses
import re
import xml.etree.ElementTree as ET

REGISTRY = "/usr/share/khronos-api/gl.xml"
KINDS = ["buffer", "texture", "framebuffer", "renderbuffer", "sampler", "query", "vertex array", "transform feedback",
         "shader", "program", "program pipeline", "sync"]
GENERATES = {"glGenBuffers": "buffer", "glGenTextures": "texture", "glGenFramebuffers": "framebuffer",
             "glGenRenderbuffers": "renderbuffer", "glGenSamplers": "sampler", "glGenQueries": "query",
             "glGenVertexArrays": "vertex array", "glGenTransformFeedbacks": "transform feedback"}
# Commands whose pointer is an offset while something is bound.
OFFSETS = {"glVertexAttribPointer": 0x8894, "glVertexAttribIPointer": 0x8894, "glDrawElements": 0x8895,
           "glDrawRangeElements": 0x8895, "glDrawElementsInstanced": 0x8895, "glDrawElementsBaseVertex": 0x8895,
           "glDrawRangeElementsBaseVertex": 0x8895, "glDrawElementsInstancedBaseVertex": 0x8895,
           "glReadPixels": 0x88ED, "glGetTexImage": 0x88ED, "glGetCompressedTexImage": 0x88ED,
           "glTexImage1D": 0x88EF, "glTexImage2D": 0x88EF, "glTexImage3D": 0x88EF, "glTexSubImage1D": 0x88EF,
           "glTexSubImage2D": 0x88EF, "glTexSubImage3D": 0x88EF, "glCompressedTexImage1D": 0x88EF,
           "glCompressedTexImage2D": 0x88EF, "glCompressedTexImage3D": 0x88EF, "glCompressedTexSubImage1D": 0x88EF,
           "glCompressedTexSubImage2D": 0x88EF, "glCompressedTexSubImage3D": 0x88EF}
NULL_IS_FINE = {"glBufferData", "glTexImage1D", "glTexImage2D", "glTexImage3D"}
# (internal format, format, type) of ES 3.0's table 3.2 that both APIs take.
IMAGES = [(0x8058, 0x1908, 0x1401), (0x8051, 0x1907, 0x1401), (0x8229, 0x1903, 0x1401), (0x822B, 0x8227, 0x1401),
          (0x8C43, 0x1908, 0x1401), (0x8D7C, 0x8D99, 0x1401), (0x8D82, 0x8D99, 0x1404), (0x8236, 0x8D94, 0x1405),
          (0x881A, 0x1908, 0x140B), (0x8814, 0x1908, 0x1406), (0x822E, 0x1903, 0x1406), (0x8C3A, 0x1907, 0x8C3B),
          (0x8C3D, 0x1907, 0x8C3E), (0x8059, 0x1908, 0x8368), (0x906F, 0x8D99, 0x8368), (0x8D62, 0x1907, 0x8363),
          (0x81A5, 0x1902, 0x1403), (0x81A6, 0x1902, 0x1405), (0x88F0, 0x84F9, 0x84FA), (0x8CAC, 0x1902, 0x1406),
          (0x8F97, 0x1908, 0x1400), (0x1908, 0x1908, 0x1401), (0x1907, 0x1907, 0x8363)]
# What a player does itself, or what would make it wait, end the sequence or read memory that is not there.
LEFT_OUT = {"glGetError", "glShaderBinary", "glGetPointerv", "glMultiDrawElements", "glMultiDrawArrays",
            "glMultiDrawElementsBaseVertex", "glWaitSync", "glDeleteVertexArrays", "glFinish", "glHint", "glPointSize"}


@dataclasses.dataclass
class Param:
    name: str
    type: str
    pointer: bool
    several: bool    # a pointer to pointers
    constant: bool
    group: str
    kind: str        # the kind of object that it names
    text: str        # "name": one string to look up; "string": others


@dataclasses.dataclass
class Command:
    name: str
    result: str
    params: list


@dataclasses.dataclass
class Table:
    commands: list
    playable: list
    groups: dict
    enums: list


def spelled(node):
    return re.sub(r"\s+", " ", "".join(node.itertext())).strip()


def load(api):
    root = ET.parse(REGISTRY).getroot()
    names, enums = set(), set()
    for feature in root.iterfind("feature"):
        version = float(feature.get("number"))
        if not (feature.get("api") == "gles2" and version <= 3.0 if api == "es3" else
                feature.get("api") == "gl" and version <= 3.3):
            continue
        for change, words in (("require", 1), ("remove", 0)):
            for part in feature.iterfind(change):
                if part.get("profile") == "compatibility":
                    continue
                for tag, into in (("command", names), ("enum", enums)):
                    for item in part.iterfind(tag):
                        (into.add if words else into.discard)(item.get("name"))
    values, groups = {}, {}
    for enum in root.iterfind("enums/enum"):
        if enum.get("name") not in enums or not enum.get("value"):
            continue
        value = int(enum.get("value"), 0)
        values[enum.get("name")] = value
        for group in (enum.get("group") or "").split(","):
            if group:
                groups.setdefault(group, []).append(value)
    for group in groups.values():
        group.sort()
    commands = []
    for node in root.iterfind("commands/command"):
        proto = node.find("proto")
        if proto.findtext("name") not in names:
            continue
        params = []
        for p in node.iterfind("param"):
            text, name = spelled(p), p.findtext("name")
            kind = p.get("class") if p.get("class") in KINDS else ""
            base = p.findtext("ptype") or "void"
            if base == "GLsync":
                kind = "sync"
            is_text = base == "GLchar" and "const" in text
            params.append(Param(name, base, "*" in text, text.count("*") > 1, "const" in text, p.get("group") or "", kind,
                                ("name" if name == "name" else "string") if is_text else ""))
        commands.append(Command(proto.findtext("name"), spelled(proto).removesuffix(proto.findtext("name")).strip(), params))
    commands.sort(key=lambda command: command.name)
    playable = [c for c in commands if c.name not in LEFT_OUT]
    return Table(commands, playable, groups, sorted(v for n, v in values.items() if v < 0x10000))

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""The commands and enumerants of a GL version with extensions, from the khronos-api package's gl.xml."""

import dataclasses
import re
import xml.etree.ElementTree as ET

REGISTRY = "/usr/share/khronos-api/gl.xml"
KINDS = ["buffer", "texture", "framebuffer", "renderbuffer", "sampler", "query", "vertex array", "transform feedback",
         "shader", "program", "program pipeline", "sync"]
GENERATES = {"glGenBuffers": "buffer", "glGenTextures": "texture", "glGenFramebuffers": "framebuffer",
             "glGenRenderbuffers": "renderbuffer", "glGenSamplers": "sampler", "glGenQueries": "query",
             "glGenVertexArrays": "vertex array", "glGenTransformFeedbacks": "transform feedback",
             "glGenProgramPipelines": "program pipeline"}
CREATES = {"glCreateShader": "shader", "glCreateProgram": "program", "glCreateShaderProgramv": "program",
           "glFenceSync": "sync"}
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
# What a player does itself, what would make it wait, and what answers or reads without bounds. Hints and point
# sizes are left to compatibility profiles. Debug output tells of the driver's own messages. Binaries are of its own
# formats, and a refused one takes the program from llvmpipe, not from Glissade.
LEFT_OUT = {"glGetError", "glShaderBinary", "glGetPointerv", "glMultiDrawElements", "glMultiDrawElementsBaseVertex",
            "glWaitSync", "glDeleteVertexArrays", "glFinish", "glHint", "glPointSize", "glDebugMessageCallback",
            "glProgramBinary"}


LIMITS = re.compile(r"GL_(MAX_|MIN_(PROGRAM|MAP|SAMPLE|FRAGMENT)|NUM_|ALIASED_|SMOOTH_|POINT_SIZE_(RANGE|GRAN)|SUBPIXEL_|COMPRESSED_TEXTURE_FORMATS|"
                    r"PROGRAM_BINARY|SHADER_BINARY|IMPLEMENTATION_|TIMESTAMP|QUERY_COUNTER_BITS|\w+_ALIGNMENT$|M(AJ|IN)OR_VERSION|"
                    r"CONTEXT_(FLAGS|PROFILE_MASK)|(\w+_)?INFO_LOG_LENGTH|\w+_SUBPIXEL_BITS|LINE_WIDTH_|LAYER_PROVOKING|VIEWPORT_(INDEX_PROVOKING|BOUNDS)|"
                    r"RENDERBUFFER_SAMPLES|SAMPLES|CURRENT_PROGRAM|ACTIVE_PROGRAM|UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES|DOUBLEBUFFER|STEREO|\w+_MAX_LENGTH|SHADER_COMPILER)")


BINDINGS = {r"GL_(\w+_)?BUFFER_BINDING": "buffer", "GL_RENDERBUFFER_BINDING": "renderbuffer",
            r"GL_(DRAW_|READ_)?FRAMEBUFFER_BINDING": "framebuffer", "GL_SAMPLER_BINDING": "sampler",
            "GL_VERTEX_ARRAY_BINDING": "vertex array", "GL_TRANSFORM_FEEDBACK_BINDING": "transform feedback",
            "GL_PROGRAM_PIPELINE_BINDING": "program pipeline", r"GL_TEXTURE_BINDING_\w+": "texture"}


@dataclasses.dataclass
class Api:
    bind: int              # for eglBindAPI
    context: list          # EGL attributes
    family: str            # gl.xml's name
    version: float
    extensions: tuple = ()  # beyond the version; played when both drivers have them


CORE_41_EXTENSIONS = (
    "GL_ARB_base_instance", "GL_ARB_buffer_storage", "GL_ARB_copy_image", "GL_ARB_internalformat_query",
    "GL_ARB_invalidate_subdata", "GL_ARB_multi_draw_indirect", "GL_ARB_texture_storage",
    "GL_ARB_texture_storage_multisample", "GL_ARB_texture_view", "GL_ARB_transform_feedback_instanced",
    "GL_ARB_vertex_attrib_binding", "GL_ARB_stencil_texturing")
APIS = {"es3": Api(0x30A0, [0x3098, 3, 0x30FB, 0], "gles2", 3.0),
        "core33": Api(0x30A2, [0x3098, 3, 0x30FB, 3, 0x30FD, 1], "gl", 3.3),
        "core41": Api(0x30A2, [0x3098, 4, 0x30FB, 1, 0x30FD, 1], "gl", 4.1, CORE_41_EXTENSIONS)}


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
    commands: dict
    playable: list
    groups: dict
    enums: list
    limits: set    # what tells of the implementation, not of state
    bindings: dict  # what answers with a name: the kind of object


def spelled(node):
    return re.sub(r"\s+", " ", "".join(node.itertext())).strip()


def load(api, extensions):
    """The table of an Api with those of its extensions."""
    root = ET.parse(REGISTRY).getroot()
    names, enums = set(), set()

    def take(parts, change):
        for part in parts:
            if part.get("profile") == "compatibility" or part.get("api") not in (None, api.family):
                continue
            for tag, into in (("command", names), ("enum", enums)):
                for item in part.iterfind(tag):
                    change(into, item.get("name"))

    for feature in root.iterfind("feature"):
        if feature.get("api") == api.family and float(feature.get("number")) <= api.version:
            take(feature.iterfind("require"), set.add)
            take(feature.iterfind("remove"), set.discard)
    for extension in root.iterfind("extensions/extension"):
        if extension.get("name") in extensions:
            take(extension.iterfind("require"), set.add)
    values, groups = {}, {}
    for enum in root.iterfind("enums/enum"):
        if enum.get("name") not in enums or not enum.get("value"):
            continue
        value = int(enum.get("value"), 0)
        values[enum.get("name")] = value
        for group in (enum.get("group") or "").split(","):
            if group:
                groups.setdefault(group, set()).add(value)
    groups = {name: sorted(group) for name, group in groups.items()}
    commands = {}
    for node in root.iterfind("commands/command"):
        proto = node.find("proto")
        name = proto.findtext("name")
        if name in names:
            result = spelled(proto).removesuffix(name).strip()
            commands[name] = Command(name, result, [parameter(p) for p in node.iterfind("param")])
    playable = [commands[name] for name in sorted(commands) if name not in LEFT_OUT]
    limits = {value for name, value in values.items() if LIMITS.match(name)}
    bindings = {value: kind for name, value in values.items() for pattern, kind in BINDINGS.items() if re.fullmatch(pattern, name)}
    return Table(commands, playable, groups, sorted({v for v in values.values() if v < 0x10000}), limits, bindings)


def parameter(node):
    text, name, group = spelled(node), node.findtext("name"), node.get("group") or ""
    kind = node.get("class") if node.get("class") in KINDS else ""
    base = node.findtext("ptype") or "void"
    if base == "GLsync":
        kind = "sync"
    if group == "SpecialNumbers":
        group = ""
    is_text = base == "GLchar" and "const" in text
    return Param(name, base, "*" in text, text.count("*") > 1, "const" in text, group, kind,
                 ("name" if name == "name" else "string") if is_text else "")

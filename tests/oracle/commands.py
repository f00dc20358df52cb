# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""The commands and enumerants of a GL version with extensions, from the khronos-api package's gl.xml."""

import dataclasses
import re
import xml.etree.ElementTree as ET

REGISTRY = "/usr/share/khronos-api/gl.xml"
KINDS = ["buffer", "texture", "framebuffer", "renderbuffer", "sampler", "query", "vertex array", "transform feedback",
         "shader", "program", "program pipeline", "sync", "display list", "assembly program"]
# By names without a vendor's suffix, as all tables here.
GENERATES = {"glGenBuffers": "buffer", "glGenTextures": "texture", "glGenFramebuffers": "framebuffer",
             "glGenRenderbuffers": "renderbuffer", "glGenSamplers": "sampler", "glGenQueries": "query",
             "glGenVertexArrays": "vertex array", "glGenTransformFeedbacks": "transform feedback",
             "glGenProgramPipelines": "program pipeline", "glGenPrograms": "assembly program"}
CREATES = {"glCreateShader": "shader", "glCreateProgram": "program", "glCreateShaderProgramv": "program",
           "glFenceSync": "sync", "glCreateShaderObject": "shader", "glCreateProgramObject": "program"}
# Commands whose pointer is an offset while something is bound.
OFFSETS = {"glVertexAttribPointer": 0x8894, "glVertexAttribIPointer": 0x8894, "glDrawElements": 0x8895,
           "glDrawRangeElements": 0x8895, "glDrawElementsInstanced": 0x8895, "glDrawElementsBaseVertex": 0x8895,
           "glDrawRangeElementsBaseVertex": 0x8895, "glDrawElementsInstancedBaseVertex": 0x8895,
           "glReadPixels": 0x88ED, "glGetTexImage": 0x88ED, "glGetCompressedTexImage": 0x88ED,
           "glTexImage1D": 0x88EF, "glTexImage2D": 0x88EF, "glTexImage3D": 0x88EF, "glTexSubImage1D": 0x88EF,
           "glTexSubImage2D": 0x88EF, "glTexSubImage3D": 0x88EF, "glCompressedTexImage1D": 0x88EF,
           "glCompressedTexImage2D": 0x88EF, "glCompressedTexImage3D": 0x88EF, "glCompressedTexSubImage1D": 0x88EF,
           "glCompressedTexSubImage2D": 0x88EF, "glCompressedTexSubImage3D": 0x88EF, "glDrawPixels": 0x88EF,
           "glBitmap": 0x88EF, "glPolygonStipple": 0x88EF, "glPixelMapfv": 0x88EF, "glPixelMapuiv": 0x88EF,
           "glPixelMapusv": 0x88EF, "glGetPixelMapfv": 0x88ED, "glGetPixelMapuiv": 0x88ED, "glGetPixelMapusv": 0x88ED,
           "glGetPolygonStipple": 0x88ED, "glGetnTexImage": 0x88ED, "glGetnCompressedTexImage": 0x88ED,
           "glReadnPixels": 0x88ED, "glGetnPolygonStipple": 0x88ED, "glGetnPixelMapfv": 0x88ED,
           "glGetnPixelMapuiv": 0x88ED, "glGetnPixelMapusv": 0x88ED, "glVertexPointer": 0x8894,
           "glNormalPointer": 0x8894, "glColorPointer": 0x8894, "glIndexPointer": 0x8894, "glTexCoordPointer": 0x8894,
           "glEdgeFlagPointer": 0x8894, "glFogCoordPointer": 0x8894, "glSecondaryColorPointer": 0x8894,
           "glInterleavedArrays": 0x8894, "glPointSizePointer": 0x8894}
DRAW_INDIRECT_BINDING = 0x8F43
NULL_IS_FINE = {"glBufferData", "glTexImage1D", "glTexImage2D", "glTexImage3D"}
# (internal format, format, type) of ES 3.0's table 3.2 that both APIs take.
IMAGES = [(0x8058, 0x1908, 0x1401), (0x8051, 0x1907, 0x1401), (0x8229, 0x1903, 0x1401), (0x822B, 0x8227, 0x1401),
          (0x8C43, 0x1908, 0x1401), (0x8D7C, 0x8D99, 0x1401), (0x8D82, 0x8D99, 0x1404), (0x8236, 0x8D94, 0x1405),
          (0x881A, 0x1908, 0x140B), (0x8814, 0x1908, 0x1406), (0x822E, 0x1903, 0x1406), (0x8C3A, 0x1907, 0x8C3B),
          (0x8C3D, 0x1907, 0x8C3E), (0x8059, 0x1908, 0x8368), (0x906F, 0x8D99, 0x8368), (0x8D62, 0x1907, 0x8363),
          (0x81A5, 0x1902, 0x1403), (0x81A6, 0x1902, 0x1405), (0x88F0, 0x84F9, 0x84FA), (0x8CAC, 0x1902, 0x1406),
          (0x8F97, 0x1908, 0x1400), (0x1908, 0x1908, 0x1401), (0x1907, 0x1907, 0x8363)]
# What a player does itself, what would make it wait, and what answers or reads without bounds. Debug output tells of the driver's own messages. Binaries are of its own
# formats, and a refused one takes the program from llvmpipe, not from Glissade.
LEFT_OUT = {"glGetError", "glShaderBinary", "glMultiDrawElements", "glMultiDrawElementsBaseVertex", "glWaitSync", "glFinish", "glDebugMessageCallback",
            "glProgramBinary", "glEGLImageTargetTexture2D", "glEGLImageTargetRenderbufferStorage"}
# Contexts with fixed function have arrays in memory without vertex array objects, and hints and point sizes of their
# own; glBegin is played with what belongs into it (fixed.py).
LEFT_OUT_OF_CORE = {"glHint", "glPointSize", "glGetPointerv", "glDeleteVertexArrays"}
# Of the imaging subset and NV_depth_buffer_float Glissade has nothing, and GLVND answers instead.
# Pipelines are played without fixed function: what stages they lack it would take over.
LEFT_OUT_OF_FIXED = {"glBegin", "glBindProgramPipeline", "glGetnColorTable", "glGetnConvolutionFilter", "glGetnHistogram", "glGetnMinmax",
                     "glGetnSeparableFilter", "glDepthRangeArraydv", "glDepthRangeIndexedd"}


LIMITS = re.compile(r"GL_(MAX_|MIN_(PROGRAM|MAP|SAMPLE|FRAGMENT)|NUM_|ALIASED_|SMOOTH_|POINT_SIZE_(RANGE|GRAN)|SUBPIXEL_|COMPRESSED_TEXTURE_FORMATS|"
                    r"PROGRAM_BINARY|SHADER_BINARY|IMPLEMENTATION_|TIMESTAMP|QUERY_COUNTER_BITS|\w+_ALIGNMENT$|M(AJ|IN)OR_VERSION|"
                    r"CONTEXT_(FLAGS|PROFILE_MASK)|(\w+_)?INFO_LOG_LENGTH|\w+_SUBPIXEL_BITS|LINE_WIDTH_|LAYER_PROVOKING|VIEWPORT_(INDEX_PROVOKING|BOUNDS)|"
                    r"RENDERBUFFER_SAMPLES|SAMPLES|CURRENT_PROGRAM|ACTIVE_PROGRAM|UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES|DOUBLEBUFFER|STEREO|\w+_MAX_LENGTH|SHADER_COMPILER)")

ASSEMBLY_OBJECTS = {"glGenProgramsARB", "glBindProgramARB", "glDeleteProgramsARB", "glIsProgramARB"}
BINDINGS = {r"GL_(\w+_)?BUFFER_BINDING": "buffer", "GL_RENDERBUFFER_BINDING": "renderbuffer",
            r"GL_(DRAW_|READ_)?FRAMEBUFFER_BINDING": "framebuffer", "GL_SAMPLER_BINDING": "sampler",
            "GL_VERTEX_ARRAY_BINDING": "vertex array", "GL_TRANSFORM_FEEDBACK_BINDING": "transform feedback",
            "GL_PROGRAM_PIPELINE_BINDING": "program pipeline", r"GL_TEXTURE_BINDING_\w+": "texture"}

# What groups lack of fixed function, for versions that have it.
ADDITIONS = {"TextureEnvTarget": [0x2300, 0x8500, 0x8861], "TextureGenParameter": [0x2500, 0x2501, 0x2502],
             "TextureEnvParameter": [0x2200, 0x2201, 0x8571, 0x8572, 0x8573, 0x0D1C, 0x8862, 0x8501, *range(0x8580, 0x8583),
                                     *range(0x8588, 0x858B), *range(0x8590, 0x8593), *range(0x8598, 0x859B)],
             "FramebufferAttachment": [0x8CE0, 0x8D00, 0x8D20], "BufferAccessARB": [0x88B9], "BufferPointerNameARB": [0x88BD],
             "LightParameter": list(range(0x1200, 0x120A)), "MaterialParameter": [0x1200, 0x1201, 0x1202, 0x1600, 0x1601, 0x1602, 0x1603],
             "LightModelParameter": [0x0B51, 0x0B52, 0x0B53, 0x81F8], "FogParameter": [0x0B62, 0x0B63, 0x0B64, 0x0B65, 0x0B66, 0x0B61, 0x8450],
             "FogPName": [0x0B62, 0x0B63, 0x0B64, 0x0B65, 0x0B66, 0x0B61, 0x8450], "ProgramTargetARB": [0x8620, 0x8804],
             "ProgramTarget": [0x8620, 0x8804], "PixelTransferParameter": [*range(0x0D10, 0x0D20)], "PointParameterNameARB": [0x8126, 0x8127, 0x8128, 0x8129, 0x8CA0]}


@dataclasses.dataclass
class Api:
    bind: int              # for eglBindAPI
    context: list          # EGL attributes
    family: str            # gl.xml's name
    version: float
    extensions: tuple = ()  # beyond the version; played when both drivers have them
    fixed: bool = False     # fixed function; all extensions that both have are played
    without: tuple = ()     # but these

    @property
    def es(self):
        return self.family != "gl"


CORE_41_EXTENSIONS = (
    "GL_ARB_base_instance", "GL_ARB_buffer_storage", "GL_ARB_copy_image", "GL_ARB_internalformat_query",
    "GL_ARB_invalidate_subdata", "GL_ARB_multi_draw_indirect", "GL_ARB_texture_storage",
    "GL_ARB_texture_storage_multisample", "GL_ARB_texture_view", "GL_ARB_transform_feedback_instanced",
    "GL_ARB_vertex_attrib_binding", "GL_ARB_stencil_texturing")
APIS = {"es3": Api(0x30A0, [0x3098, 3, 0x30FB, 0], "gles2", 3.0),
        "core33": Api(0x30A2, [0x3098, 3, 0x30FB, 3, 0x30FD, 1], "gl", 3.3),
        "core41": Api(0x30A2, [0x3098, 4, 0x30FB, 1, 0x30FD, 1], "gl", 4.1, CORE_41_EXTENSIONS),
        "compat": Api(0x30A2, [0x3098, 4, 0x30FB, 1, 0x30FD, 2], "gl", 4.1, fixed=True),
        # Of this extension llvmpipe has the name alone.
        "es1": Api(0x30A0, [0x3098, 1], "gles1", 1.1, fixed=True, without=("GL_OES_vertex_array_object",))}
SUFFIX = re.compile(r"(ARB|EXT|OES|KHR|ATI|AMD|NV|APPLE|MESA|IBM|SGIS|INGR|SUN)$")


def base(name):
    """A command's name without a vendor's suffix."""
    return SUFFIX.sub("", name)


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
            profile = part.get("profile")
            if profile == ("core" if api.fixed else "compatibility") or part.get("api") not in (None, api.family):
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
    for group, more in ADDITIONS.items() if api.fixed else ():
        groups.setdefault(group, set()).update(set(more) & set(values.values()))
    groups = {name: sorted(group) for name, group in groups.items()}
    commands = {}
    for node in root.iterfind("commands/command"):
        proto = node.find("proto")
        name = proto.findtext("name")
        if name in names:
            result = spelled(proto).removesuffix(name).strip()
            commands[name] = Command(name, result, [parameter(name, p) for p in node.iterfind("param")])
    left_out = LEFT_OUT | (LEFT_OUT_OF_FIXED if api.fixed else LEFT_OUT_OF_CORE)
    playable = [commands[name] for name in sorted(commands) if base(name) not in left_out]
    limits = {value for name, value in values.items() if LIMITS.match(name)}
    bindings = {value: kind for name, value in values.items() for pattern, kind in BINDINGS.items() if re.fullmatch(pattern, name)}
    return Table(commands, playable, groups, sorted({v for v in values.values() if v < 0x10000}), limits, bindings)


def parameter(command, node):
    text, name, group = spelled(node), node.findtext("name"), node.get("group") or ""
    kind = node.get("class") if node.get("class") in KINDS else ""
    base_type = node.findtext("ptype") or "void"
    if base_type == "GLsync":
        kind = "sync"
    if base_type == "GLhandleARB":
        kind = "shader" if name == "shaderObj" else "program"
    if group == "List" and base_type == "GLuint":
        kind = "display list"
    if command in ASSEMBLY_OBJECTS and kind == "program":
        kind = "assembly program"
    if group == "SpecialNumbers":
        group = ""
    is_text = base_type in ("GLchar", "GLcharARB") and "const" in text
    return Param(name, base_type, "*" in text, text.count("*") > 1, "const" in text, group, kind,
                 ("name" if name == "name" else "string") if is_text else "")

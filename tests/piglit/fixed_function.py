# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Decides from a piglit test's files what it needs of OpenGL's fixed-function half.

Four answers, worst of all that applies:

  plain     both stages are shaders, and nothing built in is read but what core profiles keep
  builtin   both stages are shaders, but they read built-in attributes, varyings or matrices
            (gl_Vertex, gl_Color, gl_TexCoord, gl_ModelViewProjectionMatrix), or the program feeds
            them through glVertexPointer and the matrix stack: no fixed-function processing
  textured  draws without a program, or by glBegin, and uses no more of fixed function than textures
            and their environments: texturing.cpp serves it
  fixed     needs fixed-function processing or state: a stage without a shader, lights, fog,
            client clip planes, two-sided colour, display lists, flat shading,
            assembly programs and the like

For a .shader_test the shaders and commands are read; for a C test the entry points that it imports
from piglit's dispatch library (each is a dynamic symbol, so the strings of the file tell).
"""

import re

CLASSES = ("plain", "builtin", "textured", "fixed")

_BUILTIN_WORDS = re.compile(
    r"\b(gl_Vertex|gl_Color|gl_SecondaryColor|gl_Normal|gl_MultiTexCoord\d|gl_FogCoord|gl_FogFragCoord"
    r"|gl_TexCoord|gl_FrontColor|gl_BackColor|gl_FrontSecondaryColor|gl_BackSecondaryColor"
    r"|gl_ModelView\w*|gl_Projection\w*|gl_NormalMatrix|gl_TextureMatrix\w*|gl_NormalScale|ftransform)\b")
_FIXED_WORDS = re.compile(
    r"\b(gl_ClipVertex|gl_ClipPlane|gl_Light\w*|gl_FrontLight\w*|gl_BackLight\w*|gl_FrontMaterial"
    r"|gl_BackMaterial|gl_Fog|gl_TextureEnvColor|gl_ObjectPlane\w|gl_EyePlane\w|gl_Point)\b")
_FIXED_COMMANDS = re.compile(
    r"^\s*(clip plane|shade model|parameter |enable GL_(VERTEX_PROGRAM_TWO_SIDE|CLIP_PLANE|LIGHT|FOG"
    r"|ALPHA_TEST|COLOR_SUM|POINT_SPRITE|TEXTURE_1D|TEXTURE_2D|COLOR_LOGIC_OP)|texparameter .*depthmode)",
    re.MULTILINE)
_BUILTIN_COMMANDS = re.compile(r"^\s*(ortho|frustum|texcoord|color )", re.MULTILINE)

_FIXED_CALLS = re.compile(
    r"gl(Begin|End|EndList|NewList|CallLists?|GenLists|Vertex[234]\w+|Color[34][a-z]+\w*"
    r"|SecondaryColor\w+|Normal3\w+|TexCoord[1234]\w+|MultiTexCoord\w+|FogCoord\w+|Light\w+|Material\w+"
    r"|ColorMaterial|Fog[fi]v?|TexEnv\w+|TexGen\w+|ClipPlane|ShadeModel|PushAttrib|PopAttrib"
    r"|PushClientAttrib|PopClientAttrib|AlphaFunc|RasterPos\w+|WindowPos\w+|Bitmap|DrawPixels"
    r"|CopyPixels|PixelZoom|PixelTransfer\w+|PixelMap\w+|Accum|ClearAccum|PolygonStipple|LineStipple"
    r"|ProgramString\w+|BindProgram\w+|ProgramEnv\w+|ProgramLocal\w+|InterleavedArrays|ArrayElement"
    r"|SelectBuffer|FeedbackBuffer|RenderMode|Rect[dfis]v?)$")
# … of which texturing.cpp serves:
_TEXTURING_CALLS = re.compile(
    r"gl(Begin|End|Vertex[234]\w+|Color[34][a-z]+\w*|TexCoord[1234]\w+|MultiTexCoord\w+|TexEnv\w+)$")
_PROGRAM_CALLS = re.compile(
    rb"\0(piglit_dispatch_gl(UseProgram|UseProgramObjectARB|BindProgramPipeline)|piglit_build_simple_program\w*)(?=\0)")
# Programs that import commands for what other arguments ask for, or for display by hand alone: by
# name, the arguments that need them.
_COMMANDS_OF_ARGUMENTS = {"fbo-depth": {"drawpixels", "copypixels"}, "fbo-clear-formats": set()}
_BUILTIN_CALLS = re.compile(
    r"gl(VertexPointer|ColorPointer|NormalPointer|TexCoordPointer|SecondaryColorPointer|FogCoordPointer"
    r"|EnableClientState|DisableClientState|ClientActiveTexture|MatrixMode|LoadIdentity|LoadMatrix\w+"
    r"|MultMatrix\w+|PushMatrix|PopMatrix|Ortho|Frustum|Rotate\w|Translate\w|Scale[df])$")
_BUILTIN_HELPERS = re.compile(
    rb"\0(piglit_draw_rect\w*|piglit_draw_triangle\w*|piglit_ortho_projection|piglit_frustum_projection"
    rb"|piglit_gen_ortho_projection)(?=\0)")

# Programs that are whole only with shader_runner's commands: judged by their script, not imports.
_SCRIPTED = ("shader_runner", "glslparsertest")


def _without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))


def classify_shader_test(text):
    sections = {}
    for match in re.finditer(r"^\[([^\]\n]+)\][^\n]*\n(.*?)(?=^\[[a-z]|\Z)", text,
                             re.MULTILINE | re.DOTALL):
        sections[match.group(1)] = sections.get(match.group(1), "") + match.group(2)
    vertex = any(name.startswith("vertex shader") for name in sections)
    fragment = any(name.startswith("fragment shader") for name in sections)
    if not (vertex and fragment):
        return "fixed"
    shaders = _without_comments("\n".join(b for n, b in sections.items() if n.split()[-1] != "data"
                                          and "shader" in n))
    commands = sections.get("test", "")
    if any("program" in name for name in sections):
        return "fixed"
    if _FIXED_WORDS.search(shaders) or _FIXED_COMMANDS.search(commands):
        return "fixed"
    if _BUILTIN_WORDS.search(shaders) or _BUILTIN_COMMANDS.search(commands):
        return "builtin"
    if "gl_Vertex" in sections.get("vertex data", ""):
        return "builtin"
    return "plain"


def classify_program(program, image, arguments):
    calls = {name.decode() for name in re.findall(rb"\0piglit_dispatch_(gl\w+)(?=\0)", image)}
    fixed = {call for call in calls if _FIXED_CALLS.match(call)}
    beyond = {call for call in fixed if not _TEXTURING_CALLS.match(call)}
    if program in _COMMANDS_OF_ARGUMENTS and not _COMMANDS_OF_ARGUMENTS[program] & set(arguments):
        beyond = set()
    if "fixed" in arguments or beyond:
        return "fixed"
    text = b"\n".join(re.findall(rb"[\x09\x0a\x0d\x20-\x7e]{16,}", image)).decode("ascii")
    if _FIXED_WORDS.search(text):
        return "fixed"
    # A vertex shader alone, with fixed-function fragments behind it.
    if "gl_Position" in text and "gl_Frag" not in text:
        return "fixed"
    draws = _BUILTIN_HELPERS.search(image) or any(call.startswith("glDraw") for call in calls)
    if fixed or (draws and not _PROGRAM_CALLS.search(image)) or b"GL_ARB_texture_env" in image:
        return "textured"
    if any(_BUILTIN_CALLS.match(call) for call in calls) or _BUILTIN_HELPERS.search(image):
        return "builtin"
    if _BUILTIN_WORDS.search(text):
        return "builtin"
    return "plain"


def classify(command):
    """The class of a test from its command line (a list whose first word is the program)."""
    program = command[0].rsplit("/", 1)[-1]
    scripts = [word for word in command[1:] if word.endswith(".shader_test")]
    if scripts:
        texts = [open(script, encoding="utf-8", errors="replace").read() for script in scripts]
        return max((classify_shader_test(text) for text in texts), key=CLASSES.index)
    if program.endswith(("_gles1", "_gles2", "_gles3")) or program.startswith(_SCRIPTED):
        return "plain"
    with open(command[0], "rb") as file:
        return classify_program(program, file.read(), command[1:])

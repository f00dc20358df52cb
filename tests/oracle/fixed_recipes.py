# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Short sequences (recipes.py) for contexts with fixed function. What a context does not have is left out of them."""

import re

import arguments
import recipes
import shaders
from arguments import COUNTS, FROM, HELD, INTO, NULL, ZERO, Array, Object, Text, Value, enum, name, number
from fixed import ARRAYS, COMPILE, COMPILE_AND_EXECUTE, DOUBLES, FEEDBACK, FLOATS, INTS, NUMBERS, RENDER, SELECT, SHORTS, UNDEFINED_INSIDE
from recipes import bits, pick, some

INSIDE = re.compile(r"gl(Color[34P]|SecondaryColor[3P]|(Multi)?TexCoord[1-4P]|Normal[3P]|FogCoord[fd]|EdgeFlag|Index[dfisu]|VertexAttrib[1-4ILP]|"
                    r"EvalCoord[12]|EvalPoint[12]|Material|ArrayElement)(?!.*(Pointer|Divisor|Format|Binding|Mask))\w*")
VERTEX = re.compile(r"glVertex([234]|P\d)\w*")
ARRAY_TARGETS = [0x8074, 0x8075, 0x8076, 0x8077, 0x8078, 0x8079, 0x8457, 0x845E, 0x8B9C]
VERTEX_PROGRAM, FRAGMENT_PROGRAM, ASCII = 0x8620, 0x8804, 0x8875


def one_of(player, *names):
    """A command of those that there are."""
    known = [n for n in names if n in player.functions]
    return player.random.choice(known) if known else names[0]


def real(player, *values):
    return number(float(player.random.choice(values or (0, 1, 0.5, -1, 2))))


def scalar(player, form, *values):
    """A number as commands that end in f, d or x want it."""
    value = player.random.choice(values or (0, 1, 0.5, -1, 2, 0.25))
    return number(int(value * 65536)) if form.endswith("x") else number(float(value))


def matching(player, pattern):
    found = player.matching.get(pattern)
    if found is None:
        found = player.matching[pattern] = [c for c in player.table.playable if pattern.fullmatch(c.name)]
    return found


def any_of(player, pattern):
    command = player.random.choice(matching(player, pattern))
    return command.name, arguments.arguments_of(player, command)


def vertices(player, count):
    """Calls for that many vertices."""
    steps = []
    for _ in range(count):
        for _ in range(player.random.choice([0, 0, 1, 2])):
            steps.append(any_of(player, INSIDE))
        steps.append(any_of(player, VERTEX))
    return steps


def anything(player):
    player.step()


def immediate(player):
    """A primitive, with a command that does not belong there now and then."""
    if "glBegin" not in player.functions:
        return
    r = player.random
    steps = [("glBegin", (some(player, "PrimitiveType"),)), *vertices(player, r.randrange(6))]
    if r.random() < 0.25:
        wrong = player.any_call()
        if not UNDEFINED_INSIDE.fullmatch(wrong[0]):
            steps.insert(r.randrange(1, len(steps) + 1), wrong)
    player.calls([*steps, ("glEnd", ())])


def display_list(player):
    r = player.random
    if "glNewList" not in player.functions:
        return
    it = name(player, "display list")
    player.call("glNewList", it, enum(r.choice([COMPILE, COMPILE, COMPILE_AND_EXECUTE])))
    for _ in range(r.randrange(4)):
        r.choice([immediate, matrices, lights, texturing, anything, call_lists, draw_arrays])(player)
    player.call("glEndList")
    if r.random() < 0.7:
        player.call("glCallList", it)


def halves(player):
    """Primitives whose parts are in several lists and outside."""
    r = player.random
    if "glNewList" not in player.functions or player.fixed.open:
        return
    lists = [Object("display list", index) for index in r.sample(range(8), 3)]
    parts = [[("glBegin", (some(player, "PrimitiveType"),)), *vertices(player, 2)], vertices(player, 2),
             [*vertices(player, 2), ("glEnd", ())]]
    for it, part in zip(lists, parts):
        player.calls([("glNewList", (it, enum(COMPILE))), *part, ("glEndList", ())])
    steps = [("glCallList", (it,)) for it in lists]
    if r.random() < 0.5:
        steps[1:1] = vertices(player, 1)
    player.calls([*steps, ("glEnd", ())])
    # Left in place, a random call would lead to where no error can be asked for.
    for it in lists:
        player.call("glDeleteLists", it, number(1))


def call_lists(player):
    r = player.random
    if player.fixed.open:
        player.calls([("glListBase", (ZERO,)), ("glCallLists", (number(2), enum(0x1405), Array(tuple(player.fixed.lower() for _ in range(2)))))])
        return
    if r.random() < 0.3:
        player.call("glListBase", pick(player, 0, 1, 2))
    lists = Array(tuple(name(player, "display list") for _ in range(4)))
    player.call("glCallLists", pick(player, 0, 1, 2, 4, -1), enum(r.choice([0x1405, 0x1405, 0x1404, 0x1401, 0x1407, 0x1406, 0x140A, 0x1408])), lists)


def stacks(player):
    r = player.random
    client = r.random() < 0.3
    if client:
        mask = enum(r.choice([1, 2, 3, 0xFFFFFFFF, 0]))
    else:
        mask = bits(player, "AttribMask") if "AttribMask" in player.table.groups and r.random() < 0.7 else enum(0xFFFFFFFF)
    player.call("glPushClientAttrib" if client else "glPushAttrib", mask)
    for _ in range(r.randrange(1, 4)):
        r.choice([lights, texturing, matrices, arrays, pixel_state, anything, switches])(player)
    player.call("glPopClientAttrib" if client else "glPopAttrib")


def switches(player):
    r = player.random
    for _ in range(2):
        player.call(r.choice(["glEnable", "glEnable", "glDisable"]), some(player, "EnableCap"))


def matrices(player):
    r = player.random
    player.call("glMatrixMode", enum(r.choice([0x1700, 0x1701, 0x1702, 0x1702, 0x1800])))
    if r.random() < 0.5:
        player.call("glPushMatrix")
    for _ in range(r.randrange(3)):
        form = one_of(player, *(f"gl{what}{t}" for what in ("Rotate", "Translate", "Scale", "Frustum", "Ortho", "LoadMatrix", "MultMatrix",
                                                          "LoadTransposeMatrix", "MultTransposeMatrix") for t in "fdx"))
        if "Matrix" in form:
            player.call(form, {"f": FLOATS, "d": DOUBLES, "x": INTS}[form[-1]])
        elif "Rotate" in form:
            player.call(form, *(scalar(player, form, *v) for v in ((0, 30, 90, -45), (0, 1), (0, 1), (0, 1))))
        elif "Frustum" in form or "Ortho" in form:
            corners = [(-1, 0), (1, 1, 0), (-1, 0), (1, 1, 0), (1, 0.5, 0), (10, 100)]
            player.call(form, *(scalar(player, form, *v) for v in corners))
        else:
            player.call(form, *(scalar(player, form) for _ in range(3)))
    if r.random() < 0.5:
        player.call("glPopMatrix")


def lights(player):
    r = player.random
    player.call("glEnable", enum(0x0B50))
    light = 0x4000 + r.choice([0, 0, 1, 7, 8])
    player.call("glEnable", enum(light))
    for command in r.sample(["Light", "Light", "Material", "LightModel"], 2):
        form = one_of(player, f"gl{command}fv", f"gl{command}iv", f"gl{command}f", f"gl{command}i", f"gl{command}x", f"gl{command}xv")
        player.calls([any_of(player, re.compile(form))])
    if r.random() < 0.4:
        player.call("glColorMaterial", some(player, "MaterialFace"), enum(r.choice([0x1600, 0x1200, 0x1201, 0x1202, 0x1602])))
        player.call("glEnable", enum(0x0B57))
    if r.random() < 0.4:
        immediate(player)


def texturing(player):
    r = player.random
    player.call("glActiveTexture", enum(0x84C0 + r.choice([0, 0, 1, 2, 7])))
    target = r.choice([0x0DE1, 0x0DE1, 0x8513] if player.es else [0x0DE1, 0x0DE1, 0x0DE0, 0x806F, 0x8513, 0x84F5])
    player.call("glBindTexture", enum(target), recipes.texture(player, target))
    player.call("glEnable", enum(target))
    for pattern in r.sample([re.compile(r"glTexEnv[fix]v?"), re.compile(r"glTexEnv[fix]v?"), re.compile(r"glTexGen[fdix]v?(OES)?")], 2):
        if matching(player, pattern):
            player.calls([any_of(player, pattern)])
    if r.random() < 0.3 and not player.es:
        player.call("glEnable", enum(0x0C60 + r.randrange(4)))
    if r.random() < 0.4:
        immediate(player)


def evaluators(player):
    r = player.random
    two = r.random() < 0.4
    target = enum((0x0DB0 if two else 0x0D90) + r.choice([0, 1, 2, 3, 4, 5, 6, 7, 8]))
    form = r.choice("fd")
    points = FLOATS if form == "f" else DOUBLES
    ends = [real(player, 0, 0, 1, -1), real(player, 1, 1, 2, 0)]
    if two:
        player.call(f"glMap2{form}", target, *ends, pick(player, 4, 4, 8, 2), pick(player, 1, 2, 4, 31), *ends, pick(player, 16, 16, 4),
                    pick(player, 1, 2, 4, 31), points)
        player.call(f"glMapGrid2{form}", pick(player, 1, 4, 0), *ends, pick(player, 1, 4), *ends)
    else:
        player.call(f"glMap1{form}", target, *ends, pick(player, 4, 4, 8, 2), pick(player, 1, 2, 4, 30, 31, 0), points)
        player.call(f"glMapGrid1{form}", pick(player, 1, 4, 4, 0), *ends)
    player.call("glEnable", target)
    if r.random() < 0.5:
        player.call("glEnable", enum(0x0DB7 if two else 0x0D97))
    corners = [pick(player, 0, 0, -1), pick(player, 4, 1, 0)]
    if two:
        player.call("glEvalMesh2", enum(r.choice([0x1B00, 0x1B01, 0x1B02, 4])), *corners, *corners)
    else:
        player.call("glEvalMesh1", enum(r.choice([0x1B00, 0x1B01, 0x1B02])), *corners)
    player.call(f"glGetMap{r.choice('fdi')}v", target, enum(r.choice([0x0A00, 0x0A01, 0x0A02])), INTO)


PIXELS = [(0x1908, 0x1401), (0x1907, 0x1401), (0x1909, 0x1406), (0x190A, 0x1401), (0x1906, 0x1403), (0x1903, 0x1406), (0x1900, 0x1401),
          (0x1901, 0x1401), (0x1902, 0x1406), (0x1908, 0x8033), (0x1907, 0x8363), (0x80E1, 0x8367), (0x84F9, 0x84FA), (0x1900, 0x1A00),
          (0x1901, 0x1A00), (0x1908, 0x1A00), (0x8D99, 0x1401)]


def pixel_state(player):
    r = player.random
    if r.random() < 0.5:
        player.calls([any_of(player, re.compile(r"glPixelTransfer[fi]"))] if matching(player, re.compile(r"glPixelTransfer[fi]")) else [])
    if r.random() < 0.4:
        at = Value(None, "0") if player.integer(0x88EF) else r.choice([FLOATS, FROM])
        player.call(r.choice(["glPixelMapfv", "glPixelMapuiv", "glPixelMapusv"]), some(player, "PixelMap") if not player.es else ZERO,
                    pick(player, 0, 1, 2, 4, 3, 256, 257), at)
    if r.random() < 0.3:
        player.call("glPixelZoom", real(player, 1, 2, -1, 0, 0.5), real(player, 1, 2, -1, 0))


def pixels(player):
    r = player.random
    pixel_state(player)
    position = r.choice(["glRasterPos2f", "glWindowPos2f"])
    # Vertex shaders do not make Glissade's raster positions (docs/pixel-paths.md), which selection would tell.
    if not player.es and player.integer(0xC40) == SELECT and player.integer(0x8B8D):
        position = "glWindowPos2f"
    player.call(position, real(player, 0, 0, 0.5, 5), real(player, 0, 0.5, -5))
    kind = r.random()
    at = Value(None, "0") if player.integer(0x88EF) else FROM
    if kind < 0.5:
        form, element = r.choice(PIXELS)
        player.call("glDrawPixels", pick(player, 1, 1, 4, 16, -1), pick(player, 1, 4), enum(form), enum(element), at)
    elif kind < 0.75:
        player.call("glBitmap", pick(player, 1, 8, 7, -1), pick(player, 1, 8), real(player, 0, 1), real(player, 0, 1), real(player, 0, 8, 0.5),
                    real(player, 0, 1, -1), at)
    else:
        player.call("glCopyPixels", pick(player, 0, 1, -4), pick(player, 0, 1), pick(player, 1, 4, 16, -1), pick(player, 1, 4),
                    enum(r.choice([0x1800, 0x1801, 0x1802, 0x84F9])))


def accumulate(player):
    r = player.random
    if r.random() < 0.5:
        player.call("glBindFramebuffer", enum(0x8D40), ZERO)
    player.call("glClearAccum", *(real(player, 0, 1, 2, -1, -2) for _ in range(4)))
    player.call("glClear", enum(r.choice([0x200, 0x4200])))
    player.call("glAccum", some(player, "AccumOp") if not player.es else ZERO, real(player))


def recorded(player):
    r = player.random
    mode = r.choice([FEEDBACK, SELECT])
    if mode == FEEDBACK:
        player.call("glFeedbackBuffer", pick(player, 0, 4, 256, 4096, -1), enum(0x600 + r.choice([0, 1, 2, 3, 4, 5])), Value(HELD, "held"))
    else:
        player.call("glSelectBuffer", pick(player, 0, 4, 256, -1), Value(HELD, "held"))
    if player.fixed.held_el.get(mode):
        player.call("glRenderMode", enum(mode))
    player.call("glInitNames")
    for step in r.sample([immediate, pixels, draw_arrays, lambda p: p.call("glPushName", pick(p, 0, 7)), lambda p: p.call("glPopName"),
                          lambda p: p.call("glLoadName", pick(p, 1, 9)), lambda p: p.call("glPassThrough", real(p)), anything], 4):
        step(player)
    player.call("glRenderMode", enum(RENDER))


def arrays(player):
    r = player.random
    if r.random() < 0.3:
        recipes.buffer(player, recipes.ARRAY)
    elif r.random() < 0.6:
        player.call("glBindBuffer", enum(recipes.ARRAY), ZERO)
    if r.random() < 0.2:
        at = Value(None, "0") if player.integer(0x8894) else FLOATS
        player.call("glInterleavedArrays", some(player, "InterleavedArrayFormat") if not player.es else ZERO, pick(player, 0, 0, 64, -1), at)
        return
    for _ in range(r.choice([1, 2])):
        if r.random() < 0.3:
            player.call("glClientActiveTexture", enum(0x84C0 + r.choice([0, 1, 7])))
        pattern = re.compile(r"gl(Vertex|Normal|Color|SecondaryColor|FogCoord|TexCoord|EdgeFlag|Index|PointSize)Pointer(OES)?")
        player.calls([any_of(player, pattern)])
        player.call("glEnableClientState" if r.random() < 0.8 else "glDisableClientState", enum(r.choice(ARRAY_TARGETS)))


def draw_arrays(player):
    r = player.random
    if r.random() < 0.5:
        at = Value(None, "0") if player.integer(0x8894) else FLOATS
        player.call("glVertexPointer", pick(player, 2, 3, 4), enum(r.choice([0x1406, 0x1402])), pick(player, 0, 0, 16), at)
        player.call("glEnableClientState", enum(0x8074))
    if r.random() < 0.4:
        arrays(player)
    mode = some(player, "PrimitiveType") if r.random() < 0.7 else enum(4)
    kind = r.random()
    at = ZERO if player.integer(0x8895) else r.choice([FROM, COUNTS])
    if kind < 0.4:
        player.call("glDrawArrays", mode, pick(player, 0, 0, 1, -1), pick(player, 0, 3, 4, 16, -1))
    elif kind < 0.7:
        player.call("glDrawElements", mode, pick(player, 0, 3, 4, 16, -1), enum(r.choice([0x1401, 0x1403, 0x1405])), at)
    elif kind < 0.8 and not player.es:
        steps = [("glArrayElement", (pick(player, 0, 1, 2, 7),)) for _ in range(3)]
        player.calls([("glBegin", (mode,)), *steps, ("glEnd", ())])
    elif kind < 0.9 and not player.integer(0x8895):
        places = Array((FROM, COUNTS), arguments.ctypes.c_void_p)
        player.call(one_of(player, "glMultiDrawElements", "glMultiDrawElementsEXT"), mode, Array((pick(player, 0, 3), pick(player, 3, -1))),
                    enum(r.choice([0x1401, 0x1403, 0x1405, 0x1404])), places, pick(player, 0, 1, 2, -1))
    else:
        firsts, counts = Array((ZERO, pick(player, 0, 1, -1))), Array((pick(player, 0, 3), pick(player, 3, -1)))
        player.call(one_of(player, "glMultiDrawArrays", "glMultiDrawArraysEXT"), mode, firsts, counts, pick(player, 0, 1, 2, -1))


# Programs in assembly.

VERTEX_TEXTS = [
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n",
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nPARAM c[3] = { program.local[0..2] };\nADDRESS a;\nTEMP t;\nARL a.x, c[0].x;\n"
    "MUL t, vertex.normal.xyzz, c[a.x + 1];\nMOV result.color, t;\nEND\n",
    "!!ARBvp1.0\nPARAM m[4] = { state.matrix.mvp };\nATTRIB p = vertex.attrib[0];\nDP4 result.position.x, m[0], p;\nDP4 result.position.y, m[1], p;\n"
    "DP4 result.position.z, m[2], p;\nDP4 result.position.w, m[3], p;\nMOV result.texcoord[1], state.light[0].diffuse;\nEND\n",
    "!!ARBvp1.0\nMOV result.position, vertex.position\nEND\n", "!!ARBvp1.0\nTEMP t;\nMOV result.colour, t;\nEND\n", ""]
FRAGMENT_TEXTS = [
    "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fog_linear;\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\nMAD_SAT result.color, t, program.env[3], state.fog.color;\nEND\n",
    "!!ARBfp1.0\nTEMP t;\nKIL fragment.texcoord[1];\nTXP t, fragment.texcoord[2], texture[1], CUBE;\nLRP result.color, t, {0.5, 1.0, 2, 3}, t;\nEND\n",
    "!!ARBfp1.0\nMOV result.color fragment.color;\nEND\n", "!!ARBfp2.0\nEND\n"]


def assembly_source(player):
    r = player.random
    target = r.choice([VERTEX_PROGRAM, FRAGMENT_PROGRAM])
    text = r.choice(VERTEX_TEXTS if (target == VERTEX_PROGRAM) == (r.random() < 0.95) else FRAGMENT_TEXTS)
    length = len(text) if r.random() < 0.95 else max(len(text) - 3, 0)
    return enum(target), enum(ASCII) if r.random() < 0.95 else some(player, "ProgramFormat"), number(length), Text(text)


def assembly(player):
    r = player.random
    target, form, length, text = assembly_source(player)
    player.call("glBindProgramARB", target, name(player, "assembly program"))
    player.call("glProgramStringARB", target, form, length, text)
    player.call("glEnable", target)
    for place in r.sample(["Env", "Local"], r.randrange(3)):
        index = pick(player, 0, 1, 3, 95, 96, 10000)
        kind = r.choice(["4fARB", "4fvARB", "4dARB", "4dvARB", "s4fvEXT"])
        # Of less than no parameters llvmpipe writes over its own memory.
        given = {"4fARB": [real(player) for _ in range(4)], "4dARB": [real(player) for _ in range(4)], "4fvARB": [FLOATS], "4dvARB": [DOUBLES],
                 "s4fvEXT": [pick(player, 0, 1, 3), FLOATS]}[kind]
        player.call(f"glProgram{place}Parameter{kind}", target, index, *given)
        player.call(f"glGetProgram{place}Parameter{r.choice('fd')}vARB", target, index, INTO)
    if r.random() < 0.7:
        immediate(player)
    player.call("glGetProgramivARB", target, enum(r.choice(ASSEMBLY_STATE)), INTO)
    if r.random() < 0.3:
        player.call("glGetProgramStringARB", target, enum(0x8628), INTO)
    if r.random() < 0.3:
        player.call("glDisable", target)


ASSEMBLY_STATE = [0x8627, 0x8876, 0x8677, 0x88A0, 0x88A4, 0x88A8, 0x88AC, 0x88B0, 0x8805, 0x8806, 0x8807, 0x88B6]


def old_program(player):
    """Vertex and fragment shaders of versions with built-in state, or one of them, with fixed function for the other."""
    r = player.random
    it = recipes.made(player, "program", "glCreateProgram")
    for kind, texts in ((shaders.VERTEX, OLD_VERTEX), (shaders.FRAGMENT, OLD_FRAGMENT)):
        if r.random() < 0.75:
            shader = recipes.made(player, "shader", "glCreateShader", enum(kind))
            player.call("glShaderSource", shader, number(1), arguments.texts(r.choice(texts)), NULL)
            player.call("glCompileShader", shader)
            player.call("glAttachShader", it, shader)
    player.call("glLinkProgram", it)
    player.call("glUseProgram", it)
    immediate(player)


OLD_VERTEX = [
    "#version 110\nvarying vec4 c; void main() { gl_Position = ftransform(); gl_FrontColor = gl_Color; gl_TexCoord[0] = gl_MultiTexCoord0; c = gl_Vertex; }",
    "#version 120\nattribute vec4 place; void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex + place;\n"
    "gl_FrontColor = gl_LightSource[0].ambient * gl_FrontMaterial.diffuse; gl_ClipVertex = gl_Position; gl_FogFragCoord = gl_FogCoord; }",
    "#version 150 compatibility\nout vec4 c; void main() { gl_Position = gl_Vertex; c = gl_SecondaryColor; gl_BackColor = vec4(gl_Normal, 1.0); }"]
OLD_FRAGMENT = [
    "#version 110\nuniform sampler2D image; void main() { gl_FragColor = gl_Color + texture2D(image, gl_TexCoord[0].st) * gl_Fog.color; }",
    "#version 120\nvoid main() { gl_FragData[0] = gl_SecondaryColor; }",
    "#version 150 compatibility\nin vec4 c; out vec4 o; void main() { o = c + gl_Color; }"]


# OpenGL ES 1.1.

def es1_buffer(player):
    target = enum(player.random.choice([0x8892, 0x8893]))
    player.call("glBindBuffer", target, name(player, "buffer"))
    player.call("glBufferData", target, pick(player, 0, 64, 65536), FROM, some(player, "BufferUsageARB"))


def es1_image(player):
    r = player.random
    target = r.choice([0x0DE1, 0x0DE1, 0x8513])
    player.call("glBindTexture", enum(target), recipes.texture(player, target))
    form, element = r.choice([(0x1908, 0x1401), (0x1907, 0x1401), (0x1909, 0x1401), (0x190A, 0x1401), (0x1906, 0x1401), (0x1907, 0x8363),
                              (0x1908, 0x8033), (0x1908, 0x8034), (0x80E1, 0x1401)])
    place = 0x8515 + r.randrange(6) if target == 0x8513 else target
    player.call("glTexImage2D", enum(place), pick(player, 0, 0, 0, 1, -1), enum(form), pick(player, 4, 16, 16, 3), pick(player, 4, 16), ZERO,
                enum(form), enum(element), FROM)
    if r.random() < 0.5:
        player.call("glTexSubImage2D", enum(place), ZERO, pick(player, 0, 1, -1), pick(player, 0, 1), pick(player, 0, 1, 3), number(1),
                    enum(form), enum(element), FROM)
    if r.random() < 0.3:
        player.call("glCopyTexSubImage2D", enum(place), ZERO, ZERO, ZERO, ZERO, ZERO, pick(player, 1, 4), pick(player, 1, 4))


def es1_framebuffer(player):
    r = player.random
    player.call("glBindFramebufferOES", enum(0x8D40), name(player, "framebuffer"))
    it = name(player, "renderbuffer")
    player.call("glBindRenderbufferOES", enum(0x8D41), it)
    player.call("glRenderbufferStorageOES", enum(0x8D41), enum(r.choice([0x8056, 0x8057, 0x8D62, 0x81A5, 0x8D48, 0x8058, 0x88F0])), pick(player, 1, 16, -1),
                number(16))
    point = enum(r.choice([0x8CE0, 0x8D00, 0x8D20]))
    if r.random() < 0.5:
        player.call("glFramebufferRenderbufferOES", enum(0x8D40), point, enum(0x8D41), it)
    else:
        player.call("glFramebufferTexture2DOES", enum(0x8D40), point, enum(0x0DE1), recipes.texture(player, 0x0DE1), pick(player, 0, 0, 1))
    player.call("glCheckFramebufferStatusOES", enum(0x8D40))


def es1_draw_texture(player):
    form = one_of(player, "glDrawTexfOES", "glDrawTexxOES", "glDrawTexiOES", "glDrawTexsOES")
    if form[9] in "fx":
        player.call(form, *(scalar(player, form[:10], 0, 1, 4, -1) for _ in range(5)))
    else:
        player.call(form, *(pick(player, 0, 1, 4, -1) for _ in range(5)))


DESKTOP = [immediate, immediate, immediate, display_list, display_list, halves, call_lists, stacks, stacks, switches, matrices, lights, texturing,
           evaluators, pixels, pixels, accumulate, recorded, recorded, arrays, draw_arrays, draw_arrays, assembly, assembly, old_program]
ES1 = [switches, matrices, lights, texturing, arrays, draw_arrays, draw_arrays, es1_buffer, es1_image, es1_image, es1_framebuffer, es1_draw_texture]

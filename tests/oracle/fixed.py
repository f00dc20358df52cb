# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""What contexts with fixed function need beyond the others: immediate mode, where no error can be asked for, lists that
hold calls, arrays in memory, modes that write to memory later, arguments of commands whose groups say little, and all
state that only queries of its own tell (OpenGL 4.6 compatibility profile; OpenGL ES 1.1)."""

import ctypes
import re

import arguments
from arguments import COUNTS, FROM, HELD, INTO, READS, ZERO, Array, Object, Value, enum, number
from commands import base

COMPILE, COMPILE_AND_EXECUTE = 0x1300, 0x1301
MAX_LIGHTS = 0x0D31
RENDER, FEEDBACK, SELECT = 0x1C00, 0x1C01, 0x1C02
DRAWS = re.compile(r"gl(Multi|Mode)?(Draw(Arrays|Elements|Range|TransformFeedback)\w*|ArrayElement|Begin)")
# Arrays: what enables them, their buffer, their pointer.
ARRAYS = [(0x8074, 0x8896, 0x808E), (0x8075, 0x8897, 0x808F), (0x8076, 0x8898, 0x8090), (0x8077, 0x8899, 0x8091),
          (0x8079, 0x889B, 0x8093), (0x8457, 0x889D, 0x8456), (0x845E, 0x889C, 0x845D), (0x8B9C, 0x8B9F, 0x898C)]
TEXTURE_ARRAY, CLIENT_ACTIVE_TEXTURE, TEXTURE0, ELEMENTS_BINDING = (0x8078, 0x889A, 0x8092), 0x84E1, 0x84C0, 0x8895
TEXTURE_COORDS, ATTRIBUTES, LIGHTS, CLIP_PLANES = 8, 16, 8, 6
# Undefined between glBegin and glEnd (10.8.3 of the compatibility profile: an error may or may not be generated).
UNDEFINED_INSIDE = re.compile(r"gl((Enable|Disable)ClientState|(Push|Pop)ClientAttrib|\w+Pointer|InterleavedArrays|"
                              r"ClientActiveTexture|PixelStore\w*|Gen\w+|Create\w+|Delete\w+|Map\w*|Unmap\w*|FenceSync|"
                              r"(Enable|Disable)VertexAttribArray|NewList|EndList|CallLists?|Begin|End|GetError|Draw\w+|Multi\w*Draw\w+)")

# What belongs there.
VERTICES = re.compile(r"gl((Vertex|Normal|(Secondary)?Color|(Multi)?TexCoord|Index|FogCoord|VertexAttrib|Eval(Coord|Point)|Material|EdgeFlag)\w*|"
                      r"ArrayElement|CallLists?|Begin|End|NewList|EndList)")


def is_foreign(text):
    """Whether a call must not stand between glBegin and glEnd."""
    return not VERTICES.fullmatch(text.partition("(")[0])


# Memory for commands that read, by type; none of it changes.
FLOATS_B, DOUBLES_B, INTS_B, SHORTS_B = 2 << 20, 4 << 20, 6 << 20, 7 << 20
REALS = [0.5, 1.0, -1.0, 0.25, 2.0, 0.0, 0.75, 1.0, -0.5, 0.125, 1.0, 3.0, 0.0]
INTEGERS = [1, 0, 3, -1, 2, 16, 5, 7, 0, 1, 9]
for start_B, ctype, values in ((FLOATS_B, ctypes.c_float, REALS), (DOUBLES_B, ctypes.c_double, REALS), (INTS_B, ctypes.c_int, INTEGERS),
                               (SHORTS_B, ctypes.c_short, INTEGERS)):
    ctypes.memmove(READS + start_B, (ctype * 8192)(*(values[i % len(values)] for i in range(8192))), 8192 * ctypes.sizeof(ctype))
FLOATS, DOUBLES, INTS, SHORTS = (Value(READS + start_B, text) for start_B, text in
                                 ((FLOATS_B, "floats"), (DOUBLES_B, "doubles"), (INTS_B, "ints"), (SHORTS_B, "shorts")))
BY_TYPE = {"GLfloat": FLOATS, "GLclampf": FLOATS, "GLdouble": DOUBLES, "GLclampd": DOUBLES, "GLint": INTS, "GLuint": INTS,
           "GLfixed": INTS, "GLshort": SHORTS, "GLushort": SHORTS, "GLbyte": SHORTS, "GLubyte": SHORTS}

# What the parameters of commands may be.
NUMBERS = [0, 1, 0.5, -1, 2, 4, 45, 90, 128, 129, 180, 181]
PARAMETERS = [
    (re.compile(r"gl(Multi)?TexEnv\w*"), [0x2100, 0x2101, 0x0BE2, 0x1E01, 0x0104, 0x8570, 0x8574, 0x8575, 0x84E7, 0x86AE, 0x86AF, 0x1702, 0x84C0,
                                0x84C3, 0x8576, 0x8577, 0x8578, 0x300, 0x301, 0x302, 0x303, 0, 1, 2, 4, 3, -1, 0.5]),
    (re.compile(r"glTexGen\w*"), [0x2400, 0x2401, 0x2402, 0x8511, 0x8512, 0, 1, 0.5]),
    (re.compile(r"glFog\w*"), [0x800, 0x801, 0x2601, 0x8451, 0x8452, 0, 1, 0.5, -1, 100]),
    (re.compile(r"glLightModel\w*"), [0, 1, 0x81F9, 0x81FA, 0.5, -1]),
    (re.compile(r"gl(Light|Material|PixelTransfer)\w*"), NUMBERS),
    (re.compile(r"glPointParameter\w*"), [0, 1, 2, 0.5, -1, 0x8CA1, 0x8CA2]),
    (re.compile(r"glTexParameter\w*"), [*arguments.PARAMETERS, 0.5, 0x1909, 0x8049, 0x84F9, 0x2900])]
# Numbers that random ones would make slow, or read out of bounds.
SMALL = {"glEvalMesh1": [0, 1, 2, 4, 8, -1], "glEvalMesh2": [0, 1, 2, 4, 8, -1], "glGenLists": [0, 1, 2, 3, -1],
         "glDeleteLists": [0, 1, 1, 2, -1], "glDrawPixels": [0, 1, 4, 8, 16, 64, -1], "glBitmap": [0, 1, 4, 8, 16, 64, -1],
         "glCopyPixels": [0, 1, 4, 8, 16, 64, -1], "glPushName": [0, 1, 7], "glArrayElement": [0, 1, 2, 7, -1],
         "glMapGrid1f": [0, 1, 4, 16, -1], "glMapGrid1d": [0, 1, 4, 16, -1], "glMapGrid2f": [0, 1, 4, -1], "glMapGrid2d": [0, 1, 4, -1]}
STRIDES = [0, 0, 0, 4, 16, 40]  # llvmpipe keeps what it refuses with a negative one.


class Fixed:
    """What a player with fixed function keeps in mind."""

    def __init__(self, player):
        self.player = player
        self.functions = player.functions
        self.forget()

    def forget(self):
        self.open, self.lists, self.held_el, self.mode = None, {}, {}, RENDER

    def begin(self):
        """A texture to draw to, and lists; not compared."""
        player = self.player
        self.forget()
        suffix = "OES" if player.es else ""
        for name, *given in (
                ("glBindTexture", enum(0x0DE1), Object("texture", 0)),
                ("glTexImage2D", enum(0x0DE1), ZERO, enum(0x1908), number(16), number(16), ZERO, enum(0x1908), enum(0x1401), FROM),
                (f"glBindFramebuffer{suffix}", enum(0x8D40), Object("framebuffer", 0)),
                (f"glFramebufferTexture2D{suffix}", enum(0x8D40), enum(0x8CE0), enum(0x0DE1), Object("texture", 0), ZERO),
                ("glBindTexture", enum(0x0DE1), Object("texture", 1)),
                ("glTexImage2D", enum(0x0DE1), ZERO, enum(0x1908), number(16), number(16), ZERO, enum(0x1908), enum(0x1401), FROM),
                ("glViewport", ZERO, ZERO, number(16), number(16))):
            player.make([(name, tuple(given))])
        for index in range(3):
            player.make([("glBindBuffer", (enum(0x8892), Object("buffer", index)))])
        player.make([("glBindBuffer", (enum(0x8892), ZERO))])
        if "glGenLists" in self.functions:
            first = self.functions["glGenLists"](8)
            player.objects["display list"] = list(range(first, first + 8))

    # Lists, and the modes that write later.

    def closes(self):
        """Ends a list or a mode now and then, or goes back to what can be drawn to."""
        r = self.player.random
        if self.open and r.random() < 0.25:
            self.player.call("glEndList")
            return True
        if self.mode != RENDER and r.random() < 0.15:
            self.player.call("glRenderMode", enum(RENDER))
            return True
        if r.random() < 0.06:
            self.player.call("glBindFramebufferOES" if self.player.es else "glBindFramebuffer", enum(0x8D40), Object("framebuffer", 0))
            return True
        return False

    def close(self):
        if self.open:
            self.player.call("glEndList")
        if self.mode != RENDER:
            self.player.call("glRenderMode", enum(RENDER))

    def note(self, steps, error):
        """What became of calls: lists that are open, and what they hold. Where there are several, an error is one of what
        stands between them."""
        for name, given in steps:
            taken = not error or len(steps) > 1
            if name == "glNewList" and taken and not self.open:
                self.open = given[0]
                self.lists[self.open.text] = []
            elif name == "glEndList" and taken:
                self.open = None
            elif self.open and name != "glNewList":
                self.lists[self.open.text].append((name, given))
            if name == "glRenderMode" and taken:
                self.mode = given[0].value
            elif name in ("glFeedbackBuffer", "glSelectBuffer") and taken:
                self.held_el[FEEDBACK if name == "glFeedbackBuffer" else SELECT] = given[0].value

    def is_inside(self):
        """Whether the calls ended between glBegin and glEnd, where they never should; they no longer do."""
        if "glEnd" not in self.functions or self.player.integer(MAX_LIGHTS):
            return False
        self.functions["glEnd"]()
        while self.functions["glGetError"]():
            pass
        return True

    def listed(self, steps):
        """The calls that those of lists stand for."""
        texts, seen = [], set()

        def take(name, given):
            if base(name) not in ("glCallList", "glCallLists"):
                return
            called = [given[0].text] if name == "glCallList" else list(self.lists)
            for it in called:
                if it not in seen:
                    seen.add(it)
                    for n, g in self.lists.get(it, ()):
                        texts.append(f"{n}({', '.join(a.text for a in g)})")
                        take(n, g)

        for step in steps:
            take(*step)
        return texts

    def recorded(self, answer, mode):
        """What glRenderMode returned, with what the mode that ended has written."""
        count = self.held_el.get(mode, 0) if answer < 0 else answer
        if mode == FEEDBACK:
            return ["feedback", answer, [round(x, 6) for x in (ctypes.c_float * count).from_address(HELD)]]
        if mode == SELECT:
            return ["selection", answer, self.hits(answer)]
        return answer

    def hits(self, count):
        """Of each hit the names, and the depths as fractions."""
        hits, at = [], HELD
        for _ in range(count):
            names, nearest, farthest = (ctypes.c_uint * 3).from_address(at)
            hits.append([list((ctypes.c_uint * names).from_address(at + 12)), nearest / 0xFFFFFFFF, farthest / 0xFFFFFFFF])
            at += 4 * (3 + names)
        return hits

    # Arrays.

    def integer(self, query, what):
        value = ctypes.c_int(0)
        self.functions[query](what, ctypes.addressof(value))
        return value.value

    def is_ours(self, pointer):
        return READS <= pointer < READS + (16 << 20)

    def tame(self, name):
        """Disables arrays before draws which would read from memory that is not ours, as pointers become offsets and the
        reverse while buffers come and go, and as the drivers' numbers in buffers are random."""
        if not DRAWS.fullmatch(base(name)):
            return
        wild = "Indirect" in name or ("Elements" in name and self.player.integer(ELEMENTS_BINDING))

        def tame_one(array):
            enables, buffer, pointer = array
            if not self.functions["glIsEnabled"](enables) or self.integer("glGetIntegerv", buffer):
                return
            at = ctypes.c_size_t(0)
            self.functions["glGetPointerv"](pointer, ctypes.addressof(at))
            if wild or not self.is_ours(at.value):
                self.functions["glDisableClientState"](enables)

        for array in ARRAYS:
            tame_one(array)
        active = self.player.integer(CLIENT_ACTIVE_TEXTURE)
        for unit in range(TEXTURE_COORDS):
            self.functions["glClientActiveTexture"](TEXTURE0 + unit)
            tame_one(TEXTURE_ARRAY)
        self.functions["glClientActiveTexture"](active)
        if "glGetVertexAttribiv" in self.functions:
            for index in range(ATTRIBUTES):
                self.tame_attribute(index, wild)
        while self.functions["glGetError"]():
            pass

    def tame_attribute(self, index, wild):
        value, at = ctypes.c_int(0), ctypes.c_size_t(0)
        ask = self.functions["glGetVertexAttribiv"]
        ask(index, 0x8622, ctypes.addressof(value))
        if not value.value:
            return
        ask(index, 0x889F, ctypes.addressof(value))
        self.functions["glGetVertexAttribPointerv"](index, 0x8645, ctypes.addressof(at))
        if not value.value and (wild or not self.is_ours(at.value)):
            self.functions["glDisableVertexAttribArray"](index)

    # Arguments.

    def argument(self, command, p):
        """The argument if it is one of those that are special here."""
        r, name, short = self.player.random, command.name, base(command.name)
        if p.pointer:
            return self.pointer(command, p)
        if name == "glCallList" and self.open:
            return self.lower()
        if name in ("glMaterialf", "glMateriali") and p.name == "pname":
            return enum(0x1601)  # Of others llvmpipe reads four numbers, three of them anything.
        if name in ("glLightf", "glLighti") and p.name == "pname":
            return enum(r.choice([0x1205, 0x1206, 0x1207, 0x1208, 0x1209]))
        if short in ("glTexEnvf", "glTexEnvi", "glTexEnvx") and p.name == "pname" and r.random() < 0.9:
            return enum(r.choice([v for v in self.player.table.groups[p.group] if v != 0x2201]))  # The same of a color.
        if short in SMALL and p.type in ("GLint", "GLuint", "GLsizei") and p.name not in ("list", "x", "y"):
            return number(r.choice(SMALL[short]))
        if p.name == "stride" and ("Pointer" in name or name == "glInterleavedArrays"):
            return number(r.choice(STRIDES))
        if p.name == "size" and "Pointer" in name and p.type == "GLint":
            return number(r.choice([4, 4, 3, 2, 1, 0, 5]))
        if p.name == "coord" and self.player.es and r.random() < 0.9:
            return enum(0x8D60)  # GL_TEXTURE_GEN_STR_OES
        if p.name == "first":
            return number(r.choice([0, 0, 1, 2, 7, -1]))
        if p.name in ("param", "params"):
            values = next((values for pattern, values in PARAMETERS if pattern.fullmatch(name)), None)
            if values:
                return self.parameter(r.choice(values), p.type)
        if p.type in ("GLfixed", "GLclampx"):
            return number(int(r.choice(REALS + [100.0, 1e4]) * 65536))
        if p.type in ("GLfloat", "GLdouble") and short.startswith(("glRotate", "glScale", "glTranslate")):
            return number(r.choice([*REALS, 30.0, 90.0]))
        return None

    def lower(self):
        """A list that may be called by the one that is open: lists that call themselves twice would never end."""
        index = self.open.index if isinstance(self.open, Object) else 0
        return Object("display list", self.player.random.randrange(index)) if index else number(9999)

    def parameter(self, value, ctype):
        if ctype in ("GLfloat", "GLdouble"):
            return Value(float(value), hex(value) if isinstance(value, int) and value > 255 else str(value))
        if ctype == "GLfixed":
            return number(value if isinstance(value, int) and value > 255 else int(value * 65536))
        return enum(int(value))

    def pointer(self, command, p):
        r, short = self.player.random, base(command.name)
        if short in ("glFeedbackBuffer", "glSelectBuffer"):
            return Value(HELD, "held")
        if not p.constant or p.text or p.kind:
            return None
        if short == "glProgramString":
            return None
        if p.name in ("param", "params"):
            values = next((values for pattern, values in PARAMETERS if pattern.fullmatch(command.name)), None)
            if values:
                first = self.parameter(r.choice(values), p.type)
                rest = [self.parameter(r.choice(REALS), p.type) for _ in range(3)]
                ctype = {"GLfloat": ctypes.c_float, "GLdouble": ctypes.c_double}.get(p.type, ctypes.c_int)
                return Array((first, *rest), ctype)
        if "Pointer" in short or short == "glInterleavedArrays":
            return None if self.player.integer(0x8894) else r.choice([FROM, FLOATS, FLOATS, SHORTS])
        if p.type in BY_TYPE and short not in ("glPolygonStipple", "glBitmap") and "Draw" not in short and r.random() < 0.8 \
                and not self.player.table.groups.get(p.group) and not short.startswith("glPixelMap"):
            return BY_TYPE[p.type]
        return None

    # State.

    def state(self):
        """The calls that ask for state which glGetIntegerv does not tell, or not exactly."""
        player, groups = self.player, self.player.table.groups
        asked = []

        def ask(name, *given):
            asked.append((name, given))

        def group(name, *without):
            return [enum(v) for v in groups.get(name, ()) if v not in without]

        for what in group("EnableCap"):
            ask("glIsEnabled", what)
        for what in group("GetPName"):
            if what.value in FLOAT_STATE:
                ask("glGetFloatv", what, INTO)
        for light in range(LIGHTS):
            for what in LIGHT_STATE:
                ask("glGetLightfv", enum(0x4000 + light), enum(what), INTO)
        for face in (0x0404, 0x0405):
            for what in MATERIAL_STATE:
                ask("glGetMaterialfv", enum(face), enum(what), INTO)
        for plane in range(CLIP_PLANES):
            ask("glGetClipPlane", enum(0x3000 + plane), INTO)
            ask("glGetClipPlanef", enum(0x3000 + plane), INTO)
        for unit in (0, 1, 2, 7):
            if player.es and unit > 1:
                break
            ask("glActiveTexture", enum(TEXTURE0 + unit))
            ask("glClientActiveTexture", enum(TEXTURE0 + unit))
            for what in ENVIRONMENT_STATE:
                ask("glGetTexEnvfv", enum(0x2300), enum(what), INTO)
            ask("glGetTexEnvfv", enum(0x8861), enum(0x8862), INTO)
            ask("glGetTexEnvfv", enum(0x8500), enum(0x8501), INTO)
            for coordinate in range(0x2000, 0x2004):
                for what in (0x2500, 0x2501, 0x2502):
                    ask("glGetTexGendv", enum(coordinate), enum(what), INTO)
            ask("glGetTexGenivOES", enum(0x8D60), enum(0x2500), INTO)
            for what in (0x0BA8, 0x8078, 0x8088, 0x8089, 0x808A, 0x889A):
                ask("glGetFloatv", enum(what), INTO)
            for cap in (0x0DE0, 0x0DE1, 0x806F, 0x8513, 0x84F5, 0x0C60, 0x0C61, 0x0C62, 0x0C63, 0x8078, 0x8D60):
                ask("glIsEnabled", enum(cap))
            ask("glGetPointerv", enum(TEXTURE_ARRAY[2]), INTO)
        for target in (*range(0x0D90, 0x0D99), *range(0x0DB0, 0x0DB9)):
            for what in (0x0A01, 0x0A02, 0x0A00):
                ask("glGetMapfv", enum(target), enum(what), INTO)
        if not player.integer(0x88ED):
            for table in range(0x0C70, 0x0C7A):
                ask("glGetPixelMapfv", enum(table), INTO)
            ask("glGetPolygonStipple", INTO)
        for what in group("GetPointervPName", *DEBUG_POINTERS):
            ask("glGetPointerv", what, INTO)
        for it in range(len(player.objects["display list"])):
            ask("glIsList", Object("display list", it))
        for target in (0x0DE0, 0x0DE1, 0x806F, 0x8513):
            for what in (0x8066, 0x8067, 0x884B, 0x8191, 0x8501, 0x1004, 0x884C, 0x884D):
                ask("glGetTexParameterfv", enum(target), enum(what), INTO)
        for target in (0x8620, 0x8804):
            for what in ASSEMBLY_STATE:
                ask("glGetProgramivARB", enum(target), enum(what), INTO)
            for place in ("Env", "Local"):
                for index in (0, 1, 3):
                    ask(f"glGetProgram{place}ParameterfvARB", enum(target), number(index), INTO)
        for index in (0, 1, 2, 15):
            for what in (0x8622, 0x8623, 0x8624, 0x8625, 0x886A):
                ask("glGetVertexAttribiv", number(index), enum(what), INTO)
            if index:
                ask("glGetVertexAttribfv", number(index), enum(0x8626), INTO)
        return asked


# Enumerants of state, which commands that set it do not have to themselves.
LIGHT_STATE = [0x1200, 0x1201, 0x1202, 0x1203, 0x1204, 0x1205, 0x1206, 0x1207, 0x1208, 0x1209]
MATERIAL_STATE = [0x1200, 0x1201, 0x1202, 0x1600, 0x1601, 0x1603]
ENVIRONMENT_STATE = [0x2200, 0x2201, 0x8571, 0x8572, *range(0x8580, 0x8583), *range(0x8588, 0x858B), *range(0x8590, 0x8593),
                     *range(0x8598, 0x859B), 0x8573, 0x0D1C]
FLOAT_STATE = {0x0B00, 0x0B02, 0x0B03, 0x0B04, 0x0B05, 0x0B06, 0x0B07, 0x0B08, 0x0B09, 0x0BA6, 0x0BA7, 0x0BA8, 0x84E3, 0x84E4, 0x84E5,
               0x84E6, 0x0B66, 0x0B65, 0x0B62, 0x0B63, 0x0B64, 0x8453, 0x8459, 0x845F, 0x0D14, 0x0D15, 0x0D18, 0x0D19, 0x0D1A, 0x0D1B,
               0x0D1E, 0x0D1F, 0x0D16, 0x0D17, 0x0BC2, 0x0B80, 0x0B11, 0x0B21, 0x0B53, 0x8126, 0x8127, 0x8128, 0x8129, 0x0DD0, 0x0DD2}
DEBUG_POINTERS = (0x8244, 0x8245)
ASSEMBLY_STATE = [0x8627, 0x8876, 0x8677, 0x88A0, 0x88A4, 0x88A8, 0x88AC, 0x8805, 0x8806, 0x8807]

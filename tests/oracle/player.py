# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Makes random sequences of calls on the EGL vendor of the environment, in step with another such process: each call's
result is told, and the answer says how to go on (docs/testing.md). What it does hangs on the seed and on those answers."""

import ctypes
import json
import os
import random
import re
import sys

import arguments
import commands
import fixed
import fixed_recipes
import recipes
from commands import base

egl = ctypes.CDLL("libEGL.so.1")
egl.eglGetProcAddress.restype = ctypes.c_void_p
egl.eglGetPlatformDisplay.restype = ctypes.c_void_p
egl.eglCreateContext.restype = ctypes.c_void_p
for function in (egl.eglInitialize, egl.eglCreateContext, egl.eglMakeCurrent, egl.eglDestroyContext):
    function.argtypes = [ctypes.c_void_p] * 5

C_TYPES = {"void": None, "GLenum": ctypes.c_uint, "GLuint": ctypes.c_uint, "GLbitfield": ctypes.c_uint,
           "GLint": ctypes.c_int, "GLsizei": ctypes.c_int, "GLboolean": ctypes.c_ubyte, "GLfloat": ctypes.c_float,
           "GLdouble": ctypes.c_double, "GLubyte": ctypes.c_ubyte, "GLbyte": ctypes.c_byte, "GLshort": ctypes.c_short,
           "GLushort": ctypes.c_ushort, "GLintptr": ctypes.c_ssize_t, "GLsizeiptr": ctypes.c_ssize_t,
           "GLuint64": ctypes.c_uint64, "GLint64": ctypes.c_int64, "GLsync": ctypes.c_void_p,
           "GLfixed": ctypes.c_int, "GLclampx": ctypes.c_int, "GLclampf": ctypes.c_float, "GLclampd": ctypes.c_double,
           "GLhandleARB": ctypes.c_uint, "GLhalfNV": ctypes.c_ushort, "GLintptrARB": ctypes.c_ssize_t, "GLsizeiptrARB": ctypes.c_ssize_t}
EGL_PLATFORM_SURFACELESS_MESA = 0x31DD
# Commands of which there are many forms, chosen as seldom as one of each would be.
FORMS = re.compile(r"gl(VertexAttrib[ILP]?\d|(Program)?Uniform(Matrix)?\d|Getn?Uniform[fiud]|Vertex(P?\d)|(Secondary)?Color(P?\d)|"
                   r"(Multi)?TexCoord(P?\d)|NormalP?\d|RasterPos\d|WindowPos\d|Index[a-z]|Rect|EvalCoord|FogCoord).*")
# What commands answer that the drivers must agree on.
ANSWERS = re.compile(r"glIs.*|glCheckFramebufferStatus|glUnmapBuffer|glRenderMode")
# What commands write that the drivers must agree on; names of objects are given out alike.
STATE = re.compile(r"glGet((Boolean|Integer|Integer64|Float|Double)(i_)?v|(Tex|TexLevel|Sampler|Buffer|Renderbuffer)Parameter\w+|"
                   r"VertexAttrib(I|L)?(f|d|i|iu)v|FramebufferAttachmentParameteriv|(Program|Shader|Query|ProgramPipeline)iv|"
                   r"ActiveUniformBlockiv|QueryIndexediv|(Light|Material|TexEnv|TexGen|Map|Fixed)\w*v|PixelMap\w+|ClipPlane\w*|"
                   r"PolygonStipple|Pointerv|VertexAttribPointerv|Program(iv|String|(Env|Local)Parameter\w+)|ObjectParameter\w+)")
STATE_B = 64
# Those that may write more.
LONG_STATE = re.compile(r"glGet(Map|PixelMap|PolygonStipple|Double|ProgramString).*")
LONG_STATE_B = 1024
POINTERS = re.compile(r"glGet(VertexAttrib)?Pointerv")
# State of the draw framebuffer that means something where it is complete: bits, samples, references to stencil bits.
OF_FRAMEBUFFER = {*range(0xD52, 0xD58), 0x80A8, 0x80A9, 0xB97, 0x8CA3}
DRAW_FRAMEBUFFER, FRAMEBUFFER, COMPLETE = 0x8CA9, 0x8D40, 0x8CD5
# In place of an error: nothing can be asked for.
INSIDE = 0x10000
COMPILE_STATUS, LINK_STATUS = 0x8B81, 0x8B82
STATUSES = {"glCompileShader": ("glGetShaderiv", COMPILE_STATUS), "glLinkProgram": ("glGetProgramiv", LINK_STATUS),
            "glCreateShaderProgramv": ("glGetProgramiv", LINK_STATUS)}


def text_of(name, given):
    return f"{name}({', '.join(a.text for a in given)})"


class SequenceEnds(Exception):
    pass


def say(record):
    print(json.dumps(record), flush=True)


class Player:
    def __init__(self, api):
        self.api = commands.APIS[api]
        self.es = self.api.es
        self.display = egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, None, None)
        assert egl.eglInitialize(self.display, None, None, None, None)
        egl.eglBindAPI(self.api.bind)
        self.context = None
        self.recipes = self.recipes_of_api()
        self.open_context()
        say({"extensions": [name for name in self.extension_names() if self.plays(name)]})
        self.table = commands.load(self.api, sys.stdin.readline().split())
        self.weights = [0.1 if FORMS.fullmatch(c.name) else 1 for c in self.table.playable]
        self.functions = {name: self.function(name) for name in self.table.commands}
        self.matching = {}
        self.fixed = fixed.Fixed(self) if self.api.fixed else None

    def recipes_of_api(self):
        if not self.api.fixed:
            return recipes.of(self.api)
        return fixed_recipes.ES1 if self.es else fixed_recipes.DESKTOP + recipes.RECIPES

    def plays(self, extension):
        return extension not in self.api.without if self.api.fixed else extension in self.api.extensions

    def extension_names(self):
        if self.api.fixed:
            string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(egl.eglGetProcAddress(b"glGetString"))
            return string(0x1F03).decode().split()
        count = ctypes.c_int(0)
        address = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_void_p)(egl.eglGetProcAddress(b"glGetIntegerv"))
        address(0x821D, ctypes.addressof(count))
        string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint)(egl.eglGetProcAddress(b"glGetStringi"))
        return [string(0x1F03, i).decode() for i in range(count.value)]

    def function(self, name):
        command = self.table.commands[name]
        types = [ctypes.c_void_p if p.pointer else C_TYPES.get(p.type, ctypes.c_void_p) for p in command.params]
        return ctypes.CFUNCTYPE(C_TYPES.get(command.result, ctypes.c_void_p), *types)(egl.eglGetProcAddress(name.encode()))

    def open_context(self):
        if self.context:
            egl.eglMakeCurrent(self.display, None, None, None, None)
            egl.eglDestroyContext(self.display, self.context, None, None, None)
        attributes = [*self.api.context, 0x3038]
        self.context = egl.eglCreateContext(self.display, None, None, (ctypes.c_int * len(attributes))(*attributes), None)
        assert self.context, "no context"
        assert egl.eglMakeCurrent(self.display, None, None, self.context, None)

    def play(self, seed, calls):
        self.random = random.Random(seed)
        self.history = []
        self.begin()
        try:
            for _ in range(calls):
                self.step()
            self.ask_for_state()
        except SequenceEnds:
            pass
        say({"end": seed})

    def begin(self):
        """A new context with something of everything."""
        self.open_context()
        self.objects = {kind: [] for kind in commands.KINDS}
        self.shader_types = {}
        for generate in self.functions:
            kind = commands.GENERATES.get(base(generate))
            if kind and not self.objects[kind]:
                count = recipes.TEXTURES if kind == "texture" else 3
                self.make([(generate, (arguments.number(count), arguments.INTO))])
        if self.fixed:
            self.fixed.begin()
        else:
            recipes.begin(self)

    def integer(self, what):
        value = ctypes.c_int(0)
        self.functions["glGetIntegerv"](what, ctypes.addressof(value))
        return value.value

    def step(self):
        """A command with arguments by kind, or a recipe for what random arguments hardly ever meet."""
        if self.fixed and self.fixed.closes():
            return None
        if self.random.random() < (0.5 if self.fixed else 0.3):
            recipe = self.random.choice(self.recipes)
            return recipe(self)
        return self.calls([self.any_call()])

    def any_call(self):
        command = self.random.choices(self.table.playable, self.weights)[0]
        while self.fixed and self.fixed.open and base(command.name) in ("glCallLists", "glListBase"):
            command = self.random.choices(self.table.playable, self.weights)[0]  # See Fixed.lower().
        given = arguments.arguments_of(self, command)
        if base(command.name) == "glShaderSource":
            given = recipes.source(self, given[0])
        if command.name == "glProgramStringARB":
            given = fixed_recipes.assembly_source(self)
        return command.name, given

    def call(self, name, *given):
        self.calls([(name, given)])

    def calls(self, steps):
        """Makes the calls, of whose errors the first counts; tells of them, and does what is answered: go on, take them
        back, or end the sequence."""
        steps = [(name, given) for name, given in steps if name in self.functions]
        if not steps:
            return
        texts = [text_of(*step) for step in steps]
        within = texts if len(texts) > 1 else []
        if "glBegin" in (name for name, _ in steps):
            within = within + [f"inside {text}" for text in texts if fixed.is_foreign(text)]
        if self.fixed:
            within = within + self.fixed.listed(steps)
            if self.fixed.open:
                within = within + [f"compiled {text}" for text in texts]
        say({"call": "; ".join(texts), "within": within})
        say({"result": self.make(steps)})
        how = sys.stdin.readline().strip()
        if how == "end":
            raise SequenceEnds
        if how == "back":
            self.begin()
            for before in self.history:
                self.make(before)
        else:
            self.history.append(steps)

    def ask_for_state(self):
        """All that glGetIntegerv tells of state, and what else there is of fixed function."""
        if self.fixed:
            self.fixed.close()
        asked = [("glGetIntegerv", (arguments.enum(what), arguments.INTO)) for what in self.table.groups["GetPName"]
                 if what not in self.table.limits]
        if self.fixed:
            asked += self.fixed.state()
        asked = [step for step in asked if step[0] in self.functions]
        say({"queries": [text_of(*step) for step in asked]})
        say({"results": [self.make([step]) for step in asked]})

    def make(self, steps):
        """The first error of the calls, and what the last one tells of state."""
        for name, given in steps:
            keep = []
            values = [a.resolve(self, keep) for a in given]
            if self.fixed:
                self.fixed.tame(name)
            size_B = LONG_STATE_B if LONG_STATE.fullmatch(name) else STATE_B
            asks = STATE.fullmatch(base(name)) and not any(self.open_state(v) for v in values)
            if asks:
                ctypes.memset(arguments.WRITES, 0, size_B)
            answer = self.functions[name](*values)
        error = self.functions["glGetError"]()
        mode = self.fixed and self.fixed.mode
        if self.fixed:
            self.fixed.note(steps, error)
            error = INSIDE if self.fixed.is_inside() else error
        if error or len(steps) > 1:
            return error, None
        self.note(base(name), values, answer)
        if asks:
            return error, self.state(name, values, size_B)
        if base(name) in STATUSES:
            return error, self.status(base(name), answer or values[0])
        if name == "glRenderMode":
            return error, self.fixed.recorded(answer, mode)
        return error, answer if ANSWERS.fullmatch(base(name)) else None

    def state(self, name, values, size_B):
        """What a query wrote; for a name which of the objects it is, for a pointer where in our memory it is."""
        kind = next((self.table.bindings[v] for v in values if v in self.table.bindings), None)
        bound = ctypes.c_uint.from_address(arguments.WRITES).value
        if kind and bound in self.objects[kind]:
            return f"{kind} {self.objects[kind].index(bound)}"
        if POINTERS.fullmatch(name):
            pointer = ctypes.c_size_t.from_address(arguments.WRITES).value
            return next((f"{where} {pointer - start}" for where, start in arguments.MEMORY.items()
                         if start <= pointer < start + arguments.SCRATCH_B), str(pointer))
        text = ctypes.string_at(arguments.WRITES, size_B).hex(" ", 4)
        return text.removesuffix(" 00000000" * (size_B // 4 - 2))

    def open_state(self, value):
        """Whether a query with the argument is one that drivers may answer differently."""
        if value in OF_FRAMEBUFFER:
            check = self.functions.get("glCheckFramebufferStatus") or self.functions["glCheckFramebufferStatusOES"]
            return check(FRAMEBUFFER if self.fixed and self.es else DRAW_FRAMEBUFFER) != COMPLETE
        return value in self.table.limits

    def status(self, name, it):
        query, what = STATUSES[name]
        value = ctypes.c_int(0)
        self.functions[query](it, what, ctypes.addressof(value))
        return value.value

    def note(self, name, values, answer):
        """Objects that came. A name that is given out again no longer stands for the object that had it before."""
        kind, names = None, []
        if name in commands.GENERATES:
            kind, names = commands.GENERATES[name], (ctypes.c_uint * max(values[0], 0)).from_address(values[1])
        elif name in commands.CREATES and answer:
            kind, names = commands.CREATES[name], [answer]
            if kind == "shader":
                self.shader_types[len(self.objects["shader"])] = values[0]
        for new in names:
            for other in ("shader", "program") if kind in ("shader", "program") else (kind,):
                self.objects[other] = [1000000 + i if old == new else old for i, old in enumerate(self.objects[other])]
            self.objects[kind].append(new)


def main():
    player = Player(sys.argv[1])
    for line in sys.stdin:
        player.play(int(line), int(sys.argv[2]))
    sys.stdout.flush()
    os._exit(0)  # Nothing is left to do; the drivers' own ends are tested elsewhere.


if __name__ == "__main__":
    main()

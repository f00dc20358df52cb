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
import recipes

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
           "GLuint64": ctypes.c_uint64, "GLint64": ctypes.c_int64, "GLsync": ctypes.c_void_p}
EGL_PLATFORM_SURFACELESS_MESA = 0x31DD
# Commands of which there are many forms, chosen as seldom as one of each would be.
FORMS = re.compile(r"gl(VertexAttrib[ILP]?\d|(Program)?Uniform(Matrix)?\d|Getn?Uniform[fiud]).*")
# What commands answer that the drivers must agree on.
ANSWERS = re.compile(r"glIs.*|glCheckFramebufferStatus|glUnmapBuffer")
# What commands write that the drivers must agree on; names of objects are given out alike.
STATE = re.compile(r"glGet((Boolean|Integer|Integer64|Float|Double)(i_)?v|(Tex|TexLevel|Sampler|Buffer|Renderbuffer)Parameter\w+|"
                   r"VertexAttrib(I|L)?(f|d|i|iu)v|FramebufferAttachmentParameteriv|(Program|Shader|Query|ProgramPipeline)iv|"
                   r"ActiveUniformBlockiv|QueryIndexediv)")
STATE_B = 64
# State of the draw framebuffer that means something where it is complete: bits, samples, references to stencil bits.
OF_FRAMEBUFFER = {*range(0xD52, 0xD58), 0x80A8, 0x80A9, 0xB97, 0x8CA3}
DRAW_FRAMEBUFFER, COMPLETE = 0x8CA9, 0x8CD5
COMPILE_STATUS, LINK_STATUS = 0x8B81, 0x8B82
STATUSES = {"glCompileShader": ("glGetShaderiv", COMPILE_STATUS), "glLinkProgram": ("glGetProgramiv", LINK_STATUS),
            "glCreateShaderProgramv": ("glGetProgramiv", LINK_STATUS)}


class SequenceEnds(Exception):
    pass


def say(record):
    print(json.dumps(record), flush=True)


class Player:
    def __init__(self, api):
        self.api = commands.APIS[api]
        self.es = self.api.family == "gles2"
        self.display = egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, None, None)
        assert egl.eglInitialize(self.display, None, None, None, None)
        egl.eglBindAPI(self.api.bind)
        self.context, self.recipes = None, recipes.of(self.api)
        self.open_context()
        say({"extensions": [name for name in self.extension_names() if name in self.api.extensions]})
        self.table = commands.load(self.api, sys.stdin.readline().split())
        self.weights = [0.1 if FORMS.fullmatch(c.name) else 1 for c in self.table.playable]
        self.functions = {name: self.function(name) for name in self.table.commands}

    def extension_names(self):
        count = ctypes.c_int(0)
        address = ctypes.CFUNCTYPE(None, ctypes.c_uint, ctypes.c_void_p)(egl.eglGetProcAddress(b"glGetIntegerv"))
        address(0x821D, ctypes.addressof(count))
        string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint)(egl.eglGetProcAddress(b"glGetStringi"))
        return [string(0x1F03, i).decode() for i in range(count.value)]

    def function(self, name):
        command = self.table.commands[name]
        types = [ctypes.c_void_p if p.pointer else C_TYPES[p.type] for p in command.params]
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
        for generate in commands.GENERATES:
            if generate in self.functions:
                count = recipes.TEXTURES if generate == "glGenTextures" else 3
                self.make(generate, (arguments.number(count), arguments.INTO))
        recipes.begin(self)

    def integer(self, what):
        value = ctypes.c_int(0)
        self.functions["glGetIntegerv"](what, ctypes.addressof(value))
        return value.value

    def step(self):
        """A command with arguments by kind, or a recipe for what random arguments hardly ever meet."""
        if self.random.random() < 0.3:
            recipe = self.random.choice(self.recipes)
            return recipe(self)
        command = self.random.choices(self.table.playable, self.weights)[0]
        given = arguments.arguments_of(self, command)
        if command.name == "glShaderSource":
            given = recipes.source(self, given[0])
        return self.call(command.name, *given)

    def call(self, name, *given):
        """Makes the call, tells of it, and does what is answered: go on, take it back, or end the sequence."""
        if name not in self.functions:
            return
        say({"call": f"{name}({', '.join(a.text for a in given)})"})
        error, answer = self.make(name, given)
        say({"error": error, "answer": answer})
        how = sys.stdin.readline().strip()
        if how == "end":
            raise SequenceEnds
        if how == "back":
            self.begin()
            for before in self.history:
                self.make(*before)
        else:
            self.history.append((name, given))

    def ask_for_state(self):
        """All that glGetIntegerv tells of state."""
        for what in self.table.groups["GetPName"]:
            if what not in self.table.limits:
                self.call("glGetIntegerv", arguments.enum(what), arguments.INTO)

    def make(self, name, given):
        keep = []
        values = [a.resolve(self, keep) for a in given]
        asks = STATE.fullmatch(name) and not any(self.open_state(v) for v in values)
        if asks:
            ctypes.memset(arguments.WRITES, 0, STATE_B)
        answer = self.functions[name](*values)
        error = self.functions["glGetError"]()
        if error:
            return error, None
        self.note(name, values, answer)
        if asks:
            return error, self.state(values)
        if name in STATUSES:
            return error, self.status(name, answer or values[0])
        return error, answer if ANSWERS.fullmatch(name) else None

    def state(self, values):
        """What a query wrote; for a name which of the objects it is."""
        kind = next((self.table.bindings[v] for v in values if v in self.table.bindings), None)
        bound = ctypes.c_uint.from_address(arguments.WRITES).value
        if kind and bound in self.objects[kind]:
            return f"{kind} {self.objects[kind].index(bound)}"
        return ctypes.string_at(arguments.WRITES, STATE_B).hex(" ", 4).removesuffix(" 00000000" * 14)

    def open_state(self, value):
        """Whether a query with the argument is one that drivers may answer differently."""
        if value in OF_FRAMEBUFFER:
            return self.functions["glCheckFramebufferStatus"](DRAW_FRAMEBUFFER) != COMPLETE
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
            if name == "glCreateShader":
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

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Makes the sequences whose seeds it reads, on the EGL vendor of the environment; writes a line before and after
each call. What it does hangs on the seed alone, and on how many objects there are."""

import ctypes
import json
import os
import random
import sys

import commands

egl = ctypes.CDLL("libEGL.so.1")
egl.eglGetProcAddress.restype = ctypes.c_void_p
egl.eglGetPlatformDisplay.restype = ctypes.c_void_p
egl.eglCreateContext.restype = ctypes.c_void_p
for function in (egl.eglInitialize, egl.eglChooseConfig, egl.eglCreateContext, egl.eglMakeCurrent, egl.eglDestroyContext):
    function.argtypes = [ctypes.c_void_p] * 5

C_TYPES = {"void": None, "GLenum": ctypes.c_uint, "GLuint": ctypes.c_uint, "GLbitfield": ctypes.c_uint,
           "GLint": ctypes.c_int, "GLsizei": ctypes.c_int, "GLboolean": ctypes.c_ubyte, "GLfloat": ctypes.c_float,
           "GLdouble": ctypes.c_double, "GLubyte": ctypes.c_ubyte, "GLbyte": ctypes.c_byte, "GLshort": ctypes.c_short,
           "GLushort": ctypes.c_ushort, "GLintptr": ctypes.c_ssize_t, "GLsizeiptr": ctypes.c_ssize_t,
           "GLuint64": ctypes.c_uint64, "GLint64": ctypes.c_int64, "GLsync": ctypes.c_void_p}

EGL_PLATFORM_SURFACELESS_MESA = 0x31DD
SCRATCH_B = 64 << 20
NAMES = [b"a", b"a[0]", b"color", b"tint", b"tint[1]", b"Block", b"Block.scale", b"image", b"place", b"gl_Position", b"none", b""]
VERTEX = [
    b"#version 300 es\nin vec4 place; in ivec2 more; uniform Block { vec4 scale; mat4 turn; }; out vec4 color;\n"
    b"flat out int kind; void main() { gl_Position = turn * place * scale; color = place; kind = more.x; }",
    b"#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID); gl_PointSize = 2.0; }",
    b"attribute vec4 place; uniform mat4 tint[2]; varying vec4 color; void main() { gl_Position = tint[1] * place; color = place; }",
    b"#version 300 es\nin vec4 place; void main() { gl_Position = place }",
]
FRAGMENT = [
    b"#version 300 es\nprecision mediump float; in vec4 color; flat in int kind; uniform sampler2D image; uniform vec4 tint[3];\n"
    b"layout(location = 0) out vec4 a; layout(location = 1) out ivec4 b;\n"
    b"void main() { a = color * tint[1] + texture(image, color.xy); b = ivec4(kind); }",
    b"#version 300 es\nprecision mediump float; precision mediump sampler2DArray; uniform sampler2DArray image; uniform uint kind;\n"
    b"uniform bool on; out vec4 a; void main() { a = on ? texture(image, vec3(float(kind))) : vec4(1.0); }",
    b"precision mediump float; varying vec4 color; uniform samplerCube image; void main() { gl_FragColor = textureCube(image, color.xyz); }",
    b"precision mediump float; void main() { gl_FragColor = undeclared; }",
]


def core(text):
    """The same shader for OpenGL 3.3 core."""
    return text.replace(b"#version 300 es", b"#version 330 core").replace(b"mediump ", b"") \
        .replace(b"precision float;", b"").replace(b"precision sampler2DArray;", b"")


class Player:
    def __init__(self, api):
        self.api = api
        self.table = commands.load(api)
        self.functions = {}
        for command in self.table.commands:
            address = egl.eglGetProcAddress(command.name.encode())
            if address:
                result = C_TYPES.get(command.result, ctypes.c_void_p)
                arguments = [ctypes.c_void_p if p.pointer else C_TYPES[p.type] for p in command.params]
                self.functions[command.name] = ctypes.CFUNCTYPE(result, *arguments)(address)
        self.get_error = self.functions["glGetError"]
        self.display = egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, None, None)
        assert egl.eglInitialize(self.display, None, None, None, None)
        egl.eglBindAPI(0x30A0 if api == "es3" else 0x30A2)
        self.scratch = ctypes.create_string_buffer(SCRATCH_B)
        self.at = ctypes.addressof(self.scratch)
        self.keep = []

    def play(self, seed, calls):
        self.random = random.Random(seed)
        attributes = [0x3098, 3, 0x30FB, 0, 0x3038] if self.api == "es3" else \
            [0x3098, 3, 0x30FB, 3, 0x30FD, 1, 0x3038]
        context = egl.eglCreateContext(self.display, None, None, (ctypes.c_int * len(attributes))(*attributes), None)
        assert context, "no context"
        assert egl.eglMakeCurrent(self.display, None, None, context, None)
        self.objects = {kind: [] for kind in commands.KINDS}
        self.shader_types = {}
        ctypes.memset(self.at, 0, 4096)
        for generate in ("glGenVertexArrays", "glGenBuffers", "glGenTextures", "glGenFramebuffers",
                         "glGenRenderbuffers", "glGenSamplers", "glGenQueries", "glGenTransformFeedbacks"):
            self.generate(generate, 3)
        self.functions["glBindVertexArray"](self.objects["vertex array"][0])
        self.make_framebuffer()
        self.get_error()
        for _ in range(calls):
            self.step()
        egl.eglMakeCurrent(self.display, None, None, None, None)
        egl.eglDestroyContext(self.display, context, None, None, None)
        self.keep.clear()

    def generate(self, name, count):
        if name not in self.functions:
            return
        names = (ctypes.c_uint * count)()
        self.functions[name](count, ctypes.addressof(names))
        self.objects[commands.GENERATES[name]].extend(names)

    def make_framebuffer(self):
        """Something complete to draw to."""
        f = self.functions
        texture, framebuffer = self.objects["texture"][0], self.objects["framebuffer"][0]
        f["glBindTexture"](0x0DE1, texture)
        f["glTexImage2D"](0x0DE1, 0, 0x8058, 16, 16, 0, 0x1908, 0x1401, None)
        f["glBindFramebuffer"](0x8D40, framebuffer)
        f["glFramebufferTexture2D"](0x8D40, 0x8CE0, 0x0DE1, texture, 0)

    # A step is a command with arguments by kind, or one of a few recipes that random arguments hardly ever meet.

    def step(self):
        recipe = self.random.random()
        if recipe < 0.06:
            return self.make_program()
        if recipe < 0.14:
            return self.make_image()
        if recipe < 0.17:
            return self.make_buffer()
        command = self.random.choice(self.table.playable)
        if command.name not in self.functions:
            return None
        arguments = [self.argument(command, p) for p in command.params]
        if command.name == "glShaderSource":
            return self.source(arguments[0])
        return self.call(command.name, *arguments)

    def call(self, name, *arguments):
        values = [value for value, _ in arguments]
        text = f"{name}({', '.join(shown for _, shown in arguments)})"
        print(json.dumps({"call": text}), flush=True)
        answer = self.functions[name](*values)
        error = self.get_error()
        self.note(name, values, answer, error)
        shown = answer if name.startswith("glIs") or name == "glCheckFramebufferStatus" else None
        print(json.dumps({"error": error, "answer": shown}), flush=True)
        return answer

    def note(self, name, values, answer, error):
        """Objects that came or went."""
        if error:
            return
        if name in commands.GENERATES and values[0] > 0:
            self.objects[commands.GENERATES[name]].extend((ctypes.c_uint * values[0]).from_address(values[1]))
        elif name == "glCreateShader" and answer:
            self.objects["shader"].append(answer)
            self.shader_types[answer] = values[0]
        elif name == "glCreateProgram" and answer:
            self.objects["program"].append(answer)
        elif name == "glFenceSync" and answer:
            self.objects["sync"].append(answer)

    def name(self, kind):
        """An object: mostly one that lives, sometimes none, sometimes an unknown name."""
        known = self.objects[kind]
        pick = self.random.random()
        if pick < 0.85 and known:
            index = self.random.randrange(len(known))
            return known[index], f"{kind} {index}"
        if pick < 0.95 or kind == "sync":
            return (None, "no sync") if kind == "sync" else (0, "0")
        return 9999, "9999"

    def argument(self, command, p):
        r = self.random
        if p.pointer:
            return self.pointer(command, p)
        if p.kind:
            return self.name(p.kind)
        if command.name.startswith("glPixelStore") and p.name == "param":
            value = r.choice([0, 0, 1, 2, 4, 8, 16, 32, -1, 3])
        elif p.type in ("GLfloat", "GLdouble"):
            value = r.choice([0.0, 1.0, 0.5, -1.0, 2.0, 100.0, 1e9])
        elif p.type == "GLboolean":
            value = r.choice([0, 1])
        elif p.group and self.table.groups.get(p.group):
            values = self.table.groups[p.group]
            if p.type == "GLbitfield":
                value = 0
                for _ in range(r.choice([0, 1, 1, 2, 3])):
                    value |= r.choice(values)
            else:
                value = r.choice(values) if r.random() < 0.93 else r.choice(self.table.enums)
            return value, hex(value)
        elif p.type == "GLenum":
            value = r.choice(self.table.enums)
            return value, hex(value)
        elif p.name == "timeout":
            value = r.choice([0, 0, 1000])
        elif p.name in ("count", "uniformCount", "primcount", "instancecount", "n", "drawcount", "bufSize", "maxCount"):
            value = r.choice([0, 1, 1, 2, 3, 4, 16, -1])
        elif p.name in ("level", "border", "layer", "index", "location", "drawbuffer", "divisor", "size", "x", "y", "xoffset", "yoffset", "zoffset"):
            value = r.choice([0, 0, 0, 1, 1, 2, 3, 4, 7, -1, 40, 300])
        elif p.name == "samples":
            value = r.choice([0, 1, 2, 4, -1, 64])
        else:
            value = r.choice([0, 1, 1, 2, 4, 4, 8, 16, 16, 32, 64, -1, 100000])
        if p.type in ("GLuint", "GLushort", "GLubyte") and value < 0:
            value = 77
        if p.type in ("GLubyte", "GLbyte"):
            value &= 63
        return value, str(value)

    def pointer(self, command, p):
        r = self.random
        if p.text == "name" or (p.text == "string" and not p.several):
            value = r.choice(NAMES)
            self.keep.append(ctypes.create_string_buffer(value))
            return ctypes.addressof(self.keep[-1]), repr(value.decode())
        if p.text == "string":
            chosen = [r.choice(NAMES) for _ in range(16)]
            buffers = [ctypes.create_string_buffer(v) for v in chosen]
            array = (ctypes.c_void_p * 16)(*[ctypes.addressof(b) for b in buffers])
            self.keep += buffers + [array]
            return ctypes.addressof(array), str([v.decode() for v in chosen[:3]])
        if p.kind:  # names to be deleted and the like
            several = [self.name(p.kind) for _ in range(16)]
            array = (ctypes.c_uint * 16)(*[v or 0 for v, _ in several])
            self.keep.append(array)
            return ctypes.addressof(array), f"[{', '.join(t for _, t in several[:4])} …]"
        if p.group and self.table.groups.get(p.group):
            values = [r.choice(self.table.groups[p.group]) for _ in range(16)]
            array = (ctypes.c_uint * 16)(*values)
            self.keep.append(array)
            return ctypes.addressof(array), f"[{', '.join(hex(v) for v in values[:4])} …]"
        if p.constant and r.random() < 0.04 and not command.name.startswith(("glUniform", "glVertexAttrib", "glProgramUniform")) \
                and command.name in commands.NULL_IS_FINE:
            return None, "null"
        # Large enough for anything that the sizes above ask for; a huge offset where a buffer is bound.
        if command.name in commands.OFFSETS and self.binding(commands.OFFSETS[command.name]):
            value = r.choice([0, 0, 0, 4, 16, 3, 64])
            return value or None, str(value)
        return self.at + 4096, "memory"

    def binding(self, name):
        value = ctypes.c_int(0)
        self.functions["glGetIntegerv"](name, ctypes.addressof(value))
        return value.value

    def source(self, shader):
        texts = (VERTEX if self.shader_types.get(shader[0]) == 0x8B31 else FRAGMENT) \
            if self.random.random() < 0.95 else NAMES
        text = self.random.choice(texts)
        if self.api != "es3":
            text = core(text)
        buffer = ctypes.create_string_buffer(text)
        array = (ctypes.c_void_p * 1)(ctypes.addressof(buffer))
        self.keep += [buffer, array]
        return self.call("glShaderSource", shader, (1, "1"), (ctypes.addressof(array), repr(text.decode()[:30])), (None, "null"))

    def make_program(self):
        program = self.call("glCreateProgram")
        shown = f"program {len(self.objects['program']) - 1}"
        index = self.random.randrange(2)
        for kind, texts in ((0x8B31, VERTEX), (0x8B30, FRAGMENT)):
            shader = self.call("glCreateShader", (kind, hex(kind)))
            text = texts[index] if self.random.random() < 0.8 else self.random.choice(texts)
            text = text if self.api == "es3" else core(text)
            buffer = ctypes.create_string_buffer(text)
            array = (ctypes.c_void_p * 1)(ctypes.addressof(buffer))
            self.keep += [buffer, array]
            at = (shader, f"shader {len(self.objects['shader']) - 1}")
            self.call("glShaderSource", at, (1, "1"), (ctypes.addressof(array), repr(text.decode()[:40])), (None, "null"))
            self.call("glCompileShader", at)
            self.call("glAttachShader", (program, shown), at)
        self.call("glLinkProgram", (program, shown))
        if self.random.random() < 0.8:
            self.call("glUseProgram", (program, shown))

    def make_image(self):
        r = self.random
        target = r.choice([0x0DE1, 0x806F, 0x8C1A, 0x8513])
        internal, form, kind = r.choice(commands.IMAGES)
        self.call("glBindTexture", (target, hex(target)), self.name("texture"))
        size = r.choice([1, 4, 16, 16])
        numbers = [(v, str(v)) for v in (0, internal, size, size)]
        depth = [(v, str(v)) for v in (r.choice([1, 4, 6]),)] if target in (0x806F, 0x8C1A) else []
        place = 0x8515 + r.randrange(6) if target == 0x8513 else target
        tail = [(0, "0"), (form, hex(form)), (kind, hex(kind)), (self.at + 4096, "memory")]
        if self.binding(0x88EF):
            tail[-1] = (None, "0")
        numbers[1] = (internal, hex(internal))
        if r.random() < 0.3:
            levels = r.choice([1, 2, 3, 9])
            name = "glTexStorage3D" if depth else "glTexStorage2D"
            if name in self.functions:
                self.call(name, (target, hex(target)), (levels, str(levels)), numbers[1], *numbers[2:], *depth)
            return
        self.call("glTexImage3D" if depth else "glTexImage2D", (place, hex(place)), *numbers, *depth, *tail)

    def make_buffer(self):
        target = self.random.choice(self.table.groups["BufferTargetARB"])
        self.call("glBindBuffer", (target, hex(target)), self.name("buffer"))
        size = self.random.choice([0, 64, 4096, 65536])
        self.call("glBufferData", (target, hex(target)), (size, str(size)), (self.at + 4096, "memory"), (0x88E4, "static"))


def main():
    player = Player(sys.argv[1])
    for line in sys.stdin.read().split():
        print(json.dumps({"seed": int(line)}), flush=True)
        player.play(int(line), int(sys.argv[2]))
    sys.stdout.flush()
    os._exit(0)  # Nothing is left to do; the drivers' own ends are tested elsewhere.


main()

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Arguments of random calls. An argument says what is meant, and becomes a C value only when a call is made: names of
objects differ from driver to driver, and calls are made again in other contexts (player.py)."""

import ctypes
import dataclasses

import commands

# Memory that calls read from is never written, so that no driver's answers become another call's data.
SCRATCH_B = 64 << 20
COUNTS_B = 1 << 20
reads = ctypes.create_string_buffer(SCRATCH_B)
writes = ctypes.create_string_buffer(SCRATCH_B)
# What a driver may write to later: feedback and selection.
held = ctypes.create_string_buffer(1 << 20)
READS, WRITES, HELD = ctypes.addressof(reads), ctypes.addressof(writes), ctypes.addressof(held)
MEMORY = {"memory": READS, "results": WRITES, "held": HELD}
# Three vertices of one instance, as indirect draws, indices and counts find them; else there are zeros.
ctypes.memmove(READS + COUNTS_B, (ctypes.c_uint * 4)(3, 1, 0, 0), 16)

CURRENT_PROGRAM = 0x8B8D
NAMES = ["a", "a[0]", "color", "tint", "tint[1]", "Block", "Block.scale", "image", "place", "gl_Position",
         "gl_NextBuffer", "none", ""]
UNIFORMS = ["tint", "tint[1]", "image", "kind", "on", "scale", "none"]
# What parameters of textures and samplers may be.
PARAMETERS = [0, 1, 2, 4, 0x1903, 0x1906, 0x1902, 0x1901, 0x2600, 0x2601, 0x2700, 0x2703, 0x2901, 0x812F, 0x812D, 0x8370,
              0x0203, 0x0207, 0x884E, -1, 0x8D41]


@dataclasses.dataclass(frozen=True)
class Value:
    value: object
    text: str

    def resolve(self, player, keep):
        return self.value


@dataclasses.dataclass(frozen=True)
class Object:
    """The index-th object of a kind that the player made."""
    kind: str
    index: int

    @property
    def text(self):
        return f"{self.kind} {self.index}"

    def resolve(self, player, keep):
        return player.objects[self.kind][self.index]


@dataclasses.dataclass(frozen=True)
class Location:
    """Where a uniform of a program is, of the current one if none is named: drivers choose locations freely."""
    name: str
    program: object = None

    @property
    def text(self):
        return f"location of {self.name}"

    def resolve(self, player, keep):
        program = self.program.resolve(player, keep) if self.program else player.integer(CURRENT_PROGRAM)
        location = player.functions["glGetUniformLocation"](program, Text(self.name).resolve(player, keep))
        player.functions["glGetError"]()
        return location


@dataclasses.dataclass(frozen=True)
class Array:
    items: tuple
    ctype: type = ctypes.c_uint

    @property
    def text(self):
        return f"[{', '.join(item.text for item in self.items[:4])}{' …' if len(self.items) > 4 else ''}]"

    def resolve(self, player, keep):
        array = (self.ctype * len(self.items))(*[item.resolve(player, keep) or 0 for item in self.items])
        keep.append(array)
        return ctypes.addressof(array)


@dataclasses.dataclass(frozen=True)
class Text:
    value: str

    @property
    def text(self):
        return repr(self.value if len(self.value) < 40 else self.value[:37] + "…")

    def resolve(self, player, keep):
        keep.append(ctypes.create_string_buffer(self.value.encode()))
        return ctypes.addressof(keep[-1])


def enum(value):
    return Value(value, hex(value))


def number(value):
    return Value(value, str(value))


def texts(*values):
    return Array(tuple(Text(v) for v in values), ctypes.c_void_p)


ZERO, NULL = number(0), Value(None, "null")
FROM, COUNTS, INTO = Value(READS, "memory"), Value(READS + COUNTS_B, "memory of 3, 1, 0"), Value(WRITES, "memory")


def name(player, kind):
    """An object: mostly one that was made, sometimes none, sometimes an unknown name."""
    r, known = player.random, player.objects[kind]
    pick = r.random()
    if pick < 0.85 and known:
        return Object(kind, r.randrange(len(known)))
    if kind == "sync":
        return Value(None, "no sync")
    return ZERO if pick < 0.95 else number(9999)


def arguments_of(player, command):
    given = []
    for p in command.params:
        uniform = p.name == "location" and "Uniform" in command.name
        given.append(location(player, given) if uniform else argument(player, command, p))
    return tuple(given)


def location(player, given):
    if player.random.random() < 0.3:
        return number(player.random.choice([-1, 1 << 20]))
    program = next((g for g in given if isinstance(g, Object) and g.kind == "program"), None)
    return Location(player.random.choice(UNIFORMS), program)


def argument(player, command, p):
    r = player.random
    special = player.fixed and player.fixed.argument(command, p)
    if special:
        return special
    if p.pointer:
        return pointer(player, command, p)
    if p.kind:
        return name(player, p.kind)
    groups = player.table.groups
    if command.name.startswith("glPixelStore") and p.name == "param":
        value = r.choice([0, 0, 1, 2, 4, 8, 16, 32, -1, 3])
    elif p.name in ("param", "params") and command.name.startswith(("glTexParameter", "glSamplerParameter")):
        value = r.choice(PARAMETERS)
        return Value(float(value), str(value)) if p.type == "GLfloat" else enum(value)
    elif p.type in ("GLfloat", "GLdouble", "GLclampf", "GLclampd"):
        value = r.choice([0.0, 1.0, 0.5, -1.0, 2.0, 100.0, 1e9])
    elif p.type == "GLboolean":
        value = r.choice([0, 1])
    elif groups.get(p.group):
        values = groups[p.group]
        if p.type == "GLbitfield":
            value = 0
            for _ in range(r.choice([0, 1, 1, 2, 3])):
                value |= r.choice(values)
        else:
            value = r.choice(values) if r.random() < 0.93 else r.choice(player.table.enums)
        return enum(value)
    elif p.type == "GLenum":
        return enum(r.choice(player.table.enums))
    elif p.name == "timeout":
        value = r.choice([0, 0, 1000])
    elif p.name in ("count", "uniformCount", "primcount", "instancecount", "n", "drawcount", "bufSize", "bufsize", "maxCount",
                    "samplerCount", "v"):
        value = r.choice([0, 1, 1, 2, 3, 4, 16, -1])
    elif p.name == "samples":
        value = r.choice([0, 1, 2, 4, -1, 1000])
    elif p.name in ("index", "location", "layer", "attribindex", "bindingindex", "drawbuffer", "buf", "stream", "first"):
        value = r.choice([0, 0, 0, 1, 1, 2, 3, -1, 1 << 20])
    elif p.name in ("level", "border", "divisor", "size", "x", "y", "z", "xoffset", "yoffset", "zoffset", "minlevel", "minlayer",
                    "srcLevel", "dstLevel", "srcX", "srcY", "srcZ", "dstX", "dstY", "dstZ", "stride"):
        value = r.choice([0, 0, 0, 1, 1, 2, 3, 4, 7, -1, 40, 300])
    else:
        value = r.choice([0, 1, 1, 2, 4, 4, 8, 16, 16, 32, 64, -1, 100000])
    if p.type in ("GLuint", "GLushort", "GLubyte") and value < 0:
        value = 77
    if p.type in ("GLubyte", "GLbyte"):
        value &= 63
    if p.type in ("GLushort", "GLshort"):
        value &= 0x7FFF
    return number(value)


def pointer(player, command, p):
    r, groups = player.random, player.table.groups
    if p.text == "name" or (p.text == "string" and not p.several):
        return Text(r.choice(NAMES))
    if p.text == "string":
        return texts(*(r.choice(NAMES) for _ in range(16)))
    if p.kind and p.constant:  # names to be deleted and the like
        return Array(tuple(name(player, p.kind) for _ in range(16)))
    if p.constant and groups.get(p.group):
        return Array(tuple(enum(r.choice(groups[p.group])) for _ in range(16)))
    if p.constant and p.name in ("param", "params"):
        ctype = ctypes.c_float if p.type == "GLfloat" else ctypes.c_int
        return Array(tuple(number(r.choice(PARAMETERS)) for _ in range(4)), ctype)
    if p.constant and commands.base(command.name) in commands.NULL_IS_FINE and r.random() < 0.04:
        return NULL
    # Large enough for anything that the sizes above ask for; an offset where a buffer is bound.
    offset = commands.OFFSETS.get(commands.base(command.name))
    if offset and player.integer(offset):
        value = r.choice([0, 0, 0, 4, 16, 3, 64])
        return Value(value or None, str(value))
    if "Indirect" in command.name and player.fixed and not player.integer(commands.DRAW_INDIRECT_BINDING):
        return COUNTS
    if "Indirect" in command.name:
        value = r.choice([0, 0, 0, 4, 3, 4096, 100000])
        return Value(value or None, str(value))
    if not p.constant:
        return INTO
    return COUNTS if r.random() < 0.3 else FROM

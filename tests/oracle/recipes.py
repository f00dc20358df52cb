# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Short sequences for what random arguments hardly ever meet: programs that link, framebuffers that are complete, feedback
that is active, and so on. Every part of them may fail, and whatever they bind stays bound."""

import shaders
from arguments import (COUNTS, FROM, INTO, NAMES, NULL, PARAMETERS, ZERO, Array, Object, Text, Value, enum, location, name, number,
                       texts)
from commands import DRAW_INDIRECT_BINDING, IMAGES

ARRAY, ELEMENTS, FEEDBACK, UNIFORMS, INDIRECT, TEXELS = 0x8892, 0x8893, 0x8C8E, 0x8A11, 0x8F3F, 0x8C2A
UNPACK_BINDING = 0x88EF
# Recipes use two textures for each of these targets, as a texture keeps the target that it was first bound to.
TARGETS = [0x0DE1, 0x806F, 0x8C1A, 0x8513, 0x9100, 0x9102, TEXELS, 0x0DE0, 0x84F5]
TEXTURES = 2 * len(TARGETS)


def begin(player):
    """Something complete to draw to, and a vertex array; not compared. The buffers become objects: what a bind that fails
    does to a name that only was given out, the drivers do not agree on."""
    for index in range(3):
        player.make([("glBindBuffer", (enum(ARRAY), Object("buffer", index)))])
    player.make([("glBindBuffer", (enum(ARRAY), ZERO))])
    for command, *given in (("glBindVertexArray", Object("vertex array", 0)),
                            ("glBindTexture", enum(0x0DE1), Object("texture", 0)),
                            ("glTexImage2D", enum(0x0DE1), ZERO, enum(0x8058), number(16), number(16), ZERO, enum(0x1908),
                             enum(0x1401), NULL),
                            ("glBindFramebuffer", enum(0x8D40), Object("framebuffer", 0)),
                            ("glFramebufferTexture2D", enum(0x8D40), enum(0x8CE0), enum(0x0DE1), Object("texture", 0), ZERO)):
        player.make([(command, tuple(given))])


def made(player, kind, call, *given):
    """What a call made, or no object."""
    before = len(player.objects[kind])
    player.call(call, *given)
    return Object(kind, before) if len(player.objects[kind]) > before else ZERO


def some(player, group):
    return enum(player.random.choice(player.table.groups[group]))


def pick(player, *values):
    return number(player.random.choice(values))


def bits(player, group):
    value = 0
    for _ in range(player.random.choice([1, 1, 2, 3])):
        value |= player.random.choice(player.table.groups[group])
    return enum(value)


def texture(player, target):
    if player.random.random() < 0.1:
        return name(player, "texture")
    return Object("texture", 2 * TARGETS.index(target) + player.random.randrange(2))


# Programs.

def source(player, shader):
    kind = player.shader_types.get(shader.index) if isinstance(shader, Object) else None
    known = shaders.TEXTS.get(kind, shaders.TEXTS[shaders.VERTEX])
    text = player.random.choice(known if player.random.random() < 0.95 else NAMES)
    return shader, number(1), texts(shaders.of_version(text, player.api)), NULL


def compiled(player, kind, index):
    shader = made(player, "shader", "glCreateShader", enum(kind))
    options = shaders.TEXTS[kind]
    text = options[index % len(options)] if player.random.random() < 0.85 else player.random.choice(options)
    player.call("glShaderSource", shader, number(1), texts(shaders.of_version(text, player.api)), NULL)
    player.call("glCompileShader", shader)
    return shader


def program(player, feedback=False):
    r = player.random
    it = made(player, "program", "glCreateProgram")
    index = r.randrange(4)
    kinds = [shaders.VERTEX, shaders.FRAGMENT]
    if not player.es and r.random() < 0.2:
        kinds.append(shaders.GEOMETRY)
    if player.api.version > 4 and r.random() < 0.2:
        kinds += [shaders.CONTROL, shaders.EVALUATION]
    for kind in kinds:
        player.call("glAttachShader", it, compiled(player, kind, index))
    if feedback or r.random() < 0.15:
        varyings = ["gl_Position"] if r.random() < 0.7 else [r.choice(NAMES) for _ in range(2)]
        player.call("glTransformFeedbackVaryings", it, number(len(varyings)), texts(*varyings), some(player, "TransformFeedbackBufferMode"))
    if r.random() < 0.2:
        player.call("glProgramParameteri", it, enum(r.choice([0x8257, 0x8258])), pick(player, 0, 1, 2))
    if r.random() < 0.2:
        player.call("glBindAttribLocation", it, pick(player, 0, 1, 15, 77), Text(r.choice(NAMES)))
    player.call("glLinkProgram", it)
    if feedback or r.random() < 0.8:
        player.call("glUseProgram", it)
    return it


def blocks(player):
    it = name(player, "program")
    player.call("glGetUniformBlockIndex", it, Text(player.random.choice(NAMES)))
    player.call("glUniformBlockBinding", it, pick(player, 0, 0, 1, 7), pick(player, 0, 1, 2, 1000))
    player.call("glBindBufferRange", enum(UNIFORMS), pick(player, 0, 1, 2), name(player, "buffer"), pick(player, 0, 256, 3, -1),
                pick(player, 0, 16, 4096, -1))
    player.call("glGetActiveUniformBlockiv", it, pick(player, 0, 0, 1), some(player, "UniformBlockPName"), INTO)


def uniforms(player):
    r, it = player.random, name(player, "program")
    player.call("glUseProgram", it)
    forms = [c for c in player.table.playable if c.name.startswith("glUniform") and c.name.endswith("v") and c.name[9].isdigit()]
    for _ in range(3):
        form = r.choice(forms)
        player.call(form.name, location(player, ()), pick(player, 0, 1, 1, 3, -1), FROM)


def pipeline(player):
    r = player.random
    it = name(player, "program pipeline")
    kind = r.choice([shaders.VERTEX, shaders.FRAGMENT])
    index = r.randrange(4)
    single = made(player, "program", "glCreateShaderProgramv", enum(kind), number(1),
                  texts(shaders.of_version(shaders.TEXTS[kind][index], player.api)))
    player.call("glBindProgramPipeline", it)
    player.call("glUseProgramStages", it, bits(player, "UseProgramStageMask") if r.random() < 0.5 else enum(0xFFFFFFFF), single)
    player.call("glActiveShaderProgram", it, single if r.random() < 0.5 else name(player, "program"))
    if r.random() < 0.7:
        player.call("glUseProgram", ZERO)
    player.call("glValidateProgramPipeline", it)
    draw(player)


# Buffers.

def buffer(player, target=None):
    r = player.random
    target = enum(target) if target else some(player, "BufferTargetARB")
    player.call("glBindBuffer", target, name(player, "buffer"))
    size, data = pick(player, 0, 64, 4096, 65536), FROM if r.random() < 0.7 else COUNTS
    if r.random() < 0.2:
        player.call("glBufferStorage", target, size, data, bits(player, "BufferStorageMask"))
    else:
        player.call("glBufferData", target, size, data, some(player, "BufferUsageARB"))
    return target


def mapped(player):
    target = buffer(player)
    player.call("glMapBufferRange", target, pick(player, 0, 0, 16, 64, -1), pick(player, 0, 16, 64, 4096, -1), bits(player, "MapBufferAccessMask"))
    if player.random.random() < 0.5:
        player.call("glFlushMappedBufferRange", target, pick(player, 0, 4, -1), pick(player, 0, 4, 64, 4096))
    if player.random.random() < 0.3:
        player.call("glBufferSubData", target, pick(player, 0, 4), pick(player, 0, 4), FROM)
    if player.random.random() < 0.7:
        player.call("glUnmapBuffer", target)


def copied(player):
    ends = [buffer(player), buffer(player)]
    player.call("glCopyBufferSubData", *ends, pick(player, 0, 16, -1), pick(player, 0, 32, 16), pick(player, 0, 16, 64, 4096))


# Textures and samplers.

def image(player):
    r = player.random
    target = r.choice([0x0DE1, 0x806F, 0x8C1A, 0x8513])
    internal, form, kind = r.choice(IMAGES)
    bound = texture(player, target)
    player.call("glBindTexture", enum(target), bound)
    size = r.choice([1, 4, 16, 16])
    depth = [pick(player, 1, 4, 6)] if target in (0x806F, 0x8C1A) else []
    place = 0x8515 + r.randrange(6) if target == 0x8513 else target
    if r.random() < 0.35:
        player.call("glTexStorage3D" if depth else "glTexStorage2D", enum(target), pick(player, 1, 2, 3, 9), enum(internal),
                    number(size), number(size), *depth)
    else:
        pixels = Value(None, "0") if player.integer(UNPACK_BINDING) else FROM
        player.call("glTexImage3D" if depth else "glTexImage2D", enum(place), ZERO, enum(internal), number(size), number(size),
                    *depth, ZERO, enum(form), enum(kind), pixels)
    if r.random() < 0.5:
        part(player, target, place, form, kind)
    return bound, enum(target)


def part(player, target, place, form, kind):
    """Writes, copies into or reads a part of an image."""
    r, deep = player.random, target in (0x806F, 0x8C1A)
    what = r.choice(["glTexSubImage", "glCopyTexSubImage", "glGetTexImage"])
    level, corner = pick(player, 0, 0, 0, 1), [pick(player, 0, 0, 1, -1) for _ in range(3 if deep else 2)]
    size = [pick(player, 0, 1, 3) for _ in range(2)]
    pixels = Value(None, "0") if player.integer(UNPACK_BINDING) else FROM
    if what == "glGetTexImage":
        into = Value(None, "0") if player.integer(0x88ED) else INTO
        player.call(what, enum(place), level, enum(form), enum(kind), into)
    elif what == "glTexSubImage":
        player.call(f"{what}{3 if deep else 2}D", enum(place), level, *corner, *size, *([number(1)] if deep else []), enum(form),
                    enum(kind), pixels)
    else:
        player.call(f"{what}{3 if deep else 2}D", enum(place), level, *corner, ZERO, ZERO, *size)
    if r.random() < 0.3:
        player.call("glGenerateMipmap", enum(target))
    if r.random() < 0.5:
        player.call("glTexParameteri", enum(target), some(player, "TextureParameterName"), enum(r.choice(PARAMETERS)))


def samples(player):
    if player.es:
        return
    target = player.random.choice([0x9100, 0x9102])
    player.call("glBindTexture", enum(target), texture(player, target))
    depth = [pick(player, 1, 4)] if target == 0x9102 else []
    form = "glTexStorage" if player.random.random() < 0.4 else "glTexImage"
    player.call(f"{form}{3 if depth else 2}DMultisample", enum(target), pick(player, 0, 1, 4, 1000),
                enum(player.random.choice(IMAGES)[0]), pick(player, 0, 4, 16), pick(player, 4, 16), *depth, pick(player, 0, 1))


def texels(player):
    if player.es:
        return
    player.call("glBindTexture", enum(TEXELS), texture(player, TEXELS))
    player.call("glTexBuffer", enum(TEXELS), some(player, "SizedInternalFormat"), name(player, "buffer"))


def view(player):
    r = player.random
    of, target = image(player)
    player.call("glGenTextures", number(1), INTO)
    new = Object("texture", len(player.objects["texture"]) - 1)
    player.call("glTextureView", new, target if r.random() < 0.7 else some(player, "TextureTarget"),
                of, enum(r.choice(IMAGES)[0] if r.random() < 0.5 else 0x8058), pick(player, 0, 0, 1, 5), pick(player, 0, 1, 1, 9),
                pick(player, 0, 0, 1), pick(player, 0, 1, 6, 6))


def copy_image(player):
    ends = [image(player) for _ in range(2)]
    if player.random.random() < 0.4:
        ends[1] = ends[0]
    if player.random.random() < 0.2:
        ends[0] = (name(player, "renderbuffer"), enum(0x8D41))
    origin = [pick(player, 0, 0, 0, 1) for _ in range(8)]
    player.call("glCopyImageSubData", *ends[0], *origin[:4], *ends[1], *origin[4:], pick(player, 0, 1, 4, 17), pick(player, 1, 4, 17),
                pick(player, 1, 1, 2))


def sampler(player):
    it = name(player, "sampler")
    player.call("glBindSampler", pick(player, 0, 1, 7, 1000), it)
    for _ in range(2):
        player.call("glSamplerParameteri", it, some(player, "SamplerParameterI"), enum(player.random.choice(PARAMETERS)))
    player.call("glGetSamplerParameteriv", it, some(player, "SamplerParameterI"), INTO)


# Framebuffers.

def framebuffer(player):
    r = player.random
    target = some(player, "FramebufferTarget")
    player.call("glBindFramebuffer", target, name(player, "framebuffer"))
    for point in r.sample([0x8CE0, 0x8CE1, 0x8D00, 0x8D20, 0x821A], 2):
        if r.random() < 0.5:
            it = name(player, "renderbuffer")
            player.call("glBindRenderbuffer", enum(0x8D41), it)
            player.call("glRenderbufferStorageMultisample", enum(0x8D41), pick(player, 0, 0, 4), enum(r.choice(IMAGES)[0]),
                        pick(player, 1, 16), pick(player, 16))
            player.call("glFramebufferRenderbuffer", target, enum(point), enum(0x8D41), it)
        elif r.random() < 0.7:
            player.call("glFramebufferTexture2D", target, enum(point), enum(0x0DE1 if r.random() < 0.7 else 0x8516),
                        texture(player, 0x0DE1 if r.random() < 0.7 else 0x8513), pick(player, 0, 0, 0, 1, 40))
        else:
            player.call("glFramebufferTextureLayer", target, enum(point), texture(player, r.choice([0x806F, 0x8C1A])), pick(player, 0, 0, 1),
                        pick(player, 0, 1, 5, 100000))
    player.call("glCheckFramebufferStatus", target)
    if r.random() < 0.3:
        player.call("glDrawBuffers", pick(player, 0, 1, 2), Array((enum(r.choice([0, 0x8CE0, 0x405])), enum(r.choice([0, 0x8CE1])))))
    return target


def blit(player):
    for target in (0x8CA8, 0x8CA9):
        player.call("glBindFramebuffer", enum(target), name(player, "framebuffer"))
    corners = [pick(player, 0, 16, 8, -4) for _ in range(8)]
    player.call("glBlitFramebuffer", *corners, bits(player, "ClearBufferMask"), some(player, "BlitFramebufferFilter"))


def invalidate(player):
    target = framebuffer(player)
    points = Array(tuple(enum(player.random.choice([0x8CE0, 0x8CE1, 0x8D00, 0x8D20, 0x1800, 0x821A])) for _ in range(3)))
    player.call("glInvalidateFramebuffer", target, pick(player, 1, 2, 3), points)


def clear(player):
    framebuffer(player)
    for form in ("fv", "iv", "uiv"):
        player.call(f"glClearBuffer{form}", enum(player.random.choice([0x1800, 0x1801, 0x1802])), pick(player, 0, 0, 1, 77), FROM)


# Draws.

def vertices(player):
    if player.random.random() < 0.7:
        buffer(player, ARRAY)
    else:
        player.call("glBindBuffer", enum(ARRAY), ZERO)
    for index in range(2):
        bound = player.integer(0x8894)
        player.call("glVertexAttribPointer", number(index), pick(player, 1, 2, 4), enum(player.random.choice([0x1406, 0x1400, 0x8D9F])),
                    ZERO, pick(player, 0, 4, 16), Value(None, "0") if bound else FROM)
        player.call("glEnableVertexAttribArray", number(index))


def draw(player):
    r = player.random
    if r.random() < 0.4:
        vertices(player)
    mode = some(player, "PrimitiveType") if r.random() < 0.5 else enum(4)
    if player.api.version > 4 and r.random() < 0.2:
        player.call("glPatchParameteri", enum(0x8E72), pick(player, 0, 1, 3, 3, 1000))
        mode = enum(14)
    pick_form = r.random()
    if pick_form < 0.5:
        player.call("glDrawArrays", mode, pick(player, 0, 0, 1, -1), pick(player, 0, 3, 3, 16, -1))
    elif pick_form < 0.8:
        if r.random() < 0.6 or not player.es:
            buffer(player, ELEMENTS)
        at = ZERO if player.integer(0x8895) else FROM
        player.call("glDrawElements", mode, pick(player, 0, 3, 3, 16, -1), enum(r.choice([0x1401, 0x1403, 0x1405, 0x1404])), at)
    elif player.api.version > 4:
        buffer(player, INDIRECT)
        offset = pick(player, 0, 0, 4, 3, 4092)
        player.call("glDrawArraysIndirect", mode, COUNTS if player.fixed and not player.integer(DRAW_INDIRECT_BINDING) else offset)
    else:
        player.call("glDrawArraysInstanced", mode, ZERO, pick(player, 0, 3, -1), pick(player, 0, 1, 3, -1))


def feedback(player):
    r = player.random
    if r.random() < 0.7:
        program(player, feedback=True)
    if r.random() < 0.5:
        player.call("glBindTransformFeedback", enum(0x8E22), name(player, "transform feedback"))
    buffer(player, FEEDBACK)
    player.call("glBindBufferBase", enum(FEEDBACK), pick(player, 0, 0, 1, 1000), name(player, "buffer"))
    mode = some(player, "PrimitiveType")
    player.call("glBeginTransformFeedback", mode)
    for step in r.sample([lambda: player.call("glDrawArrays", mode, ZERO, number(3)), player.step, player.step,
                          lambda: player.call("glPauseTransformFeedback"), lambda: player.call("glResumeTransformFeedback"),
                          lambda: draw(player), lambda: program(player)], 4):
        step()
    player.call("glEndTransformFeedback")
    if player.api.version > 4:
        player.call("glDrawTransformFeedback", mode, name(player, "transform feedback"))


def query(player):
    target, it = some(player, "QueryTarget"), name(player, "query")
    player.call("glBeginQuery", target, it)
    draw(player)
    if player.random.random() < 0.5:
        player.step()
    player.call("glGetQueryiv", target, some(player, "QueryParameterName"), INTO)
    player.call("glEndQuery", target)
    player.call("glGetQueryObjectuiv", it, some(player, "QueryObjectParameterName"), INTO)
    if not player.es:
        player.call("glBeginConditionalRender", it, some(player, "ConditionalRenderMode"))
        draw(player)
        player.call("glEndConditionalRender")


def sync(player):
    it = made(player, "sync", "glFenceSync", enum(0x9117), ZERO)
    player.call("glClientWaitSync", it if it is not ZERO else NULL, some(player, "SyncObjectMask"), pick(player, 0, 1000))


RECIPES = [program, program, program, blocks, uniforms, buffer, mapped, copied, image, image, samples, texels, sampler, framebuffer,
           framebuffer, blit, invalidate, clear, draw, draw, feedback, query, sync]
LATER = [pipeline, pipeline, view, copy_image]


def of(api):
    return RECIPES + LATER if api.version > 4 else RECIPES

# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""The shaders that sequences compile: for OpenGL ES 3.0, made into those of desktop versions by ofVersion()."""

VERTEX, FRAGMENT, GEOMETRY, CONTROL, EVALUATION = 0x8B31, 0x8B30, 0x8DD9, 0x8E88, 0x8E87

# Pairs at the same index fit together.
TEXTS = {
    VERTEX: [
        "#version 300 es\nin vec4 place; in ivec2 more; uniform Block { vec4 scale; mat4 turn; }; out vec4 color;\n"
        "flat out int kind; void main() { gl_Position = turn * place * scale; color = place; kind = more.x; }",
        "#version 300 es\nvoid main() { gl_Position = vec4(gl_VertexID); gl_PointSize = 2.0; }",
        "#version 300 es\nin mat3 place; out vec4 color; flat out int kind;\n"
        "void main() { gl_Position = vec4(place[1], 1.0); color = gl_Position; kind = gl_InstanceID; }",
        "attribute vec4 place; uniform mat4 tint[2]; varying vec4 color; void main() { gl_Position = tint[1] * place; color = place; }",
        "#version 300 es\nin vec4 place; void main() { gl_Position = place }",
    ],
    FRAGMENT: [
        "#version 300 es\nprecision mediump float; in vec4 color; flat in int kind; uniform sampler2D image; uniform vec4 tint[3];\n"
        "layout(location = 0) out vec4 a; layout(location = 1) out ivec4 b;\n"
        "void main() { a = color * tint[1] + texture(image, color.xy); b = ivec4(kind); }",
        "#version 300 es\nprecision mediump float; precision mediump sampler2DArray; uniform sampler2DArray image; uniform uint kind;\n"
        "uniform bool on; out vec4 a; void main() { a = on ? texture(image, vec3(float(kind))) : vec4(1.0); }",
        "#version 300 es\nprecision mediump float; in vec4 color; flat in int kind; uniform Block { mediump mat3 turn; vec4 tint; } block;\n"
        "out uvec2 a; void main() { a = uvec2(kind, block.tint.x + block.turn[1].y + color.x); }",
        "precision mediump float; varying vec4 color; uniform samplerCube image; void main() { gl_FragColor = textureCube(image, color.xyz); }",
        "precision mediump float; void main() { gl_FragColor = undeclared; }",
    ],
    GEOMETRY: [
        "#version 330 core\nlayout(triangles) in; layout(line_strip, max_vertices = 4) out; in vec4 color[]; out vec4 tint;\n"
        "void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; tint = color[i]; EmitVertex(); } }",
        "#version 330 core\nlayout(points) in; layout(triangle_strip, max_vertices = 3) out; void main() { EmitVertex(); EndPrimitive(); }",
    ],
    CONTROL: [
        "#version 410 core\nlayout(vertices = 3) out; void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
        "gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 2.0; }",
    ],
    EVALUATION: [
        "#version 410 core\nlayout(triangles) in; void main() { gl_Position = gl_in[0].gl_Position * gl_TessCoord.x; }",
        "#version 410 core\nlayout(isolines, point_mode) in; uniform dvec2 tint; void main() { gl_Position = vec4(gl_TessCoord, tint.x); }",
    ],
}


def of_version(text, api):
    """The same shader for a version of desktop OpenGL."""
    if api.family == "gles2":
        return text
    version = f"#version {410 if api.version > 4 else 330} core"
    return text.replace("#version 300 es", version).replace("mediump ", "").replace("precision float;", "") \
        .replace("precision sampler2DArray;", "")

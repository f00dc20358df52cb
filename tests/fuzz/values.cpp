// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "values.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <iterator>
#include <limits>

namespace fuzz {

GLenum enumOf(Random& random, std::initializer_list<GLenum> legal) {
    if (!random.oneIn(20)) {
        return random.of(legal);
    }
    constexpr GLenum kOdd[] = {0,
                               1,
                               0xffffffffu,
                               GL_TEXTURE_2D,
                               GL_TEXTURE_CUBE_MAP,
                               GL_RGBA,
                               GL_FLOAT,
                               GL_UNSIGNED_INT,
                               GL_FRAMEBUFFER,
                               GL_ARRAY_BUFFER,
                               GL_DEPTH_COMPONENT,
                               GL_COLOR_ATTACHMENT0,
                               0x8CE0 + 31,
                               GL_TEXTURE0 + 200,
                               GL_TEXTURE_CUBE_MAP_POSITIVE_X + 7,
                               GL_ALWAYS + 1};
    return random.oneIn(2) ? random.of(kOdd) : 0x0b00 + random.below(0x8f00);
}

GLint integer(Random& random) {
    if (!random.oneIn(10)) {
        return random.between(0, 8);
    }
    return random.of({-1, INT_MAX, INT_MIN, 255, 256, 65535, 65536, 4096, 16384, -4096, 33, 1000});
}

GLfloat real(Random& random) {
    if (!random.oneIn(10)) {
        return float(random.between(-8, 8)) / 4.0f;
    }
    return random.of({0.0f,
                      -0.0f,
                      1e38f,
                      -1e38f,
                      1e-40f,
                      std::numeric_limits<float>::infinity(),
                      -std::numeric_limits<float>::infinity(),
                      std::nanf("")});
}

GLsizei smallSize(Random& random) {
    if (!random.oneIn(16)) {
        return random.between(1, 40);
    }
    return random.of({0, -1, 64, 1});
}

GLuint Names::any(Random& random) const {
    if (m_names.empty() || random.oneIn(12)) {
        return random.of({0u, 0u, 1u, 2u, 3u, 77u, 0xffffffffu});
    }
    // The youngest are the most likely, so that sequences go on with what they made.
    const size_t window = random.oneIn(3) ? m_names.size() : std::min<size_t>(m_names.size(), 4);
    return m_names[m_names.size() - 1 - random.below(uint32_t(window))];
}

void Names::deleted(Random& random, GLuint name) {
    if (random.oneIn(2)) {
        std::erase(m_names, name);
    }
}

const char* const kVertexShaders[] = {
    "attribute vec4 a; void main() { gl_Position = a; }",
    "attribute vec4 a; attribute vec2 b; varying vec2 t; uniform vec4 u; uniform mat4 m;"
    "void main() { t = b; gl_Position = m * a + u; gl_PointSize = 4.0; }",
    "attribute vec3 a; attribute vec3 c; varying vec3 v; uniform vec4 list[7]; uniform int at;"
    "void main() { v = c * list[at].xyz; gl_Position = vec4(a, 1.0); }",
    "attribute mat4 a; uniform sampler2D s; varying vec2 t;"
    "void main() { t = texture2DLod(s, a[0].xy, 0.0).xy; gl_Position = a * vec4(1.0); }",
    "struct S { float f; vec3 v[2]; }; uniform S s[3]; attribute float a; varying vec3 v;"
    "void main() { v = s[1].v[0] + s[2].f; gl_Position = vec4(a); }",
    "attribute vec4 a; uniform bool b; uniform ivec3 i; uniform bvec4 q;"
    "void main() { gl_Position = b ? a : vec4(i, 1.0) + vec4(q); gl_PointSize = 1e30; }",
    "void main() { gl_Position = vec4(0.0); }",
    "attribute vec4 a; void main() { gl_Position = ; }",
    "#version 300 es\nin vec4 a; void main() { gl_Position = a; }",
    "attribute vec4 a; varying vec2 t; void f(); void main() { f(); gl_Position = a; t = a.xy; }",
    "",
    "#extension GL_FOO_bar : require\nvoid main() {}",
};
const size_t kVertexShaderCount = std::size(kVertexShaders);

const char* const kFragmentShaders[] = {
    "void main() { gl_FragColor = vec4(1.0, 0.0, 0.5, 1.0); }",
    "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }",
    "precision mediump float; varying vec2 t; uniform sampler2D s;"
    "void main() { gl_FragColor = texture2D(s, t); }",
    "precision mediump float; varying vec3 v; uniform samplerCube s;"
    "void main() { gl_FragColor = textureCube(s, v); }",
    "precision mediump float; varying vec3 v; uniform sampler2D s[4]; uniform samplerCube c;"
    "void main() { gl_FragColor = texture2D(s[0], v.xy) + texture2D(s[3], v.yz) + textureCube(c, "
    "v); }",
    "precision highp float; uniform mat3 m; uniform float f[5]; varying vec2 t;"
    "void main() { vec3 r = vec3(t, 0.0); for (int i = 0; i < 5; i++) r = m * r * f[i];"
    " if (r.x > 2.0) discard; gl_FragColor = vec4(r, gl_FrontFacing ? 1.0 : 0.0); }",
    "#extension GL_EXT_draw_buffers : require\nprecision mediump float;"
    "void main() { gl_FragData[0] = vec4(1.0); gl_FragData[1] = gl_FragCoord; }",
    "#extension GL_EXT_frag_depth : require\nprecision mediump float;"
    "void main() { gl_FragColor = vec4(gl_PointCoord, 0.0, 1.0); gl_FragDepthEXT = 0.3; }",
    "void main() { discard; }",
    "precision mediump float; void main() { gl_FragColor = 1.0; }",
    "varying float q; void main() { gl_FragColor = vec4(q); }",
    "precision mediump float; varying vec2 t; uniform mat4 m;"
    "void main() { gl_FragColor = m[int(t.x * 1000.0)]; }",
    "}{",
};
const size_t kFragmentShaderCount = std::size(kFragmentShaders);

} // namespace fuzz

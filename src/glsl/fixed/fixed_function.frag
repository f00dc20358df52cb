// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Fragments of fixed function (GL 4.6 compatibility profile, chapter 16). Key words:
// glsl/fixed/key.h.
#version 130
#extension GL_ARB_texture_rectangle : enable

uniform uvec4 gd_FixedFragmentKey[5];
uniform uvec4 gd_FixedSwitches;
uniform vec4 gd_AlphaTest;
uniform vec4 gd_ColorBounds;
in vec4 gd_BackColor;
in vec4 gd_BackSecondaryColor;

#define DECLARE(t1, t2, rect, t3, cube, shadow1, shadow2, shadowRect, shadowCube) \
    uniform sampler1D t1;                                                         \
    uniform sampler2D t2;                                                         \
    uniform sampler2DRect rect;                                                   \
    uniform sampler3D t3;                                                         \
    uniform samplerCube cube;                                                     \
    uniform sampler1DShadow shadow1;                                              \
    uniform sampler2DShadow shadow2;                                              \
    uniform sampler2DRectShadow shadowRect;                                       \
    uniform samplerCubeShadow shadowCube;

DECLARE(unit0_1D, unit0_2D, unit0_Rect, unit0_3D, unit0_Cube, unit0_1DShadow, unit0_2DShadow, unit0_RectShadow, unit0_CubeShadow)
DECLARE(unit1_1D, unit1_2D, unit1_Rect, unit1_3D, unit1_Cube, unit1_1DShadow, unit1_2DShadow, unit1_RectShadow, unit1_CubeShadow)
DECLARE(unit2_1D, unit2_2D, unit2_Rect, unit2_3D, unit2_Cube, unit2_1DShadow, unit2_2DShadow, unit2_RectShadow, unit2_CubeShadow)
DECLARE(unit3_1D, unit3_2D, unit3_Rect, unit3_3D, unit3_Cube, unit3_1DShadow, unit3_2DShadow, unit3_RectShadow, unit3_CubeShadow)
DECLARE(unit4_1D, unit4_2D, unit4_Rect, unit4_3D, unit4_Cube, unit4_1DShadow, unit4_2DShadow, unit4_RectShadow, unit4_CubeShadow)
DECLARE(unit5_1D, unit5_2D, unit5_Rect, unit5_3D, unit5_Cube, unit5_1DShadow, unit5_2DShadow, unit5_RectShadow, unit5_CubeShadow)
DECLARE(unit6_1D, unit6_2D, unit6_Rect, unit6_3D, unit6_Cube, unit6_1DShadow, unit6_2DShadow, unit6_RectShadow, unit6_CubeShadow)
DECLARE(unit7_1D, unit7_2D, unit7_Rect, unit7_3D, unit7_Cube, unit7_1DShadow, unit7_2DShadow, unit7_RectShadow, unit7_CubeShadow)

vec4 primary, previous;
vec4 texel0, texel1, texel2, texel3, texel4, texel5, texel6, texel7;

// The result of a comparison as GL_DEPTH_TEXTURE_MODE spreads it: luminance, intensity, alpha, red.
vec4 compared(float depth, uint alphaWord) {
    uint mode = alphaWord >> 21 & 3u;
    return mode == 0u   ? vec4(depth, depth, depth, 1.0)
           : mode == 1u ? vec4(depth)
           : mode == 2u ? vec4(0.0, 0.0, 0.0, depth)
                        : vec4(depth, 0.0, 0.0, 1.0);
}

// Section 16.1: unless glClampColor() switched that off.
vec4 bounded(vec4 color) {
    return clamp(color, gd_ColorBounds.z, gd_ColorBounds.w);
}

vec4 source(uint which, vec4 constant) {
    switch (which) {
    case 0u: return previous;
    case 1u: return primary;
    case 2u: return constant;
    case 8u: return texel0;
    case 9u: return texel1;
    case 10u: return texel2;
    case 11u: return texel3;
    case 12u: return texel4;
    case 13u: return texel5;
    case 14u: return texel6;
    case 15u: return texel7;
    }
    return vec4(0.0);
}

vec3 colorArgument(uint argument, vec4 constant) {
    vec4 from = source(argument & 15u, constant);
    vec3 color = (argument & 32u) != 0u ? from.aaa : from.rgb;
    return (argument & 16u) != 0u ? 1.0 - color : color;
}

float alphaArgument(uint argument, vec4 constant) {
    float alpha = source(argument & 15u, constant).a;
    return (argument & 16u) != 0u ? 1.0 - alpha : alpha;
}

// Of colours, and of alpha as four of them.
vec3 combined(uint function, vec3 a, vec3 b, vec3 c) {
    switch (function) {
    case 0u: return a;
    case 1u: return a * b;
    case 2u: return a + b;
    case 3u: return a + b - 0.5;
    case 4u: return a * c + b * (1.0 - c);
    case 5u: return a - b;
    }
    return vec3(4.0 * dot(a - 0.5, b - 0.5));
}

vec4 environment(uint colorWord, uint alphaWord, vec4 constant) {
    vec3 color = combined(colorWord >> 4 & 15u,
                          colorArgument(colorWord >> 10 & 63u, constant),
                          colorArgument(colorWord >> 16 & 63u, constant),
                          colorArgument(colorWord >> 22 & 63u, constant));
    float alpha = color.r;
    if ((alphaWord & 15u) != 6u) {
        alpha = combined(alphaWord & 15u,
                         vec3(alphaArgument(alphaWord >> 6 & 31u, constant)),
                         vec3(alphaArgument(alphaWord >> 11 & 31u, constant)),
                         vec3(alphaArgument(alphaWord >> 16 & 31u, constant))).r;
    }
    vec4 scale = vec4(vec3(float(1u << (colorWord >> 8 & 3u))), float(1u << (alphaWord >> 4 & 3u)));
    return bounded(vec4(color, alpha) * scale);
}

// Textures that the program does not know are branches that it has not.
#define IS(kind) ((gd_FixedFragmentKey[4].y >> kind & 1u) != 0u && which == kind)

#define FETCH(i, texel, word, alphaWord, t1, t2, rect, t3, cube, shadow1, shadow2, shadowRect, \
              shadowCube)                                                                     \
    {                                                                                         \
        uint which = word & 15u;                                                            \
        vec4 at = gl_TexCoord[i];                                                             \
        if ((word & 0x10000000u) != 0u) {                                                     \
            at = vec4(gl_PointCoord, 0.0, 1.0);                                               \
        }                                                                                     \
        if (IS(1u)) {                                                                         \
            texel = textureProj(t1, at);                                                      \
        } else if (IS(2u)) {                                                                  \
            texel = textureProj(t2, at);                                                      \
        } else if (IS(3u)) {                                                                  \
            texel = texture2DRectProj(rect, at);                                              \
        } else if (IS(4u)) {                                                                  \
            texel = textureProj(t3, at);                                                      \
        } else if (IS(5u)) {                                                                  \
            texel = textureCube(cube, at.xyz);                                                \
        } else if (IS(6u)) {                                                                  \
            texel = compared(textureProj(shadow1, at), alphaWord);                         \
        } else if (IS(7u)) {                                                                  \
            texel = compared(textureProj(shadow2, at), alphaWord);                         \
        } else if (IS(8u)) {                                                                  \
            texel = compared(textureProj(shadowRect, at), alphaWord);                  \
        } else if (IS(9u)) {                                                                  \
            texel = compared(texture(shadowCube, at), alphaWord);                             \
        }                                                                                     \
    }

#define ENVIRONMENT(i, colorWord, alphaWord)                                         \
    if ((colorWord & 15u) != 0u) {                                                   \
        previous = environment(colorWord, alphaWord, bounded(gl_TextureEnvColor[i])); \
    }

float fogFactor(uint mode) {
    float z = gl_FogFragCoord;
    if (mode == 1u) {
        return gl_Fog.end == gl_Fog.start ? 0.0 : (gl_Fog.end - z) * gl_Fog.scale;
    }
    float thickness = gl_Fog.density * z;
    return exp(mode == 2u ? -thickness : -thickness * thickness);
}

void main() {
    uint flags = gd_FixedFragmentKey[4].x;
    bool back = (flags & 4u) != 0u && !gl_FrontFacing;
    primary = back ? gd_BackColor : gl_Color;
    FETCH(0, texel0, gd_FixedFragmentKey[0].x, gd_FixedFragmentKey[0].y, unit0_1D, unit0_2D, unit0_Rect, unit0_3D, unit0_Cube, unit0_1DShadow, unit0_2DShadow, unit0_RectShadow, unit0_CubeShadow)
    FETCH(1, texel1, gd_FixedFragmentKey[0].z, gd_FixedFragmentKey[0].w, unit1_1D, unit1_2D, unit1_Rect, unit1_3D, unit1_Cube, unit1_1DShadow, unit1_2DShadow, unit1_RectShadow, unit1_CubeShadow)
    FETCH(2, texel2, gd_FixedFragmentKey[1].x, gd_FixedFragmentKey[1].y, unit2_1D, unit2_2D, unit2_Rect, unit2_3D, unit2_Cube, unit2_1DShadow, unit2_2DShadow, unit2_RectShadow, unit2_CubeShadow)
    FETCH(3, texel3, gd_FixedFragmentKey[1].z, gd_FixedFragmentKey[1].w, unit3_1D, unit3_2D, unit3_Rect, unit3_3D, unit3_Cube, unit3_1DShadow, unit3_2DShadow, unit3_RectShadow, unit3_CubeShadow)
    FETCH(4, texel4, gd_FixedFragmentKey[2].x, gd_FixedFragmentKey[2].y, unit4_1D, unit4_2D, unit4_Rect, unit4_3D, unit4_Cube, unit4_1DShadow, unit4_2DShadow, unit4_RectShadow, unit4_CubeShadow)
    FETCH(5, texel5, gd_FixedFragmentKey[2].z, gd_FixedFragmentKey[2].w, unit5_1D, unit5_2D, unit5_Rect, unit5_3D, unit5_Cube, unit5_1DShadow, unit5_2DShadow, unit5_RectShadow, unit5_CubeShadow)
    FETCH(6, texel6, gd_FixedFragmentKey[3].x, gd_FixedFragmentKey[3].y, unit6_1D, unit6_2D, unit6_Rect, unit6_3D, unit6_Cube, unit6_1DShadow, unit6_2DShadow, unit6_RectShadow, unit6_CubeShadow)
    FETCH(7, texel7, gd_FixedFragmentKey[3].z, gd_FixedFragmentKey[3].w, unit7_1D, unit7_2D, unit7_Rect, unit7_3D, unit7_Cube, unit7_1DShadow, unit7_2DShadow, unit7_RectShadow, unit7_CubeShadow)
    previous = primary;
    ENVIRONMENT(0, gd_FixedFragmentKey[0].x, gd_FixedFragmentKey[0].y)
    ENVIRONMENT(1, gd_FixedFragmentKey[0].z, gd_FixedFragmentKey[0].w)
    ENVIRONMENT(2, gd_FixedFragmentKey[1].x, gd_FixedFragmentKey[1].y)
    ENVIRONMENT(3, gd_FixedFragmentKey[1].z, gd_FixedFragmentKey[1].w)
    ENVIRONMENT(4, gd_FixedFragmentKey[2].x, gd_FixedFragmentKey[2].y)
    ENVIRONMENT(5, gd_FixedFragmentKey[2].z, gd_FixedFragmentKey[2].w)
    ENVIRONMENT(6, gd_FixedFragmentKey[3].x, gd_FixedFragmentKey[3].y)
    ENVIRONMENT(7, gd_FixedFragmentKey[3].z, gd_FixedFragmentKey[3].w)
    vec4 color = bounded(previous);
    if ((flags & 2u) != 0u) {
        color.rgb += (back ? gd_BackSecondaryColor : gl_SecondaryColor).rgb;
        color = bounded(color);
    }
    if (gd_FixedSwitches.x != 0u) {
        color.rgb = mix(bounded(gl_Fog.color).rgb, color.rgb, clamp(fogFactor(gd_FixedSwitches.x), 0.0, 1.0));
    }
    if ((flags & 1u) != 0u) {
        float passes = color.a < gd_AlphaTest.x    ? gd_AlphaTest.y
                       : color.a == gd_AlphaTest.x ? gd_AlphaTest.z
                                                   : gd_AlphaTest.w;
        if (passes == 0.0) {
            discard;
        }
    }
    gl_FragColor = color;
}

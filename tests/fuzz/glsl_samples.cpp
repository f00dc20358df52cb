// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl_samples.h"

#include "glsl/link/link.h"

namespace fuzz {

using glsl::Api;
using glsl::Stage;

namespace {

const Sample kSamples[] = {
    {{Api::ES, 100},
     {{Stage::Vertex,
       "attribute vec3 position; attribute vec3 normal; attribute vec2 texcoord;\n"
       "uniform mat4 mvp; uniform mat4 nm; uniform vec4 lights[4]; uniform int count;\n"
       "varying vec4 Color; varying vec2 uv; invariant gl_Position;\n"
       "const int N = 4;\n"
       "vec4 shade(vec3 n) { vec4 sum = vec4(0.0);\n"
       "  for (int i = 0; i < N; i++) { if (i >= count) break; sum += max(dot(n, lights[i].xyz), "
       "0.0); }\n"
       "  return sum; }\n"
       "void main(void) { vec3 N0 = normalize(vec3(nm * vec4(normal, 1.0)));\n"
       "  Color = shade(N0); uv = texcoord; gl_PointSize = 2.0;\n"
       "  gl_Position = mvp * vec4(position, 1.0); }\n"},
      {Stage::Fragment,
       "#extension GL_OES_standard_derivatives : enable\n"
       "#ifdef GL_ES\nprecision mediump float;\n#endif\n#define SQ(x) ((x)*(x))\n"
       "struct Mat { sampler2D tex[2]; samplerCube env; vec4 tint; };\n"
       "uniform Mat mats[2]; uniform sampler2D texture; varying vec4 Color; varying vec2 uv;\n"
       "vec4 pick(sampler2D s, vec2 c) { return texture2D(s, c, 0.5); }\n"
       "void main() { vec4 t = pick(mats[1].tex[0], uv) + textureCube(mats[0].env, vec3(uv, "
       "1.0));\n"
       "  if (t.a < 0.1) discard;\n"
       "  t.rgb *= SQ(gl_PointCoord.x) + gl_DepthRange.near + float(gl_MaxDrawBuffers);\n"
       "  gl_FragColor = Color * t + texture2D(texture, uv) + mats[0].tint; }\n"}}},
    {{Api::Desktop, 120},
     {{Stage::Vertex,
       "#version 120\nuniform float k[3] = float[3](1.0, 2.0, 3.0); varying vec3 n; varying vec4 "
       "sc[2];\n"
       "void main() { n = gl_NormalMatrix * gl_Normal; gl_TexCoord[0] = gl_TextureMatrix[0] *\n"
       " gl_MultiTexCoord0; gl_FrontColor = gl_Color * k[1]; sc[0] = gl_LightSource[0].diffuse;\n"
       " sc[1] = gl_FrontMaterial.ambient; gl_ClipVertex = gl_Vertex; gl_Position = ftransform(); "
       "}\n"},
      {Stage::Fragment,
       "uniform sampler2DShadow sh; uniform sampler1D ramp; uniform sampler3D vol; varying vec3 "
       "n;\n"
       "varying vec4 sc[2]; float noise(vec3 p) { return noise1(p) + gl_Fog.density; }\n"
       "void main() { float d = shadow2D(sh, n).r; int i = 0; do { i++; } while (i < 3);\n"
       " gl_FragData[0] = texture1D(ramp, d) + texture3D(vol, n) * gl_Color;\n"
       " gl_FragData[1] = gl_TexCoord[0] * noise(n) + sc[1]; }\n"}}},
    {{Api::ES, 300},
     {{Stage::Vertex,
       "#version 300 es\n"
       "layout(location = 1) in vec4 position; in uvec2 ids; flat out int kind; centroid out vec2 "
       "uv;\n"
       "layout(std140, row_major) uniform Scene { mat4 view; mediump vec3 eye[3]; bool on; } "
       "scene;\n"
       "layout(shared) uniform Bones { mat4x3 bones[8]; };\n"
       "void main() { int n = gl_VertexID + gl_InstanceID;\n"
       " switch (n & 3) { case 0: n += 2; break; case 1: default: n ^= int(ids.x); }\n"
       " kind = n; uv = unpackHalf2x16(ids.y) + (scene.on ? scene.eye[n % 3].xy : vec2(0));\n"
       " gl_Position = scene.view * vec4(bones[gl_VertexID % 8] * position, 1.0); }\n"},
      {Stage::Fragment,
       "#version 300 es\nprecision highp float; precision highp sampler2DArray;\n"
       "precision highp isampler3D;\n"
       "flat in int kind; centroid in vec2 uv; uniform sampler2DArray layers; uniform isampler3D "
       "cells;\n"
       "layout(location = 0) out vec4 color; layout(location = 1) out ivec4 counts;\n"
       "void main() { color = textureGrad(layers, vec3(uv, kind), dFdx(uv), dFdy(uv))\n"
       "  + textureLodOffset(layers, vec3(uv, 1), 0.0, ivec2(1, -1)) * float(isnan(uv.x));\n"
       " counts = texelFetch(cells, ivec3(kind), 0) + textureSize(cells, 0).xyzx;\n"
       " if (uv.x > 2.0) discard; gl_FragDepth = modf(uv.y, color.x); }\n"}}},
    {{Api::Desktop, 410},
     {{Stage::Vertex,
       "#version 410 core\n"
       "layout(location = 0) in vec4 position; in dvec3 far; uniform dmat3 turn = dmat3(1.0lf);\n"
       "out Data { vec4 color; flat int id; vec2 uv[2]; } o; out gl_PerVertex { vec4 gl_Position; "
       "};\n"
       "subroutine vec4 Shade(vec4 c, int n); subroutine uniform Shade shade[2];\n"
       "subroutine(Shade) vec4 plain(vec4 c, int n) { return c; }\n"
       "subroutine(Shade) vec4 tinted(vec4 c, int n) { return c * float(n); }\n"
       "void main() { o.color = shade[gl_VertexID & 1](position, 3); o.id = gl_InstanceID;\n"
       " o.uv = vec2[](position.xy, vec2(turn * far)); gl_Position = position; }\n"},
      {Stage::TessControl,
       "#version 410 core\nlayout(vertices = 3) out;\n"
       "in Data { vec4 color; flat int id; vec2 uv[2]; } i[]; out vec4 color[]; patch out vec3 "
       "axis;\n"
       "in gl_PerVertex { vec4 gl_Position; } gl_in[];\n"
       "void main() { color[gl_InvocationID] = i[gl_InvocationID].color;\n"
       " gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; barrier();\n"
       " if (gl_InvocationID == 0) { axis = color[1].xyz + i[0].uv[1].xyx; gl_TessLevelInner[0] = "
       "2.0;\n"
       "  gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 3.0; } }\n"},
      {Stage::TessEvaluation,
       "#version 410 core\nlayout(triangles, fractional_odd_spacing, cw, point_mode) in;\n"
       "in vec4 color[]; patch in vec3 axis; out vec4 tint; precise out vec3 place;\n"
       "void main() { tint = color[0] * gl_TessCoord.x + color[1] * gl_TessCoord.y; place = axis;\n"
       " gl_Position = gl_in[2].gl_Position * fma(gl_TessCoord.z, 2.0, float(gl_PrimitiveID)); "
       "}\n"},
      {Stage::Geometry,
       "#version 410 core\nlayout(points, invocations = 2) in;\n"
       "layout(triangle_strip, max_vertices = 4) out; in vec4 tint[]; in vec3 place[];\n"
       "out vec4 colour; noperspective sample out vec2 spot; flat out double weight;\n"
       "void main() { for (int k = 0; k < 3; ++k) { gl_Position = gl_in[0].gl_Position + "
       "float(k);\n"
       "  colour = tint[0]; spot = place[0].xy; weight = 1.0lf / double(k + 1); gl_Layer = k;\n"
       "  gl_ViewportIndex = gl_InvocationID; gl_ClipDistance[0] = 1.0; gl_PrimitiveID = 7;\n"
       "  EmitVertex(); } EndPrimitive(); }\n"},
      {Stage::Fragment,
       "#version 410 core\nlayout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;\n"
       "in vec4 colour; noperspective sample in vec2 spot; flat in double weight;\n"
       "uniform sampler2DRect sheet; uniform sampler2DRectShadow mask; uniform samplerBuffer "
       "list;\n"
       "uniform sampler2DMS samples; uniform samplerCubeArrayShadow cubes; uniform sampler2D "
       "t[4];\n"
       "uniform Colours { vec4 c; } colours[2]; layout(location = 0, index = 0) out vec4 a;\n"
       "layout(location = 0, index = 1) out vec4 b; uniform int which;\n"
       "void main() { a = texture(sheet, spot) + texture(mask, vec3(spot, 0.5))\n"
       "  + texelFetch(list, 3) + texelFetch(samples, ivec2(spot), gl_SampleID)\n"
       "  + textureGatherOffset(t[which], spot, ivec2(which)) * gl_FragCoord.x + colours[1].c;\n"
       " b = vec4(texture(cubes, vec4(spot, 1, 2), 0.5)) + colour * float(weight)\n"
       "  + vec4(textureProjGradOffset(sheet, colour.xyz, spot, spot, ivec2(1)).xy,\n"
       "         interpolateAtOffset(spot, vec2(0.25)));\n"
       " gl_SampleMask[0] = gl_SampleMaskIn[0] & bitfieldReverse(which) & gl_NumSamples; }\n"}}},
    // Several shader objects of a stage.
    {{Api::Desktop, 330},
     {{Stage::Vertex,
       "#version 330\nfloat scale = 2.0; in vec4 p; out vec4 v; out B { float x[]; vec4 y; } b;\n"
       "void f(); void main() { f(); v = p * scale; b.x[1] = p.x; gl_Position = p; }\n"},
      {Stage::Vertex,
       "#version 330\nfloat scale = 2.0; out vec4 v; out B { float x[]; vec4 y; } b;\n"
       "void f() { b.x[0] = scale; b.y = vec4(gl_VertexID); }\n"},
      {Stage::Geometry,
       "#version 330\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out;\n"
       "in B { float x[2]; vec4 y; } b[]; void f(int i);\n"
       "void main() { for (int i = 0; i < 3; ++i) { gl_Position = b[i].y * b[i].x[1]; f(i); } }\n"},
      {Stage::Geometry,
       "#version 330\nin vec4 v[]; flat out ivec2 w;\n"
       "void f(int i) { w = ivec2(v[1].xy) + i; EmitVertex(); }\n"},
      {Stage::Fragment,
       "#version 330\n#extension GL_ARB_arrays_of_arrays : enable\n"
       "#extension GL_EXT_texture_array : enable\n"
       "flat in ivec2 w; uniform C { vec4 c; mat3 m[2][2]; } cs[2][3];\n"
       "uniform sampler2D ts[2][2]; uniform sampler2DArray layers; struct S { ivec2 i; };\n"
       "out vec4 o; vec4 g();\n"
       "void main() { S s = S(w); o = cs[1][2].c + texture(ts[1][0], vec2(0.5)) + g();\n"
       "  o.x += cs[0][1].m[1][s.i.x & 1][0].x + texture2DArray(layers, vec3(w, 1)).y;\n"
       "  switch (uint(s.i.y)) { case 1u: gl_FragDepth = 0.5; break; default: discard; } }\n"},
      {Stage::Fragment, "#version 330\nflat in ivec2 w; vec4 g() { return vec4(w, 0, 1); }\n"}}},
};

} // namespace

std::span<const Sample> samples() {
    return kSamples;
}

glsl::CompileOptions compileOptions(const Language& language, Stage stage) {
    glsl::CompileOptions options{.stage = stage, .api = language.api};
    options.maxVersion = language.maxVersion;
    options.drawParameters = true;
    options.extensions.oesStandardDerivatives = true;
    options.extensions.arbArraysOfArrays = true;
    options.extensions.extTextureArray = true;
    return options;
}

std::shared_ptr<const glsl::LinkedProgram> linkSample(const Sample& sample) {
    std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
    for (const auto& [stage, source] : sample.shaders) {
        shaders.push_back(glsl::compile(compileOptions(sample.language, stage), source));
    }
    return glsl::link(shaders, {.api = sample.language.api});
}

} // namespace fuzz

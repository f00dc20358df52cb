// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// As fuzz_test.cpp, of the stages of graphics.
#include "cpu/shader/interface/stage_image.h"
#include "cpu/shader/mutation_test.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace cpu::shader::test {
namespace {

struct Original {
    spirv::Stage stage;
    const char* glsl;
};
const Original kShaders[] = {
    {spirv::Stage::Vertex,
     "layout(location = 0) in mat3 m; layout(location = 4) in uvec2 a[2]; layout(location = 7) in "
     "dvec3 d;\n"
     "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; float "
     "gl_CullDistance[1]; };\n"
     "struct S { vec2 x[2]; float y; }; layout(location = 0) out S s; layout(location = 4, "
     "component = 1) flat out uvec2 u;\n"
     "layout(location = 5) out B { mat2 n; layout(location = 9) vec3 v; } b;\n"
     "layout(std430, binding = 0) buffer R { uint r[]; };\n"
     "layout(std140, binding = 1) uniform U { mat4 t; } t; layout(binding = 2) uniform sampler2D "
     "im;\n"
     "void main() { gl_Position = t.t * vec4(m[1], gl_InstanceIndex); gl_PointSize = float(d.x);\n"
     "for (int i = 0; i < gl_VertexIndex; ++i) { gl_ClipDistance[i & 1] = float(i); s.x[i % 2] += "
     "m[i % 3].xy; }\n"
     "gl_CullDistance[0] = texture(im, m[2].xy).x; u = a[gl_BaseVertex & 1] + "
     "uint(gl_DrawID);\n"
     "s.y = b.v.x; b.n = mat2(m); b.v = vec3(d); atomicAdd(r[u.x], 1u); }"},
    {spirv::Stage::TessControl,
     "layout(vertices = 4) out; layout(location = 0) in vec4 a[]; layout(location = 1) in B { "
     "dvec2 d; "
     "uint u[2]; } b[];\n"
     "layout(location = 0) out vec4 o[]; layout(location = 1) patch out vec2 p[3]; layout(location "
     "= "
     "4) patch out C { float f; mat2 m; } c;\n"
     "layout(std430, binding = 0) buffer R { uint r[]; };\n"
     "void main() { barrier(); o[gl_InvocationID] = a[gl_InvocationID] * float(b[gl_PrimitiveID & "
     "3].d.x);\n"
     "gl_out[gl_InvocationID].gl_Position = gl_in[min(gl_InvocationID, gl_PatchVerticesIn - "
     "1)].gl_Position;\n"
     "for (uint i = 0u; i < b[0].u[1]; ++i) { p[i % 3u] += o[i & 3u].xy; }\n"
     "barrier(); if (gl_InvocationID == 2) { gl_TessLevelOuter[gl_PrimitiveID & 3] = p[1].x; "
     "gl_TessLevelInner[1] = 2.0; c.f = 1.0; c.m[1] = p[0]; }\n"
     "r[gl_InvocationID] = b[1].u[0]; }"},
    {spirv::Stage::TessEvaluation,
     "layout(quads, fractional_odd_spacing, cw) in; layout(location = 0) in vec4 o[]; "
     "layout(location = 1) patch in vec2 p[3];\n"
     "layout(location = 4) patch in C { float f; mat2 m; } c; layout(location = 2) out vec3 v[2];\n"
     "layout(binding = 2) uniform sampler2D im;\n"
     "void main() { gl_Position = mix(gl_in[0].gl_Position, o[gl_PrimitiveID & 3], gl_TessCoord.x) "
     "+ "
     "textureLod(im, gl_TessCoord.yz, c.f);\n"
     "v[0] = gl_TessCoord * gl_TessLevelOuter[gl_PatchVerticesIn & 3]; v[1] = vec3(p[2] * c.m, "
     "gl_TessLevelInner[0]);\n"
     "for (int i = 0; i < gl_PatchVerticesIn; ++i) { gl_PointSize += gl_in[i].gl_PointSize; } }"},
    {spirv::Stage::Geometry,
     "layout(triangles_adjacency, invocations = 3) in; layout(triangle_strip, max_vertices = 7) "
     "out;\n"
     "layout(location = 0) in vec4 a[]; layout(location = 1) in B { dvec2 d; uint u[2]; } b[];\n"
     "layout(location = 0) out vec4 o; layout(location = 1) flat out uvec2 q[2];\n"
     "layout(std430, binding = 0) buffer R { uint r[]; };\n"
     "void emit(int i) { gl_Position = gl_in[i].gl_Position; q[i & 1].x = b[i].u[1]; EmitVertex(); "
     "}\n"
     "void main() { for (int i = 0; i < 6; ++i) { o = a[i] * float(b[gl_PrimitiveIDIn % 6].d.y);\n"
     "if (b[i].u[0] > 3u) { emit(i); } if ((i + gl_InvocationID) % 3 == 1) { EndPrimitive(); } }\n"
     "gl_Layer = gl_InvocationID; gl_PrimitiveID = 5; emit(2); atomicAdd(r[0], 1u); "
     "if (o.x < 0.0) return; emit(3); }"},
    {spirv::Stage::Fragment,
     "#version 460\n#extension GL_EXT_demote_to_helper_invocation : require\n"
     "#extension GL_ARB_shader_stencil_export : require\n"
     "layout(location = 0) in vec4 a[3]; layout(location = 3) flat in uvec3 f; layout(location = "
     "4) centroid in vec2 c;\n"
     "layout(location = 5) in B { sample noperspective vec2 v; float w; } b;\n"
     "layout(location = 0, index = 0) out vec4 o; layout(location = 0, index = 1) out vec4 p; "
     "layout(location = 1) out uvec2 q[2];\n"
     "layout(std430, binding = 0) buffer R { uint r[]; };\n"
     "layout(binding = 2) uniform sampler2D im; layout(input_attachment_index = 0, binding = 3) "
     "uniform subpassInput sub;\n"
     "vec4 f1(vec4 x) { if (x.x > 3.0) discard; return x * 2.0; }\n"
     "void main() { o = f1(a[f.x % 3u]) + texture(im, c) + interpolateAtOffset(a[f.y % 3u], c);\n"
     "for (uint i = 0u; i < f.z; ++i) { if (o.y < 0.0) { demote; } q[i & 1u] += "
     "uvec2(gl_FragCoord.xy); if (helperInvocationEXT()) break; }\n"
     "p = vec4(dFdx(b.v), fwidth(b.w), gl_PointCoord.x) + interpolateAtSample(a[1], gl_SampleID) + "
     "subpassLoad(sub);\n"
     "p.xy += interpolateAtCentroid(c) + gl_SamplePosition; gl_FragDepth = gl_FragCoord.z; "
     "gl_SampleMask[0] = gl_SampleMaskIn[0];\n"
     "gl_FragStencilRefARB = gl_FrontFacing ? gl_PrimitiveID : gl_Layer; r[f.x] = "
     "uint(gl_HelperInvocation); }"},
};

TEST(Fuzz, changedStagesAreCompiledOrRefused) {
    const uint64_t seed = setting("GLISSADE_FUZZ_SEED", 1);
    const uint64_t rounds = setting("GLISSADE_FUZZ_ROUNDS", 600);
    InterfaceLayout layout;
    using enum BindingKind;
    for (const BindingKind kind :
         {StorageBuffer, UniformBuffer, CombinedImageSampler, InputAttachment}) {
        const auto n = uint32_t(layout.bindings.size());
        layout.bindings.push_back({0, n, kind, 1, n * uint32_t(kDescriptor_B)});
    }
    struct Module {
        spirv::Stage stage;
        Words words;
    };
    std::vector<Module> originals;
    for (const Original& shader : kShaders) {
        for (const bool optimized : {false, true}) {
            originals.push_back({shader.stage, compileGlsl(shader.glsl, optimized, shader.stage)});
        }
    }
    /// The error; empty where there is none.
    const auto errorOf = [&](spirv::Stage stage, const Words& words, Level level) -> std::string {
        const ShaderSource source = {words, "main", {}, {}};
        // What is compiled can be copied.
        const auto errorOf = [&]<typename Image>(Image) {
            const auto image = compile<Image>(source, layout, level);
            const auto copied = copy<Image>(source, layout, level);
            EXPECT_EQ(image.ok(), copied.ok()) << (image ? copied : image).error().message;
            return image ? std::string() : "refused: " + image.error().message;
        };
        switch (stage) {
        case spirv::Stage::Vertex:
            return errorOf(VertexImage());
        case spirv::Stage::TessControl:
            return errorOf(ControlImage());
        case spirv::Stage::TessEvaluation:
            return errorOf(EvaluationImage());
        case spirv::Stage::Geometry:
            return errorOf(GeometryImage());
        default:
            return errorOf(FragmentImage());
        }
    };
    for (const Module& original : originals) {
        for (const Level level : levels()) {
            EXPECT_EQ(errorOf(original.stage, original.words, level), "");
        }
    }
    uint64_t compiled = 0;
    for (uint64_t round = setting("GLISSADE_FUZZ_FIRST", 0); round < rounds; ++round) {
        std::mt19937_64 random(seed * 1'000'003 + round);
        const Module& original = originals[round % originals.size()];
        Words words = original.words;
        mutate(words, random);
        if (std::getenv("GLISSADE_FUZZ_VERBOSE")) {
            std::fprintf(stderr, "round %llu\n", static_cast<unsigned long long>(round));
        }
        const std::string error = errorOf(original.stage, words, levels()[round % levels().size()]);
        compiled += error.empty();
        EXPECT_EQ(error.find("invalid IR"), std::string::npos) << "round " << round << error;
        EXPECT_NE(error, "refused: ") << "round " << round;
    }
    RecordProperty("compiled", int(compiled));
    EXPECT_GT(compiled, rounds / 50);
}

} // namespace
} // namespace cpu::shader::test

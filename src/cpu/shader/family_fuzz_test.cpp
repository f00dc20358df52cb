// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Modules full of images, sampling, subgroups and GLSL functions, with changed operands and
// opcodes: each is compiled or refused. (fuzz_test.cpp does it to control flow and memory.)
#include "cpu/shader/harness_test.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>

namespace cpu::shader::test {
namespace {

const char* const kShaders[] = {
    "#version 460\n#extension GL_EXT_nonuniform_qualifier : require\n"
    "layout(local_size_x = 64) in;\n"
    "layout(std430, binding = 0) buffer R { uvec4 r[]; };\n"
    "layout(binding = 1) uniform sampler2D a[2]; layout(binding = 2) uniform sampler2DShadow b;\n"
    "layout(binding = 3) uniform texture2DArray c; layout(binding = 4) uniform sampler d;\n"
    "layout(binding = 5, r32ui) uniform uimage2D e; layout(binding = 6, rgba32f) uniform image3D "
    "f;\n"
    "layout(binding = 7) uniform usamplerBuffer g; layout(binding = 8, r32ui) uniform uimageBuffer "
    "h;\n"
    "layout(binding = 9) uniform samplerCubeArray m;\n"
    "void main() { uint i = gl_GlobalInvocationID.x; vec3 p = vec3(gl_LocalInvocationID) * 0.1;\n"
    "vec4 s = textureLod(a[nonuniformEXT(i & 1u)], p.xy, p.z) + textureGrad(a[0], p.xy, p.yz, "
    "p.zx);\n"
    "s += textureGather(a[1], p.xy, 2) + textureLodOffset(a[0], p.xy, 1.0, ivec2(1, -2));\n"
    "s += textureGatherOffsets(a[1], p.xy, ivec2[4](ivec2(0), ivec2(1), ivec2(2), ivec2(3)));\n"
    "s.x += textureLod(b, p, 0.0) + textureProjLod(b, p.xyzz, 0.0) + textureGather(b, p.xy, "
    "0.5).y;\n"
    "s += textureLod(sampler2DArray(c, d), p, 0.0) + textureLod(m, p.xyzx, 0.0);\n"
    "s += texelFetch(a[0], ivec2(i), 1) + texelFetchOffset(a[0], ivec2(i), 1, ivec2(1));\n"
    "uvec4 u = imageLoad(e, ivec2(i)) + texelFetch(g, int(i)) + imageLoad(h, int(i));\n"
    "u.x += imageAtomicAdd(e, ivec2(i), 1u) + imageAtomicCompSwap(h, int(i), 1u, 2u);\n"
    "imageStore(f, ivec3(i), s); imageStore(h, int(i), u);\n"
    "u.xy += uvec2(textureSize(a[0], int(i))) + uvec2(imageSize(e)); u.z += "
    "textureQueryLevels(a[1]);\n"
    "u.xyz += uvec3(textureSize(sampler2DArray(c, d), 0)); u.w += textureSize(g);\n"
    "r[i] = u + uvec4(s); }",

    "#version 460\n#extension GL_KHR_shader_subgroup_basic : require\n"
    "#extension GL_KHR_shader_subgroup_vote : require\n"
    "#extension GL_KHR_shader_subgroup_ballot : require\n"
    "#extension GL_KHR_shader_subgroup_arithmetic : require\n"
    "#extension GL_KHR_shader_subgroup_shuffle : require\n"
    "#extension GL_KHR_shader_subgroup_shuffle_relative : require\n"
    "#extension GL_KHR_shader_subgroup_clustered : require\n"
    "#extension GL_KHR_shader_subgroup_quad : require\n"
    "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
    "layout(local_size_x = 64) in;\n"
    "layout(std430, binding = 0) buffer R { uvec4 r[]; };\n"
    "void main() { uint i = gl_GlobalInvocationID.x; vec4 v = vec4(i, i * 2u, 3.0, 4.0) * 0.1;\n"
    "uvec4 u = subgroupBallot((i & 1u) != 0u); u.x += subgroupAdd(i) + subgroupInclusiveMul(i);\n"
    "u.y += subgroupClusteredMax(i, 2) + subgroupShuffle(i, 1u) + subgroupShuffleUp(i, 1u);\n"
    "u.z += subgroupQuadSwapDiagonal(i) + subgroupBroadcastFirst(i) + uint(subgroupElect());\n"
    "u.w += uint(subgroupAllEqual(v)) + subgroupBallotBitCount(u) + uint(subgroupAll(i > 3u));\n"
    "v += sin(v) * pow(v.wzyx, v) + normalize(v) + refract(v, v.yxwz, 0.5) + smoothstep(v, v + "
    "1.0, v);\n"
    "mat4 m = mat4(v, v + 1.0, v * 2.0, v.wzyx); v += inverse(m) * v + v * transpose(m);\n"
    "v.x += determinant(m) + dot(v, v) + length(v) + distance(v, v.yxwz); int e; v += frexp(v.x, "
    "e);\n"
    "v.yzw += cross(v.xyz, v.zxy); float w; v.x += modf(v.y, w) + ldexp(w, e);\n"
    "u.x += packUnorm4x8(v) + packHalf2x16(v.xy) + packSnorm2x16(v.zw) + findMSB(i) + "
    "bitCount(i);\n"
    "u.y += bitfieldExtract(i, 3, 5) + bitfieldInsert(i, u.x, 2, 7) + uint(double(v.x) * 2.0lf);\n"
    "u.z += uint(uint64_t(i) * 77ul) + uint(int16_t(i) / int16_t(3)) + uint(float16_t(v.x) * "
    "2.0hf);\n"
    "uint h, l; umulExtended(u.x, u.y, h, l); u.w += h + uaddCarry(h, l, l) + uint(int(i) % -3);\n"
    "atomicAdd(r[0].x, 3u); atomicMax(r[i & 3u].y, i); r[i].w = atomicExchange(r[1].x, i);\n"
    "r[i] = u + floatBitsToUint(v); }",
};

InterfaceLayout layout() {
    using Kind = BindingKind;
    InterfaceLayout layout;
    uint32_t offset_B = 0;
    const auto add = [&](Kind kind, uint32_t count) {
        layout.bindings.push_back({0, uint32_t(layout.bindings.size()), kind, count, offset_B});
        offset_B += count * uint32_t(kDescriptor_B);
    };
    add(Kind::StorageBuffer, 1);
    add(Kind::CombinedImageSampler, 2);
    add(Kind::CombinedImageSampler, 1);
    add(Kind::SampledImage, 1);
    add(Kind::Sampler, 1);
    add(Kind::StorageImage, 1);
    add(Kind::StorageImage, 1);
    add(Kind::UniformTexelBuffer, 1);
    add(Kind::StorageTexelBuffer, 1);
    add(Kind::CombinedImageSampler, 1);
    return layout;
}

struct Place {
    size_t at;
    uint32_t length;
};

/// Instructions of the functions: what comes before is the business of other tests.
std::vector<Place> bodyOf(const Words& words) {
    std::vector<Place> body;
    bool inside = false;
    for (size_t at = 5; at < words.size() && words[at] >> 16; at += words[at] >> 16) {
        inside |= (words[at] & 0xffff) == 54; // OpFunction
        if (inside && words[at] >> 16 > 3) {
            body.push_back({at, words[at] >> 16});
        }
    }
    return body;
}

void mutate(Words& words, const std::vector<Place>& body, std::mt19937_64& random) {
    const auto below = [&](size_t bound) { return size_t(random() % bound); };
    const Place place = body[below(body.size())];
    const size_t operand = 3 + below(place.length - 3);
    const Place other = body[below(body.size())];
    switch (below(6)) {
    case 0:
        words[place.at] = (words[place.at] & 0xffff0000u) | uint32_t(below(400));
        break;
    case 1:
        words[place.at + operand] = uint32_t(below(8));
        break;
    case 2:
        words[place.at + operand] += below(2) == 0 ? 1 : -1;
        break;
    case 3: // Another result type.
        words[place.at + 1] = words[other.at + 1];
        break;
    default: // The result of another instruction.
        words[place.at + operand] = words[other.at + 2];
        break;
    }
}

TEST(Fuzz, changedInstructionsAreCompiledOrRefused) {
    const char* text = std::getenv("GLISSADE_FUZZ_ROUNDS");
    const uint64_t rounds = text ? std::strtoull(text, nullptr, 10) : 150;
    const char* seedText = std::getenv("GLISSADE_FUZZ_SEED");
    const uint64_t seed = seedText ? std::strtoull(seedText, nullptr, 10) : 1;
    const InterfaceLayout interface = layout();
    uint64_t compiled = 0;
    for (const char* glsl : kShaders) {
        const Words original = compileGlsl(glsl);
        const std::vector<Place> body = bodyOf(original);
        for (const Level level : levels()) {
            const auto whole = compile<ComputeImage>({original, "main", {}, {}}, interface, level);
            ASSERT_TRUE(whole) << whole.error().message;
            const auto copied = copy<ComputeImage>({original, "main", {}, {}}, interface, level);
            ASSERT_TRUE(copied) << copied.error().message;
        }
        for (uint64_t round = 0; round < rounds; ++round) {
            std::mt19937_64 random(seed * 1'000'003 + round);
            Words words = original;
            mutate(words, body, random);
            const Level level = levels()[round % levels().size()];
            const auto image = compile<ComputeImage>({words, "main", {}, {}}, interface, level);
            const auto copied = copy<ComputeImage>({words, "main", {}, {}}, interface, level);
            EXPECT_EQ(image.ok(), copied.ok()) << "round " << round;
            if (image) {
                ++compiled;
            } else {
                EXPECT_FALSE(image.error().message.empty());
                // LLVM's verifier found what a family should have refused.
                EXPECT_EQ(image.error().message.find("invalid IR"), std::string::npos)
                    << image.error().message << " in round " << round;
            }
        }
    }
    RecordProperty("compiled", int(compiled));
    EXPECT_GT(compiled, 0u);
}

} // namespace
} // namespace cpu::shader::test

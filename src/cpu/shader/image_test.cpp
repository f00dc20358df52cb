// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage images, texel buffers and queries of shaders.
#include "cpu/shader/image_harness_test.h"

#include <bit>

#include <gtest/gtest.h>

namespace cpu::shader::test {
namespace {

constexpr uint32_t kR32Uint = 98;
constexpr uint32_t kR32Sfloat = 100;
constexpr uint32_t kRgba32Sfloat = 109;

/// Texels that tell where they are.
void number(Image& image, const Image::Shape& shape) {
    for (int32_t level = 0; level < shape.levels; ++level) {
        for (int32_t layer = 0; layer < shape.layers; ++layer) {
            for (int32_t z = 0; z < image.data().levels[level].depth_px; ++z) {
                for (int32_t y = 0; y < image.data().levels[level].height_px; ++y) {
                    for (int32_t x = 0; x < image.data().levels[level].width_px; ++x) {
                        image.at(level, x, y, z, layer) =
                            uint32_t(x + 10 * y + 100 * (z + layer) + 1000 * level + 10000);
                    }
                }
            }
        }
    }
}

TEST(StorageImage, loads) {
    const Image::Shape shape{kR32Uint, ViewType::D2, 8, 8};
    Image image(shape, 4);
    number(image, shape);
    const std::vector<ImageBinding> bindings{{BindingKind::StorageImage, {&image}, {}}};
    const std::string declaration = "layout(binding = 1, r32ui) readonly uniform uimage2D m;\n";
    const Words r =
        runImageBody(declaration, "r[i] = imageLoad(m, ivec2(i & 7u, i >> 3)).x;", bindings);
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(r[i], 10000 + (i & 7) + 10 * (i >> 3));
    }
    // Outside there is nothing.
    const Words outside =
        runImageBody(declaration,
                     "r[i] = imageLoad(m, ivec2(int(i) - 32, 3)).x + imageLoad(m, ivec2(2, -5)).x;",
                     bindings);
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(outside[i], i >= 32 && i < 40 ? 10030 + i - 32 : 0) << i;
    }
}

TEST(StorageImage, stores) {
    for (const Level level : levels()) {
        Image image({kRgba32Sfloat, ViewType::D2, 8, 8}, 16);
        const ImageRun run = runImages(
            "layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "layout(binding = 1, rgba32f) uniform image2D m;\n"
            "void main() { uint i = gl_GlobalInvocationID.x; ivec2 p = ivec2(i & 7u, i >> 3);\n"
            "if ((i & 3u) != 2u) imageStore(m, p, vec4(i, 2u * i, 0.5, -1.0));\n"
            "imageStore(m, ivec2(i + 8u, 0), vec4(77.0)); imageStore(m, ivec2(-1, i), vec4(77.0)); "
            "}",
            {{BindingKind::StorageImage, {&image}, {}}},
            level);
        for (int32_t i = 0; i < 64; ++i) {
            const bool stored = (i & 3) != 2;
            EXPECT_EQ(asFloat(image.at(0, i & 7, i >> 3, 0, 0, 1)),
                      stored ? 2.0f * float(i) : 0.0f);
            EXPECT_EQ(asFloat(image.at(0, i & 7, i >> 3, 0, 0, 3)), stored ? -1.0f : 0.0f);
        }
        EXPECT_EQ(run.resolved, 0u);
    }
}

TEST(StorageImage, dimensions) {
    const Image::Shape line{kR32Uint, ViewType::D1, 8},
        lines{kR32Uint, ViewType::D1Array, 8, 1, 1, 3}, volume{kR32Uint, ViewType::D3, 4, 4, 3},
        cube{kR32Uint, ViewType::Cube, 4, 4, 1, 6}, array{kR32Uint, ViewType::D2Array, 4, 4, 1, 3};
    Image a(line, 4), b(lines, 4), c(volume, 4), d(cube, 4), e(array, 4);
    number(a, line);
    number(b, lines);
    number(c, volume);
    number(d, cube);
    number(e, array);
    const auto binding = [](Image& image) {
        return ImageBinding{BindingKind::StorageImage, {&image}, {}};
    };
    const Words r = runImageBody("layout(binding = 1, r32ui) uniform uimage1D a; layout(binding = "
                                 "2, r32ui) uniform uimage1DArray b;"
                                 "layout(binding = 3, r32ui) uniform uimage3D c; layout(binding = "
                                 "4, r32ui) uniform uimageCube d;"
                                 "layout(binding = 5, r32ui) uniform uimage2DArray e;",
                                 "switch (i) { case 0: r[i] = imageLoad(a, 5).x; break;"
                                 "case 1: r[i] = imageLoad(b, ivec2(5, 2)).x; break;"
                                 "case 2: r[i] = imageLoad(c, ivec3(1, 2, 2)).x; break;"
                                 "case 3: r[i] = imageLoad(d, ivec3(1, 2, 5)).x; break;"
                                 "case 4: r[i] = imageLoad(e, ivec3(3, 0, 1)).x; break;"
                                 "case 5: r[i] = imageLoad(e, ivec3(3, 0, 3)).x; break; }",
                                 {binding(a), binding(b), binding(c), binding(d), binding(e)});
    EXPECT_EQ(r[0], 10005u);
    EXPECT_EQ(r[1], 10205u);
    EXPECT_EQ(r[2], 10221u);
    EXPECT_EQ(r[3], 10521u);
    EXPECT_EQ(r[4], 10103u);
    EXPECT_EQ(r[5], 0u);
}

TEST(StorageImage, atomics) {
    for (const Level level : levels()) {
        Image image({kR32Uint, ViewType::D2, 8, 8}, 4);
        std::vector<uint32_t> texels(16);
        const ImageRun run = runImages(
            "layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "layout(binding = 1, r32ui) uniform uimage2D m;\n"
            "layout(binding = 2, r32ui) uniform uimageBuffer n;\n"
            "void main() { uint i = gl_GlobalInvocationID.x;\n"
            "r[i] = imageAtomicAdd(m, ivec2(i & 1u, 3), 1u); imageAtomicMax(m, ivec2(7, 7), i);\n"
            "imageAtomicAdd(m, ivec2(i, 8), 1u); imageAtomicOr(n, int(i) - 4, 1u << (i & 3u));"
            "imageAtomicExchange(n, 15, i); imageAtomicCompSwap(m, ivec2(0, 0), i, i + 1u);}",
            {{BindingKind::StorageImage, {&image}, {}},
             {BindingKind::StorageTexelBuffer, {}, {}, &texels, kR32Uint}},
            level);
        for (uint32_t i = 0; i < 64; ++i) {
            EXPECT_EQ(run.result[i], i / 2);
        }
        EXPECT_EQ(image.at(0, 0, 3, 0, 0), 32u);
        EXPECT_EQ(image.at(0, 7, 7, 0, 0), 63u);
        EXPECT_EQ(image.at(0, 0, 0, 0, 0), 64u);
        EXPECT_EQ(texels[3], 8u);
        EXPECT_EQ(texels[15], 63u);
    }
}

/// A view's texels may be smaller than what the shader takes them for: atomics leave those alone.
TEST(StorageImage, atomicsOnTexelsOfOtherFormats) {
    constexpr uint32_t kR8Uint = 13, kR32Sint = 99, kR32G32Uint = 101;
    for (const Level level : levels()) {
        Image bytes({kR8Uint, ViewType::D2, 16, 4}, 1);
        Image pairs({kR32G32Uint, ViewType::D2, 4, 4}, 8);
        Image words({kR32Sint, ViewType::D2, 4, 4}, 4);
        std::vector<uint32_t> texels(16, 3);
        const ImageRun run = runImages(
            "layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "layout(binding = 1, r32ui) uniform uimage2D a;\n"
            "layout(binding = 2, r32ui) uniform uimage2D b;\n"
            "layout(binding = 3, r32ui) uniform uimage2D c;\n"
            "layout(binding = 4, r32ui) uniform uimageBuffer d;\n"
            "void main() { uint i = gl_GlobalInvocationID.x;\n"
            "r[i] = imageAtomicAdd(a, ivec2(15, 3), 1u) + imageAtomicOr(b, ivec2(i & 3u), 1u)"
            " + imageAtomicMax(c, ivec2(i & 3u), 0u) + imageAtomicAdd(d, int(i & 15u), 1u); }",
            {{BindingKind::StorageImage, {&bytes}, {}},
             {BindingKind::StorageImage, {&pairs}, {}},
             {BindingKind::StorageImage, {&words}, {}},
             {BindingKind::StorageTexelBuffer, {}, {}, &texels, kR8Uint}},
            level);
        EXPECT_EQ(run.result, Words(64, 0));
        EXPECT_EQ(bytes.at(0, 12, 3, 0, 0), 0u);
        EXPECT_EQ(pairs.at(0, 1, 1, 0, 0), 0u);
        EXPECT_EQ(texels, std::vector<uint32_t>(16, 3));
    }
}

TEST(TexelBuffer, loadsAndStores) {
    for (const Level level : levels()) {
        std::vector<uint32_t> in(40), out(40);
        for (uint32_t i = 0; i < 40; ++i) {
            in[i] = 500 + i;
        }
        const ImageRun run = runImages(
            "layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "layout(binding = 1) uniform usamplerBuffer a;\n"
            "layout(binding = 2, r32ui) uniform uimageBuffer b;\n"
            "void main() { uint i = gl_GlobalInvocationID.x;\n"
            "r[i] = texelFetch(a, int(i)).x + imageLoad(b, int(i)).x + uint(textureSize(a)) * 1000u"
            " + uint(imageSize(b)) * 100000u;\n"
            "barrier(); imageStore(b, int(i) - 2, uvec4(i)); }",
            {{BindingKind::UniformTexelBuffer, {}, {}, &in, kR32Uint},
             {BindingKind::StorageTexelBuffer, {}, {}, &out, kR32Uint}},
            level);
        for (uint32_t i = 0; i < 64; ++i) {
            EXPECT_EQ(run.result[i], (i < 40 ? 500 + i : 0) + 40000 + 4000000) << i;
            if (i < 40) {
                EXPECT_EQ(out[i], i + 2);
            }
        }
    }
}

/// As GL_ARB_texture_buffer_object_rgb32 has them.
TEST(TexelBuffer, texelsOfThreeWords) {
    constexpr uint32_t kR32G32B32Uint = 104, kR32G32B32Sfloat = 106;
    for (const Level level : levels()) {
        // One word more: the fourth of the last texel is read, as it may be in a device's memory.
        std::vector<uint32_t> integers(3 * 40 + 1), numbers(3 * 40 + 1);
        for (uint32_t i = 0; i < 3 * 40; ++i) {
            integers[i] = 500 + i;
            numbers[i] = std::bit_cast<uint32_t>(float(i));
        }
        const ImageRun run = runImages(
            "layout(local_size_x = 64) in;\n"
            "layout(std430, binding = 0) buffer R { uint r[]; };\n"
            "layout(binding = 1) uniform usamplerBuffer a;\n"
            "layout(binding = 2) uniform samplerBuffer b;\n"
            "void main() { uint i = gl_GlobalInvocationID.x; uint at = 40u - i; uvec4 x = "
            "texelFetch(a, int(at)); vec4 y = texelFetch(b, int(at));\n"
            "r[i] = x.x + x.y * 3u + x.z * 5u + x.w * 7u + uint(y.x + y.y * 3.0 + y.z * 5.0 + "
            "y.w * 7.0) * 10000u; }",
            {{BindingKind::UniformTexelBuffer, {}, {}, &integers, kR32G32B32Uint},
             {BindingKind::UniformTexelBuffer, {}, {}, &numbers, kR32G32B32Sfloat}},
            level);
        for (uint32_t i = 0; i < 64; ++i) {
            const uint32_t at = 40 - i; // Outside: zeros, and one for alpha.
            const uint32_t x = at < 40 ? 9 * (500 + 3 * at) + 3 + 10 : 0;
            const uint32_t y = at < 40 ? 9 * 3 * at + 3 + 10 : 0;
            EXPECT_EQ(run.result[i], x + 7 + (y + 7) * 10000) << i;
        }
    }
}

TEST(ImageQuery, sizes) {
    Image flat({kR32Sfloat, ViewType::D2, 20, 12, 1, 1, 4}, 4);
    Image array({kR32Sfloat, ViewType::D2Array, 6, 5, 1, 7, 2}, 4);
    Image cubes({kR32Sfloat, ViewType::CubeArray, 4, 4, 1, 12}, 4);
    Image volume({kR32Uint, ViewType::D3, 9, 8, 7}, 4);
    const SamplerData sampler = makeSampler();
    const auto sampled = [&](Image* image) {
        return ImageBinding{BindingKind::CombinedImageSampler, {image}, {&sampler}};
    };
    const Words r = runImageBody(
        "layout(binding = 1) uniform sampler2D a; layout(binding = 2) uniform sampler2DArray b;"
        "layout(binding = 3) uniform samplerCubeArray c; layout(binding = 4, r32ui) uniform "
        "uimage3D d;"
        "layout(binding = 5) uniform sampler2D none;",
        "uint v = 0u; if (i < 8u) { ivec2 s = textureSize(a, int(i & 3u)); v = s.x * 100 + s.y; }"
        "else if (i == 8u) { ivec3 s = textureSize(b, 1); v = s.x * 10000 + s.y * 100 + s.z; }"
        "else if (i == 9u) { ivec3 s = textureSize(c, 0); v = s.x * 10000 + s.y * 100 + s.z; }"
        "else if (i == 10u) { ivec3 s = imageSize(d); v = s.x * 10000 + s.y * 100 + s.z; }"
        "else if (i == 11u) v = textureQueryLevels(a) * 100 + textureQueryLevels(b);"
        "else if (i == 12u) v = textureSize(none, 0).x + textureQueryLevels(none) + 5;"
        "r[i] = v;",
        {sampled(&flat),
         sampled(&array),
         sampled(&cubes),
         {BindingKind::StorageImage, {&volume}, {}},
         sampled(nullptr)});
    for (uint32_t i = 0; i < 8; ++i) {
        EXPECT_EQ(r[i], (20u >> (i & 3)) * 100 + (12u >> (i & 3)));
    }
    EXPECT_EQ(r[8], 30207u);
    EXPECT_EQ(r[9], 40402u);
    EXPECT_EQ(r[10], 90807u);
    EXPECT_EQ(r[11], 402u);
    EXPECT_EQ(r[12], 5u);
}

TEST(StorageImage, divergentDescriptors) {
    const Image::Shape shape{kR32Uint, ViewType::D2, 8, 8};
    Image a(shape, 4), b(shape, 4);
    number(a, shape);
    number(b, shape);
    b.at(0, 3, 0, 0, 0) = 77;
    const Words r = runImageBody(
        "layout(binding = 1, r32ui) uniform uimage2D m[3];\n",
        "if ((i & 4u) == 0u) r[i] = imageLoad(m[nonuniformEXT(i % 3u)], ivec2(3, 0)).x;",
        {{BindingKind::StorageImage, {&a, nullptr, &b}, {}}});
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(r[i], i & 4 ? 0 : i % 3 == 0 ? 10003 : i % 3 == 1 ? 0 : 77) << i;
    }
}

} // namespace
} // namespace cpu::shader::test

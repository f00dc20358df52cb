// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random images, views, samplers, instructions and coordinates.

#include "case.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <sstream>

namespace differential {
namespace {

constexpr uint32_t kInvocations = 128;

struct Format {
    VkFormat format;
    uint32_t texel_B;
    float absolute; ///< Weights of 8 bits, and the format's own precision.
    int kind;       ///< 0 bytes, 1 halves, 2 floats, 3 depth
};

constexpr Format kFormats[] = {
    {VK_FORMAT_R8G8B8A8_UNORM, 4, 0.012f, 0},
    {VK_FORMAT_R8G8B8A8_SRGB, 4, 0.012f, 0},
    {VK_FORMAT_R8_UNORM, 1, 0.012f, 0},
    {VK_FORMAT_R8G8B8A8_SNORM, 4, 0.02f, 0},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, 0.012f, 0},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, 0.012f, 1},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, 0.012f, 2},
    {VK_FORMAT_R32_SFLOAT, 4, 0.012f, 2},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 0.012f, 0},
    {VK_FORMAT_D32_SFLOAT, 4, 0.012f, 3},
};

struct View {
    const char* sampler;
    VkImageType type;
    VkImageViewType view;
    int coordinates; ///< Without layer.
    VkExtent3D extent;
    uint32_t layers;

    bool layered() const {
        return view == VK_IMAGE_VIEW_TYPE_1D_ARRAY || view == VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    }
};

constexpr View kViews[] = {
    {"1D", VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D, 1, {37, 1, 1}, 1},
    {"2D", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 2, {32, 16, 1}, 1},
    {"2D", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 2, {19, 33, 1}, 1},
    {"2D", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 2, {1, 1, 1}, 1},
    {"3D", VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, 3, {9, 8, 5}, 1},
    {"Cube", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, 3, {16, 16, 1}, 6},
    {"1DArray", VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY, 1, {16, 1, 1}, 3},
    {"2DArray", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY, 2, {16, 24, 1}, 4},
};

std::byte randomByte(Random& random) {
    return std::byte(random());
}

std::vector<std::byte> texels(const Format& format, size_t count, Random& random) {
    std::vector<std::byte> bytes(count * format.texel_B);
    if (format.kind == 0) {
        std::generate(bytes.begin(), bytes.end(), [&] { return randomByte(random); });
        return bytes;
    }
    const size_t step = format.kind == 1 ? 2 : 4;
    for (size_t i = 0; i < bytes.size(); i += step) {
        if (step == 2) {
            const auto half = uint16_t((random() & 0x8000) | (0x2c00 + random() % 0x1000));
            std::memcpy(&bytes[i], &half, 2);
        } else {
            const float value = float(random() % 1024) / 1023.0f;
            std::memcpy(&bytes[i], &value, 4);
        }
    }
    return bytes;
}

std::string describe(const VkSamplerCreateInfo& info, const vkc::ImageShape& shape) {
    std::ostringstream text;
    text << ", " << shape.extent.width << "x" << shape.extent.height << "x" << shape.extent.depth
         << ", mag " << info.magFilter << " min " << info.minFilter << " mip " << info.mipmapMode
         << ", address " << info.addressModeU << " " << info.addressModeV << " "
         << info.addressModeW << ", bias " << info.mipLodBias << " lod " << info.minLod << "…"
         << info.maxLod << ", border " << info.borderColor << ", swizzle " << shape.swizzle.r
         << shape.swizzle.g << shape.swizzle.b << shape.swizzle.a;
    return text.str();
}

uint32_t levelsOf(const VkExtent3D& extent) {
    return uint32_t(std::bit_width(std::max({extent.width, extent.height, extent.depth})));
}

} // namespace

Case samplingCase(uint32_t seed) {
    Random random(seed ^ 0x7e1);
    const auto pick = [&](uint32_t count) { return random() % count; };
    const Format& format = kFormats[pick(std::size(kFormats))];
    const View& view = kViews[pick(std::size(kViews))];
    const bool cube = view.view == VK_IMAGE_VIEW_TYPE_CUBE;
    const bool compares = format.kind == 3 && view.coordinates == 2 && pick(2);
    const bool linear = pick(2) && !(format.kind == 3);

    Texture texture;
    texture.shape.format = format.format;
    texture.shape.type = view.type;
    texture.shape.viewType = view.view;
    texture.shape.extent = view.extent;
    texture.shape.layers = view.layers;
    texture.shape.levels = levelsOf(view.extent);
    texture.shape.aspect = format.kind == 3 ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    for (uint32_t level = 0; level < texture.shape.levels; ++level) {
        const auto half = [&](uint32_t size) { return std::max(1u, size >> level); };
        texture.levels.push_back(texels(format,
                                        size_t(half(view.extent.width)) * half(view.extent.height) *
                                            half(view.extent.depth) * view.layers,
                                        random));
    }
    const auto address = [&] {
        // Cubes wrap seamlessly whatever the mode; mirror-clamp needs a feature.
        return VkSamplerAddressMode(pick(4));
    };
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = linear && pick(4) ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.minFilter = linear && pick(4) ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.mipmapMode =
        linear && pick(2) ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = address();
    info.addressModeV = address();
    info.addressModeW = address();
    info.mipLodBias = pick(3) == 0 ? float(pick(5)) * 0.5f - 1.0f : 0.0f;
    info.minLod = pick(4) == 0 ? 1.0f : 0.0f;
    info.maxLod = pick(4) == 0 ? 2.5f : VK_LOD_CLAMP_NONE;
    info.compareEnable = compares;
    info.compareOp = VkCompareOp(pick(8));
    constexpr VkBorderColor kBorders[] = {VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
                                          VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                          VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    info.borderColor = kBorders[pick(3)];
    texture.sampler = info;
    if (!compares && pick(3) == 0) {
        // Depth has 0, 0, 1 beside it (Vulkan 1.3, "Conversion to RGBA"); lavapipe has others.
        const auto swizzle = [&] { return VkComponentSwizzle(1 + pick(format.kind == 3 ? 3 : 6)); };
        texture.shape.swizzle = {swizzle(), swizzle(), swizzle(), swizzle()};
    }

    const int size = view.coordinates + view.layered() + compares;
    std::string coordinate = size == 1 ? "float(" : "vec" + std::to_string(size) + "(";
    for (int c = 0; c < view.coordinates; ++c) {
        coordinate += (c ? ", c" : "c") + std::to_string(c);
    }
    coordinate += std::string(view.layered() ? ", layer" : "") + (compares ? ", ref" : "") + ")";
    const int n = view.coordinates;
    const std::string gradientType = n == 1 ? "float" : "vec" + std::to_string(n);
    std::string gradients = "";
    // Along the axes: there the scale factor is the same however it is approximated (Vulkan 1.3,
    // "Scale Factor Operation", leaves it open between the largest and the sum).
    for (int axis = 0; axis < 2; ++axis) {
        gradients += ", " + gradientType + "(";
        for (int c = 0; c < n; ++c) {
            gradients += std::string(c ? ", " : "") + (c != std::min(axis, n - 1) ? "0.0"
                                                       : axis == 0                ? "dx"
                                                                                  : "dy");
        }
        gradients += ")";
    }
    std::string call;
    // textureLod has no form for 2D array shadows.
    const bool arrayShadow2D = compares && view.layered() && view.coordinates == 2;
    // How derivatives reach the faces of cubes is approximated, too.
    switch (cube ? 0 : pick(4)) {
    case 0:
        call = (arrayShadow2D ? "textureGrad(image, " + coordinate + gradients
                              : "textureLod(image, " + coordinate + ", lod") +
               ")";
        break;
    case 1:
        call = "textureGrad(image, " + coordinate + gradients + ")";
        break;
    case 2: {
        const std::string type = n == 1 ? "int" : "ivec" + std::to_string(n);
        const std::string offset = ", " + type + "(" + std::to_string(int(pick(7)) - 3) +
                                   (n > 1 ? ", 2" : "") + (n > 2 ? ", -1" : "") + ")";
        call = (arrayShadow2D ? "textureGradOffset(image, " + coordinate + gradients
                              : "textureLodOffset(image, " + coordinate + ", lod") +
               offset + ")";
        break;
    }
    default:
        if (n == 2 && !compares) {
            call = "textureGather(image, " + coordinate + ", " + std::to_string(pick(4)) + ")";
        } else if (n == 2) {
            std::string without = coordinate.substr(0, coordinate.rfind(", ref")) + ")";
            without.replace(0, 4, "vec" + std::to_string(size - 1));
            call = "textureGather(image, " + without + ", ref)";
        } else {
            call = arrayShadow2D ? "textureGrad(image, " + coordinate + gradients + ")"
                                 : "textureLod(image, " + coordinate + ", lod)";
        }
    }
    Case test;
    test.name = "sampling " + std::to_string(seed) + ", format " + std::to_string(format.format) +
                ", " + view.sampler + ", " + call + describe(info, texture.shape);
    test.glsl = std::string(R"(#version 460
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Input { uint bits[]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[]; };
layout(binding = 2) uniform sampler)") +
                view.sampler + (compares ? "Shadow" : "") + R"( image;
float at(uint k) { return uintBitsToFloat(bits[gl_GlobalInvocationID.x * 8u + k]); }
void main() {
    float c0 = at(0u), c1 = at(1u), c2 = at(2u), layer = at(3u), ref = at(4u), lod = at(5u);
    float dx = at(6u), dy = at(7u);
    vec4 texel = vec4()" +
                call +
                R"();
    for (uint k = 0u; k < 4u; ++k) result[gl_GlobalInvocationID.x * 4u + k] = floatBitsToUint(texel[k]);
}
)";
    for (uint32_t i = 0; i < kInvocations; ++i) {
        // Coordinates that are not on a texel's edge, so that a rounding decides little: odd
        // multiples of a 512th.
        const auto coordinateValue = [&] {
            const float value = (float(int(random() % 1536) - 512) + 0.37f) / 512.0f;
            return cube ? value - 0.49f : value;
        };
        const float values[8] = {coordinateValue(),
                                 coordinateValue(),
                                 coordinateValue(),
                                 float(int(random() % 7) - 1) + 0.2f,
                                 float(random() % 97) / 96.0f,
                                 float(random() % 17) * 0.3127f - 0.6f,
                                 float(1 + random() % 60) / 256.0f,
                                 float(1 + random() % 60) / 300.0f};
        for (const float value : values) {
            test.input.push_back(std::bit_cast<uint32_t>(value));
        }
    }
    test.outputWords = kInvocations * 4;
    test.groups = kInvocations / 64;
    test.textures.push_back(std::move(texture));
    test.compare = Compare::Float;
    test.absolute = format.absolute;
    test.relative = 0.01f;
    // Where levels or nearest texels are chosen, a rounding chooses others: the tests of the
    // sampling kernel itself are exact.
    test.mayDiffer = 0.02;
    if (call.find("Grad") != call.npos) {
        // lavapipe takes a straight line between powers of two for the logarithm: levels of detail
        // are up to 0.086 too small, trilinear weights as well.
        test.absolute =
            0.1f * (format.format == VK_FORMAT_R8G8B8A8_SNORM || format.kind == 1 ? 2 : 1);
        test.mayDiffer = 0.1;
    }
    return test;
}

} // namespace differential

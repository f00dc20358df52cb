// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Each format's decoding, texel by texel, and for storage images its encoding.

#include "case.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace differential {
namespace {

struct Format {
    VkFormat format;
    uint32_t block_B;
    uint32_t block_px;
    char kind;           ///< f: floats, i, u: integers
    const char* storage; ///< GLSL's name; null: not tested as a storage image
    float absolute;
};

/// lavapipe's sRGB is a polynomial; texels of BC1 to BC5 it makes in eight bits, cutting off.
constexpr float kSrgb = 1.5e-3f;
constexpr float kEightBits = 0.006f;

constexpr Format kFormats[] = {
    {VK_FORMAT_R8_UNORM, 1, 1, 'f', "r8", 0},
    {VK_FORMAT_R8_SNORM, 1, 1, 'f', "r8_snorm", 0},
    {VK_FORMAT_R8_UINT, 1, 1, 'u', "r8ui", 0},
    {VK_FORMAT_R8_SINT, 1, 1, 'i', "r8i", 0},
    {VK_FORMAT_R8G8_UNORM, 2, 1, 'f', "rg8", 0},
    {VK_FORMAT_R8G8_SNORM, 2, 1, 'f', "rg8_snorm", 0},
    {VK_FORMAT_R8G8_UINT, 2, 1, 'u', "rg8ui", 0},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, 1, 'f', "rgba8", 0},
    {VK_FORMAT_R8G8B8A8_SNORM, 4, 1, 'f', "rgba8_snorm", 0},
    {VK_FORMAT_R8G8B8A8_UINT, 4, 1, 'u', "rgba8ui", 0},
    {VK_FORMAT_R8G8B8A8_SINT, 4, 1, 'i', "rgba8i", 0},
    {VK_FORMAT_R8G8B8A8_SRGB, 4, 1, 'f', nullptr, kSrgb},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, 1, 'f', nullptr, 0},
    {VK_FORMAT_B8G8R8A8_SRGB, 4, 1, 'f', nullptr, kSrgb},
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, 4, 1, 'f', nullptr, 0},
    {VK_FORMAT_A8B8G8R8_UINT_PACK32, 4, 1, 'u', nullptr, 0},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 1, 'f', "rgb10_a2", 0},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, 1, 'u', "rgb10_a2ui", 0},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4, 1, 'f', nullptr, 0},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2, 1, 'f', nullptr, 0},
    {VK_FORMAT_B5G6R5_UNORM_PACK16, 2, 1, 'f', nullptr, 0},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2, 1, 'f', nullptr, 0},
    {VK_FORMAT_R5G5B5A1_UNORM_PACK16, 2, 1, 'f', nullptr, 0},
    {VK_FORMAT_B4G4R4A4_UNORM_PACK16, 2, 1, 'f', nullptr, 0},
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, 2, 1, 'f', nullptr, 0},
    {VK_FORMAT_R16_UNORM, 2, 1, 'f', "r16", 0},
    {VK_FORMAT_R16_SNORM, 2, 1, 'f', "r16_snorm", 0},
    {VK_FORMAT_R16_UINT, 2, 1, 'u', "r16ui", 0},
    {VK_FORMAT_R16_SFLOAT, 2, 1, 'f', "r16f", 0},
    {VK_FORMAT_R16G16_SFLOAT, 4, 1, 'f', "rg16f", 0},
    {VK_FORMAT_R16G16B16A16_UNORM, 8, 1, 'f', "rgba16", 0},
    {VK_FORMAT_R16G16B16A16_SINT, 8, 1, 'i', "rgba16i", 0},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, 'f', "rgba16f", 0},
    {VK_FORMAT_R32_UINT, 4, 1, 'u', "r32ui", 0},
    {VK_FORMAT_R32_SINT, 4, 1, 'i', "r32i", 0},
    {VK_FORMAT_R32_SFLOAT, 4, 1, 'f', "r32f", 0},
    {VK_FORMAT_R32G32_UINT, 8, 1, 'u', "rg32ui", 0},
    {VK_FORMAT_R32G32B32A32_UINT, 16, 1, 'u', "rgba32ui", 0},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, 'f', "rgba32f", 0},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, 1, 'f', "r11f_g11f_b10f", 0},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, 1, 'f', nullptr, 0},
    {VK_FORMAT_D16_UNORM, 2, 1, 'f', nullptr, 1e-5f},
    {VK_FORMAT_D32_SFLOAT, 4, 1, 'f', nullptr, 0},
    {VK_FORMAT_BC1_RGB_UNORM_BLOCK, 8, 4, 'f', nullptr, kEightBits},
    {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, 'f', nullptr, kEightBits},
    {VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 8, 4, 'f', nullptr, 0.012f},
    {VK_FORMAT_BC2_UNORM_BLOCK, 16, 4, 'f', nullptr, kEightBits},
    {VK_FORMAT_BC3_UNORM_BLOCK, 16, 4, 'f', nullptr, kEightBits},
    {VK_FORMAT_BC4_UNORM_BLOCK, 8, 4, 'f', nullptr, kEightBits},
    {VK_FORMAT_BC4_SNORM_BLOCK, 8, 4, 'f', nullptr, 2 * kEightBits},
    {VK_FORMAT_BC5_UNORM_BLOCK, 16, 4, 'f', nullptr, kEightBits},
    {VK_FORMAT_BC6H_UFLOAT_BLOCK, 16, 4, 'f', nullptr, 0},
    {VK_FORMAT_BC6H_SFLOAT_BLOCK, 16, 4, 'f', nullptr, 0},
    {VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, 'f', nullptr, 0},
    {VK_FORMAT_BC7_SRGB_BLOCK, 16, 4, 'f', nullptr, kSrgb},
    {VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8, 4, 'f', nullptr, 0.003f},
    {VK_FORMAT_ETC2_R8G8B8A1_UNORM_BLOCK, 8, 4, 'f', nullptr, 0.003f},
    {VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, 16, 4, 'f', nullptr, 0.003f},
    {VK_FORMAT_EAC_R11_UNORM_BLOCK, 8, 4, 'f', nullptr, 0.002f},
    {VK_FORMAT_EAC_R11_SNORM_BLOCK, 8, 4, 'f', nullptr, 0.004f},
    {VK_FORMAT_EAC_R11G11_UNORM_BLOCK, 16, 4, 'f', nullptr, 0.002f},
};

constexpr uint32_t kSize_px = 32;

bool isFloat32(VkFormat format) {
    return format == VK_FORMAT_R32_SFLOAT || format == VK_FORMAT_R32G32B32A32_SFLOAT ||
           format == VK_FORMAT_D32_SFLOAT;
}

bool isHalf(VkFormat format) {
    return format == VK_FORMAT_R16_SFLOAT || format == VK_FORMAT_R16G16_SFLOAT ||
           format == VK_FORMAT_R16G16B16A16_SFLOAT;
}

std::vector<std::byte> texels(const Format& format, Random& random) {
    const uint32_t blocks = (kSize_px / format.block_px) * (kSize_px / format.block_px);
    std::vector<std::byte> bytes(size_t(blocks) * format.block_B);
    std::generate(bytes.begin(), bytes.end(), [&] { return std::byte(random()); });
    if (isFloat32(format.format)) {
        for (size_t i = 0; i < bytes.size(); i += 4) {
            const float value = float(int(random() % 4001) - 2000) / 2000.0f;
            const float stored = format.format == VK_FORMAT_D32_SFLOAT ? value * value : value;
            std::memcpy(&bytes[i], &stored, 4);
        }
    } else if (isHalf(format.format)) {
        for (size_t i = 1; i < bytes.size(); i += 2) {
            // No infinities and NaN: their payloads are nobody's business.
            if ((uint8_t(bytes[i]) & 0x7c) == 0x7c) {
                bytes[i] = std::byte(uint8_t(bytes[i]) & 0xbf);
            }
        }
    }
    return bytes;
}

} // namespace

uint32_t formatCount() {
    return uint32_t(std::size(kFormats)) * 2;
}

Case formatCase(uint32_t index) {
    const Format& format = kFormats[index / 2];
    const bool store = index % 2;
    Random random(index);
    Case test;
    test.name =
        std::string(store ? "stored" : "fetched") + " format " + std::to_string(format.format);
    const std::string prefix = format.kind == 'f' ? "" : std::string(1, format.kind);
    const std::string head = R"(#version 460
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Input { uint bits[]; };
layout(std430, binding = 1) writeonly buffer Output { uint result[]; };
)";
    Texture texture;
    texture.shape.format = format.format;
    texture.shape.extent = {kSize_px, kSize_px, 1};
    texture.shape.aspect =
        format.format == VK_FORMAT_D16_UNORM || format.format == VK_FORMAT_D32_SFLOAT
            ? VK_IMAGE_ASPECT_DEPTH_BIT
            : VK_IMAGE_ASPECT_COLOR_BIT;
    texture.levels.push_back(texels(format, random));
    test.groups = kSize_px * kSize_px / 64;
    test.outputWords = kSize_px * kSize_px * 4;
    test.compare = Compare::Float;
    test.absolute = format.absolute;
    test.relative = 4e-7f; // Normalised by a division or by a product: half a bit apart.
    const std::string pixel = "ivec2(gl_GlobalInvocationID.x & 31u, gl_GlobalInvocationID.x >> 5)";
    const std::string keep = format.kind == 'f' ? "floatBitsToUint(texel[k])" : "uint(texel[k])";
    const std::string write = "    for (uint k = 0u; k < 4u; ++k) "
                              "result[gl_GlobalInvocationID.x * 4u + k] = " +
                              keep + ";\n}\n";
    if (!store) {
        VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
        texture.sampler = sampler;
        test.glsl = head + "layout(binding = 2) uniform " + prefix + "sampler2D image;\n" +
                    "void main() {\n    " + prefix + "vec4 texel = texelFetch(image, " + pixel +
                    ", 0);\n" + write;
    } else if (!format.storage) {
        test.outputWords = 0; // Nothing to test.
        return test;
    } else {
        texture.shape.usage = VK_IMAGE_USAGE_STORAGE_BIT;
        // Values beyond what normalised formats hold must be clamped.
        std::string value;
        if (format.kind == 'f') {
            value = "vec4(uintBitsToFloat(bits[n]), uintBitsToFloat(bits[n + 1u]), "
                    "uintBitsToFloat(bits[n + 2u]), uintBitsToFloat(bits[n + 3u]))";
        } else {
            const std::string type = format.kind == 'i' ? "int" : "uint";
            value = prefix + "vec4(" + type + "(bits[n]), " + type + "(bits[n + 1u]), " + type +
                    "(bits[n + 2u]), " + type + "(bits[n + 3u]))";
        }
        test.glsl =
            head + "layout(binding = 2, " + format.storage + ") uniform " + prefix +
            "image2D image;\nvoid main() {\n    uint n = gl_GlobalInvocationID.x * 4u;\n    " +
            prefix + "vec4 texel = imageLoad(image, " + pixel + ");\n    imageStore(image, " +
            pixel + ", " + value + ");\n" + write;
        const uint32_t limit = format.kind == 'f' ? 0 : 256;
        for (uint32_t i = 0; i < test.outputWords; ++i) {
            if (!limit) {
                // How small floats round is left open: they get what they can hold.
                const bool small =
                    isHalf(format.format) || format.format == VK_FORMAT_B10G11R11_UFLOAT_PACK32;
                const float scaled = small ? float(int(random() % 49) - 24) / 16.0f
                                           : (float(int(random() % 6001) - 3000) + 0.3f) / 2000.0f;
                test.input.push_back(std::bit_cast<uint32_t>(scaled));
            } else {
                // Integers beyond the channel are left open by Vulkan: stay inside.
                const bool twoBits = format.format == VK_FORMAT_A2B10G10R10_UINT_PACK32;
                test.input.push_back(random() % (twoBits ? 4 : format.kind == 'i' ? 128 : 256));
            }
        }
        test.comparesImages = true;
    }
    test.textures.push_back(std::move(texture));
    return test;
}

} // namespace differential

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "states.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace sampling {
namespace {

constexpr Format kFormats[] = {
    {"RGBA8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, false},
    {"sRGB8", VK_FORMAT_R8G8B8A8_SRGB, 4, 1, false},
    {"R8", VK_FORMAT_R8_UNORM, 1, 1, false},
    {"RGBA16F", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, false},
    {"RGBA32F", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, false},
    {"D32 compare", VK_FORMAT_D32_SFLOAT, 4, 1, true},
    {"BC1", VK_FORMAT_BC1_RGB_UNORM_BLOCK, 8, 4, false},
};

constexpr Filter kFilters[] = {
    Filter::Nearest, Filter::Bilinear, Filter::Trilinear, Filter::Anisotropic};

constexpr Address kAddresses[] = {
    {"repeat", VK_SAMPLER_ADDRESS_MODE_REPEAT},
    {"edge", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE},
    {"mirror", VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT},
    {"border", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
};

/// Bytes that are sensible texels of the format.
std::vector<std::byte> noise(const Format& format, uint32_t blocks, std::mt19937& random) {
    std::vector<std::byte> bytes(size_t(blocks) * format.block_B);
    if (format.format == VK_FORMAT_R16G16B16A16_SFLOAT) {
        for (size_t i = 0; i < bytes.size(); i += 2) {
            const auto half = uint16_t(0x3000 + random() % 0x0c00); // 0.125 … 1
            std::memcpy(&bytes[i], &half, 2);
        }
    } else if (format.format == VK_FORMAT_R32G32B32A32_SFLOAT ||
               format.format == VK_FORMAT_D32_SFLOAT) {
        for (size_t i = 0; i < bytes.size(); i += 4) {
            const float value = float(random() % 65536) / 65535.0f;
            std::memcpy(&bytes[i], &value, 4);
        }
    } else {
        std::generate(bytes.begin(), bytes.end(), [&] { return std::byte(random()); });
    }
    return bytes;
}

} // namespace

std::span<const Format> formats() {
    return kFormats;
}

std::span<const Filter> filters() {
    return kFilters;
}

std::span<const Address> addresses() {
    return kAddresses;
}

const char* nameOf(Filter filter) {
    switch (filter) {
    case Filter::Nearest:
        return "nearest";
    case Filter::Bilinear:
        return "bilinear";
    case Filter::Trilinear:
        return "trilinear";
    default:
        return "8x anisotropic";
    }
}

std::string missing(const vkc::Device& device, const Format& format, Filter filter) {
    if (!device.hasFormat(format.format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)) {
        return "no such sampled format";
    }
    if (filter != Filter::Nearest &&
        !device.hasFormat(format.format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT)) {
        return "no linear filter";
    }
    if (filter == Filter::Anisotropic &&
        (!device.features().samplerAnisotropy || device.limits().maxSamplerAnisotropy < 8)) {
        return "no anisotropy of 8";
    }
    return {};
}

std::vector<std::vector<std::byte>> texels(const Format& format) {
    std::vector<std::vector<std::byte>> levels;
    std::mt19937 random(1);
    for (uint32_t level = 0; level < kLevels; ++level) {
        const uint32_t across =
            (std::max(1u, kSize_px >> level) + format.blockSize_px - 1) / format.blockSize_px;
        levels.push_back(noise(format, across * across, random));
    }
    return levels;
}

std::unique_ptr<vkc::Image>
makeImage(vkc::Device& device, const Format& format, const VkComponentMapping& swizzle) {
    vkc::ImageShape shape;
    shape.swizzle = swizzle;
    shape.format = format.format;
    shape.extent = {kSize_px, kSize_px, 1};
    shape.levels = kLevels;
    shape.aspect = format.compares ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
    auto image = std::make_unique<vkc::Image>(device, shape);
    const auto levels = texels(format);
    for (uint32_t level = 0; level < kLevels; ++level) {
        image->upload(level, levels[level]);
    }
    return image;
}

VkSamplerCreateInfo samplerInfo(const Format& format, Filter filter, const Address& address) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    const VkFilter filtering = filter == Filter::Nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
    info.magFilter = info.minFilter = filtering;
    info.mipmapMode = filter >= Filter::Trilinear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                  : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = info.addressModeV = info.addressModeW = address.mode;
    info.anisotropyEnable = filter == Filter::Anisotropic;
    info.maxAnisotropy = 8;
    info.compareEnable = format.compares;
    info.compareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
    info.maxLod = filter >= Filter::Trilinear ? VK_LOD_CLAMP_NONE : 0.0f;
    info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    return info;
}

std::vector<State> states(const std::function<bool(const Format&, Filter)>& has, uint32_t count) {
    std::vector<State> all;
    const char* const swizzleNames[] = {"rgba", "bgra", "rrr1"};
    const VkComponentMapping swizzles[] = {{},
                                           {VK_COMPONENT_SWIZZLE_B,
                                            VK_COMPONENT_SWIZZLE_G,
                                            VK_COMPONENT_SWIZZLE_R,
                                            VK_COMPONENT_SWIZZLE_A},
                                           {VK_COMPONENT_SWIZZLE_R,
                                            VK_COMPONENT_SWIZZLE_R,
                                            VK_COMPONENT_SWIZZLE_R,
                                            VK_COMPONENT_SWIZZLE_ONE}};
    for (const Format& format : kFormats) {
        for (const Filter filter : kFilters) {
            if (format.compares || !has(format, filter)) {
                continue;
            }
            for (const Address& u : kAddresses) {
                for (const Address& v : kAddresses) {
                    for (size_t s = 0; s < std::size(swizzles); ++s) {
                        VkSamplerCreateInfo info = samplerInfo(format, filter, u);
                        info.addressModeV = v.mode;
                        all.push_back({&format,
                                       filter,
                                       info,
                                       swizzles[s],
                                       std::string(format.name) + ", " + nameOf(filter) + ", " +
                                           u.name + " × " + v.name + ", " + swizzleNames[s]});
                    }
                }
            }
        }
    }
    std::shuffle(all.begin(), all.end(), std::mt19937(7));
    all.resize(std::min<size_t>(all.size(), count));
    return all;
}

std::unique_ptr<vkc::Kernel> makeKernel(vkc::Device& device, const Format& format, Filter filter) {
    const std::string coordinate = format.compares ? "vec3(at, 0.5)" : "at";
    std::string sample;
    switch (filter) {
    case Filter::Nearest:
    case Filter::Bilinear:
        sample = "textureLod(image, " + coordinate + ", 0.0)";
        break;
    case Filter::Trilinear:
        sample = "textureLod(image, " + coordinate + ", 0.75)";
        break;
    case Filter::Anisotropic:
        sample = "textureGrad(image, " + coordinate +
                 ", vec2(12.0, 2.0) / 512.0, vec2(-0.25, 1.5) / 512.0)";
        break;
    }
    const std::string source = std::string("#version 460\n"
                                           "layout(local_size_x = 64) in;\n") +
                               "layout(binding = 0) uniform sampler2D" +
                               (format.compares ? "Shadow" : "") + " image;\n" + R"(
layout(binding = 1) buffer Sums { vec4 sums[]; };
layout(push_constant) uniform Push { uint samples; float phase; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    // 512 invocations are a row of "fragments", slanted a little against the texels.
    vec2 at = vec2(float(i & 511u) * 0.98, float(i >> 9) * 0.98 + float(i & 511u) * 0.05) / 256.0 - 0.5;
    at += phase;
    vec4 sum = vec4(0.0);
    for (uint s = 0u; s < samples; ++s) {
        sum += )" + sample + R"(;
        at += vec2(0.37, 0.61) / 512.0;
    }
    sums[i] = sum;
}
)";
    const vkc::BindingType bindings[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
                                         {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}};
    return std::make_unique<vkc::Kernel>(
        device, vkc::compileGlsl(source), bindings, uint32_t(sizeof(Push)));
}

} // namespace sampling

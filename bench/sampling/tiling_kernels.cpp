// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tiling_kernels.h"

namespace tiling {
namespace {

constexpr Format kFormats[] = {
    {"R8", VK_FORMAT_R8_UNORM, 1, 1, "r8"},
    {"RG8", VK_FORMAT_R8G8_UNORM, 2, 1, "rg8"},
    {"RGBA8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, "rgba8"},
    {"RGBA16F", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, "rgba16f"},
    {"RGBA32F", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, "rgba32f"},
    {"BC1", VK_FORMAT_BC1_RGB_UNORM_BLOCK, 8, 4, nullptr},
    {"BC3", VK_FORMAT_BC3_UNORM_BLOCK, 16, 4, nullptr},
};

constexpr Access kAccesses[] = {Access::Nearest,
                                Access::Bilinear,
                                Access::Trilinear,
                                Access::Anisotropic,
                                Access::Load,
                                Access::Store,
                                Access::CopyIn,
                                Access::CopyOut};

constexpr Path kPaths[] = {Path::Rows, Path::Columns, Path::Diagonals, Path::Blocks, Path::Random};

/// The grid of places, from the number of a place on the path.
const char* gridOf(Path path) {
    switch (path) {
    case Path::Blocks:
        return R"(
    uint group = n >> 6;
    uint lane = n & 63u;
    vec2 grid = vec2((group & (SIZE / 8u - 1u)) * 8u + (lane & 7u),
                     (group / (SIZE / 8u)) * 8u + (lane >> 3)))";
    case Path::Random:
        return R"(
    uint hash = n * 747796405u + 2891336453u;
    hash = ((hash >> ((hash >> 28) + 4u)) ^ hash) * 277803737u;
    hash = (hash >> 22) ^ hash;
    vec2 grid = vec2(hash & (SIZE - 1u), hash >> 16 & (SIZE - 1u)))";
    default:
        return R"(
    vec2 grid = vec2(n & (SIZE - 1u), n / SIZE))";
    }
}

/// From the grid's axes to the image's.
const char* axesOf(Path path) {
    switch (path) {
    case Path::Columns:
        return "mat2(0.0, 1.0, 1.0, 0.0)";
    case Path::Diagonals:
        return "mat2(0.70710678, 0.70710678, -0.70710678, 0.70710678)";
    default:
        return "mat2(1.0)";
    }
}

/// From a step in the grid to texels.
const char* stepOf(Access access) {
    switch (access) {
    case Access::Trilinear:
        return "mat2(3.0, 0.0, 0.0, 3.0)";
    case Access::Anisotropic:
        return "mat2(12.0, 2.0, -0.25, 1.5)";
    default:
        return "mat2(1.0)";
    }
}

const char* statementOf(Access access) {
    switch (access) {
    case Access::Nearest:
    case Access::Bilinear:
        return "sum += textureLod(image, at, 0.0);";
    case Access::Trilinear:
        return "sum += textureLod(image, at, 1.585);";
    case Access::Anisotropic:
        return "sum += textureGrad(image, at, axes[0] / SIZE, axes[1] / SIZE);";
    case Access::Load:
        return "sum += imageLoad(image, texel);";
    default:
        return "imageStore(image, texel, vec4(grid * (1.0 / SIZE), 0.25, 1.0));";
    }
}

} // namespace

std::span<const Format> formats() {
    return kFormats;
}

std::span<const Access> accesses() {
    return kAccesses;
}

std::span<const Path> paths() {
    return kPaths;
}

const char* nameOf(Access access) {
    constexpr const char* kNames[] = {"nearest",
                                      "bilinear",
                                      "trilinear",
                                      "8x anisotropic",
                                      "image load",
                                      "image store",
                                      "copy in",
                                      "copy out"};
    return kNames[size_t(access)];
}

const char* nameOf(Path path) {
    constexpr const char* kNames[] = {"rows", "columns", "diagonals", "blocks", "random"};
    return kNames[size_t(path)];
}

VkSamplerCreateInfo samplerInfo(Access access) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = info.minFilter =
        access == Access::Nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
    info.mipmapMode = access >= Access::Trilinear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                  : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.anisotropyEnable = access == Access::Anisotropic;
    info.maxAnisotropy = 8;
    info.maxLod = access >= Access::Trilinear ? VK_LOD_CLAMP_NONE : 0.0f;
    return info; // Repeats.
}

std::unique_ptr<vkc::Kernel>
makeKernel(vkc::Device& device, const Format& format, Access access, Path path, uint32_t size_px) {
    const std::string image = samples(access) ? "layout(binding = 0) uniform sampler2D image;\n"
                                              : "layout(binding = 0, " + std::string(format.glsl) +
                                                    ") uniform image2D image;\n";
    const std::string source = "#version 460\n"
                               "layout(local_size_x = 64) in;\n"
                               "const uint SIZE = " +
                               std::to_string(size_px) + "u;\n" + image + R"(
layout(binding = 1) buffer Sums { vec4 sums[]; };
layout(push_constant) uniform Push { uint first; uint steps; };
void main() {
    const mat2 axes = )" + axesOf(path) +
                               " * " + stepOf(access) + R"(;
    vec4 sum = vec4(0.0);
    uint next = first + gl_WorkGroupID.x * 64u * steps + gl_LocalInvocationID.x;
    for (uint s = 0u; s < steps; ++s) {
        uint n = next & (SIZE * SIZE - 1u);
        next += 64u;)" + gridOf(path) +
                               R"(;
        vec2 place = axes * grid + 0.3;
        vec2 at = place * (1.0 / SIZE);
        ivec2 texel = ivec2(floor(place)) & int(SIZE - 1u);
        )" + statementOf(access) +
                               R"(
    }
    sums[gl_GlobalInvocationID.x] = sum;
}
)";
    const vkc::BindingType bindings[] = {{samples(access)
                                              ? VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
                                         {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}};
    return std::make_unique<vkc::Kernel>(
        device, vkc::compileGlsl(source), bindings, uint32_t(sizeof(Push)));
}

} // namespace tiling

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the benchmark of image layouts does to images: ways to read and write texels, and paths on
// which neighbouring invocations, and the steps of each, walk over them.
#pragma once

#include "vk_compute/device.h"

#include <span>

namespace tiling {

struct Format {
    const char* name;
    VkFormat format;
    uint32_t block_B;
    uint32_t blockSize_px; ///< Blocks are square.
    const char* glsl;      ///< Its storage format; null where there is none.
};

enum class Access {
    Nearest,
    Bilinear,
    Trilinear,
    Anisotropic,
    Load,
    Store,
    CopyIn, ///< From and to buffers; there is no path then.
    CopyOut,
};

enum class Path { Rows, Columns, Diagonals, Blocks, Random };

std::span<const Format> formats();
std::span<const Access> accesses();
std::span<const Path> paths();
const char* nameOf(Access access);
const char* nameOf(Path path);
constexpr bool samples(Access access) {
    return access <= Access::Anisotropic;
}
constexpr bool copies(Access access) {
    return access >= Access::CopyIn;
}

VkSamplerCreateInfo samplerInfo(Access access);

/// An invocation makes `steps` steps, a workgroup's width from one to the next.
inline constexpr uint32_t kGroupSize = 64;
struct Push {
    uint32_t first; ///< Place on the path where the first workgroup begins.
    uint32_t steps;
};
/// Binding 0 is the image, 1 a buffer of a vec4 for each invocation. The image is square.
std::unique_ptr<vkc::Kernel>
makeKernel(vkc::Device& device, const Format& format, Access access, Path path, uint32_t size_px);

} // namespace tiling

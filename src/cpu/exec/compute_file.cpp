// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/compute_file.h"

#include "base/hash.h"

#include <cstring>

namespace cpu::exec {

namespace {

constexpr char kMagic[8] = {'G', 'L', 'I', 'S', 'C', 'P', 'U', '1'};
/// Beyond what the device's limits allow for a workgroup.
constexpr uint32_t kMostMemory_B = 1u << 30;

/// Followed by the sites' ops, 32 bits each, and the object.
struct Header {
    char magic[8];
    base::Hash128 checksum; ///< Of all that follows it.
    uint32_t abiVersion;
    uint32_t siteCount;
    uint64_t object_B;
    uint32_t workgroupSize[3];
    uint32_t workgroupMemory_B;
    uint32_t frames_B;
    uint32_t pad;
};
static_assert(sizeof(Header) == 64);
constexpr size_t kChecked_B = offsetof(Header, abiVersion);

} // namespace

std::vector<std::byte> write(const shader::ComputeImage& image) {
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.abiVersion = shader::kAbiVersion;
    header.siteCount = uint32_t(image.sites.size());
    header.object_B = image.object.size();
    std::memcpy(header.workgroupSize, image.workgroupSize.data(), sizeof header.workgroupSize);
    header.workgroupMemory_B = image.workgroupMemory_B;
    header.frames_B = image.frames_B;

    const size_t sites_B = image.sites.size() * sizeof(uint32_t);
    std::vector<std::byte> bytes(sizeof header + sites_B + image.object.size());
    for (size_t i = 0; i < image.sites.size(); ++i) {
        std::memcpy(&bytes[sizeof header + i * sizeof(uint32_t)],
                    &image.sites[i].op.bits,
                    sizeof(uint32_t));
    }
    if (!image.object.empty()) {
        std::memcpy(&bytes[sizeof header + sites_B], image.object.data(), image.object.size());
    }
    std::memcpy(bytes.data(), &header, sizeof header);
    header.checksum = base::hash128(std::span<const std::byte>(bytes).subspan(kChecked_B));
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

std::optional<shader::ComputeImage> readComputeImage(std::span<const std::byte> bytes) {
    Header header;
    if (bytes.size() < sizeof header) {
        return std::nullopt;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    const uint64_t left_B = bytes.size() - sizeof header;
    const uint64_t sites_B = uint64_t(header.siteCount) * sizeof(uint32_t);
    if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 ||
        header.abiVersion != shader::kAbiVersion || sites_B > left_B ||
        header.object_B != left_B - sites_B || header.workgroupMemory_B > kMostMemory_B ||
        header.frames_B > kMostMemory_B ||
        header.checksum != base::hash128(bytes.subspan(kChecked_B))) {
        return std::nullopt;
    }

    shader::ComputeImage image;
    std::memcpy(image.workgroupSize.data(), header.workgroupSize, sizeof header.workgroupSize);
    image.workgroupMemory_B = header.workgroupMemory_B;
    image.frames_B = header.frames_B;
    image.sites.resize(header.siteCount);
    for (size_t i = 0; i < image.sites.size(); ++i) {
        std::memcpy(&image.sites[i].op.bits,
                    &bytes[sizeof header + i * sizeof(uint32_t)],
                    sizeof(uint32_t));
    }
    const auto object = bytes.subspan(sizeof header + size_t(sites_B));
    image.object.assign(object.begin(), object.end());
    return image;
}

} // namespace cpu::exec

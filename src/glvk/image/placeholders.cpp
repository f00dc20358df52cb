// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/placeholders.h"

#include "glvk/gpu/gpu.h"
#include "glvk/image/texture_type.h"

#include <algorithm>
#include <cstring>

namespace glvk {

ResourceRef<Image> Placeholders::blackTexture(gl::TextureType type, SampledKind kind) {
    const std::lock_guard lock(m_mutex);
    ResourceRef<Image>& image = m_black[size_t(type)][size_t(kind)];
    if (!image) {
        ImageDescription description;
        description.type = imageType(type);
        description.format = kind == SampledKind::Float ? VK_FORMAT_R8G8B8A8_UNORM
                             : kind == SampledKind::Int ? VK_FORMAT_R8G8B8A8_SINT
                                                        : VK_FORMAT_R8G8B8A8_UINT;
        description.cube = isCube(type);
        description.layers = description.cube ? 6 : 1;
        description.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        if (isMultisample(type)) {
            // All devices have four, but of integers.
            const bool four =
                kind == SampledKind::Float ||
                (m_gpu.limits().sampledImageIntegerSampleCounts & VK_SAMPLE_COUNT_4_BIT);
            description.samples = four ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
            description.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        }
        VkClearValue black{};
        if (kind == SampledKind::Float) {
            black.color.float32[3] = 1;
        } else {
            black.color.int32[3] = 1;
        }
        image = Image::create(m_gpu, description, &black);
    }
    return image;
}

size_t Placeholders::textureCount() const {
    const std::lock_guard lock(m_mutex);
    size_t count = 0;
    for (const auto& kinds : m_black) {
        count +=
            size_t(std::ranges::count_if(kinds, [](const auto& image) { return bool(image); }));
    }
    return count;
}

BufferStorage* Placeholders::zeroTexels() {
    const std::lock_guard lock(m_mutex);
    if (!m_zeroTexels) {
        constexpr VkDeviceSize kSize_B = 16;
        m_zeroTexels = BufferStorage::create(
            m_gpu, kSize_B, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, MemoryUse::Upload);
        if (m_zeroTexels) {
            std::memset(m_zeroTexels->mapped(), 0, kSize_B);
        }
    }
    return m_zeroTexels.get();
}

} // namespace glvk

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/dma_bufs.h"

#include "glvk/gpu/gpu.h"
#include "glvk/image/image_slice.h"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace glvk {

namespace {

/// Importing says which planes there are; all have to lie in one piece of memory.
bool sameMemory(const std::vector<DmaBufPlane>& planes) {
    struct stat first{};
    if (fstat(planes[0].fd, &first) != 0) {
        return false;
    }
    return std::ranges::all_of(planes, [&](const DmaBufPlane& plane) {
        struct stat other{};
        return fstat(plane.fd, &other) == 0 && other.st_dev == first.st_dev &&
               other.st_ino == first.st_ino;
    });
}

/// Whether rows of `row_B` bytes lie within the memory and do not overlap.
bool rowsFit(const DmaBuf& buffer, uint64_t row_B, uint64_t memory_B) {
    const DmaBufPlane& plane = buffer.planes[0];
    const uint64_t before_B =
        plane.offset_B + uint64_t(plane.pitch_B) * uint64_t(buffer.height_px - 1);
    return plane.pitch_B >= row_B && before_B + row_B <= memory_B;
}

/// What is said of the memory, as far as it can be checked without the device.
std::optional<DmaBufFailure> refusal(const DmaBuf& buffer, const DmaBufFormat& format) {
    if (!sameMemory(buffer.planes)) {
        return DmaBufFailure::Memory;
    }
    const off_t memory_B = lseek(buffer.planes[0].fd, 0, SEEK_END);
    if (memory_B < 0) {
        return DmaBufFailure::Memory;
    }
    for (const DmaBufPlane& plane : buffer.planes) {
        if (plane.offset_B >= uint64_t(memory_B)) {
            return DmaBufFailure::Layout;
        }
    }
    const uint64_t row_B = uint64_t(buffer.width_px) * format::layout(format.storage).block_B;
    if (buffer.modifier == 0 && !rowsFit(buffer, row_B, uint64_t(memory_B))) {
        return DmaBufFailure::Layout;
    }
    return {};
}

} // namespace

DeviceDmaBufs::DeviceDmaBufs(Gpu& gpu) : m_gpu(gpu), m_formats(*gpu.dmaBufFormats()) {}

std::vector<uint32_t> DeviceDmaBufs::formats() const {
    std::vector<uint32_t> list;
    for (const DmaBufFormat& format : m_formats.all()) {
        if (!modifiers(format.fourcc).empty()) {
            list.push_back(format.fourcc);
        }
    }
    return list;
}

std::vector<uint64_t> DeviceDmaBufs::modifiers(uint32_t fourcc) const {
    std::vector<uint64_t> list;
    if (const DmaBufFormat* const format = m_formats.find(fourcc)) {
        for (const DmaBufModifier& modifier : format->modifiers) {
            if (modifier.imports) {
                list.push_back(modifier.modifier);
            }
        }
    }
    return list;
}

std::shared_ptr<gl::SharedImage> DeviceDmaBufs::import(const DmaBuf& asked,
                                                       DmaBufFailure& failure) {
    DmaBuf buffer = asked;
    if (buffer.modifier == kNoModifier) {
        buffer.modifier = 0; // Vulkan knows nothing that would be agreed upon in silence.
    }
    const DmaBufFormat* const format = m_formats.find(buffer.fourcc);
    failure = DmaBufFailure::Format;
    if (!format) {
        return nullptr;
    }
    const auto modifier =
        std::ranges::find(format->modifiers, buffer.modifier, &DmaBufModifier::modifier);
    const auto limit_px = int32_t(m_gpu.limits().maxImageDimension2D);
    if (modifier == format->modifiers.end() || !modifier->imports || buffer.width_px > limit_px ||
        buffer.height_px > limit_px) {
        return nullptr;
    }
    if (buffer.planes.size() != modifier->planes) {
        failure = buffer.planes.size() > modifier->planes ? DmaBufFailure::TooManyPlanes
                                                          : DmaBufFailure::TooFewPlanes;
        return nullptr;
    }
    if (const auto refused = refusal(buffer, *format)) {
        failure = *refused;
        return nullptr;
    }
    ImageDescription description;
    description.format = m_gpu.vkFormat(format->storage);
    description.extent = {uint32_t(buffer.width_px), uint32_t(buffer.height_px), 1};
    description.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    ResourceRef<Image> image = Image::import(m_gpu, description, buffer, failure);
    if (!image) {
        return nullptr;
    }
    auto shared = std::make_shared<SharedImage>();
    shared->gpu = m_gpu.shared_from_this();
    shared->image = std::move(image);
    shared->format = format->format;
    shared->storage = format->storage;
    return shared;
}

bool DeviceDmaBufs::exports() const {
    return m_formats.exportsAny();
}

std::optional<DmaBuf> DeviceDmaBufs::describe(const gl::SharedImage& image) const {
    const auto& shared = static_cast<const SharedImage&>(image);
    const DmaBufFormat* const format = m_formats.find(shared.storage, shared.format->alphaAbsent());
    std::optional<DmaBuf> buffer = shared.image->placement();
    if (!format || !buffer) {
        return {};
    }
    buffer->fourcc = format->fourcc;
    return buffer;
}

int DeviceDmaBufs::exportMemory(const gl::SharedImage& image) {
    return static_cast<const SharedImage&>(image).image->exportMemory();
}

} // namespace glvk

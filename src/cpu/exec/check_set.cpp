// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/check_set.h"

#include "base/log.h"
#include "cpu/abi/descriptors.h"
#include "cpu/exec/live_objects.h"

#include <cstring>
#include <string_view>

namespace cpu::exec {

namespace {

using Kind = DescriptorArray::Kind;

// Of buffers and of texel buffers alike.
static_assert(offsetof(BufferDescriptor, base) == offsetof(TexelBufferDescriptor, base));

/// What the descriptor leads to and is no more; empty: all is there.
std::string_view missing(const LiveObjects& live, Kind kind, const uint8_t* descriptor) {
    if (kind == Kind::Buffer) {
        uint8_t* base = nullptr;
        std::memcpy(&base, descriptor + offsetof(BufferDescriptor, base), sizeof(base));
        return !base                          ? ""
               : !live.buffers.contains(base) ? "a buffer that was destroyed"
               : !live.memory.contains(base)  ? "memory that was freed"
                                              : "";
    }
    const ImageData* image = nullptr;
    std::memcpy(&image, descriptor + offsetof(ImageDescriptor, image), sizeof(image));
    return !image                               ? ""
           : !live.views.contains(image)        ? "an image view that was destroyed"
           : !live.memory.contains(image->base) ? "memory that was freed"
                                                : "";
}

void forget(Kind kind, uint8_t* descriptor) {
    if (kind == Kind::Buffer) {
        std::memset(descriptor, 0, kDescriptor_B);
        return;
    }
    ImageDescriptor image;
    std::memcpy(&image, descriptor, sizeof(image));
    image.image = nullptr;
    image.viewId = 0;
    std::memcpy(descriptor, &image, sizeof(image));
}

} // namespace

void execute(const CheckSet& command, Replay&) {
    const LiveObjects* const live = liveObjects();
    for (const DescriptorArray& array : command.arrays) {
        for (uint32_t i = 0; live && i < array.count; ++i) {
            const uint64_t offset_B = array.offset_B + uint64_t(i) * kDescriptor_B;
            if (offset_B + kDescriptor_B > command.size_B) {
                break;
            }
            uint8_t* const descriptor = command.set + offset_B;
            if (const auto what = missing(*live, array.kind, descriptor); !what.empty()) {
                // No error yet: Vulkan allows it where no shader uses the descriptor.
                base::logWarn(base::Log::Validation,
                              "set {}, binding {}, element {} leads to {}; a shader "
                              "that uses it finds nothing",
                              command.number,
                              array.binding,
                              i,
                              what);
                forget(array.kind, descriptor);
            }
        }
    }
}

} // namespace cpu::exec

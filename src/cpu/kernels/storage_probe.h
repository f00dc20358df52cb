// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

#include <cstdint>

namespace cpu::kernels {

/// Calls of a storage kernel, lane by lane. `active` has 16 lanes in each element.
struct StorageArrays {
    uint32_t viewId;
    const ImageData* image; ///< Of images.
    uint8_t* base;          ///< Of buffers, as is elementCount.
    uint32_t elementCount;
    const uint16_t* active;
    const int32_t* x; ///< Of buffers the index.
    const int32_t* y;
    const int32_t* z;
    const int32_t* layer;
    const int32_t* sample;
    uint32_t* texel[4];
};

enum class StorageKernel : uint32_t { ImageLoad, ImageStore, ImageOffset, BufferLoad, BufferStore };

} // namespace cpu::kernels

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/storage_probe.h"

#include "cpu/kernels/storage.h"

#include <cstring>

using namespace cpu;
using namespace cpu::kernels;

namespace {

Int load(const int32_t* from) {
    Int v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

Texel loadTexel(const StorageArrays& a, uint32_t i) {
    Texel t;
    std::memcpy(&t.r, a.texel[0] + i, sizeof t.r);
    std::memcpy(&t.g, a.texel[1] + i, sizeof t.g);
    std::memcpy(&t.b, a.texel[2] + i, sizeof t.b);
    std::memcpy(&t.a, a.texel[3] + i, sizeof t.a);
    return t;
}

void storeTexel(const StorageArrays& a, uint32_t i, const Texel& t) {
    std::memcpy(a.texel[0] + i, &t.r, sizeof t.r);
    std::memcpy(a.texel[1] + i, &t.g, sizeof t.g);
    std::memcpy(a.texel[2] + i, &t.b, sizeof t.b);
    std::memcpy(a.texel[3] + i, &t.a, sizeof t.a);
}

} // namespace

extern "C" void
GLISSADE_KERNEL(storage_arrays)(StorageKernel kernel, const StorageArrays* arrays, uint32_t count) {
    const StorageArrays& a = *arrays;
    for (uint32_t i = 0; i < count; i += kLanes) {
        const uint32_t active = uint32_t(a.active[i / 16]) >> i % 16 & ((1u << kLanes) - 1);
        const Int x = load(a.x + i);
        const Int y = load(a.y + i);
        const Int z = load(a.z + i);
        const Int layer = load(a.layer + i);
        const Int sample = load(a.sample + i);
        switch (kernel) {
        case StorageKernel::ImageLoad:
            storeTexel(
                a,
                i,
                GLISSADE_KERNEL(image_load)(a.viewId, a.image, active, x, y, z, layer, sample));
            break;
        case StorageKernel::ImageStore:
            GLISSADE_KERNEL(image_store)(
                a.viewId, a.image, active, x, y, z, layer, sample, loadTexel(a, i));
            break;
        case StorageKernel::ImageOffset: {
            const Int offset =
                GLISSADE_KERNEL(image_texel_offset)(a.viewId, a.image, x, y, z, layer, sample);
            std::memcpy(a.texel[0] + i, &offset, sizeof offset);
            break;
        }
        case StorageKernel::BufferLoad:
            storeTexel(
                a, i, GLISSADE_KERNEL(buffer_load)(a.viewId, a.base, a.elementCount, active, x));
            break;
        case StorageKernel::BufferStore:
            GLISSADE_KERNEL(buffer_store)(
                a.viewId, a.base, a.elementCount, active, x, loadTexel(a, i));
            break;
        }
    }
}

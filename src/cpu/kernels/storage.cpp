// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/storage.h"

#include "cpu/kernels/texel.h"
#include "cpu/kernels/texel_encode.h"
#include "format/vk_formats.h"

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::sampling;

namespace {

GLISSADE_INLINE const format::VkFormatLayout& layoutOf(uint32_t viewId) {
    return format::vkFormatLayout(format::VkFormatIndex(ViewId{viewId}.format()));
}

GLISSADE_INLINE Mask inside(Int v, int32_t size) {
    return (Mask)(asUInt(v) < uint32_t(size));
}

/// Where lanes' texels lie from a base, and which have one. Where not, the offset is of the first
/// texel.
struct Places {
    Int offset_B;
    Mask valid;
};

GLISSADE_INLINE Places
imagePlaces(uint32_t viewId, const ImageData* image, Int x, Int y, Int z, Int layer, Int sample) {
    const ViewId view{viewId};
    const LevelData& level = image->levels[0];
    const auto block_B = int32_t(layoutOf(viewId).block_B);
    const ViewType type = view.type();

    Mask valid = inside(x, level.width_px);
    Int row = splat(0);
    if (type != ViewType::D1 && type != ViewType::D1Array) {
        valid &= inside(y, level.height_px);
        row = y;
    }
    Int offset_B = splat(int32_t(level.offset_B));
    if (type == ViewType::D3) {
        valid &= inside(z, level.depth_px);
        offset_B += z * int32_t(level.slicePitch_B);
    } else if (view.multisampled()) {
        valid &= inside(sample, image->sampleCount);
        offset_B += sample * int32_t(level.slicePitch_B);
    }
    if (type == ViewType::Cube || type == ViewType::D1Array || type == ViewType::D2Array ||
        type == ViewType::CubeArray) {
        valid &= inside(layer, image->layerCount);
        offset_B += layer * int32_t(image->layerPitch_B);
    }
    if (view.tiling() == Tiling::Tiled) {
        offset_B += (row >> 2) * int32_t(level.rowPitch_B) +
                    ((x >> 2) * 16 + (row & 3) * 4 + (x & 3)) * block_B;
    } else {
        offset_B += row * int32_t(level.rowPitch_B) + x * block_B;
    }
    return {select(valid, offset_B, splat(int32_t(level.offset_B))), valid};
}

/// The device's limit (maxTexelBufferElements): offsets of these fit 31 bits.
constexpr uint32_t kMaxElements = 1u << 27;

GLISSADE_INLINE Places bufferPlaces(uint32_t viewId, uint32_t elementCount, Int index) {
    elementCount = elementCount < kMaxElements ? elementCount : kMaxElements;
    const Mask valid = (Mask)(asUInt(index) < elementCount);
    return {(index & valid) * int32_t(layoutOf(viewId).block_B), valid};
}

/// Of null descriptors: these read as zeros and drop what is written.
constexpr Texel kNothing = {};

/// What reads outside give: zeros, and one for the alpha of formats without.
GLISSADE_INLINE Texel outside(const format::VkFormatLayout& layout) {
    Texel t = texels::absent(layout.integer());
    if (layout.channels[3].bits) {
        t.a = splat(0.0f);
    }
    return t;
}

/// The lanes before, but for those that a quad begins with.
GLISSADE_INLINE Int lanesBefore(Int v) {
    Int before = v;
    for (int lane = 0; lane < kLanes; ++lane) {
        before[lane] = v[lane % 4 ? lane - 1 : lane];
    }
    return before;
}

constexpr uint32_t kNotFirstOfQuad = 0xeeee & ((1u << kLanes) - 1);

/// Bits of lanes that do not lie one texel after the lane before in their quad.
GLISSADE_INLINE uint32_t apartInQuads(Int offset_B, uint32_t texel_B) {
    return bitsOf(offset_B - lanesBefore(offset_B) != splat(int32_t(texel_B))) & kNotFirstOfQuad;
}

/// `Quad` has the bytes of four texels; in a vector these are quad after quad.
template <class Quad, class Vector>
GLISSADE_INLINE Vector joinQuads(const uint8_t* base, Int offset_B) {
    static_assert(sizeof(Quad) * kLanes / 4 == sizeof(Vector));
    Quad quads[kLanes / 4];
    for (int i = 0; i < kLanes / 4; ++i) {
        std::memcpy(&quads[i], base + uint32_t(offset_B[4 * i]), sizeof(Quad));
    }
    Vector joined;
    std::memcpy(&joined, quads, sizeof joined);
    return joined;
}

/// As readTexel(), but quads that lie one texel after another are read at once, without gathers:
/// those are slower, and the processor does not fetch ahead of them.
GLISSADE_INLINE Words readQuads(const uint8_t* base, uint32_t texel_B, Int offset_B) {
    using Quad = uint32_t __attribute__((ext_vector_type(4)));
    using LongQuad = uint64_t __attribute__((ext_vector_type(4)));
    using Bytes = uint8_t __attribute__((ext_vector_type(kLanes)));
    using Shorts = uint16_t __attribute__((ext_vector_type(kLanes)));
    using Longs = uint64_t __attribute__((ext_vector_type(kLanes)));
    const UInt zero = (UInt)(0u);
    const auto one = [&](UInt words) -> Words { return {{words, zero, zero, zero}}; };
    if (texel_B <= 8 && !apartInQuads(offset_B, texel_B)) {
        switch (texel_B) {
        case 1:
            return one(__builtin_convertvector((joinQuads<uint32_t, Bytes>(base, offset_B)), UInt));
        case 2:
            return one(
                __builtin_convertvector((joinQuads<uint64_t, Shorts>(base, offset_B)), UInt));
        case 4:
            return one(joinQuads<Quad, UInt>(base, offset_B));
        case 8: {
            const Longs longs = joinQuads<LongQuad, Longs>(base, offset_B);
            return {{__builtin_convertvector(longs, UInt),
                     __builtin_convertvector(longs >> 32, UInt),
                     zero,
                     zero}};
        }
        default:
            break;
        }
    }
    return readTexel(base, texel_B, offset_B);
}

GLISSADE_INLINE Texel load(uint32_t viewId,
                           const uint8_t* base,
                           uint32_t active,
                           const Places& places) {
    const format::VkFormatLayout& layout = layoutOf(viewId);
    const Texel none = outside(layout);
    if (!any(places.valid, active)) {
        return none;
    }
    const Texel t = texels::decode(
        layout, ViewId{viewId}.aspect(), readQuads(base, layout.block_B, places.offset_B));
    return select(places.valid, t, none);
}

/// The lowest `size_B` bytes of the lanes' words, lane after lane.
template <uint32_t size_B>
GLISSADE_INLINE void storeLanes(uint8_t* base, Int offset_B, uint32_t lanes, const Words& words) {
    constexpr uint32_t kWords = (size_B + 3) / 4;
    uint32_t values[kWords][kLanes];
    uint32_t offsets[kLanes];
    std::memcpy(offsets, &offset_B, sizeof offsets);
    for (uint32_t word = 0; word < kWords; ++word) {
        std::memcpy(values[word], &words.at[word], sizeof values[word]);
    }
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        uint32_t texel[kWords];
        for (uint32_t word = 0; word < kWords; ++word) {
            texel[word] = values[word][lane];
        }
        std::memcpy(base + offsets[lane], texel, size_B);
    }
}

/// Quads that lie one word after another are stored at once.
GLISSADE_INLINE void storeWords(uint8_t* base, Int offset_B, uint32_t lanes, const Words& words) {
    const uint32_t apart = apartInQuads(offset_B, 4) | ~lanes;
    uint32_t values[kLanes];
    uint32_t offsets[kLanes];
    std::memcpy(values, &words.at[0], sizeof values);
    std::memcpy(offsets, &offset_B, sizeof offsets);
    for (int quad = 0; quad < kLanes; quad += 4) {
        if ((apart >> quad & 15) == 0) {
            std::memcpy(base + offsets[quad], values + quad, 16);
            continue;
        }
        for (int lane = quad; lane < quad + 4; ++lane) {
            if (lanes >> lane & 1) {
                std::memcpy(base + offsets[lane], values + lane, 4);
            }
        }
    }
}

GLISSADE_INLINE void
store(uint32_t viewId, uint8_t* base, uint32_t active, const Places& places, const Texel& texel) {
    const format::VkFormatLayout& layout = layoutOf(viewId);
    const uint32_t lanes = bitsOf(places.valid) & active;
    if (!lanes) {
        return;
    }
    const Words words = texels::encode(layout, texel);
    switch (layout.compressed() ? 0 : layout.block_B) {
    case 1:
        return storeLanes<1>(base, places.offset_B, lanes, words);
    case 2:
        return storeLanes<2>(base, places.offset_B, lanes, words);
    case 3:
        return storeLanes<3>(base, places.offset_B, lanes, words);
    case 4:
        return storeWords(base, places.offset_B, lanes, words);
    case 6:
        return storeLanes<6>(base, places.offset_B, lanes, words);
    case 8:
        return storeLanes<8>(base, places.offset_B, lanes, words);
    case 12:
        return storeLanes<12>(base, places.offset_B, lanes, words);
    case 16:
        return storeLanes<16>(base, places.offset_B, lanes, words);
    default:
        return;
    }
}

} // namespace

extern "C" GLISSADE_CALL Texel GLISSADE_KERNEL(image_load)(uint32_t viewId,
                                                           const ImageData* image,
                                                           uint32_t active,
                                                           Int x,
                                                           Int y,
                                                           Int z,
                                                           Int layer,
                                                           Int sample) {
    if (!image) {
        return kNothing;
    }
    return load(viewId, image->base, active, imagePlaces(viewId, image, x, y, z, layer, sample));
}

extern "C" GLISSADE_CALL void GLISSADE_KERNEL(image_store)(uint32_t viewId,
                                                           const ImageData* image,
                                                           uint32_t active,
                                                           Int x,
                                                           Int y,
                                                           Int z,
                                                           Int layer,
                                                           Int sample,
                                                           Texel texel) {
    if (!image) {
        return;
    }
    // Images of storage views are written; ImageData serves views of both kinds.
    store(viewId,
          const_cast<uint8_t*>(image->base),
          active,
          imagePlaces(viewId, image, x, y, z, layer, sample),
          texel);
}

extern "C" GLISSADE_CALL Int GLISSADE_KERNEL(image_texel_offset)(
    uint32_t viewId, const ImageData* image, Int x, Int y, Int z, Int layer, Int sample) {
    if (!image) {
        return splat(-1);
    }
    const Places places = imagePlaces(viewId, image, x, y, z, layer, sample);
    return select(places.valid, places.offset_B, splat(-1));
}

extern "C" GLISSADE_CALL Texel GLISSADE_KERNEL(buffer_load)(
    uint32_t viewId, const uint8_t* base, uint32_t elementCount, uint32_t active, Int index) {
    return load(viewId, base, active, bufferPlaces(viewId, elementCount, index));
}

extern "C" GLISSADE_CALL void GLISSADE_KERNEL(buffer_store)(uint32_t viewId,
                                                            uint8_t* base,
                                                            uint32_t elementCount,
                                                            uint32_t active,
                                                            Int index,
                                                            Texel texel) {
    store(viewId, base, active, bufferPlaces(viewId, elementCount, index), texel);
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/patterns.h"

#include "format/vk_formats.h"

#include <vector>

namespace cpu::routine {
namespace {

using format::vkFormatIndex;
using jit::KeyPattern;

// Numbers of VkFormat.
constexpr uint32_t kSampledFormats[] = {
    9,   // R8_UNORM
    16,  // R8G8_UNORM
    37,  // R8G8B8A8_UNORM
    43,  // R8G8B8A8_SRGB
    44,  // B8G8R8A8_UNORM
    50,  // B8G8R8A8_SRGB
    64,  // A2B10G10R10_UNORM_PACK32
    76,  // R16_SFLOAT
    83,  // R16G16_SFLOAT
    97,  // R16G16B16A16_SFLOAT
    100, // R32_SFLOAT
    109, // R32G32B32A32_SFLOAT
    122, // B10G11R11_UFLOAT_PACK32
    131, // BC1_RGB_UNORM_BLOCK
    132, // BC1_RGB_SRGB_BLOCK
    133, // BC1_RGBA_UNORM_BLOCK
    134, // BC1_RGBA_SRGB_BLOCK
    137, // BC3_UNORM_BLOCK
    138, // BC3_SRGB_BLOCK
    145, // BC7_UNORM_BLOCK
    146, // BC7_SRGB_BLOCK
};
constexpr uint32_t kDepthFormats[] = {
    124, // D16_UNORM
    126, // D32_SFLOAT
    129, // D24_UNORM_S8_UINT
};
// Formats that cube maps have most.
constexpr uint32_t kCubeFormats[] = {37, 43, 44, 50, 97};

// What ids are made of, by the bits that each part takes.

uint32_t viewBits(uint32_t format, ViewType type, AspectRead aspect, bool multisampled) {
    return ViewId::make(format,
                        type,
                        Tiling::Linear,
                        aspect,
                        multisampled,
                        Swizzle(0),
                        Swizzle(0),
                        Swizzle(0),
                        Swizzle(0))
        .bits;
}

uint32_t samplerBits(bool mag, bool min, bool mip, bool anisotropic, bool compares) {
    return SamplerId::make(mag,
                           min,
                           mip,
                           Address(0),
                           Address(0),
                           Address(0),
                           anisotropic,
                           compares,
                           Compare(0),
                           Reduction::WeightedAverage,
                           false,
                           false)
        .bits;
}

uint32_t opBits(SampleMethod method, bool depthReference) {
    return SampleOp::make(method, depthReference, false, false, false, 0, false, false).bits;
}

const uint32_t kViewMask = viewBits(0xff, ViewType(7), AspectRead(3), true);
const uint32_t kAnyFormatMask = viewBits(0, ViewType(7), AspectRead(3), true);
const uint32_t kSamplerMask = SamplerId::make(true,
                                              true,
                                              true,
                                              Address(0),
                                              Address(0),
                                              Address(0),
                                              true,
                                              true,
                                              Compare(0),
                                              Reduction(3),
                                              true,
                                              false)
                                  .bits;
/// All but the bias, and of gathers the component.
const uint32_t kOpMask =
    SampleOp::make(SampleMethod(7), true, false, true, true, 0, true, true).bits;

struct Filter {
    bool linear, mipLinear, anisotropic;
};
constexpr Filter kNearest = {false, false, false};
constexpr Filter kBilinear = {true, false, false};
constexpr Filter kTrilinear = {true, true, false};
constexpr Filter kAnisotropic = {true, true, true};

class List {
public:
    void add(uint32_t format,
             ViewType type,
             AspectRead aspect,
             bool depthReference,
             const Filter& filter,
             SampleMethod method) {
        const uint32_t viewMask = format ? kViewMask : kAnyFormatMask;
        m_all.push_back({{viewMask, kSamplerMask, kOpMask},
                         {viewBits(format, type, aspect, false) & viewMask,
                          samplerBits(filter.linear,
                                      filter.linear,
                                      filter.mipLinear,
                                      filter.anisotropic,
                                      depthReference),
                          opBits(method, depthReference)}});
    }

    /// What a format is sampled with.
    void addFilters(uint32_t format, ViewType type, AspectRead aspect, bool depthReference) {
        for (const Filter& filter : {kNearest, kBilinear, kTrilinear, kAnisotropic}) {
            add(format, type, aspect, depthReference, filter, SampleMethod::Implicit);
            // Without a footprint there is no anisotropy.
            add(format,
                type,
                aspect,
                depthReference,
                filter,
                filter.anisotropic ? SampleMethod::Grad : SampleMethod::Lod);
        }
    }

    void addFetch(uint32_t format, ViewType type) {
        m_all.push_back({{kViewMask, ~0u, kOpMask},
                         {viewBits(format, type, AspectRead::Color, false),
                          0,
                          opBits(SampleMethod::Fetch, false)}});
    }

    std::vector<KeyPattern> take() { return std::move(m_all); }

private:
    std::vector<KeyPattern> m_all;
};

std::vector<KeyPattern> makePatterns() {
    List list;
    for (const uint32_t number : kSampledFormats) {
        const uint32_t format = vkFormatIndex(number);
        list.addFilters(format, ViewType::D2, AspectRead::Color, false);
        list.addFetch(format, ViewType::D2);
    }
    for (const uint32_t number : kDepthFormats) {
        const uint32_t format = vkFormatIndex(number);
        list.addFilters(format, ViewType::D2, AspectRead::Depth, false);
        list.addFilters(format, ViewType::D2, AspectRead::Depth, true);
    }
    for (const uint32_t number : kCubeFormats) {
        list.addFilters(vkFormatIndex(number), ViewType::Cube, AspectRead::Color, false);
    }
    // All others in images of two axes: still better than what can be anything.
    list.addFilters(0, ViewType::D2, AspectRead::Color, false);
    return list.take();
}

} // namespace

std::span<const KeyPattern> patterns() {
    static const std::vector<KeyPattern> all = makePatterns();
    return all;
}

} // namespace cpu::routine

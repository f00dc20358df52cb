// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/patterns.h"

#include "format/vk_format_number.h"
#include "format/vk_formats.h"

#include <vector>

namespace cpu::routine {
namespace {

using format::vkFormatIndex;
using jit::KeyPattern;

constexpr format::VkFormatNumber kSampledFormats[] = {
    format::R8_UNORM,
    format::R8G8_UNORM,
    format::R8G8B8A8_UNORM,
    format::R8G8B8A8_SRGB,
    format::B8G8R8A8_UNORM,
    format::B8G8R8A8_SRGB,
    format::A2B10G10R10_UNORM_PACK32,
    format::R16_SFLOAT,
    format::R16G16_SFLOAT,
    format::R16G16B16A16_SFLOAT,
    format::R32_SFLOAT,
    format::R32G32B32A32_SFLOAT,
    format::B10G11R11_UFLOAT_PACK32,
    format::BC1_RGB_UNORM_BLOCK,
    format::BC1_RGB_SRGB_BLOCK,
    format::BC1_RGBA_UNORM_BLOCK,
    format::BC1_RGBA_SRGB_BLOCK,
    format::BC3_UNORM_BLOCK,
    format::BC3_SRGB_BLOCK,
    format::BC7_UNORM_BLOCK,
    format::BC7_SRGB_BLOCK,
};
constexpr format::VkFormatNumber kDepthFormats[] = {
    format::D16_UNORM,
    format::D32_SFLOAT,
    format::D24_UNORM_S8_UINT,
};
// Formats that cube maps have most.
constexpr format::VkFormatNumber kCubeFormats[] = {format::R8G8B8A8_UNORM,
                                                   format::R8G8B8A8_SRGB,
                                                   format::B8G8R8A8_UNORM,
                                                   format::B8G8R8A8_SRGB,
                                                   format::R16G16B16A16_SFLOAT};

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
    bool linear = false, mipLinear = false, anisotropic = false;
};
constexpr Filter kNearest = {};
constexpr Filter kBilinear = {.linear = true};
constexpr Filter kTrilinear = {.linear = true, .mipLinear = true};
constexpr Filter kAnisotropic = {.linear = true, .mipLinear = true, .anisotropic = true};

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
    for (const format::VkFormatNumber number : kSampledFormats) {
        const uint32_t format = vkFormatIndex(number);
        list.addFilters(format, ViewType::D2, AspectRead::Color, false);
        list.addFetch(format, ViewType::D2);
    }
    for (const format::VkFormatNumber number : kDepthFormats) {
        const uint32_t format = vkFormatIndex(number);
        list.addFilters(format, ViewType::D2, AspectRead::Depth, false);
        list.addFilters(format, ViewType::D2, AspectRead::Depth, true);
    }
    for (const format::VkFormatNumber number : kCubeFormats) {
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

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/pixel_transfer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gl {

namespace {

using format::Extent;
using format::PixelLayout;

size_t pixelCount(const Extent& extent) {
    return size_t(extent.width_px) * size_t(extent.height_px) * size_t(extent.depth_px);
}

PixelLayout tight(GLenum format, GLenum type) {
    PixelLayout layout;
    layout.format = format;
    layout.type = type;
    layout.alignment_B = 1;
    return layout;
}

bool isIntegerFormat(GLenum format) {
    switch (format) {
    case GL_RED_INTEGER:
    case GL_GREEN_INTEGER:
    case GL_BLUE_INTEGER:
    case GL_ALPHA_INTEGER:
    case GL_RG_INTEGER:
    case GL_RGB_INTEGER:
    case GL_RGBA_INTEGER:
    case GL_BGR_INTEGER:
    case GL_BGRA_INTEGER:
    case GL_LUMINANCE_INTEGER_EXT:
    case GL_LUMINANCE_ALPHA_INTEGER_EXT:
        return true;
    default:
        return false;
    }
}

/// A map of as many numbers as indices, a power of two, has room for.
float selected(const std::vector<float>& map, uint32_t index) {
    return map[index & (map.size() - 1)];
}

/// As floats of one aspect's numbers.
template <class T>
std::span<T> as(std::span<std::byte> bytes) {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

const format::InternalFormat& floatColors() {
    return *format::findInternalFormat(GL_RGBA32F);
}

/// Depths before they are clamped.
std::vector<float>
unpackDepths(const PixelLayout& pixels, const Extent& extent, const void* src, size_t pitch_B) {
    std::vector<float> depths(pixelCount(extent));
    if (pixels.format == GL_DEPTH_STENCIL) {
        format::unpackAspect(pixels,
                             extent,
                             src,
                             format::Id::D32Sfloat,
                             format::Aspect::Depth,
                             depths.data(),
                             pitch_B,
                             pitch_B * size_t(extent.height_px));
        return depths;
    }
    PixelLayout red = pixels;
    red.format = GL_RED;
    format::unpack(red,
                   extent,
                   src,
                   *format::findInternalFormat(GL_R32F),
                   format::Id::R32Sfloat,
                   depths.data(),
                   pitch_B,
                   pitch_B * size_t(extent.height_px));
    return depths;
}

std::vector<uint32_t>
unpackStencils(const PixelLayout& pixels, const Extent& extent, const void* src) {
    std::vector<uint32_t> indices(pixelCount(extent));
    if (pixels.format == GL_STENCIL_INDEX) {
        format::unpackIndices(pixels, extent, src, indices.data());
        return indices;
    }
    std::vector<uint8_t> bytes(indices.size());
    format::unpackAspect(pixels,
                         extent,
                         src,
                         format::Id::S8Uint,
                         format::Aspect::Stencil,
                         bytes.data(),
                         size_t(extent.width_px),
                         size_t(extent.width_px) * size_t(extent.height_px));
    std::copy(bytes.begin(), bytes.end(), indices.begin());
    return indices;
}

} // namespace

bool PixelTransfer::changes(GLenum format) const {
    switch (format) {
    case GL_COLOR_INDEX:
        return true;
    case GL_DEPTH_COMPONENT:
        return depthScale != 1 || depthBias != 0;
    case GL_STENCIL_INDEX:
        return mapStencil || indexShift != 0 || indexOffset != 0;
    case GL_DEPTH_STENCIL:
        return changes(GL_DEPTH_COMPONENT) || changes(GL_STENCIL_INDEX);
    default:
        return !isIntegerFormat(format) && (mapColor || scale != std::array<float, 4>{1, 1, 1, 1} ||
                                            bias != std::array<float, 4>{0, 0, 0, 0});
    }
}

void PixelTransfer::transferColors(std::span<float> rgba) const {
    for (size_t i = 0; i < rgba.size(); ++i) {
        const size_t component = i % 4;
        rgba[i] = rgba[i] * scale[component] + bias[component];
        if (mapColor) {
            const std::vector<float>& map =
                maps[GL_PIXEL_MAP_R_TO_R - GL_PIXEL_MAP_I_TO_I + component];
            const float last = float(map.size() - 1);
            const float clamped = std::clamp(rgba[i], 0.0f, 1.0f);
            rgba[i] = map[size_t(std::isnan(clamped) ? 0 : std::lrint(clamped * last))];
        }
    }
}

void PixelTransfer::transferDepths(std::span<float> depths) const {
    for (float& depth : depths) {
        depth = std::clamp(depth * depthScale + depthBias, 0.0f, 1.0f);
    }
}

void PixelTransfer::transferStencils(std::span<uint32_t> indices) const {
    for (uint32_t& index : indices) {
        const int shift = std::clamp(indexShift, -31, 31);
        index = (shift < 0 ? index >> -shift : index << shift) + uint32_t(indexOffset);
        if (mapStencil) {
            index = uint32_t(selected(map(GL_PIXEL_MAP_S_TO_S), index));
        }
    }
}

TransferredPixels
PixelTransfer::unpacked(const PixelLayout& pixels, const Extent& extent, const void* src) const {
    const size_t count = pixelCount(extent);
    const size_t width = size_t(extent.width_px);
    const size_t slice = width * size_t(extent.height_px);
    TransferredPixels result;
    switch (pixels.format) {
    case GL_COLOR_INDEX: {
        std::vector<uint32_t> indices(count);
        format::unpackIndices(pixels, extent, src, indices.data());
        PixelTransfer indexOnly = *this;
        indexOnly.mapStencil = false;
        indexOnly.transferStencils(indices);
        result.layout = tight(GL_RGBA, GL_FLOAT);
        result.bytes.resize(count * 4 * sizeof(float));
        const std::span<float> rgba = as<float>(result.bytes);
        for (size_t i = 0; i < rgba.size(); ++i) {
            rgba[i] = selected(map(GLenum(GL_PIXEL_MAP_I_TO_R + i % 4)), indices[i / 4]);
        }
        return result;
    }
    case GL_DEPTH_COMPONENT: {
        std::vector<float> depths = unpackDepths(pixels, extent, src, width * sizeof(float));
        transferDepths(depths);
        result.layout = tight(GL_DEPTH_COMPONENT, GL_FLOAT);
        result.bytes.resize(count * sizeof(float));
        std::memcpy(result.bytes.data(), depths.data(), result.bytes.size());
        return result;
    }
    case GL_STENCIL_INDEX: {
        std::vector<uint32_t> indices = unpackStencils(pixels, extent, src);
        transferStencils(indices);
        result.layout = tight(GL_STENCIL_INDEX, GL_UNSIGNED_INT);
        result.bytes.resize(count * sizeof(uint32_t));
        std::memcpy(result.bytes.data(), indices.data(), result.bytes.size());
        return result;
    }
    case GL_DEPTH_STENCIL: {
        std::vector<float> depths = unpackDepths(pixels, extent, src, width * sizeof(float));
        std::vector<uint32_t> indices = unpackStencils(pixels, extent, src);
        transferDepths(depths);
        transferStencils(indices);
        result.layout = tight(GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
        result.bytes.resize(count * sizeof(DepthStencilPixel));
        const std::span<DepthStencilPixel> both = as<DepthStencilPixel>(result.bytes);
        for (size_t i = 0; i < count; ++i) {
            both[i] = {depths[i], indices[i] & 0xff};
        }
        return result;
    }
    default:
        result.layout = tight(GL_RGBA, GL_FLOAT);
        result.bytes.resize(count * 4 * sizeof(float));
        format::unpack(pixels,
                       extent,
                       src,
                       floatColors(),
                       format::Id::R32G32B32A32Sfloat,
                       result.bytes.data(),
                       width * 4 * sizeof(float),
                       slice * 4 * sizeof(float));
        transferColors(as<float>(result.bytes));
        return result;
    }
}

PixelLayout PixelTransfer::readLayout(GLenum format) {
    switch (format) {
    case GL_DEPTH_COMPONENT:
        return tight(GL_DEPTH_COMPONENT, GL_FLOAT);
    case GL_STENCIL_INDEX:
        return tight(GL_STENCIL_INDEX, GL_UNSIGNED_INT);
    case GL_DEPTH_STENCIL:
        return tight(GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
    default:
        return tight(GL_RGBA, GL_FLOAT);
    }
}

void PixelTransfer::packed(const PixelLayout& pixels,
                           const Extent& extent,
                           std::span<std::byte> read,
                           void* dst,
                           bool sumLuminance) const {
    const size_t width = size_t(extent.width_px);
    const size_t slice = width * size_t(extent.height_px);
    const auto packDepths = [&](std::span<const float> depths) {
        format::packAspect(pixels,
                           extent,
                           format::Id::D32Sfloat,
                           format::Aspect::Depth,
                           depths.data(),
                           width * sizeof(float),
                           slice * sizeof(float),
                           dst);
    };
    switch (pixels.format) {
    case GL_DEPTH_COMPONENT:
        transferDepths(as<float>(read));
        return packDepths(as<float>(read));
    case GL_STENCIL_INDEX:
        transferStencils(as<uint32_t>(read));
        return format::packIndices(pixels, extent, as<uint32_t>(read).data(), dst);
    case GL_DEPTH_STENCIL: {
        std::vector<float> depths;
        std::vector<uint32_t> indices;
        for (const DepthStencilPixel& pixel : as<DepthStencilPixel>(read)) {
            depths.push_back(pixel.depth);
            indices.push_back(pixel.stencil & 0xff);
        }
        transferDepths(depths);
        transferStencils(indices);
        const std::vector<uint8_t> bytes(indices.begin(), indices.end());
        packDepths(depths);
        return format::packAspect(pixels,
                                  extent,
                                  format::Id::S8Uint,
                                  format::Aspect::Stencil,
                                  bytes.data(),
                                  width,
                                  slice,
                                  dst);
    }
    default:
        transferColors(as<float>(read));
        return format::pack(pixels,
                            extent,
                            floatColors(),
                            format::Id::R32G32B32A32Sfloat,
                            read.data(),
                            width * 4 * sizeof(float),
                            slice * 4 * sizeof(float),
                            dst,
                            sumLuminance);
    }
}

} // namespace gl

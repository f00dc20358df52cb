// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>
#include <cstdint>

/// One table of pixel formats, used by both drivers. Two views of it:
///  - `Layout`: how texels lie in memory (an `Id`, with the VkFormat of the same bits);
///  - `InternalFormat`: what a GL internalformat means (its components and their nominal sizes),
///    with the layouts that may store it, best first. A device picks the first it supports.
/// The page is docs/formats.md.
namespace format {

enum class Id : uint8_t {
    None,
    R8Unorm,
    R8G8Unorm,
    R8G8B8A8Unorm,
    R8G8B8A8Srgb,
    B8G8R8A8Unorm,
    B8G8R8A8Srgb,
    R5G6B5Unorm,   ///< VK_FORMAT_R5G6B5_UNORM_PACK16, GL_UNSIGNED_SHORT_5_6_5
    R4G4B4A4Unorm, ///< VK_FORMAT_R4G4B4A4_UNORM_PACK16, GL_UNSIGNED_SHORT_4_4_4_4
    R5G5B5A1Unorm, ///< VK_FORMAT_R5G5B5A1_UNORM_PACK16, GL_UNSIGNED_SHORT_5_5_5_1
    A2B10G10R10Unorm,
    A2B10G10R10Uint,
    R8Snorm,
    R8G8Snorm,
    R8G8B8A8Snorm,
    R8Uint,
    R8G8Uint,
    R8G8B8A8Uint,
    R8Sint,
    R8G8Sint,
    R8G8B8A8Sint,
    R16Unorm,
    R16G16Unorm,
    R16G16B16A16Unorm,
    R16Snorm,
    R16G16Snorm,
    R16G16B16A16Snorm,
    R16Uint,
    R16G16Uint,
    R16G16B16A16Uint,
    R16Sint,
    R16G16Sint,
    R16G16B16A16Sint,
    R16Sfloat,
    R16G16Sfloat,
    R16G16B16A16Sfloat,
    R32Uint,
    R32G32Uint,
    R32G32B32A32Uint,
    R32Sint,
    R32G32Sint,
    R32G32B32A32Sint,
    R32Sfloat,
    R32G32Sfloat,
    R32G32B32A32Sfloat,
    R32G32B32Uint, ///< The three of 96 bits are for texel buffers.
    R32G32B32Sint,
    R32G32B32Sfloat,
    B10G11R11Ufloat,
    E5B9G9R9Ufloat,
    D16Unorm,
    X8D24Unorm,
    D32Sfloat,
    S8Uint,
    D24UnormS8Uint,
    D32SfloatS8Uint,
    Bc1Rgb,
    Bc1Rgba,
    Bc2,
    Bc3,
    Bc1RgbSrgb,
    Bc1RgbaSrgb,
    Bc2Srgb,
    Bc3Srgb,
    Bc4Unorm,
    Bc4Snorm,
    Bc5Unorm,
    Bc5Snorm,
    Bc6hUfloat,
    Bc6hSfloat,
    Bc7Unorm,
    Bc7Srgb,
    Etc2Rgb8,
    Etc2Rgb8Srgb,
    Etc2Rgb8A1,
    Etc2Rgb8A1Srgb,
    Etc2Rgba8,
    Etc2Rgba8Srgb,
    EacR11Unorm,
    EacR11Snorm,
    EacRg11Unorm,
    EacRg11Snorm,
    Count
};

enum class Channel : uint8_t { Zero, One, R, G, B, A };
/// What a sampled r, g, b, a reads from the stored texel.
using Swizzle = std::array<Channel, 4>;
inline constexpr Swizzle kIdentity{Channel::R, Channel::G, Channel::B, Channel::A};

enum class Numeric : uint8_t { None, Unorm, Snorm, Float, Srgb, Uint, Sint };

struct Layout {
    Id id;
    const char* name;
    uint32_t vkFormat; ///< The VkFormat of the same bits, as a number.
    uint8_t block_B;   ///< Bytes of a texel, or of a block of a compressed format.
    uint8_t blockWidth_px;
    uint8_t blockHeight_px;
    std::array<uint8_t, 4> bits; ///< Stored bits of r, g, b, a.
    uint8_t depthBits;
    uint8_t stencilBits;
    Numeric numeric;

    bool compressed() const { return blockWidth_px > 1; }
    bool hasDepth() const { return depthBits != 0; }
    bool hasStencil() const { return stencilBits != 0; }
    bool isColor() const { return !hasDepth() && !hasStencil(); }
    /// Colours that are read as integers.
    bool integer() const {
        return isColor() && (numeric == Numeric::Uint || numeric == Numeric::Sint);
    }
};

/// The table's row of `id`.
const Layout& layout(Id id);

struct InternalFormat {
    GLenum name; ///< As GL spells it, sized or unsized: GL_RGBA, GL_RGB565, …
    GLenum base; ///< GL_RGBA, GL_RGB, GL_LUMINANCE, GL_DEPTH_COMPONENT, …
    /// Nominal sizes in bits, as GL_TEXTURE_*_SIZE and GL_RENDERBUFFER_*_SIZE report them.
    uint8_t red = 0, green = 0, blue = 0, alpha = 0;
    uint8_t luminance = 0, intensity = 0, depth = 0, stencil = 0;
    Numeric numeric;
    std::array<Id, 4> candidates; ///< Best first; Id::None ends the list.
    Swizzle view;                 ///< How the components are read from any of the candidates.
    bool compressed = false;

    bool isColor() const { return depth == 0 && stencil == 0; }
    /// Colours that shaders read as integers.
    bool integer() const {
        return isColor() && (numeric == Numeric::Uint || numeric == Numeric::Sint);
    }
    /// Stored texels carry an alpha that the format does not have (RGB kept as RGBA). It must stay
    /// one: it is uploaded and cleared as one and never written.
    bool alphaAbsent() const { return isColor() && alpha == 0 && intensity == 0; }
};

/// The meaning of `internalformat`, or null where GL (any version served) does not define it.
/// Unsized formats (GL_RGBA…) take their size from `type` when one is given (ES 2.0 table 3.4):
/// findInternalFormat(GL_RGB, GL_UNSIGNED_SHORT_5_6_5) is RGB565's row. 0: 8-bit components.
const InternalFormat* findInternalFormat(GLenum internalformat, GLenum type = 0);

/// How client memory holds pixels: GL's format and type with the pixel store parameters
/// (ES 2.0 section 3.6.1, GL 2.1 section 3.6.1).
struct PixelLayout {
    GLenum format = GL_RGBA;
    GLenum type = GL_UNSIGNED_BYTE;
    int32_t alignment_B = 4;
    int32_t rowLength_px = 0;   ///< 0: the image's width.
    int32_t imageHeight_px = 0; ///< 0: the image's height.
    int32_t skipPixels = 0;
    int32_t skipRows = 0;
    int32_t skipImages = 0;
    bool swapBytes = false;
    bool lsbFirst = false; ///< Of GL_BITMAP: the lowest bit of a byte is its first pixel.
    bool clamp = false;    ///< pack() takes all colours to [0, 1], not only fixed-point ones.
};

struct Extent {
    int32_t width_px = 0;
    int32_t height_px = 0;
    int32_t depth_px = 1;
    bool operator==(const Extent&) const = default;
};

/// True where (format, type) is a legal pair of enums that this library can read and write.
/// Among them is (GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV), which only OpenGL ES has, by extension.
bool validPixelTransfer(GLenum format, GLenum type);
/// Bytes of one pixel group; 0 for a pair that is not valid, and for GL_BITMAP's bits.
size_t pixelSize_B(GLenum format, GLenum type);
/// Bytes of the unit of `type`: a component, or the word that holds several.
size_t typeUnit_B(GLenum type);
/// Bytes of one element of a type: offsets into pixel buffers are multiples of it.
size_t elementSize_B(GLenum type);
size_t rowPitch_B(const PixelLayout& pixels, int32_t width_px);
/// Bytes from the client pointer to the end of the last pixel that an image of `extent` touches,
/// skips included. Saturates at SIZE_MAX.
size_t imageSize_B(const PixelLayout& pixels, const Extent& extent);
/// Bytes of a compressed (or plain, tightly packed) image in `id`.
size_t storageSize_B(Id id, const Extent& extent);

/// Client pixels to stored texels. Missing components take GL's defaults (0, 0, 0, 1); a component
/// that `meaning` lacks is stored so that a view with its swizzle reads right and an absent alpha
/// is one. `dst` has the given pitches. The pair must be valid for `meaning`.
void unpack(const PixelLayout& pixels,
            const Extent& extent,
            const void* src,
            const InternalFormat& meaning,
            Id storage,
            void* dst,
            size_t dstRowPitch_B,
            size_t dstSlicePitch_B);

/// Stored texels to client pixels, first row first. Colour formats convert with clamping as
/// ReadPixels and GetTexImage do; luminance is written as red (ReadPixels sums: pass sumLuminance).
void pack(const PixelLayout& pixels,
          const Extent& extent,
          const InternalFormat& meaning,
          Id storage,
          const void* src,
          size_t srcRowPitch_B,
          size_t srcSlicePitch_B,
          void* dst,
          bool sumLuminance = false);

/// One aspect of a depth-stencil image. Vulkan copies the aspects of a combined format separately.
enum class Aspect : uint8_t { Depth, Stencil };

/// Bytes of a depth texel in a copy between a buffer and an image of `id` (Vulkan 1.3, "Copying
/// data between buffers and images"): 2 for D16, otherwise 4. D24 lies in the low 24 bits.
size_t depthCopySize_B(Id id);

/// Client pixels (DEPTH_COMPONENT, STENCIL_INDEX or DEPTH_STENCIL) to one aspect of `storage`, laid
/// out as buffer copies want it: depth texels of depthCopySize_B(), stencil texels of one byte.
/// Depth is clamped to [0, 1]. unpack() with a depth or stencil `meaning` is the same with the
/// depth aspect where `pixels` holds depth and the stencil aspect where it holds stencil alone.
void unpackAspect(const PixelLayout& pixels,
                  const Extent& extent,
                  const void* src,
                  Id storage,
                  Aspect aspect,
                  void* dst,
                  size_t dstRowPitch_B,
                  size_t dstSlicePitch_B);

/// The reverse. For DEPTH_STENCIL pixels only the bits of `aspect` change: call it once an aspect.
void packAspect(const PixelLayout& pixels,
                const Extent& extent,
                Id storage,
                Aspect aspect,
                const void* src,
                size_t srcRowPitch_B,
                size_t srcSlicePitch_B,
                void* dst);

/// Client indices (COLOR_INDEX or STENCIL_INDEX, GL_BITMAP too) to whole numbers, rows and slices
/// tightly packed. Fractions are dropped, negative numbers wrap.
void unpackIndices(const PixelLayout& pixels, const Extent& extent, const void* src, uint32_t* dst);
/// The reverse; of numbers that the type does not hold the low bits. A bit is the lowest one.
void packIndices(const PixelLayout& pixels, const Extent& extent, const uint32_t* src, void* dst);

/// The layout that a compressed one's texels have without loss: R8G8B8A8 in most cases.
Id decodedLayout(Id blocks);
/// The same format without the sRGB encoding: how its bytes are read plain. Others: themselves.
Id withoutSrgb(Id id);

/// Decode a tightly packed image of 4×4 blocks to texels of decodedLayout(), for devices without
/// the format. sRGB blocks stay encoded. `blocks` is the client's layout, which is the first
/// candidate of a compressed InternalFormat. The third takes any of them.
void decodeEtc1(
    const Extent& extent, const void* src, void* dst, size_t dstRowPitch_B, size_t dstSlicePitch_B);
void decodeS3tc(Id blocks,
                const Extent& extent,
                const void* src,
                void* dst,
                size_t dstRowPitch_B,
                size_t dstSlicePitch_B);
void decodeBlocks(Id blocks,
                  const Extent& extent,
                  const void* src,
                  void* dst,
                  size_t dstRowPitch_B,
                  size_t dstSlicePitch_B);
/// The same to tightly packed texels of any uncompressed layout.
void decodeBlocksTo(Id blocks, const Extent& extent, const void* src, Id storage, void* dst);

} // namespace format

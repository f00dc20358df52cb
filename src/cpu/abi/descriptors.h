// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

/// What host code, kernels and generated code agree on in memory. Plain data: it is compiled by the
/// host's compiler, by clang for each CPU level, and mirrored by offset in generated IR.
namespace cpu {

inline constexpr uint32_t kMaxLevels = 15;           ///< 16384 texels wide.
inline constexpr uint32_t kMaxImage_B = 0x7fffffffu; ///< Kernels gather with 32-bit offsets.
/// Readable bytes after each image and buffer memory: a kernel may load up to a full vector from
/// the address of any texel.
inline constexpr uint32_t kOverread_B = 64;

/// Texels of tiled images lie in tiles of 4 × 4 blocks (texels, or compressed blocks), row by row
/// in the tile; tiles lie row by row. Rows of tiles are rowPitch_B apart.
enum class Tiling : uint32_t { Linear = 0, Tiled = 1 };
inline constexpr uint32_t kTileWidth_blocks = 4;
inline constexpr uint32_t kTileHeight_blocks = 4;

struct LevelData {
    uint32_t offset_B;     ///< From ImageData::base, of layer 0.
    uint32_t rowPitch_B;   ///< Between rows of blocks (linear) or rows of tiles (tiled).
    uint32_t slicePitch_B; ///< Between the slices of a 3D image, and between samples otherwise.
    int32_t width_px;
    int32_t height_px;
    int32_t depth_px;
};

/// An image view as kernels see it. Level 0 is the view's base level, layer 0 its base layer.
struct ImageData {
    const uint8_t* base;
    uint32_t viewId;       ///< ViewId::bits
    uint32_t layerPitch_B; ///< Between array layers, cube faces included.
    int32_t layerCount;    ///< Of the view; cubes: faces.
    int32_t levelCount;    ///< Of the view.
    int32_t sampleCount;
    float minLod; ///< VK_EXT_image_view_min_lod, relative to the view's base level.
    LevelData levels[kMaxLevels];
};

/// What a sampler brings along that is data, not key.
struct SamplerData {
    uint32_t samplerId; ///< SamplerId::bits
    float lodBias;      ///< Clamped to the limit.
    float minLod;
    float maxLod;
    float maxAnisotropy;     ///< 1 … 16
    uint32_t borderColor[4]; ///< Floats or integers by their bits, as the sampler was made.
};

enum class ViewType : uint32_t { D1, D2, D3, Cube, D1Array, D2Array, CubeArray, Buffer };
/// Of a texel's coordinates within a layer.
constexpr uint32_t axesOf(ViewType type) {
    return type == ViewType::D1 || type == ViewType::D1Array ? 1 : type == ViewType::D3 ? 3 : 2;
}
constexpr bool isCube(ViewType type) {
    return type == ViewType::Cube || type == ViewType::CubeArray;
}
enum class Swizzle : uint32_t { R, G, B, A, Zero, One };
enum class AspectRead : uint32_t { Color, Depth, Stencil };

/// The state of an image view that changes sampling code, compressed to 32 bits. Views of equal
/// state have equal ids, whatever image they show. Zero is no view.
struct ViewId {
    uint32_t bits = 0;

    static constexpr ViewId make(uint32_t format, // format::VkFormatIndex
                                 ViewType type,
                                 Tiling tiling,
                                 AspectRead aspect,
                                 bool multisampled,
                                 Swizzle r,
                                 Swizzle g,
                                 Swizzle b,
                                 Swizzle a) {
        return {format | uint32_t(type) << 8 | uint32_t(tiling) << 11 | uint32_t(aspect) << 12 |
                uint32_t(multisampled) << 14 | uint32_t(r) << 15 | uint32_t(g) << 18 |
                uint32_t(b) << 21 | uint32_t(a) << 24};
    }
    /// What the LOD has to choose from (ImageData): with one level, or with a base level that it
    /// never leaves (SamplerId::withMaxLod), code needs no LOD at all. Neither has to be told.
    constexpr ViewId withLevels(int32_t levelCount, float minLod) const {
        return {(bits & ~kLevels) | uint32_t(levelCount == 1) << 27 |
                uint32_t(levelCount != 1 && minLod > 0) << 28};
    }
    constexpr bool oneLevel() const { return bits >> 27 & 1; }
    constexpr bool minLod() const { return bits >> 28 & 1; }
    static constexpr uint32_t kLevels = 3u << 27;

    /// How texels are best read, which is the processor's: quickGathers().
    constexpr ViewId withQuickGathers(bool quick) const {
        return {(bits & ~kQuickGathers) | (quick ? kQuickGathers : 0)};
    }
    constexpr bool quickGathers() const { return bits & kQuickGathers; }
    static constexpr uint32_t kQuickGathers = 1u << 29;

    constexpr uint32_t format() const { return bits & 0xff; }
    constexpr ViewType type() const { return ViewType(bits >> 8 & 7); }
    constexpr Tiling tiling() const { return Tiling(bits >> 11 & 1); }
    constexpr AspectRead aspect() const { return AspectRead(bits >> 12 & 3); }
    constexpr bool multisampled() const { return bits >> 14 & 1; }
    constexpr Swizzle swizzle(uint32_t channel) const {
        return Swizzle(bits >> (15 + 3 * channel) & 7);
    }
};

enum class Address : uint32_t {
    Repeat,
    MirroredRepeat,
    ClampToEdge,
    ClampToBorder,
    MirrorClampToEdge
};
enum class Reduction : uint32_t { WeightedAverage, Min, Max };
/// As VkCompareOp.
enum class Compare : uint32_t {
    Never,
    Less,
    Equal,
    LessOrEqual,
    Greater,
    NotEqual,
    GreaterOrEqual,
    Always
};

/// The state of a sampler that changes sampling code. It fits 32 bits whole, so that the id is the
/// state itself: equal samplers have equal ids without a map or a count. Bit 31 is always set, so
/// zero is no sampler.
struct SamplerId {
    uint32_t bits = 0;

    static constexpr SamplerId make(bool magLinear,
                                    bool minLinear,
                                    bool mipLinear,
                                    Address u,
                                    Address v,
                                    Address w,
                                    bool anisotropic,
                                    bool compares,
                                    Compare compare,
                                    Reduction reduction,
                                    bool unnormalized,
                                    bool seamlessCube) {
        return {uint32_t(magLinear) | uint32_t(minLinear) << 1 | uint32_t(mipLinear) << 2 |
                uint32_t(u) << 3 | uint32_t(v) << 6 | uint32_t(w) << 9 |
                uint32_t(anisotropic) << 12 | uint32_t(compares) << 13 |
                (compares ? uint32_t(compare) : 0) << 14 | uint32_t(reduction) << 17 |
                uint32_t(unnormalized) << 19 | uint32_t(seamlessCube) << 20 | 1u << 31};
    }
    /// Of views without a minimum, the LOD may not leave the base level: `maxLod` as in
    /// SamplerData.
    constexpr SamplerId withMaxLod(float maxLod) const {
        return {(bits & ~kBaseLevel) | uint32_t(maxLod <= (mipLinear() ? 0.0f : 0.5f)) << 21};
    }
    constexpr bool baseLevel() const { return bits >> 21 & 1; }
    static constexpr uint32_t kBaseLevel = 1u << 21;

    constexpr bool magLinear() const { return bits & 1; }
    constexpr bool minLinear() const { return bits >> 1 & 1; }
    constexpr bool mipLinear() const { return bits >> 2 & 1; }
    constexpr Address address(uint32_t axis) const { return Address(bits >> (3 + 3 * axis) & 7); }
    constexpr bool anisotropic() const { return bits >> 12 & 1; }
    constexpr bool compares() const { return bits >> 13 & 1; }
    constexpr Compare compare() const { return Compare(bits >> 14 & 7); }
    constexpr Reduction reduction() const { return Reduction(bits >> 17 & 3); }
    constexpr bool unnormalized() const { return bits >> 19 & 1; }
    constexpr bool seamlessCube() const { return bits >> 20 & 1; }
};

/// Which question an instruction asks.
enum class SampleMethod : uint32_t {
    Implicit, ///< LOD from the quad's derivatives, plus `lod` as a bias when SampleOp::bias.
    Lod,      ///< LOD `lod`.
    Grad,     ///< LOD from the given derivatives.
    Fetch,    ///< Integer texel coordinates (bits of u, v, w), level `lod` (an integer's bits).
    Gather,   ///< Four texels of one component from the base level (or `lod` when
              ///< SampleOp::gatherLod).
    QueryLod, ///< Result r: level that would be accessed, g: the LOD before clamping to it.
};

/// The instruction's part of a routine's key; 32 bits.
struct SampleOp {
    uint32_t bits = 0;

    static constexpr SampleOp make(SampleMethod method,
                                   bool depthReference,
                                   bool bias,
                                   bool offset,
                                   bool minLod,
                                   uint32_t gatherComponent,
                                   bool sampleIndex,
                                   bool gatherLod) {
        return {uint32_t(method) | uint32_t(depthReference) << 3 | uint32_t(bias) << 4 |
                uint32_t(offset) << 5 | uint32_t(minLod) << 6 | gatherComponent << 7 |
                uint32_t(sampleIndex) << 9 | uint32_t(gatherLod) << 10};
    }
    constexpr SampleMethod method() const { return SampleMethod(bits & 7); }
    constexpr bool depthReference() const { return bits >> 3 & 1; }
    constexpr bool bias() const { return bits >> 4 & 1; }
    constexpr bool offset() const { return bits >> 5 & 1; }
    constexpr bool minLod() const { return bits >> 6 & 1; } ///< The MinLod operand, in `minLod`.
    constexpr uint32_t gatherComponent() const { return bits >> 7 & 3; }
    constexpr bool sampleIndex() const { return bits >> 9 & 1; }
    constexpr bool gatherLod() const { return bits >> 10 & 1; }
};

/// What changes a sampling routine: the key of every cache level.
struct SampleKey {
    uint32_t viewId = 0;
    uint32_t samplerId = 0; ///< Zero for fetches.
    uint32_t op = 0;
    friend constexpr bool operator==(const SampleKey&, const SampleKey&) = default;
};
static_assert(sizeof(SampleKey) == 12);

/// Descriptors as they lie in descriptor set memory. Each kind takes a Descriptor's room, arrays
/// have kDescriptor_B from element to element; inline uniform blocks are plain bytes.
struct BufferDescriptor {
    uint8_t* base;    ///< Null: nothing is bound, reads give zero and writes are dropped.
    uint32_t size_B;  ///< Of the range, within the buffer. Robust access ends here.
    uint32_t slack_B; ///< From the range's end to the buffer's, or as much as fits: dynamic offsets
                      ///< beyond it shorten the range.
};
struct ImageDescriptor {        ///< Sampled and storage images, input attachments, combined ones.
    const ImageData* image;     ///< Null: nothing is bound.
    const SamplerData* sampler; ///< Of combined image samplers and samplers.
    uint32_t viewId;    ///< Copies of image->viewId and sampler->samplerId, read as one 64-bit
    uint32_t samplerId; ///< word by sampling instructions.
};
struct TexelBufferDescriptor {
    uint8_t* base;
    uint32_t elementCount;
    uint32_t viewId; ///< ViewType::Buffer with the format.
};
inline constexpr size_t kDescriptor_B = 32;
static_assert(sizeof(BufferDescriptor) <= kDescriptor_B &&
              sizeof(ImageDescriptor) <= kDescriptor_B);
static_assert(offsetof(ImageDescriptor, viewId) % 8 == 0);

} // namespace cpu

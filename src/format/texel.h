// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <array>
#include <cstdint>
#include <optional>

namespace format {

/// How one number of a texel is stored. The `Packed` ones are fields of a word. Integers are
/// normalized unless the texel says otherwise.
enum class Element : uint8_t {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    F16,
    F32,
    Packed8,
    Packed16,
    Packed32,
    F11F11F10,
    E5B9G9R9,
};

/// What a number means. Luminance stands for red, green and blue at once.
enum class Component : uint8_t { R, G, B, A, L };

/// The numbers of a texel in the order in which they lie. Client pixels and stored texels are both
/// described so, which makes one conversion serve both directions.
struct Texel {
    Element element = Element::U8;
    uint8_t count = 0;
    uint8_t stride_B = 0;
    bool integer = false;           ///< Integers stay integers; all others are normalized.
    std::array<uint8_t, 4> bits{};  ///< Packed elements only.
    std::array<uint8_t, 4> shift{}; ///< Packed elements only.
    std::array<Component, 4> component{};

    /// The same bits, whatever they mean.
    bool sameStorage(const Texel& other) const {
        return element == other.element && count == other.count && stride_B == other.stride_B &&
               integer == other.integer && bits == other.bits && shift == other.shift;
    }
};

/// The texel of a valid colour or DEPTH_COMPONENT pair; nothing otherwise. Four-byte pixels of four
/// bytes take `swapBytes` into account, for all others the caller swaps.
std::optional<Texel> clientTexel(GLenum format, GLenum type, bool swapBytes);
/// The texel of an uncompressed colour layout, or the depth aspect of a depth layout as it is
/// copied.
Texel storageTexel(Id id);

/// Bytes of the unit that PACK_SWAP_BYTES reverses.
size_t swapUnit_B(GLenum type);
/// Copies `size_B` bytes with the bytes of each unit of `unit_B` reversed.
void copySwapped(void* dst, const void* src, size_t size_B, size_t unit_B);

/// Where a number of the target comes from: a number of the source by index, or one of these.
inline constexpr uint8_t kFromZero = 4;
inline constexpr uint8_t kFromOne = 5;
/// The sum of the source's numbers in `Conversion::sumOf`.
inline constexpr uint8_t kFromSum = 6;

/// The range of a format: floats have none, nor have integers (their texels limit them).
enum class Clamp : uint8_t { None, Unorm, Snorm };
Clamp clampOf(Numeric numeric);

/// From rows of one texel to rows of another. Both are integers or neither is.
class Conversion {
public:
    struct Plan {
        Texel src;
        Texel dst;
        std::array<uint8_t, 4> from{}; ///< For each number of `dst`.
        std::array<uint8_t, 3> sumOf{kFromZero, kFromZero, kFromZero};
        Clamp clamp = Clamp::None; ///< Only where `dst` is a float does it make a difference.
    };

    explicit Conversion(const Plan& plan);

    /// Neither pointer needs to be aligned; they may not overlap.
    void row(const void* src, void* dst, size_t count_px) const {
        m_row(m_plan, static_cast<const uint8_t*>(src), static_cast<uint8_t*>(dst), count_px);
    }
    /// True where row() copies bytes.
    bool isCopy() const;

private:
    using Row = void (*)(const Plan&, const uint8_t* src, uint8_t* dst, size_t count_px);
    Plan m_plan;
    Row m_row;
};

} // namespace format

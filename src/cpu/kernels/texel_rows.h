// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels of 1, 2, 4, 8 or 16 bytes that lie one after another.
#pragma once

#include "cpu/kernels/sample_words.h"

#include <cstring>
#include <type_traits>

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

using sampling::Words;

template <class Element>
using RowVector = Element __attribute__((ext_vector_type(kLanes)));

/// A whole vector of them.
template <uint32_t kTexel_B>
GLISSADE_INLINE Words loadRow(const uint8_t* from) {
    const UInt zero = (UInt)(0u);
    Words words = {{zero, zero, zero, zero}};
    if constexpr (kTexel_B < 4) {
        using Element = std::conditional_t<kTexel_B == 1, uint8_t, uint16_t>;
        RowVector<Element> elements;
        std::memcpy(&elements, from, sizeof elements);
        words.at[0] = __builtin_convertvector(elements, UInt);
    } else if constexpr (kTexel_B == 8) {
        RowVector<uint64_t> elements;
        std::memcpy(&elements, from, sizeof elements);
        words.at[0] = __builtin_convertvector(elements, UInt);
        words.at[1] = __builtin_convertvector(elements >> 32, UInt);
    } else {
        for (uint32_t word = 0; word < kTexel_B / 4; ++word) {
            for (int lane = 0; lane < kLanes; ++lane) {
                uint32_t value;
                std::memcpy(&value, from + size_t(lane) * kTexel_B + word * 4, sizeof value);
                words.at[word][lane] = value;
            }
        }
    }
    return words;
}

template <uint32_t kTexel_B>
GLISSADE_INLINE void storeRow(uint8_t* to, const Words& words) {
    if constexpr (kTexel_B < 4) {
        using Element = std::conditional_t<kTexel_B == 1, uint8_t, uint16_t>;
        const auto elements = __builtin_convertvector(words.at[0], RowVector<Element>);
        std::memcpy(to, &elements, sizeof elements);
    } else if constexpr (kTexel_B == 8) {
        using Long = RowVector<uint64_t>;
        const Long elements = __builtin_convertvector(words.at[0], Long) |
                              __builtin_convertvector(words.at[1], Long) << 32;
        std::memcpy(to, &elements, sizeof elements);
    } else {
        for (int lane = 0; lane < kLanes; ++lane) {
            for (uint32_t word = 0; word < kTexel_B / 4; ++word) {
                const uint32_t value = words.at[word][lane];
                std::memcpy(to + size_t(lane) * kTexel_B + word * 4, &value, sizeof value);
            }
        }
    }
}

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace gl {

/// The value of an array that is off: numbers, and which command family gave them.
struct CurrentAttrib {
    enum class Kind : uint8_t { Float, Int, Uint, Double };
    Kind kind = Kind::Float;
    std::array<uint32_t, 8> words{}; ///< Four of 32 bits, or four doubles.

    static CurrentAttrib of(const std::array<float, 4>& values) {
        CurrentAttrib attrib;
        std::memcpy(attrib.words.data(), values.data(), sizeof values);
        return attrib;
    }
    static CurrentAttrib of(const std::array<double, 4>& values) {
        CurrentAttrib attrib{Kind::Double, {}};
        std::memcpy(attrib.words.data(), values.data(), sizeof values);
        return attrib;
    }
    static CurrentAttrib of(Kind kind, const std::array<uint32_t, 4>& values) {
        CurrentAttrib attrib{kind, {}};
        std::memcpy(attrib.words.data(), values.data(), sizeof values);
        return attrib;
    }
    std::array<double, 4> doubles() const;
    std::array<float, 4> floats() const {
        const std::array<double, 4> d = doubles();
        return {float(d[0]), float(d[1]), float(d[2]), float(d[3])};
    }
    /// Word by word: what was just made of single words is not there yet for wider loads.
    bool operator==(const CurrentAttrib& other) const {
        bool differs = kind != other.kind;
        for (size_t i = 0; i < words.size(); ++i) {
            differs |= words[i] != other.words[i];
        }
        return !differs;
    }
};

} // namespace gl

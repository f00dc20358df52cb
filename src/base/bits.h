// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace base {

/// Calls fn(index) for every set bit, lowest first.
template <std::unsigned_integral Mask, class Fn>
constexpr void forEachBit(Mask mask, Fn&& fn) {
    while (mask) {
        fn(unsigned(std::countr_zero(mask)));
        mask &= Mask(mask - 1);
    }
}

/// The lowest `count` bits set; count may be as large as the type is wide.
template <std::unsigned_integral Mask = uint32_t>
constexpr Mask lowMask(unsigned count) {
    return count == 0 ? Mask(0) : Mask(Mask(~Mask(0)) >> (sizeof(Mask) * 8 - count));
}

template <std::unsigned_integral T>
constexpr bool isPowerOfTwo(T value) {
    return std::has_single_bit(value);
}

/// `alignment` is any number above zero, powers of two or not: only others divide.
template <std::unsigned_integral T>
constexpr T alignUp(T value, std::type_identity_t<T> alignment) {
    if ((alignment & (alignment - 1)) == 0) [[likely]] {
        return T((value + alignment - 1) & ~T(alignment - 1));
    }
    return T((value + alignment - 1) / alignment * alignment);
}

template <std::unsigned_integral T>
constexpr T alignDown(T value, std::type_identity_t<T> alignment) {
    return T(value / alignment * alignment);
}

template <std::unsigned_integral T>
constexpr T divideRoundUp(T value, std::type_identity_t<T> divisor) {
    return T((value + divisor - 1) / divisor);
}

/// A set of enumerators, for dirty bits and the like. E's values are bit numbers below 64.
template <class E>
class EnumSet {
public:
    constexpr EnumSet() = default;
    constexpr EnumSet(E e) : m_bits(bit(e)) {}
    constexpr EnumSet(std::initializer_list<E> list) {
        for (E e : list) {
            m_bits |= bit(e);
        }
    }
    static constexpr EnumSet fromBits(uint64_t bits) {
        EnumSet set;
        set.m_bits = bits;
        return set;
    }

    constexpr void set(E e) { m_bits |= bit(e); }
    constexpr void set(EnumSet other) { m_bits |= other.m_bits; }
    constexpr void clear(E e) { m_bits &= ~bit(e); }
    constexpr void clear(EnumSet other) { m_bits &= ~other.m_bits; }
    constexpr void clear() { m_bits = 0; }

    constexpr bool test(E e) const { return (m_bits & bit(e)) != 0; }
    constexpr bool any() const { return m_bits != 0; }
    constexpr bool any(EnumSet other) const { return (m_bits & other.m_bits) != 0; }
    constexpr bool all(EnumSet other) const { return (m_bits & other.m_bits) == other.m_bits; }
    constexpr bool none() const { return m_bits == 0; }
    constexpr unsigned count() const { return unsigned(std::popcount(m_bits)); }
    constexpr uint64_t bits() const { return m_bits; }

    /// Calls fn(E) for every member, lowest first.
    template <class Fn>
    constexpr void forEach(Fn&& fn) const {
        forEachBit(m_bits, [&](unsigned index) { fn(E(index)); });
    }

    friend constexpr EnumSet operator|(EnumSet a, EnumSet b) {
        return fromBits(a.m_bits | b.m_bits);
    }
    friend constexpr EnumSet operator&(EnumSet a, EnumSet b) {
        return fromBits(a.m_bits & b.m_bits);
    }
    friend constexpr bool operator==(EnumSet, EnumSet) = default;

private:
    static constexpr uint64_t bit(E e) {
        assert(uint64_t(e) < 64);
        return uint64_t(1) << uint64_t(e);
    }

    uint64_t m_bits = 0;
};

} // namespace base

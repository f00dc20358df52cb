// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cassert>
#include <string>
#include <string_view>
#include <utility>

// Texts that differ and have the same XXH3, of 64 and of 128 bits.
//
// XXH3 takes stripes of 64 bytes into eight sums. Eight bytes d at position 8 * i of a stripe meet
// eight bytes k of a secret that everybody knows; the low and the high half of d ^ k are multiplied
// and the product added to sum i; and d itself is added to sum i ^ 1. Where the high half of d is
// the secret's, the product is zero whatever the low half is. So two such pieces, at the same i of
// two stripes, may exchange their low halves: sum i ^ 1 gets the same numbers in another order.

namespace base::testing {

class CollidingTexts {
public:
    /// The same in both texts.
    CollidingTexts& add(std::string_view text) {
        m_first += text;
        m_second += text;
        return *this;
    }
    /// Four characters, in the second text four others. Spaces come before, and four bytes of the
    /// secret behind, which are neither zero nor end a line.
    CollidingTexts& add(std::string_view first, std::string_view second) {
        assert(first.size() == 4 && second.size() == 4);
        do {
            add(" ");
        } while (m_first.size() % kStripe_B != 0 || !isText(secretHere()));
        assert(m_first.size() < 1024); // Then the sums are stirred.
        const std::string_view secret = secretHere();
        m_first += first;
        m_second += second;
        return add(secret);
    }
    /// What was added as different has to be the same as a whole, in whatever order.
    std::pair<std::string, std::string> finish() {
        add(std::string(300, ' ')); // Short texts, and the last 64 bytes, are hashed in other ways.
        return {m_first, m_second};
    }

private:
    static constexpr size_t kStripe_B = 64;

    /// What the high half of the next eight bytes meets.
    std::string_view secretHere() const {
        const size_t stripe = m_first.size() / kStripe_B;
        return {reinterpret_cast<const char*>(XXH3_kSecret) + 8 * stripe + 4, 4};
    }
    static bool isText(std::string_view secret) {
        return secret.find_first_of(std::string_view("\0\n\r\\", 4)) == std::string_view::npos;
    }

    std::string m_first, m_second;
};

} // namespace base::testing

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/digest.h"

#include "base/hash.h"
#include "base/testing/xxh3_collision.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace base {
namespace {

std::string hex(const Digest& digest) {
    return fmt::format("{:02x}", fmt::join(digest.bytes, ""));
}

TEST(Digest, isSha256) { // FIPS 180-4, and its examples.
    EXPECT_EQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
              hex(digestOf("")));
    EXPECT_EQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
              hex(digestOf("abc")));
    EXPECT_EQ("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
              hex(digestOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")));
}

TEST(Digest, ofPieces) {
    const std::string text(1000, 'x');
    EXPECT_EQ(digestOf(text), Digester().add(text.substr(0, 77)).add(text.substr(77)).finish());
}

TEST(Digest, ofTextsThatCollideInTheHashThatFinds) {
    const auto [first, second] = testing::CollidingTexts()
                                     .add("one of ")
                                     .add("some", "what")
                                     .add(" and ")
                                     .add("what", "some")
                                     .finish();
    ASSERT_NE(first, second);
    ASSERT_EQ(hashText(first), hashText(second));
    const auto wide = [](std::string_view text) {
        return checksumOf(std::as_bytes(std::span(text)));
    };
    ASSERT_EQ(wide(first), wide(second));
    EXPECT_NE(digestOf(first), digestOf(second));
}

} // namespace
} // namespace base

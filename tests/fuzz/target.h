// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What a fuzz program says of itself. main.cpp drives it with inputs of its own making,
// libfuzzer.cpp with libFuzzer's. See docs/testing.md.
#pragma once

#include "random.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace fuzz {

using Bytes = std::vector<std::byte>;

struct Target {
    /// Good inputs, to start from where no corpus is named: run() takes each.
    std::vector<Bytes> (*seeds)();
    /// A damaged input; `other` is one to take parts from. damageBytes() where nothing better is
    /// known.
    Bytes (*damage)(Bytes input, const Bytes& other, Random& random);
    /// Comes back whatever the bytes are, and says whether they were taken. What does not hold then
    /// is told to fail().
    bool (*run)(std::span<const std::byte> input);
};

/// Each program defines its own.
extern const Target kTarget;

/// Ends the program; the input that was in work is kept.
[[noreturn]] void fail(std::string_view why);

} // namespace fuzz

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/harness_test.h"

#include <random>

/// What tests with changed modules share.
namespace cpu::shader::test {

/// An environment variable's number.
uint64_t setting(const char* name, uint64_t fallback);

/// Changes some words of a module. Most changes keep the form, so that they get past the validator
/// now and then.
void mutate(Words& words, std::mt19937_64& random);

} // namespace cpu::shader::test

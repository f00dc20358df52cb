// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/rules/es1_names.h"

#include <algorithm>
#include <iterator>

namespace gl {

namespace {

constexpr GLenum kNames[] = {
#include "gl/rules/es1_names.inc"
};
static_assert(std::ranges::is_sorted(kNames));

} // namespace

bool isES1Name(GLenum name) {
    return std::ranges::binary_search(kNames, name);
}

} // namespace gl

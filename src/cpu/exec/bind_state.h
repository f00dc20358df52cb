// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/shader.h"

#include <array>
#include <cstdint>

namespace cpu::exec {

enum class BindPoint : uint8_t { Compute, Graphics };
inline constexpr uint32_t kBindPoints = 2;

/// What commands of one bind point have set and later commands read.
struct BindState {
    DispatchData data = {}; ///< Descriptor sets, dynamic offsets, push constants.
    /// Where `data` has the dynamic offsets of each set.
    std::array<uint32_t, kMaxSets> firstDynamic = {};
};

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace cpu::wsi {

using Clock = std::chrono::steady_clock;

} // namespace cpu::wsi

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <span>
#include <string_view>

namespace base {

/// The name that may have been meant by one that is not among them; empty: nothing is near.
std::string_view nearest(std::string_view name, std::span<const std::string_view> names);

} // namespace base

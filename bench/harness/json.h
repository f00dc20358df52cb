// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>
#include <string_view>

namespace bench {

/// A text as JSON has it.
[[nodiscard]] std::string jsonText(std::string_view text);

} // namespace bench

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gl {

using Proc = void (*)();

/// The entry point of a command of any API and extension Glissade implements; null: unknown. The
/// same function serves every context; without a current one it does nothing and returns zero.
Proc procAddress(std::string_view name);

} // namespace gl

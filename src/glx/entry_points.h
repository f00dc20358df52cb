// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glx {

using Proc = void (*)();

/// glXGetProcAddress: commands of GLX and its extensions, then those of GL. Null: unknown.
Proc procAddress(std::string_view name);

} // namespace glx

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

namespace base {

/// How urgent a message is, the most urgent first.
enum class LogLevel : unsigned char { Error, Warn, Info, Debug };

} // namespace base

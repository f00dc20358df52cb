// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <sys/types.h>

namespace base {

/// The device file that stat() gives this number, in the directory where the kernel's graphics
/// devices have theirs. Empty: there is none, or `number` is 0.
std::string drmNodePath(dev_t number, const std::string& directory = "/dev/dri");

} // namespace base

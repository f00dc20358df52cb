// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

namespace process {

/// From now on no thread of this process opens files, becomes another program or makes sockets:
/// such system calls fail with EACCES. For good. False: the kernel has no such filters.
[[nodiscard]] bool giveUpFiles();

} // namespace process

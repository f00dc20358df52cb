// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>

namespace base {

/// Whether the process can have so much more memory right now, in one piece. For what must not run
/// out of it half way: libraries that leave a lock taken then. Other threads may be faster, so ask
/// for more than is needed.
bool hasRoom(size_t size_B);

} // namespace base

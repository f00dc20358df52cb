// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/compiler_id.h"

#include "base/library_id.h"

namespace cpu::jit {

const std::vector<std::byte>& compilerId() {
    return base::libraryId();
}

} // namespace cpu::jit

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/memory_room.h"

#include <sys/mman.h>

namespace base {

bool hasRoom(size_t size_B) {
    void* const room =
        mmap(nullptr, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) {
        return false;
    }
    munmap(room, size_B);
    return true;
}

} // namespace base

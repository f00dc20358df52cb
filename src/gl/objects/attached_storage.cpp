// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/attached_storage.h"

#include <atomic>

namespace gl {

namespace {

std::atomic<uint64_t> s_attachedStorageSerial{1};

} // namespace

uint64_t attachedStorageSerial() {
    return s_attachedStorageSerial.load(std::memory_order_relaxed);
}

void bumpAttachedStorageSerial() {
    s_attachedStorageSerial.fetch_add(1, std::memory_order_relaxed);
}

} // namespace gl

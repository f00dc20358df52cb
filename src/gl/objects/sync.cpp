// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/sync.h"

namespace gl {

GLsync SyncTable::add(std::shared_ptr<Sync> sync) {
    const auto handle = reinterpret_cast<GLsync>(++m_last);
    m_syncs.emplace(handle, std::move(sync));
    return handle;
}

std::shared_ptr<Sync> SyncTable::find(GLsync handle) const {
    const auto found = m_syncs.find(handle);
    return found == m_syncs.end() ? nullptr : found->second;
}

} // namespace gl

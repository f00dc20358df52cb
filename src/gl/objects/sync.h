// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace gl {

/// A fence sync object (ES 3.0 section 5.2).
struct Sync {
    std::shared_ptr<FenceBackend> fence;
    std::string label; ///< KHR_debug's.
};

/// The sync objects of a share group. What applications hold are numbers that are never used twice,
/// so that any pointer can be asked about.
class SyncTable {
public:
    GLsync add(std::shared_ptr<Sync> sync);
    /// Null: not one of these. Waits may hold it longer than the table does.
    std::shared_ptr<Sync> find(GLsync handle) const;
    bool remove(GLsync handle) { return m_syncs.erase(handle) != 0; }
    void clear() { m_syncs.clear(); }

private:
    std::unordered_map<GLsync, std::shared_ptr<Sync>> m_syncs;
    uintptr_t m_last = 0;
};

} // namespace gl

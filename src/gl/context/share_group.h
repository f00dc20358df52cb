// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/display_list.h"
#include "gl/objects/assembly_program.h"
#include "gl/objects/buffer.h"
#include "gl/objects/framebuffer.h"
#include "gl/objects/name_table.h"
#include "gl/objects/sampler.h"
#include "gl/objects/sync.h"
#include "gl/objects/texture.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace gl {

/// A context is in a call that took no lock. Part of its CallGate.
struct CallMark {
    std::atomic<uint32_t> inCall{0};
};

/// The objects that contexts share, and the lock over them. While the group has one context no lock
/// is taken: a call announces itself with a plain store (CallGate), and the thread that adds the
/// second context makes every thread see the switch with membarrier(2): docs/share-groups.md.
class ShareGroup {
public:
    ShareGroup();
    ~ShareGroup();

    NameTable<Buffer> buffers;
    NameTable<Texture> textures;
    NameTable<Sampler> samplers;
    NameTable<Renderbuffer> renderbuffers;
    SyncTable syncs;
    /// Shaders and programs: one name space (ES 2.0 section 2.10.3).
    NameTable<Object> shaderObjects;
    NameTable<AssemblyProgram> assemblyPrograms;
    NameTable<DisplayList> lists;
    ListVertices listVertices;
    /// Buffers that are mapped now: a draw looks for them only when there are any.
    uint32_t mappedBuffers = 0;

    bool locking() const { return m_locking.load(std::memory_order_acquire); }
    std::mutex& mutex() { return m_mutex; }

    /// Grows when a shared object changes what draws depend on (storage, parameters, links).
    uint64_t changeSerial() const { return m_changeSerial.load(std::memory_order_relaxed); }
    /// Returns the serial before.
    uint64_t bumpChangeSerial() { return m_changeSerial.fetch_add(1, std::memory_order_relaxed); }

    /// Returns when calls in the group's other contexts lock. `own`: that of the context which
    /// is current to the caller, who may be in a call of it; null: none is.
    void add(CallMark& mark, const CallMark* own);
    /// True: it was the last one.
    bool remove(CallMark& mark);

private:
    std::mutex m_mutex;
    std::atomic<bool> m_locking{false};
    std::atomic<uint64_t> m_changeSerial{1};
    std::vector<CallMark*> m_contexts;
};

} // namespace gl

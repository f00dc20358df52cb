// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/share_group.h"

#include "gl/context/call_scope.h"
#include "gl/context/context.h"
#include "report/stalls.h"

#include <algorithm>
#include <linux/membarrier.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace gl {

namespace {

int membarrier(int command) {
    return int(syscall(__NR_membarrier, command, 0, 0));
}

// False: every call has to lock, always.
bool canSwitchLocking() {
#if defined(__SANITIZE_THREAD__)
    return false; // It cannot see what membarrier(2) orders.
#else
    static const bool known = [] {
        constexpr int wanted =
            MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED;
        const int commands = membarrier(MEMBARRIER_CMD_QUERY);
        return commands > 0 && (commands & wanted) == wanted;
    }();
    return known;
#endif
}

// Returns when every other thread has seen what this one stored, and this one what they did. The
// process registers for it when it first needs it, not before: where there are threads already, as
// drivers have them, the kernel takes ten to twenty milliseconds for that.
void synchronizeThreads() {
    static const bool registered = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
    membarrier(registered ? MEMBARRIER_CMD_PRIVATE_EXPEDITED : MEMBARRIER_CMD_GLOBAL);
}

void lock(std::mutex& mutex) {
    if (!mutex.try_lock()) {
        report::StallTimer timer(report::StallKind::Threads);
        mutex.lock();
        timer.stop([] { return std::string("another thread was in a call of the share group"); });
    }
}

} // namespace

ShareGroup::ShareGroup() : m_locking(!canSwitchLocking()) {}

ShareGroup::~ShareGroup() = default;

void ShareGroup::add(Context& context) {
    std::lock_guard lock(m_mutex);
    m_contexts.push_back(&context);
    if (m_contexts.size() == 1 || locking()) {
        return;
    }
    m_locking.store(true, std::memory_order_seq_cst);
    // After this every other thread either sees the switch at its next call, or has announced a
    // call that we wait for.
    synchronizeThreads();
    for (Context* other : m_contexts) {
        while (other != Context::current() &&
               other->m_inCall.load(std::memory_order_acquire) != 0) {
            std::this_thread::yield();
        }
    }
}

bool ShareGroup::remove(Context& context) {
    std::lock_guard lock(m_mutex);
    std::erase(m_contexts, &context);
    if (m_contexts.size() == 1 && canSwitchLocking()) {
        m_locking.store(false, std::memory_order_release);
    }
    return m_contexts.empty();
}

void CallScope::enterLocked() {
    m_context->m_inCall.store(0, std::memory_order_release);
    lock(m_context->m_group->mutex());
    m_locked = true;
}

// A call that announced itself holds no lock: the two ways of CallScope exclude each other.
WaitScope::WaitScope(Context& context)
    : m_context(context), m_locked(context.m_inCall.load(std::memory_order_relaxed) == 0) {
    if (m_locked) {
        m_context.m_group->mutex().unlock();
    } else {
        m_context.m_inCall.store(0, std::memory_order_release);
    }
}

WaitScope::~WaitScope() {
    if (m_locked) {
        lock(m_context.m_group->mutex());
    }
    // Else the call stays unannounced: the group may have got its second context meanwhile.
}

} // namespace gl

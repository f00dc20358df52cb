// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/share_group.h"

#include <algorithm>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace gl {

namespace {

int membarrier(int command) {
    return int(syscall(__NR_membarrier, command, 0, 0));
}

/// False: every call has to lock, always.
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

/// Returns when every other thread has seen what this one stored, and this one what they did. The
/// process registers for it when it first needs it, not before: where there are threads already, as
/// drivers have them, the kernel takes ten to twenty milliseconds for that.
void synchronizeThreads() {
    static const bool registered = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
    membarrier(registered ? MEMBARRIER_CMD_PRIVATE_EXPEDITED : MEMBARRIER_CMD_GLOBAL);
}

} // namespace

ShareGroup::ShareGroup() : m_locking(!canSwitchLocking()) {}

ShareGroup::~ShareGroup() = default;

void ShareGroup::add(CallMark& mark, const CallMark* own) {
    std::lock_guard lock(m_mutex);
    m_contexts.push_back(&mark);
    if (m_contexts.size() == 1 || locking()) {
        return;
    }
    m_locking.store(true, std::memory_order_seq_cst);
    // After this every other thread either sees the switch at its next call, or has announced a
    // call that we wait for.
    synchronizeThreads();
    for (const CallMark* other : m_contexts) {
        while (other != own && other->inCall.load(std::memory_order_acquire) != 0) {
            std::this_thread::yield();
        }
    }
}

bool ShareGroup::remove(CallMark& mark) {
    std::lock_guard lock(m_mutex);
    std::erase(m_contexts, &mark);
    if (m_contexts.size() == 1 && canSwitchLocking()) {
        m_locking.store(false, std::memory_order_release);
    }
    return m_contexts.empty();
}

} // namespace gl

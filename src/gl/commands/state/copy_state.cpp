// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/bits.h"
#include "gl/context/attribute_groups.h"
#include "gl/context/context.h"

// State that is set by groups: glXCopyContext. What is bound is no part of them.

namespace gl {

StateParts Context::stateParts() {
    return {m_state, m_client, m_compat.get()};
}

void Context::restoreAttributes(const SavedAttributes& saved) {
    const Consequences consequences = saved.restore(stateParts());
    base::forEachBit(consequences.dirty, [&](unsigned bit) { m_dirty.set(Dirty(bit)); });
    recheck(consequences.recheck | kRecheckFixedFunction);
    m_shownState |= consequences.shown;
    polygonModesChanged();
}

void Context::copyState(Context& source, GLbitfield groups) {
    const GateScope call(m_gate);
    drawWaiting();
    restoreAttributes(SavedAttributes(source.stateParts(), groups));
}

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/routine/keyed_routines.h"
#include "cpu/sample/routine_cache.h"
#include "store/store.h"

#include <cstdint>
#include <memory>

namespace cpu::icd {

/// What builds better code while a device works, and all that this needs: nothing here knows the
/// device, which may go before a build that is under way.
class Background {
public:
    explicit Background(uint32_t workerCount);
    /// Destroys it, when no routine is in use any more. Builds under way get only what time nobody
    /// else wants, and could keep a busy machine's caller for long: they are left behind.
    static void leave(std::unique_ptr<Background> background);

    store::Store& store() { return m_store; }
    sample::RoutineCache& routines() { return m_routines; }
    routine::KeyedRoutines& keyedRoutines() { return m_keyedRoutines; }

private:
    store::Store m_store;
    sample::RoutineCache m_routines;
    routine::KeyedRoutines m_keyedRoutines;
};

} // namespace cpu::icd

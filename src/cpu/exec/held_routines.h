// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_work.h"
#include "cpu/routine/keyed_routines.h"

#include <array>
#include <vector>

namespace cpu::exec {

/// The routines of a scene: found once under the lock of KeyedRoutines, again without it, and kept
/// while they may run. Later scenes find better ones.
class HeldRoutines final : public DrawRoutines {
public:
    explicit HeldRoutines(routine::KeyedRoutines& routines) : m_routines(routines) {}

    void* fetchVertex(uint32_t format) override {
        return find({jit::KeyedKernel::FetchVertex, format});
    }
    void* mergeDepth(DepthKey key) override {
        return find({jit::KeyedKernel::MergeDepth, key.bits});
    }
    void* mergeColor(ColorKey key) override {
        return find({jit::KeyedKernel::MergeColor, key.bits});
    }
    /// Nothing that was handed out runs any more.
    void clear();

private:
    void* find(const routine::KernelKey& key);

    routine::KeyedRoutines& m_routines;
    std::vector<routine::KeyedRoutines::Handle> m_held;
    std::array<const routine::KeyedRoutine*, 64> m_recent{}; ///< By hash.
};

} // namespace cpu::exec

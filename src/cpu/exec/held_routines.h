// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_work.h"
#include "cpu/sample/keyed_routines.h"

#include <array>
#include <vector>

namespace cpu::exec {

/// The routines of a scene: found once under the lock of KeyedRoutines, again without it, and kept
/// while they may run. Later scenes find better ones.
class HeldRoutines final : public DrawRoutines {
public:
    explicit HeldRoutines(sample::KeyedRoutines& routines) : m_routines(routines) {}

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
    void* find(const sample::KernelKey& key);

    sample::KeyedRoutines& m_routines;
    std::vector<sample::KeyedRoutines::Handle> m_held;
    std::array<const sample::KeyedRoutine*, 64> m_recent{}; ///< By hash.
};

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/compute_routine.h"
#include "cpu/icd/object.h"

#include <memory>
#include <vector>

namespace cpu::icd {

class Pipeline {
public:
    explicit Pipeline(std::shared_ptr<exec::ComputeRoutine> computeRoutine, size_t largestSet_B);

    /// Null: it is not a compute pipeline.
    exec::ComputeRoutine* computeRoutine() const { return m_computeRoutine.get(); }
    /// Descriptors that are bound to nothing, for any set of the layout: what a dispatch reads
    /// where the application bound no set.
    const uint8_t* emptySet() const { return m_emptySet.data(); }

private:
    const std::shared_ptr<exec::ComputeRoutine> m_computeRoutine;
    const std::vector<uint8_t> m_emptySet;
};
GLISSADE_CPU_OBJECT(VkPipeline, Pipeline)

} // namespace cpu::icd

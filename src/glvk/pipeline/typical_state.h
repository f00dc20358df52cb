// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/pipeline/pipeline_key.h"

#include <mutex>

namespace glvk {

class Program;

/// The state that draws with a new program will most likely have: that of the last new pipeline.
/// Thread-safe.
class TypicalState {
public:
    TypicalState() { m_key.colorCount = 1; }
    void note(const PipelineKey& key);
    PipelineKey keyFor(const Program& program) const;

private:
    mutable std::mutex m_mutex;
    PipelineKey m_key;
};

} // namespace glvk

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <unordered_set>

namespace glvk {

class PipelineMaker;
class Program;

/// From the first wrap on that shaders have to help with, every program's code that does is
/// compiled in the background, that of programs linked before and after. One per device,
/// thread-safe. See docs/coordinate-clamp.md.
class ClampPreparation {
public:
    explicit ClampPreparation(PipelineMaker& pipelines) : m_pipelines(pipelines) {}

    /// A texture or sampler object has such a wrap.
    void want();
    /// A program was linked.
    void add(const Program& program);
    /// It dies.
    void remove(const Program& program);

private:
    void prepare(const Program& program);

    PipelineMaker& m_pipelines;
    std::mutex m_mutex;
    std::atomic<bool> m_wanted = false;
    std::unordered_set<const Program*> m_programs;
};

} // namespace glvk

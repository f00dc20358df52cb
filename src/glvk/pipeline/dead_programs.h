// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace glvk {

/// The programs (by number) that died since a context last looked. Thread-safe.
class DeadPrograms {
public:
    /// Programs die in destructors: one for which there is no memory is forgotten, and what was
    /// made for it stays as long as the context.
    void note(uint64_t program) noexcept;
    /// Costs one load where there are none.
    std::vector<uint64_t> take();

private:
    std::atomic<bool> m_any{false};
    std::mutex m_mutex;
    std::vector<uint64_t> m_programs;
};

} // namespace glvk

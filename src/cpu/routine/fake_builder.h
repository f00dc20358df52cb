// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "cpu/routine/routine_builder.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>

namespace cpu::routine {

/// For tests: routines are numbers that tell which key they were built for, and code that tells
/// when it is freed. Builds can be held up.
class FakeBuilder final : public RoutineBuilder {
public:
    static constexpr uintptr_t kGeneric = 1;

    /// What build() makes of a key.
    static RoutineFunction functionOf(const SampleKey& key) {
        return reinterpret_cast<RoutineFunction>(uintptr_t(base::hashKey(key)) |
                                                 2); // never kGeneric
    }
    /// Lives for as long as the code of the key may be called.
    struct State {
        std::atomic<int> alive = 0;
        std::mutex mutex;
        std::condition_variable changed;
        bool closed = false; ///< Builds wait, but for as many as there are passes.
        int passes = 0;
        bool failing = false;
        int waiting = 0;
        std::map<uint64_t, int> builds; ///< By the key's hash.
    };

    explicit FakeBuilder(std::shared_ptr<State> state) : m_state(std::move(state)) {}

    RoutineFunction ready(const SampleKey&) const override {
        return reinterpret_cast<RoutineFunction>(kGeneric);
    }

    base::Result<BuiltRoutine> build(const SampleKey& key) override {
        std::unique_lock lock(m_state->mutex);
        ++m_state->builds[base::hashKey(key)];
        ++m_state->waiting;
        m_state->changed.notify_all();
        m_state->changed.wait(lock, [&] { return !m_state->closed || m_state->passes > 0; });
        m_state->passes -= m_state->closed ? 1 : 0;
        --m_state->waiting;
        if (m_state->failing) {
            return base::Error{"the fake fails"};
        }
        ++m_state->alive;
        const std::shared_ptr<State> state = m_state;
        std::shared_ptr<const void> code(state.get(), [state](const void*) { --state->alive; });
        return BuiltRoutine{functionOf(key), std::move(code), false};
    }

private:
    const std::shared_ptr<State> m_state;
};

} // namespace cpu::routine

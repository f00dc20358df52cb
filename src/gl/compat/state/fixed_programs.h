// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "base/work_queue.h"
#include "gl/backend.h"
#include "glsl/fixed/key.h"
#include "glsl/fixed/special.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace gl {

/// The programs of fixed function of a device, shared by its contexts: general ones, which draw
/// with any state, and special ones, which are made in the background once a state is drawn with so
/// often that it pays (docs/fixed-function.md). Thread-safe.
class FixedPrograms {
public:
    /// Those of all contexts of the device.
    static std::shared_ptr<FixedPrograms> of(const std::shared_ptr<DeviceBackend>& device);
    explicit FixedPrograms(std::weak_ptr<DeviceBackend> device, bool nativeDepthRange);
    ~FixedPrograms();

    struct Program {
        std::shared_ptr<const glsl::LinkedProgram> linked;
        std::shared_ptr<ProgramBackend> backend;
    };
    /// Of general programs those of no unit, of one, of so many and of all are drawn with: programs
    /// of that time seldom have more, and it takes half as long to compile as that of all. Those in
    /// between would be more to wait for.
    static constexpr int kUsualUnits = 4;
    /// Begins to make the general programs that most draws begin with.
    void prepare();
    /// The same of those with more than the usual units, of which there may be draws.
    void prepareAllUnits();
    /// A program for any key like this: the least one that is ready. Waits for the least where none
    /// is. Null: there is none (glsl::generalUnits()), or the device did not take it.
    const Program* general(const glsl::FixedFunctionKey& key);
    /// A state that is drawn with so often, or again after so long, is likely to be drawn with for
    /// longer. One that a program draws with once, as tests and pictures of a single frame do,
    /// would take a compiler's time for nothing, and on few processors it takes it from the
    /// program.
    static constexpr uint32_t kDrawsThatPay = 32;
    static constexpr std::chrono::milliseconds kTimeThatPays{500};
    class Special; ///< A state on the way to its program, as long as this lives.
    Special& special(const glsl::FixedFunctionKey& key);
    /// Somebody draws with that state: its program; null: it is not there, or draws with it would
    /// wait. Begins it with the draw that makes it pay.
    const Program* drawn(Special& special);
    /// The program for this key, waited for. Null: the device did not take it.
    const Program* specialNow(const glsl::FixedFunctionKey& key);
    /// Of the program for every key: which uniforms there are, and where. One set of values serves
    /// all of them.
    const std::shared_ptr<const glsl::LinkedProgram>& linked() const { return m_any; }

private:
    using Clock = std::chrono::steady_clock;
    /// Made by a job; read once that is done.
    struct Entry {
        base::Job job;         ///< Written once, with the mutex.
        bool hasBegun = false; ///< With the mutex.
        std::atomic<bool> made = false;
        Program program; ///< Without back end: the device did not take it.
        /// Draws with it would not wait.
        bool isReady() const;
    };
    void
    begin(Entry& entry, const glsl::FixedFunctionKey& key, bool isGeneral, base::Priority priority);
    Entry& beginGeneral(int units, uint32_t flags, base::Priority priority);
    Entry* findGeneral(int units, uint32_t flags);
    void make(Entry& entry, const glsl::FixedFunctionKey& key, bool isGeneral);

    const std::weak_ptr<DeviceBackend> m_device;
    const bool m_nativeDepthRange;
    const std::shared_ptr<const glsl::LinkedProgram> m_any;
    std::atomic<bool> m_isClosing = false; ///< Jobs that have not begun do nothing.
    std::atomic<bool> m_preparesAllUnits = false;
    std::mutex m_mutex; ///< Of the maps, not of what is in them.
    template <class Value>
    using ByKey =
        std::unordered_map<glsl::FixedFunctionKey, Value, base::KeyHash<glsl::FixedFunctionKey>>;
    ByKey<Entry> m_general; ///< By generalKey().
    ByKey<Special> m_special;
};

class FixedPrograms::Special {
public:
    explicit Special(const glsl::FixedFunctionKey& key) : m_key(key) {}

private:
    friend class FixedPrograms;
    Entry m_entry;
    std::atomic<uint32_t> m_draws = 0; ///< That found it not ready.
    std::atomic<Clock::time_point> m_firstDraw{};
    const glsl::FixedFunctionKey m_key;
};

} // namespace gl

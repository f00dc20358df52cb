// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "base/work_queue.h"
#include "gl/backend.h"
#include "glsl/fixed/key.h"
#include "glsl/fixed/special.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace gl {

/// The programs of fixed function of a device, shared by its contexts: general ones, which draw
/// with any state, and special ones, which are made in the background when a state is first drawn
/// with (docs/fixed-function.md). Thread-safe.
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
    /// Begins to make the general programs that most draws begin with.
    void prepare();
    /// A program for any key like this: the least one that is ready. Waits for the least where none
    /// is. Null: there is none (glsl::generalUnits()), or the device did not take it.
    const Program* general(const glsl::FixedFunctionKey& key);
    /// The program for this key; null: it is not there, or draws with it would wait. Begins it if
    /// nobody has.
    const Program* special(const glsl::FixedFunctionKey& key);
    /// The same, waited for. Null: the device did not take it.
    const Program* specialNow(const glsl::FixedFunctionKey& key);
    /// Of the program for every key: which uniforms there are, and where. One set of values serves
    /// all of them.
    const std::shared_ptr<const glsl::LinkedProgram>& linked() const { return m_any; }

private:
    /// Made by a job; read once that is done.
    struct Entry {
        base::Job job;
        std::atomic<bool> made = false;
        Program program; ///< Without back end: the device did not take it.
        /// Draws with it would not wait.
        bool isReady() const;
    };
    Entry& begin(const glsl::FixedFunctionKey& key, bool isGeneral, base::Priority priority);
    void make(Entry& entry, const glsl::FixedFunctionKey& key, bool isGeneral);

    const std::weak_ptr<DeviceBackend> m_device;
    const bool m_nativeDepthRange;
    const std::shared_ptr<const glsl::LinkedProgram> m_any;
    std::atomic<bool> m_isClosing = false; ///< Jobs that have not begun do nothing.
    std::mutex m_mutex;                    ///< Of the maps, not of what is in them.
    using Entries = std::unordered_map<glsl::FixedFunctionKey,
                                       std::unique_ptr<Entry>,
                                       base::KeyHash<glsl::FixedFunctionKey>>;
    Entries m_general; ///< By generalKey().
    Entries m_special;
};

} // namespace gl

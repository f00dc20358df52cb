// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "cpu/routine/routine_builder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cpu::sample {

/// A routine with what its owner needs to know.
struct StoredRoutine final : Routine {
    routine::BuildState build = routine::BuildState::None;
    std::shared_ptr<const void> code; ///< Of tier 1.
    /// Of routines that left the store: the snapshot that lacks it first.
    uint64_t goneSince = 0;
};

/// Which routines are kept: `capacity` of them, those used last. Snapshot hits do not come by here,
/// they leave the clock's time in Routine::lastUse; the store asks for it when it has to decide.
/// Not synchronised.
class RoutineStore {
public:
    explicit RoutineStore(size_t capacity);

    size_t size() const { return m_routines.size(); }
    size_t capacity() const { return m_capacity; }

    /// The time that uses are stamped with. It passes only when routines are inserted: between two
    /// insertions, it says nothing about who has to leave first.
    uint64_t clock() const { return m_clock; }

    /// Null: not here. Does not count as use.
    StoredRoutine* find(const SampleKey& key) const;

private:
    using Map =
        std::unordered_map<SampleKey, std::unique_ptr<StoredRoutine>, base::KeyHash<SampleKey>>;

public:
    /// The memory of an entry, without its routine yet.
    using Node = Map::node_type;
    static Node makeNode(const SampleKey& key);
    /// There must be room, and the node have its routine, which counts as used now. Needs no
    /// memory.
    StoredRoutine* insert(Node node) noexcept;

    /// Makes room for one more if there is none: takes out those that were unused for longest, a
    /// sixteenth of all so that looking for them pays. All stay where there is no memory for that.
    std::vector<std::unique_ptr<StoredRoutine>> makeRoom();
    /// As many may makeRoom() take out.
    size_t mostLeaving() const;

private:
    const size_t m_capacity;
    uint64_t m_clock = 1;
    Map m_routines;
};

} // namespace cpu::sample

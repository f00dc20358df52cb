// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <array>
#include <cstdint>
#include <set>

namespace spirv {

/// What a stage's inputs or outputs have at each location, built-ins aside: enough to tell whether
/// an input is written by the stage before it (Vulkan 1.1 section 14.1.3).
class LocationTypes {
public:
    static constexpr uint32_t kLocations = 64;

    /// `storage`: Input or Output. The dimension of vertices does not count.
    LocationTypes(const Module& module, spv::StorageClass storage);
    LocationTypes() = default;

    /// Bits of the locations where `inputs` has something that these outputs do not have, or of
    /// another type; of those decorated Patch if `patch`.
    [[nodiscard]] uint64_t missing(const LocationTypes& inputs, bool patch) const;
    /// Something of vertices, not of patches, is there.
    [[nodiscard]] bool has(uint32_t location) const {
        return location < kLocations && m_tables[0][location] != 0;
    }
    /// The module's input variables that lie, in part or as a whole, at such locations.
    [[nodiscard]] static std::set<Id>
    inputsAt(const Module& module, uint64_t locations, bool patch);

private:
    /// Zero: nothing there. A kind of number above the bits of the components.
    using Table = std::array<uint16_t, kLocations>;

    void add(const Module& module, Id type, uint32_t& location, uint32_t component, bool patch);

    std::array<Table, 2> m_tables{}; ///< of vertices, of patches
};

} // namespace spirv

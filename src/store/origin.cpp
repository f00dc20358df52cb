// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/origin.h"

namespace store {

Origin originOfBuild(std::span<const std::byte> libraryId) {
    return {KeyBuilder("origin-build").add(libraryId).finish(), "any device"};
}

Origin originOfDevice(std::string name, const DeviceIds& ids) {
    const base::Digest id = KeyBuilder("origin-device")
                                .addValue(ids.vendor)
                                .addValue(ids.device)
                                .addValue(ids.driverVersion)
                                .add(std::as_bytes(ids.pipelineCacheUuid))
                                .finish();
    return {id, std::move(name)};
}

} // namespace store

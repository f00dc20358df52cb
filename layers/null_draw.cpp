// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// VK_LAYER_GLISSADE_null_draw: drops recorded commands on their way to the device, so that what a
// program spends is the cost of the layers above Vulkan. GLISSADE_NULL_DRAW chooses what is
// dropped:
//
//   all    (default) every vkCmd* but queries and events, on whose results the host may wait
//   draws  only draws and dispatches
//
// Command buffers are still begun, ended and submitted, and presenting works; pictures and
// read-backs hold whatever memory held.

#include "layers/chain.h"

#include <cstdlib>
#include <cstring>

namespace layers {
namespace {

bool startsWith(std::string_view name, std::string_view prefix) {
    return name.substr(0, prefix.size()) == prefix;
}

bool dropsDrawsOnly() {
    static const bool only = [] {
        const char* mode = std::getenv("GLISSADE_NULL_DRAW");
        return mode && std::strcmp(mode, "draws") == 0;
    }();
    return only;
}

bool isDropped(std::string_view name) {
    if (!startsWith(name, "vkCmd")) {
        return false;
    }
    if (dropsDrawsOnly()) {
        return startsWith(name, "vkCmdDraw") || startsWith(name, "vkCmdDispatch");
    }
    return name.find("Query") == name.npos && name.find("Event") == name.npos &&
           name.find("WriteTimestamp") == name.npos;
}

/// Stands in for every dropped command: all return nothing, and the C calling conventions of the
/// platforms we run on let the caller clear the arguments.
void dropped() {}

} // namespace

const char* const kLayerName = "VK_LAYER_GLISSADE_null_draw";
const char* const kLayerDescription = "Drops recorded commands";

PFN_vkVoidFunction intercept(std::string_view name, PFN_vkVoidFunction next) {
    return isDropped(name) ? asVoid(dropped) : next;
}

} // namespace layers

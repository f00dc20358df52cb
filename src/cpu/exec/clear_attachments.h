// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/graphics_state.h"
#include "cpu/exec/scene_clear.h"

#include <cstdint>
#include <span>

/// vkCmdClearAttachments, and attachments that are cleared when they are loaded. Both are things of
/// a scene (exec/scene.h), cleared tile by tile as draws are shaded.
namespace cpu::exec {

class Replay;

/// A load operation.
struct ClearOnLoad {
    Attachment attachment;
    Rectangle area;
    Layers layers;
    uint8_t aspects;
    ClearValue value;
};
void execute(const ClearOnLoad& command, Replay& replay);

/// On the attachments that are bound when it is executed.
struct ClearAttachments {
    struct Item {
        uint8_t aspects;
        uint32_t color; ///< Of kColorAspect: the location.
        ClearValue value;
    };
    struct Place {
        Rectangle area;
        Layers layers;
    };
    std::span<const Item> items;
    std::span<const Place> places;
};
void execute(const ClearAttachments& command, Replay& replay);

} // namespace cpu::exec

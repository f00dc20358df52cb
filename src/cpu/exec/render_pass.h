// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/clear_attachments.h"
#include "cpu/exec/graphics_state.h"

/// Render pass instances: what subpasses and dynamic rendering come to. Clears on load are commands
/// before BeginRendering, resolves commands after EndRendering, which finishes what was drawn.
namespace cpu::exec {

class Replay;

struct BeginRendering {
    Framebuffer framebuffer;
};
void execute(const BeginRendering& command, Replay& replay);

struct EndRendering {};
void execute(const EndRendering& command, Replay& replay);

/// As VkResolveModeFlagBits.
enum class ResolveMode : uint8_t { SampleZero, Average, Min, Max };

struct ResolveAttachment {
    Attachment to;
    Attachment from;
    Rectangle area;
    Layers layers;
    uint8_t aspects; ///< One.
    ResolveMode mode;
};
void execute(const ResolveAttachment& command, Replay& replay);

} // namespace cpu::exec

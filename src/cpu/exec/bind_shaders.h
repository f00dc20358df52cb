// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/stage/bound_stages.h"

#include <span>
#include <variant>

/// vkCmdBindShadersEXT.
namespace cpu::exec {

class Replay;

/// A stage, and what it has from now on: without a routine nothing.
using StageToBind = stage::AllStages::Variant<stage::BoundStage>;
struct BindShaders {
    std::span<const StageToBind> stages;
};
void execute(const BindShaders& command, Replay& replay);

} // namespace cpu::exec

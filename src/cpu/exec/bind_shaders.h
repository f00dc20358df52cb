// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/bound_stages.h"

#include <cstdint>
#include <span>

namespace cpu::icd {
class ShaderObject;
}

/// vkCmdBindShadersEXT.
namespace cpu::exec {

class Replay;

struct ShaderToBind {
    uint32_t stage;                  ///< VkShaderStageFlagBits, of a stage that there is.
    const icd::ShaderObject* shader; ///< Null: the stage has none from now on. Else of that stage.
};
struct BindShaders {
    std::span<const ShaderToBind> shaders;
};
void execute(const BindShaders& command, Replay& replay);

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/write_mask.h"

#include "glvk/image/render_targets.h"
#include "glvk/pipeline/program.h"

namespace glvk {

VkColorComponentFlags writeMask(const gl::State& state,
                                const RenderTargets& targets,
                                uint32_t index,
                                const Program& program) {
    if (!targets.color[index] || !(program.fragmentOutputMask() >> index & 1)) {
        return 0;
    }
    VkColorComponentFlags mask = state.colorMasks[index]; // Both have red in the lowest bit.
    if (targets.color[index].format->alphaAbsent()) {
        mask &= ~VkColorComponentFlags(VK_COLOR_COMPONENT_A_BIT);
    }
    return mask;
}

} // namespace glvk

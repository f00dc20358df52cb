// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/compat_state.h"

namespace gl {

void CompatState::useES1Defaults() {
    for (TextureGenerations& unit : textureGen) {
        for (TextureGeneration& generation : unit) {
            generation.mode = GL_REFLECTION_MAP; // OES_texture_cube_map
        }
    }
}

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "format/gl_enums.h"
#include "gl/objects/texture.h"
#include "gl/regions.h"

#include <array>
#include <cstdint>

namespace gl {

/// glPixelStore, glActiveTexture and the hints: what commands read but drawing does not.
struct ClientState {
    format::PixelLayout pack, unpack;      ///< Their format and type are not used.
    GLenum clampReadColor = GL_FIXED_ONLY; ///< glClampColor.
    int activeTexture = 0;
    /// What GL_PROXY_TEXTURE_* answer (GL 2.1 section 3.8.11).
    std::array<TextureImage, size_t(TextureType::Count)> proxies;
    /// glEnable's that are remembered only: commands/state/state_enable.cpp.
    uint32_t inertSwitches = 0;
    GLenum generateMipmapHint = GL_DONT_CARE;
    GLenum derivativeHint = GL_DONT_CARE;
    std::array<GLenum, 6> otherHints{
        GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE};
};

} // namespace gl

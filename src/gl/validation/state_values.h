// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

/// What the state commands of a whole context and those of one draw buffer check alike.
namespace gl {

bool validBlendEquation(GLenum mode);
bool validBlendFactors(
    const Context& context, GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha, GLenum dstAlpha);
/// A factor of the second colour (dual-source blending).
constexpr bool isSecondSource(GLenum factor) {
    return factor == GL_SRC1_COLOR || factor == GL_SRC1_ALPHA ||
           factor == GL_ONE_MINUS_SRC1_COLOR || factor == GL_ONE_MINUS_SRC1_ALPHA;
}
constexpr bool usesSecondSource(const BlendState& b) {
    return isSecondSource(b.srcRgb) || isSecondSource(b.dstRgb) || isSecondSource(b.srcAlpha) ||
           isSecondSource(b.dstAlpha);
}
/// As State::colorMasks has it.
uint8_t packColorMask(GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha);

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

namespace gl {

void Context::setCompatSwitch(GLenum capability, bool& value, bool on) {
    if (value == on) {
        return;
    }
    if (capability == GL_COLOR_MATERIAL) {
        followCurrentColor(); // Its last colour stays.
    }
    value = on;
    if (capability == GL_COLOR_MATERIAL) {
        followCurrentColor();
        shownStateChanged(kShownLighting);
    }
    if (capability == GL_VERTEX_PROGRAM_ARB || capability == GL_FRAGMENT_PROGRAM_ARB) {
        recheck(kRecheckProgram);
    } else {
        fixedFunctionChanged();
    }
}

} // namespace gl

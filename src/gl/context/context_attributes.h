// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/rules/api_version.h"

namespace gl {

struct ContextAttributes {
    Api api = Api::ES;
    int major = 2, minor = 0;
    /// Asked for: the bit of the profile mask, from 3.2 on. Of a context: Context::isCore().
    bool coreProfile = false;
    bool forwardCompatible = false;
    bool debug = false;
    bool robustAccess = false;
    bool noError = false;
    bool loseContextOnReset = false;
    /// GL_CONTEXT_RELEASE_BEHAVIOR. Whoever makes contexts current may submit all the same.
    bool flushOnRelease = true;
};

} // namespace gl

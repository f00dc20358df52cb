// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"

#include <string_view>

namespace egl {

using Proc = void (*)();

/// eglGetProcAddress: commands of EGL and its extensions, then those of GL. Null: unknown.
Proc procAddress(std::string_view name);

/// eglGetPlatformDisplay, and eglGetDisplay with `platform` EGL_NONE, as libEGL asks for them.
EGLDisplay getPlatformDisplay(EGLenum platform, void* native, const EGLAttrib* attributes);

} // namespace egl

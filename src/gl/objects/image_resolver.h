// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend_objects.h"

#include <memory>

namespace gl {

/// Turns an EGLImage handle into what it holds; null: not an image of this display. Set once by
/// EGL.
void setImageResolver(std::shared_ptr<SharedImage> (*resolve)(void* eglImage));
/// For glEGLImageTargetTexture2DOES.
std::shared_ptr<SharedImage> resolveImage(void* eglImage);

} // namespace gl

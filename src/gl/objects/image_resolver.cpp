// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/image_resolver.h"

namespace gl {

namespace {

std::shared_ptr<SharedImage> (*g_resolveImage)(void*) = nullptr;

} // namespace

void setImageResolver(std::shared_ptr<SharedImage> (*resolve)(void* eglImage)) {
    g_resolveImage = resolve;
}

std::shared_ptr<SharedImage> resolveImage(void* eglImage) {
    return g_resolveImage ? g_resolveImage(eglImage) : nullptr;
}

} // namespace gl

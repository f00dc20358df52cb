// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/image.h"

namespace egl {

namespace {

/// The GL texture target of an EGLImage target; 0: it is not a texture.
GLenum textureTarget(EGLenum target) {
    if (target == EGL_GL_TEXTURE_2D) {
        return GL_TEXTURE_2D;
    }
    if (target >= EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
        target <= EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
        return GL_TEXTURE_CUBE_MAP_POSITIVE_X + (target - EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X);
    }
    return 0;
}

bool isPreserved(const Attribute& attribute) {
    return attribute.name == EGL_IMAGE_PRESERVED &&
           (attribute.value == EGL_TRUE || attribute.value == EGL_FALSE);
}

/// The mipmap level that the attributes name.
Outcome<int> parseLevel(const Attributes& attributes) {
    int level = 0;
    for (const Attribute attribute : attributes) {
        const auto [name, value] = attribute;
        if (name == EGL_GL_TEXTURE_LEVEL && value >= 0 && value <= INT32_MAX) {
            level = int(value);
        } else if (!isPreserved(attribute)) {
            return Failure{EGL_BAD_PARAMETER};
        }
    }
    return level;
}

} // namespace

Status checkPixmapImageAttributes(const Attributes& attributes) {
    for (const Attribute attribute : attributes) {
        if (!isPreserved(attribute)) {
            return Failure{EGL_BAD_PARAMETER};
        }
    }
    return {};
}

Outcome<std::shared_ptr<Image>> Image::create(window::Context& context,
                                              EGLenum target,
                                              EGLClientBuffer buffer,
                                              const Attributes& attributes) {
    const GLenum texture = textureTarget(target);
    if (texture == 0 && target != EGL_GL_RENDERBUFFER) {
        return Failure{EGL_BAD_PARAMETER};
    }
    const Outcome<int> level = parseLevel(attributes);
    if (!level) {
        return level.failure();
    }
    const auto name = GLuint(reinterpret_cast<uintptr_t>(buffer));
    if (name == 0) {
        return Failure{EGL_BAD_PARAMETER};
    }
    bool exists = false;
    std::shared_ptr<gl::SharedImage> storage =
        texture != 0 ? context.gl().shareTexture(name, texture, *level, exists)
                     : context.gl().shareRenderbuffer(name, exists);
    if (!storage) {
        return Failure{exists ? EGL_BAD_ALLOC : EGL_BAD_PARAMETER};
    }
    return std::make_shared<Image>(std::move(storage));
}

} // namespace egl

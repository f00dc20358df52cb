// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/outcome.h"
#include "gl/backend.h"
#include "window/context.h"

#include <memory>

namespace egl {

/// Of a native pixmap (EGL_KHR_image_pixmap). EGL_BAD_PARAMETER: an attribute that it does not
/// have.
Status checkPixmapImageAttributes(const Attributes& attributes);

/// An EGLImage (EGL 1.5 section 3.9): keeps the storage of a texture level or renderbuffer, or of
/// others' memory, and textures of all contexts and share groups can take it over.
class Image {
public:
    explicit Image(std::shared_ptr<gl::SharedImage> storage) : m_storage(std::move(storage)) {}

    /// `target`: EGL_GL_TEXTURE_2D, a cube map face, EGL_GL_RENDERBUFFER. `buffer` is the object's
    /// name in `context`.
    static Outcome<std::shared_ptr<Image>> create(window::Context& context,
                                                  EGLenum target,
                                                  EGLClientBuffer buffer,
                                                  const Attributes& attributes);

    std::shared_ptr<gl::SharedImage> storage() const { return m_storage; }

private:
    std::shared_ptr<gl::SharedImage> m_storage;
};

} // namespace egl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/outcome.h"
#include "window/display.h"

namespace egl {

/// The attribute list of eglCreateImage for EGL_LINUX_DMA_BUF_EXT (EGL_EXT_image_dma_buf_import,
/// EGL_EXT_image_dma_buf_import_modifiers), complete and free of contradictions. Whether there are
/// such formats and such memory is the device's to say.
///
/// EGL_BAD_PARAMETER: an attribute is none of these, or something is missing; EGL_BAD_ATTRIBUTE: a
/// hint has no such value; EGL_BAD_MATCH: planes of different modifiers; EGL_BAD_ACCESS: negative
/// offsets or pitches.
Outcome<glvk::DmaBuf> parseDmaBuf(const Attributes& attributes);

/// EGL's error for what a device refused to import.
EGLint errorOf(glvk::DmaBufFailure failure);

} // namespace egl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/framebuffer.h"
#include "glvk/image/image_slice.h"
#include "glvk/record/calling_context.h"

#include <cstdint>

namespace glvk {

enum class ReadAspect : uint8_t { Color, Depth, Stencil };

/// The image that is attached. Null: nothing, or out of memory.
ImageSlice attachmentSlice(CallingContext& context, const gl::Attachment& attachment);
/// An image of `framebuffer` as it is, which may be multisampled. `index`: of colours. Null image:
/// nothing, or out of memory.
ImageSlice framebufferSlice(CallingContext& context,
                            const gl::Framebuffer& framebuffer,
                            ReadAspect aspect,
                            int index);

} // namespace glvk

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/image/framebuffer_slices.h"

namespace glvk {

/// Pixels that go to framebuffers as they are, past all stages: what glDrawPixels is where nothing
/// happens to fragments on their way (docs/pixel-paths.md). One per context.
class FramebufferWriter {
public:
    explicit FramebufferWriter(CallingContext& context) : m_context(context) {}

    /// See gl::ContextBackend::writePixels().
    bool writePixels(const gl::Framebuffer& target,
                     const gl::Rect& area,
                     const format::PixelLayout& pixels,
                     const void* src);

private:
    bool writeSlice(const ImageSlice& slice,
                    VkImageAspectFlags aspect,
                    const gl::Rect& area,
                    const format::PixelLayout& pixels,
                    const void* src);

    CallingContext& m_context;
};

} // namespace glvk

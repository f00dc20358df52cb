// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/image/framebuffer_slices.h"

namespace glvk {

class Recorder;

/// Reads of framebuffers: as images for copies, as pixels for glReadPixels. One per context.
class FramebufferReader {
public:
    explicit FramebufferReader(CallingContext& context);

    /// What reads of `framebuffer` come from, single-sampled. Null image: nothing, or out of
    /// memory.
    ImageSlice slice(const gl::Framebuffer& framebuffer, ReadAspect aspect);
    /// False: out of memory, or the device is lost.
    bool readPixels(const gl::Framebuffer& source,
                    const gl::Rect& area,
                    const format::PixelLayout& pixels,
                    void* dst);

private:
    /// Copies texels back and packs them; waits for the device.
    [[nodiscard]] bool readImage(const ImageSlice& source,
                                 const gl::Offset& offset,
                                 const format::Extent& extent,
                                 const format::PixelLayout& pixels,
                                 void* dst,
                                 bool sumLuminance);

    CallingContext& m_context;
    Gpu& m_gpu;
    Recorder& m_recorder;
    ResourceRef<Image> m_readable; ///< What slice() resolved last.
};

} // namespace glvk

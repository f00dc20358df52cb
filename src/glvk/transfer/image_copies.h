// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/image/image_slice.h"

namespace glvk {

class Recorder;

/// A single-sampled image of what `source` shows, all aspects. Null: out of memory.
ResourceRef<Image> resolved(Recorder& recorder, const ImageSlice& source);
/// A copy that shaders can read as a 2D image, of one aspect. Null: out of memory.
ResourceRef<Image>
sampledCopy(Recorder& recorder, const ImageSlice& source, VkImageAspectFlags aspect);
/// The same of an area, which is all that the copy has.
ResourceRef<Image> sampledCopy(Recorder& recorder,
                               const ImageSlice& source,
                               VkImageAspectFlags aspect,
                               const VkRect2D& area);

} // namespace glvk

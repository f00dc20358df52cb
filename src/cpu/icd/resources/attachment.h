// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/graphics_state.h"
#include "cpu/exec/render_pass.h"
#include "cpu/icd/vulkan.h"

namespace cpu::icd {

class ImageView;

/// The first level of a view. Null, or without memory: none.
exec::Attachment attachmentOf(const ImageView* view);

exec::ResolveMode resolveModeOf(VkResolveModeFlagBits mode);
exec::ClearValue clearValueOf(const VkClearValue& value);

/// A rectangle of Vulkan, however large it claims to be.
Rectangle rectangleOf(const VkRect2D& area);

/// Makes the area, the layers and the views fit every attachment, and takes the number of samples
/// from them; without any it is 0, and the pipelines' when they draw. Nothing that is drawn reaches
/// beyond an image.
void fitFramebuffer(exec::Framebuffer& framebuffer);

} // namespace cpu::icd

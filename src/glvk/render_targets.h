// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/framebuffer.h"
#include "glvk/resource.h"
#include "glvk/texture.h"
#include "glvk/vulkan.h"

#include <array>

namespace glvk {

class Context;
class Recorder;

struct RenderTarget {
    ResourceRef<Image> image; ///< Null: nothing is attached (or not drawn to).
    VkImageView view = VK_NULL_HANDLE;
    const format::InternalFormat* format = nullptr;
    format::Id storage = format::Id::None;

    explicit operator bool() const { return bool(image); }
};

/// A framebuffer as Vulkan's rendering sees it: colour attachment i is GL's draw buffer i.
struct RenderTargets {
    std::array<RenderTarget, gl::kMaxColorAttachments> color;
    uint32_t colorCount = 0;
    RenderTarget depth; ///< Depth and stencil are views of one image where both exist.
    RenderTarget stencil;
    int32_t width_px = 0;
    int32_t height_px = 0;
    uint32_t samples = 1;

    bool empty() const { return width_px <= 0 || height_px <= 0; }
};

/// Values to clear to while rendering begins.
struct ClearLoads {
    bool color = false;
    bool depth = false;
    bool stencil = false;
    std::array<float, 4> colorValue{};
    float depthValue = 1;
    uint32_t stencilValue = 0;
};

/// False: out of memory. A surfaceless default framebuffer gives empty targets.
bool resolveTargets(Context& context, const gl::Framebuffer& framebuffer, RenderTargets& targets);
/// Begins rendering over the whole targets, with barriers for what was read or written before.
void beginRendering(Recorder& recorder, const RenderTargets& targets, const ClearLoads& clears);

} // namespace glvk

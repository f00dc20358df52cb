// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/framebuffer.h"
#include "glvk/gpu/image.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/image/image_slice.h"
#include "glvk/image/target_image.h"

#include <array>

namespace glvk {

class CallingContext;
class Gpu;
class Recorder;

struct RenderTarget {
    ResourceRef<Image> image; ///< Null: nothing is attached (or not drawn to).
    VkImageView view = VK_NULL_HANDLE;
    const format::InternalFormat* format = nullptr;
    format::Id storage = format::Id::None; ///< As the view has it.
    ViewKey key;                           ///< Of `view`.
    uint32_t layersBeyond = 0; ///< Attached ones that are not in `view`: others have fewer.

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
    uint32_t layers = 1; ///< Views have so many.

    bool empty() const { return width_px <= 0 || height_px <= 0; }
};

/// Values to clear to while rendering begins.
struct ClearLoads {
    uint32_t color = 0; ///< Bit i: colour attachment i.
    bool depth = false;
    bool stencil = false;
    gl::ClearKind colorKind = gl::ClearKind::Float;
    std::array<uint32_t, 4> colorValue{}; ///< Bits of numbers of that kind.
    float depthValue = 1;
    uint32_t stencilValue = 0;

    /// The colour in another kind of numbers.
    std::array<uint32_t, 4> colorAs(gl::ClearKind kind) const;
    /// In the kind of numbers that `target` holds; an absent alpha is one.
    VkClearColorValue colorOf(const RenderTarget& target) const;
};

/// The kind of numbers that shaders write to a layout.
gl::ClearKind numbersOf(format::Id storage);

/// A clear with what the state's masks leave of it.
struct MaskedClear {
    ClearLoads what;
    bool partial = false; ///< Some mask is neither all nor nothing.
    std::array<uint8_t, gl::kMaxColorAttachments> colorMasks{};
    uint32_t stencilMask = 0;
};

/// A view of an image to render to. False: out of memory; a slice without the aspects gives an
/// empty target. `layers` 0: one, not as an array. `encode`: sRGB images are written encoded.
bool makeTarget(Gpu& gpu,
                const ImageSlice& slice,
                VkImageAspectFlags aspects,
                uint32_t layers,
                bool encode,
                RenderTarget& target);
/// False: out of memory. A surfaceless default framebuffer gives empty targets.
bool resolveTargets(CallingContext& context,
                    const gl::Framebuffer& framebuffer,
                    bool encode,
                    RenderTargets& targets);
/// One layer of layered targets, which each of them has. False: out of memory.
bool layerOf(const RenderTargets& targets, uint32_t layer, RenderTargets& single);
/// Begins rendering over the whole targets, with barriers for what was read or written before, and
/// for `read`, which the draws sample.
void beginRendering(Recorder& recorder,
                    const RenderTargets& targets,
                    const ClearLoads& clears,
                    Resource* read = nullptr);

} // namespace glvk

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <vector>

namespace cpu::icd {

class ImageView;

class Framebuffer {
public:
    explicit Framebuffer(const VkFramebufferCreateInfo& info);

    /// Empty of those that are told their views when the render pass begins.
    const std::vector<const ImageView*>& views() const { return m_views; }
    uint32_t layers() const { return m_layers; }

private:
    std::vector<const ImageView*> m_views;
    uint32_t m_layers;
};
GLISSADE_CPU_OBJECT(VkFramebuffer, Framebuffer)

} // namespace cpu::icd

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "case.h"

namespace pictures {

/// The attachments of a case, as images and as a pass over them.
class Targets {
public:
    Targets(Objects& objects, const Case& test);

    void begin(VkCommandBuffer commands) const;
    void nextSubpass(VkCommandBuffer commands) const;
    void end(VkCommandBuffer commands) const;
    /// VK_NULL_HANDLE: dynamic rendering.
    VkRenderPass renderPass() const { return m_renderPass; }
    /// What a second subpass reads: the first color attachment and the depth, if there is one.
    std::vector<VkImageView> inputViews() const;
    std::vector<Picture> read() const;

private:
    struct Target {
        Objects::Image image;
        VkImageView view = VK_NULL_HANDLE;
        Objects::Image resolve;
        VkImageView resolveView = VK_NULL_HANDLE;
    };

    Target makeTarget(VkFormat format, VkImageAspectFlags aspects, bool resolves);
    std::vector<std::byte> uploadPattern(const Objects::Image& image, uint32_t seed);
    void makeRenderPass();
    void beginRendering(VkCommandBuffer commands) const;
    Picture pictureOf(const std::string& name,
                      const Objects::Image& image,
                      VkImageAspectFlagBits aspect) const;
    VkRect2D renderArea() const;
    VkImageAspectFlags depthAspects() const;
    bool hasSecondSubpass() const { return !m_case.inputFragment.empty(); }

    Objects& m_objects;
    const Case& m_case;
    std::vector<Target> m_colors;
    std::vector<std::vector<std::byte>> m_patterns;
    Target m_depth;
    VkRenderPass m_renderPass = VK_NULL_HANDLE;
    VkFramebuffer m_framebuffer = VK_NULL_HANDLE;
};

/// The images of a case, to ask whether a device has such.
VkImageCreateInfo targetInfo(const Case& test, VkFormat format, VkSampleCountFlagBits samples);
VkResolveModeFlagBits resolveMode(const Format& format);

} // namespace pictures

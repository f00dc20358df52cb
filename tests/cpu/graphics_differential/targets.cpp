// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "targets.h"

#include "sample_reader.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace pictures {
namespace {

VkClearValue clearOf(const ColorTarget& target) {
    VkClearValue value{};
    value.color = target.clear;
    return value;
}

VkClearValue clearOf(const DepthTarget& target) {
    VkClearValue value{};
    value.depthStencil = {target.depth, target.stencil};
    return value;
}

VkAttachmentLoadOp loadOf(const ColorTarget& target) {
    return target.pattern ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR;
}

/// The texel that is there most often.
std::vector<std::byte> commonTexel(const Picture& picture) {
    const size_t size_B = formatOf(picture.format).size_B();
    std::map<std::string, size_t> counts;
    for (size_t i = 0; i < picture.texels(); ++i) {
        ++counts[{reinterpret_cast<const char*>(picture.texel(i)), size_B}];
    }
    const auto most = std::max_element(
        counts.begin(), counts.end(), [](auto& a, auto& b) { return a.second < b.second; });
    const auto* bytes = reinterpret_cast<const std::byte*>(most->first.data());
    return {bytes, bytes + size_B};
}

VkFormat aspectFormat(VkFormat format, VkImageAspectFlagBits aspect) {
    if (aspect == VK_IMAGE_ASPECT_STENCIL_BIT) {
        return VK_FORMAT_S8_UINT;
    }
    switch (format) {
    case VK_FORMAT_D16_UNORM_S8_UINT:
        return VK_FORMAT_D16_UNORM;
    case VK_FORMAT_D24_UNORM_S8_UINT:
        return VK_FORMAT_X8_D24_UNORM_PACK32;
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
    case VK_FORMAT_D32_SFLOAT:
        return VK_FORMAT_R32_SFLOAT;
    default:
        return format;
    }
}

uint32_t aspectSize_B(VkFormat format, VkImageAspectFlagBits aspect) {
    return aspect == VK_IMAGE_ASPECT_COLOR_BIT   ? formatOf(format).size_B()
           : aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? depthSize_B(format)
                                                 : 1;
}

} // namespace

VkImageCreateInfo targetInfo(const Case& test, VkFormat format, VkSampleCountFlagBits samples) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    const bool color = !hasDepth(format) && !hasStencil(format);
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {test.extent.width, test.extent.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = test.layers;
    info.samples = samples;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage =
        VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
        (color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    if (samples > 1) {
        info.usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
        info.flags |= color ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0;
    }
    if (!test.inputFragment.empty()) {
        info.usage |= VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    }
    return info;
}

VkResolveModeFlagBits resolveMode(const Format& format) {
    return format.isInteger() ? VK_RESOLVE_MODE_SAMPLE_ZERO_BIT : VK_RESOLVE_MODE_AVERAGE_BIT;
}

Targets::Targets(Objects& objects, const Case& test) : m_objects(objects), m_case(test) {
    for (const ColorTarget& color : test.colors) {
        m_colors.push_back(makeTarget(color.format, VK_IMAGE_ASPECT_COLOR_BIT, color.resolves));
        m_patterns.push_back(color.pattern ? uploadPattern(m_colors.back().image, color.pattern)
                                           : std::vector<std::byte>{});
    }
    if (test.depth) {
        m_depth = makeTarget(test.depth->format, depthAspects(), test.depth->resolves);
    }
    if (test.renderPass) {
        makeRenderPass();
    }
}

VkImageAspectFlags Targets::depthAspects() const {
    const VkFormat format = m_case.depth->format;
    return (hasDepth(format) ? VK_IMAGE_ASPECT_DEPTH_BIT : 0) |
           (hasStencil(format) ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
}

Targets::Target Targets::makeTarget(VkFormat format, VkImageAspectFlags aspects, bool resolves) {
    const VkImageViewType type =
        m_case.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    Target target;
    target.image = m_objects.image(targetInfo(m_case, format, m_case.samples), aspects);
    target.view = m_objects.view(target.image, type, format, aspects);
    if (resolves) {
        target.resolve =
            m_objects.image(targetInfo(m_case, format, VK_SAMPLE_COUNT_1_BIT), aspects);
        target.resolveView = m_objects.view(target.resolve, type, format, aspects);
    }
    return target;
}

std::vector<std::byte> Targets::uploadPattern(const Objects::Image& image, uint32_t seed) {
    const Format& format = formatOf(image.info.format);
    const VkExtent3D extent = image.info.extent;
    const size_t texels = size_t(extent.width) * extent.height * image.info.arrayLayers;
    Objects staging(m_objects.device());
    const Objects::Buffer buffer =
        staging.buffer(texels * format.size_B(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    Random random(seed);
    for (size_t i = 0; i < texels; ++i) {
        uint32_t words[4] = {
            uint32_t(random()), uint32_t(random()), uint32_t(random()), uint32_t(random())};
        if (format.kind == Kind::Float) {
            // Numbers between 0 and 2, of few digits, so that sums are exact.
            static constexpr uint32_t kHalves[] = {0x0000, 0x3400, 0x3800, 0x3a00, 0x3c00, 0x3e00};
            for (uint32_t& word : words) {
                const uint32_t half = kHalves[word % std::size(kHalves)];
                word = half ? ((half & 0x3ff) << 13) | ((half >> 10) + 112) << 23 : 0;
                if (format.bits[0] == 16) {
                    word = half;
                }
            }
            if (format.bits[0] == 16) {
                words[0] |= words[1] << 16;
                words[1] = words[2] | words[3] << 16;
            } else if (format.bits[0] == 11) {
                const auto small = [](uint32_t word, uint32_t mantissa) {
                    return word ? (((word >> 23) - 112) << mantissa) |
                                      ((word & 0x7fffff) >> (23 - mantissa))
                                : 0;
                };
                words[0] = small(words[0], 6) | small(words[1], 6) << 11 | small(words[2], 5) << 22;
            }
        }
        std::memcpy(buffer.bytes.data() + i * format.size_B(), words, format.size_B());
    }
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, image.info.arrayLayers};
    region.imageExtent = extent;
    m_objects.device().run([&](VkCommandBuffer commands) {
        vkCmdCopyBufferToImage(
            commands, buffer.handle, image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    });
    return {buffer.bytes.begin(), buffer.bytes.end()};
}

VkRect2D Targets::renderArea() const {
    return m_case.renderArea.value_or(VkRect2D{{0, 0}, m_case.extent});
}

void Targets::makeRenderPass() {
    const VkDevice device = m_objects.device().handle();
    const uint32_t firstColors = uint32_t(m_colors.size()) - (hasSecondSubpass() ? 1 : 0);
    std::vector<VkAttachmentDescription2> attachments;
    std::vector<VkImageView> views;
    const auto attach = [&](VkFormat format,
                            VkSampleCountFlagBits samples,
                            VkAttachmentLoadOp load,
                            VkImageView view) {
        VkAttachmentDescription2 info{VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2};
        info.format = format;
        info.samples = samples;
        info.loadOp = info.stencilLoadOp = load;
        info.storeOp = info.stencilStoreOp = VK_ATTACHMENT_STORE_OP_STORE;
        info.initialLayout = info.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
        attachments.push_back(info);
        views.push_back(view);
    };
    const auto reference = [](uint32_t attachment, VkImageAspectFlags aspects) {
        VkAttachmentReference2 info{VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2};
        info.attachment = attachment;
        info.layout = VK_IMAGE_LAYOUT_GENERAL;
        info.aspectMask = aspects;
        return info;
    };
    std::vector<VkAttachmentReference2> colors;
    for (size_t i = 0; i < m_colors.size(); ++i) {
        colors.push_back(reference(uint32_t(attachments.size()), VK_IMAGE_ASPECT_COLOR_BIT));
        attach(m_case.colors[i].format, m_case.samples, loadOf(m_case.colors[i]), m_colors[i].view);
    }
    const auto depthIndex = uint32_t(attachments.size());
    if (m_case.depth) {
        attach(m_case.depth->format, m_case.samples, VK_ATTACHMENT_LOAD_OP_CLEAR, m_depth.view);
    }
    std::vector<VkAttachmentReference2> resolves;
    bool resolvesAny = false;
    for (size_t i = 0; i < m_colors.size(); ++i) {
        const bool resolvesThis = m_case.colors[i].resolves;
        resolvesAny |= resolvesThis;
        resolves.push_back(
            reference(resolvesThis ? uint32_t(attachments.size()) : VK_ATTACHMENT_UNUSED,
                      VK_IMAGE_ASPECT_COLOR_BIT));
        if (resolvesThis) {
            attach(m_case.colors[i].format,
                   VK_SAMPLE_COUNT_1_BIT,
                   VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                   m_colors[i].resolveView);
        }
    }
    VkSubpassDescription2 subpasses[2]{{VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2},
                                       {VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2}};
    for (VkSubpassDescription2& subpass : subpasses) {
        subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
        subpass.viewMask = m_case.viewMask;
    }
    VkAttachmentReference2 depthReference{};
    VkAttachmentReference2 depthResolveReference{};
    VkSubpassDescriptionDepthStencilResolve depthResolve{
        VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE};
    subpasses[0].colorAttachmentCount = firstColors;
    subpasses[0].pColorAttachments = colors.data();
    subpasses[0].pResolveAttachments = resolvesAny ? resolves.data() : nullptr;
    if (m_case.depth) {
        depthReference = reference(depthIndex, depthAspects());
        subpasses[0].pDepthStencilAttachment = &depthReference;
        if (m_case.depth->resolves) {
            depthResolveReference = reference(uint32_t(attachments.size()), depthAspects());
            attach(m_case.depth->format,
                   VK_SAMPLE_COUNT_1_BIT,
                   VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                   m_depth.resolveView);
            depthResolve.depthResolveMode = depthResolve.stencilResolveMode =
                VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
            depthResolve.pDepthStencilResolveAttachment = &depthResolveReference;
            subpasses[0].pNext = &depthResolve;
        }
    }
    std::vector<VkAttachmentReference2> inputs = {reference(0, VK_IMAGE_ASPECT_COLOR_BIT)};
    if (m_case.depth) {
        inputs.push_back(reference(depthIndex, VK_IMAGE_ASPECT_DEPTH_BIT));
    }
    subpasses[1].colorAttachmentCount = 1;
    subpasses[1].pColorAttachments = &colors.back();
    subpasses[1].inputAttachmentCount = uint32_t(inputs.size());
    subpasses[1].pInputAttachments = inputs.data();
    VkSubpassDependency2 dependency{VK_STRUCTURE_TYPE_SUBPASS_DEPENDENCY_2};
    dependency.srcSubpass = 0;
    dependency.dstSubpass = 1;
    dependency.srcStageMask = VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT;
    dependency.dstStageMask = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    dependency.srcAccessMask =
        VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    dependency.dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
    dependency.dependencyFlags = VK_DEPENDENCY_BY_REGION_BIT;
    VkRenderPassCreateInfo2 info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
    info.attachmentCount = uint32_t(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = hasSecondSubpass() ? 2 : 1;
    info.pSubpasses = subpasses;
    info.dependencyCount = hasSecondSubpass() ? 1 : 0;
    info.pDependencies = &dependency;
    check(vkCreateRenderPass2(device, &info, nullptr, &m_renderPass), "vkCreateRenderPass2");
    m_objects.atEnd([device, pass = m_renderPass] { vkDestroyRenderPass(device, pass, nullptr); });

    VkFramebufferCreateInfo framebuffer{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    framebuffer.renderPass = m_renderPass;
    framebuffer.attachmentCount = uint32_t(views.size());
    framebuffer.pAttachments = views.data();
    framebuffer.width = m_case.extent.width;
    framebuffer.height = m_case.extent.height;
    framebuffer.layers = m_case.viewMask ? 1 : m_case.layers;
    check(vkCreateFramebuffer(device, &framebuffer, nullptr, &m_framebuffer),
          "vkCreateFramebuffer");
    m_objects.atEnd([device, it = m_framebuffer] { vkDestroyFramebuffer(device, it, nullptr); });
}

void Targets::beginRendering(VkCommandBuffer commands) const {
    const auto attachment = [](const Target& target) {
        VkRenderingAttachmentInfo info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
        info.imageView = target.view;
        info.imageLayout = info.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
        info.resolveImageView = target.resolveView;
        info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        return info;
    };
    std::vector<VkRenderingAttachmentInfo> colors;
    for (size_t i = 0; i < m_colors.size(); ++i) {
        VkRenderingAttachmentInfo info = attachment(m_colors[i]);
        info.loadOp = loadOf(m_case.colors[i]);
        info.clearValue = clearOf(m_case.colors[i]);
        info.resolveMode = m_case.colors[i].resolves ? resolveMode(m_case.format(uint32_t(i)))
                                                     : VK_RESOLVE_MODE_NONE;
        colors.push_back(info);
    }
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea = renderArea();
    info.layerCount = m_case.viewMask ? 1 : m_case.layers;
    info.viewMask = m_case.viewMask;
    info.colorAttachmentCount = uint32_t(colors.size());
    info.pColorAttachments = colors.data();
    VkRenderingAttachmentInfo depth{};
    if (m_case.depth) {
        depth = attachment(m_depth);
        depth.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
        depth.clearValue = clearOf(*m_case.depth);
        depth.resolveMode =
            m_case.depth->resolves ? VK_RESOLVE_MODE_SAMPLE_ZERO_BIT : VK_RESOLVE_MODE_NONE;
        info.pDepthAttachment = hasDepth(m_case.depth->format) ? &depth : nullptr;
        info.pStencilAttachment = hasStencil(m_case.depth->format) ? &depth : nullptr;
    }
    vkCmdBeginRendering(commands, &info);
}

void Targets::begin(VkCommandBuffer commands) const {
    if (!m_renderPass) {
        beginRendering(commands);
        return;
    }
    std::vector<VkClearValue> clears;
    for (const ColorTarget& color : m_case.colors) {
        clears.push_back(clearOf(color));
    }
    if (m_case.depth) {
        clears.push_back(clearOf(*m_case.depth));
    }
    VkRenderPassBeginInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    info.renderPass = m_renderPass;
    info.framebuffer = m_framebuffer;
    info.renderArea = renderArea();
    info.clearValueCount = uint32_t(clears.size());
    info.pClearValues = clears.data();
    vkCmdBeginRenderPass(commands, &info, VK_SUBPASS_CONTENTS_INLINE);
}

void Targets::nextSubpass(VkCommandBuffer commands) const {
    vkCmdNextSubpass(commands, VK_SUBPASS_CONTENTS_INLINE);
}

void Targets::end(VkCommandBuffer commands) const {
    if (m_renderPass) {
        vkCmdEndRenderPass(commands);
    } else {
        vkCmdEndRendering(commands);
    }
}

std::vector<VkImageView> Targets::inputViews() const {
    std::vector<VkImageView> views = {m_colors[0].view};
    if (m_case.depth) {
        views.push_back(
            m_objects.view(m_depth.image,
                           m_case.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
                           m_case.depth->format,
                           VK_IMAGE_ASPECT_DEPTH_BIT));
    }
    return views;
}

Picture Targets::pictureOf(const std::string& name,
                           const Objects::Image& image,
                           VkImageAspectFlagBits aspect) const {
    Picture picture;
    picture.name = name;
    picture.format = aspectFormat(image.info.format, aspect);
    picture.samples = image.info.samples;
    picture.extent = m_case.extent;
    picture.layers = image.info.arrayLayers;
    const uint32_t size_B = aspectSize_B(image.info.format, aspect);
    Device& device = m_objects.device();
    if (image.info.samples > 1) {
        picture.bytes = device.sampleReader().read(image, aspect, size_B);
    } else {
        Objects staging(device);
        const Objects::Buffer buffer = staging.buffer(
            size_t(size_B) * m_case.extent.width * m_case.extent.height * image.info.arrayLayers,
            VK_BUFFER_USAGE_TRANSFER_DST_BIT);
        VkBufferImageCopy region{};
        region.imageSubresource = {VkImageAspectFlags(aspect), 0, 0, image.info.arrayLayers};
        region.imageExtent = image.info.extent;
        device.run([&](VkCommandBuffer commands) {
            vkCmdCopyImageToBuffer(
                commands, image.handle, VK_IMAGE_LAYOUT_GENERAL, buffer.handle, 1, &region);
        });
        picture.bytes.assign(buffer.bytes.begin(), buffer.bytes.end());
    }
    // 24 bits of depth are copied as words whose first byte may be anything.
    if (size_B > formatOf(picture.format).size_B()) {
        const uint32_t small_B = formatOf(picture.format).size_B();
        const size_t texels = picture.bytes.size() / size_B;
        for (size_t i = 0; i < texels; ++i) {
            std::memmove(&picture.bytes[i * small_B], &picture.bytes[i * size_B], small_B);
        }
        picture.bytes.resize(texels * small_B);
    }
    return picture;
}

std::vector<Picture> Targets::read() const {
    std::vector<Picture> pictures;
    const auto add = [&](const std::string& name,
                         const Objects::Image& image,
                         VkImageAspectFlagBits aspect) -> Picture& {
        pictures.push_back(pictureOf(name, image, aspect));
        pictures.back().before = commonTexel(pictures.back());
        return pictures.back();
    };
    for (size_t i = 0; i < m_colors.size(); ++i) {
        const std::string name = "color " + std::to_string(i);
        Picture& picture = add(name, m_colors[i].image, VK_IMAGE_ASPECT_COLOR_BIT);
        const VkClearColorValue clear = m_case.colors[i].clear;
        if (!m_patterns[i].empty()) {
            picture.before = m_patterns[i];
        } else if (!clear.uint32[0] && !clear.uint32[1] && !clear.uint32[2] && !clear.uint32[3]) {
            picture.before.assign(formatOf(picture.format).size_B(), std::byte{});
        }
        if (m_case.colors[i].resolves) {
            add(name + " resolved", m_colors[i].resolve, VK_IMAGE_ASPECT_COLOR_BIT);
        }
    }
    if (m_case.depth) {
        for (const VkImageAspectFlagBits aspect :
             {VK_IMAGE_ASPECT_DEPTH_BIT, VK_IMAGE_ASPECT_STENCIL_BIT}) {
            if (!(depthAspects() & aspect)) {
                continue;
            }
            const std::string name = aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? "depth" : "stencil";
            add(name, m_depth.image, aspect);
            if (m_case.depth->resolves) {
                add(name + " resolved", m_depth.resolve, aspect);
            }
        }
    }
    return pictures;
}

} // namespace pictures

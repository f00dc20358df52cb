// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw_work.h"

#include "format/vk_formats.h"

#include <algorithm>
#include <limits>

namespace cpu::exec {
namespace {

/// Elements of an attribute that lie within its buffer.
uint32_t elementCount(const VertexBinding& binding, const VertexAttribute& attribute) {
    const uint64_t element_B = format::vkFormatLayout(attribute.format).block_B;
    if (!binding.base || attribute.offset_B + element_B > binding.size_B) {
        return 0;
    }
    if (binding.stride_B == 0) {
        return std::numeric_limits<uint32_t>::max();
    }
    const uint64_t count = (binding.size_B - attribute.offset_B - element_B) / binding.stride_B + 1;
    return uint32_t(std::min<uint64_t>(count, std::numeric_limits<uint32_t>::max()));
}

TargetWork targetOf(const Attachment& attachment, void* routine) {
    const Surface& surface = attachment.surface;
    return {routine,
            surface.base,
            surface.zPitch_B,
            surface.samplePitch_B,
            uint32_t(surface.rowPitch_B),
            surface.block_B,
            surface.tiling};
}

/// Depth that may lie outside of 0 … 1 in an attachment of floats: it is clamped to that
/// (VK_EXT_depth_clamp_zero_one).
bool mayExceed(const GraphicsState& state, const shader::FragmentImage* image) {
    const format::VkFormatLayout& layout = format::vkFormatLayout(state.framebuffer.depth.format);
    return layout.type == format::ChannelType::Float && !state.raster.depthClamp &&
           (!state.raster.depthClip || state.raster.depthBias || (image && image->writesDepth));
}

void placeDepth(const GraphicsState& state,
                const shader::FragmentImage* image,
                DrawRoutines& routines,
                FragmentWork& work) {
    const Framebuffer& framebuffer = state.framebuffer;
    const bool hasDepth = framebuffer.depth.surface.base != nullptr;
    const bool hasStencil = framebuffer.stencil.surface.base != nullptr;
    const Attachment& attachment = hasDepth ? framebuffer.depth : framebuffer.stencil;
    if (!attachment.surface.base) {
        return;
    }
    const bool toUnit = hasDepth && mayExceed(state, image);
    for (int i = 0; i < 2; ++i) {
        const StencilFace& face = i == 0 ? state.depth.front : state.depth.back;
        const DepthKey key = DepthKey::make(attachment.format,
                                            attachment.surface.tiling,
                                            hasDepth && state.depth.tests,
                                            state.depth.compare,
                                            state.depth.writes,
                                            state.raster.depthClamp || toUnit,
                                            hasStencil && state.depth.stencilTests,
                                            face.ops,
                                            hasDepth && state.depth.boundsTest);
        work.depthKey[i] = key;
        work.depth[i] = targetOf(attachment, key.bits ? routines.mergeDepth(key) : nullptr);
        work.stencilCompareMask[i] = face.compareMask;
        work.stencilWriteMask[i] = face.writeMask;
        work.stencilReference[i] = face.reference;
    }
    work.depthBounds = {state.depth.minBounds, state.depth.maxBounds};
    for (uint32_t i = 0; i < raster::kMaxViewports; ++i) {
        const raster::Viewport& viewport = state.raster.viewports[i];
        work.depthRange[i] = {toUnit ? 0 : std::min(viewport.minDepth, viewport.maxDepth),
                              toUnit ? 1 : std::max(viewport.minDepth, viewport.maxDepth)};
    }
}

/// Of the color attachment that has the shader's location; 0: none has.
uint8_t formatAt(const Framebuffer& framebuffer, uint8_t location) {
    const auto at = std::ranges::find(framebuffer.locations, location);
    return at == framebuffer.locations.end()
               ? 0
               : framebuffer.colors[size_t(at - framebuffer.locations.begin())].format;
}

/// Tests come first wherever nobody can tell the difference.
DepthOrder orderOf(const shader::FragmentImage* image, const SampleState& samples) {
    if (!image || image->earlyTests) {
        return DepthOrder::Early;
    }
    const bool decides = image->writesDepth || image->writesStencil || image->writesSampleMask ||
                         image->discards || image->writesMemory || image->readsInputAttachments ||
                         samples.alphaToCoverage;
    return decides ? DepthOrder::Late : DepthOrder::Early;
}

} // namespace

SamplePlaces samplePlaces(uint32_t samples) {
    if (samples == 4) {
        return {{0.375f, 0.875f, 0.125f, 0.625f}, {0.125f, 0.375f, 0.625f, 0.875f}};
    }
    return {{0.5f}, {0.5f}};
}

Attributes attributesOf(const VertexInput& input, uint32_t attributesUsed, DrawRoutines& routines) {
    Attributes attributes;
    for (uint32_t location = 0; location < kMaxLocations; ++location) {
        const VertexAttribute& attribute = input.attributes[location];
        if (!(attributesUsed >> location & 1)) {
            continue;
        }
        // A format that there is for what the application did not describe.
        constexpr uint32_t kR8Unorm = 9;
        const uint32_t format =
            attribute.format ? attribute.format : format::vkFormatIndex(kR8Unorm);
        const VertexBinding& binding = input.bindings[attribute.binding];
        AttributeWork& work = attributes.all[attributes.count++];
        work = {};
        work.routine = routines.fetchVertex(format);
        work.base = binding.base ? binding.base + attribute.offset_B : nullptr;
        work.format = format;
        work.stride_B = binding.stride_B;
        work.count = attribute.format ? elementCount(binding, attribute) : 0;
        work.location = location;
        work.divisor = binding.divisor;
        work.perInstance = binding.perInstance;
    }
    return attributes;
}

FragmentWork fragmentsOf(const GraphicsState& state,
                         const shader::FragmentImage* image,
                         DrawRoutines& routines) {
    FragmentWork work = {};
    work.samples = state.framebuffer.samples;
    work.sampleMask = state.samples.mask;
    const SamplePlaces places = samplePlaces(work.samples);
    std::copy_n(places.x, kMaxSamples, work.sampleX);
    std::copy_n(places.y, kMaxSamples, work.sampleY);
    work.depthOrder = orderOf(image, state.samples);
    placeDepth(state, image, routines, work);
    if (!image) {
        return work;
    }
    work.perSample = work.samples > 1 && (state.samples.sampleShading || image->perSample);
    work.writesDepth = image->writesDepth;
    work.writesStencil = image->writesStencil;
    work.writesSampleMask = image->writesSampleMask;
    work.alphaToCoverage = state.samples.alphaToCoverage && (image->colorsWritten & 1);
    work.alphaToOne = state.samples.alphaToOne;
    work.smoothLines = raster::drawsSmoothLines(state.raster) && (image->colorsWritten & 1) &&
                       !format::vkFormatLayout(formatAt(state.framebuffer, 0)).integer();
    work.smoothPlane = uint32_t(image->varyings.size());
    std::copy_n(state.blend.constants, 4, work.colorData.blendConstants);
    for (uint32_t i = 0; i < kMaxColorAttachments; ++i) {
        const Attachment& attachment = state.framebuffer.colors[i];
        const uint32_t location = state.framebuffer.locations[i];
        if (!attachment.surface.base || location >= kMaxColorAttachments ||
            !(image->colorsWritten >> location & 1)) {
            continue;
        }
        const BlendState::Target& target = state.blend.targets[i];
        const ColorKey key = ColorKey::make(attachment.format,
                                            attachment.surface.tiling,
                                            target.writeMask,
                                            target.blends,
                                            target.blend,
                                            state.blend.logicOp);
        TargetWork& to = work.colors[location];
        work.colorKey[location] = key;
        to = targetOf(attachment, key.bits ? routines.mergeColor(key) : nullptr);
        work.colorsMerged |= uint32_t(to.routine != nullptr) << location;
    }
    return work;
}

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/transfer/meta.h"

namespace gl {
struct BlitCall;
class DirtyBits;
struct State;
} // namespace gl

namespace glvk {

class CallingContext;
class DrawRecorder;
class Recorder;

/// glBlitFramebuffer: as a copy or a resolve where bits only move, else as a draw
/// (docs/framebuffers.md). One per context.
class Blitter {
public:
    Blitter(CallingContext& context, DrawRecorder& draws, MetaPipelines& meta);

    /// False: out of memory.
    bool blit(const gl::State& state, gl::DirtyBits& dirty, const gl::BlitCall& call);

private:
    struct ImageBlit;
    bool blitImage(ImageBlit blit);
    bool copyBits(const ImageBlit& blit);
    void resolveBits(const ImageBlit& blit);
    bool drawBlit(const ImageBlit& blit);
    bool drawBlitPass(const MetaBlitKey& key, MetaBlitPush& push);
    VkDescriptorSet metaSet(VkImageView view);

    CallingContext& m_context;
    Gpu& m_gpu;
    Recorder& m_recorder;
    DrawRecorder& m_draws;
    MetaPipelines& m_meta;
    ResourceRef<MetaSets> m_metaSets;
};

} // namespace glvk

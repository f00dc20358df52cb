// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/transfer/meta.h"

namespace gl {
struct ClearCall;
class DirtyBits;
class Framebuffer;
struct InvalidateCall;
struct Rect;
struct State;
} // namespace gl

namespace glvk {

class CallingContext;
class DrawRecorder;
class Recorder;

/// glClear and its like: as rendering begins where nothing was drawn yet, else by command, else as
/// a draw (docs/draw.md). One per context.
class Clearer {
public:
    Clearer(CallingContext& context, DrawRecorder& draws, MetaPipelines& meta);

    /// False: out of memory.
    bool clear(const gl::State& state, gl::DirtyBits& dirty, const gl::ClearCall& call);
    void invalidate(const gl::Framebuffer& framebuffer, const gl::InvalidateCall& call);

private:
    void
    clearWithCommands(const RenderTargets& targets, const ClearLoads& what, const gl::Rect& area);
    bool clearMasked(const RenderTargets& targets, const MaskedClear& clear, const gl::Rect& area);
    /// Layers first … last - 1, each attachment and layer by itself, of those that have them.
    bool clearLayers(const RenderTargets& targets,
                     const MaskedClear& clear,
                     const gl::Rect& area,
                     uint32_t first,
                     uint32_t last);
    bool clearLayer(const RenderTargets& targets,
                    const MaskedClear& clear,
                    const gl::Rect& area,
                    uint32_t layer);
    bool drawClear(const RenderTargets& targets, const MaskedClear& clear, const gl::Rect& area);

    CallingContext& m_context;
    Gpu& m_gpu;
    Recorder& m_recorder;
    DrawRecorder& m_draws;
    MetaPipelines& m_meta;
};

} // namespace glvk

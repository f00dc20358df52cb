// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/buffer.h"
#include "osmesa/context_request.h"
#include "window/current.h"
#include "window/display.h"

#include <memory>
#include <vector>

namespace osmesa {

/// OSMesaGetDepthBuffer's answer.
struct DepthBuffer {
    int32_t width_px = 0, height_px = 0;
    int valueSize_B = 0;    ///< 2 or 4, of which the depth's bits are the low ones.
    void* values = nullptr; ///< The bottom row first.
};

/// An OSMesaContext: the core's context, and the memory that it was made current with last.
class Context {
public:
    /// Failures: those of window::Context::create().
    static window::Outcome<std::shared_ptr<Context>>
    create(const window::Session& session, const ContextRequest& request, Context* shareWith);

    const std::shared_ptr<window::Context>& core() const { return m_core; }
    GLenum format() const { return m_request.format; }
    /// Null: it was never made current.
    const Buffer* buffer() const { return m_target.buffer.get(); }
    const PixelStore& pixelStore() const { return m_store; }

    /// What is drawn goes to `memory` from now on. Images stay while type and size do; else what
    /// was drawn and is not in the earlier memory yet never comes there, for that may be freed.
    /// Mismatch: no memory of this type, or too large; InUse, OutOfMemory, DeviceLost.
    window::Status makeCurrent(void* memory, GLenum type, int32_t width_px, int32_t height_px);
    /// Before it is destroyed: where it is current in the calling thread, nothing is afterwards,
    /// and the memory stays as it is.
    void leave();
    /// The caller's thread has it current.
    void setPixelStore(const PixelStore& store);
    /// The depths as they are now, valid until asked for again. Mismatch: there are none; InUse,
    /// OutOfMemory.
    window::Outcome<DepthBuffer> depthBuffer();

private:
    /// What is drawn to: the images of the drawable, which are copied to the buffer.
    struct Target {
        std::shared_ptr<Buffer> buffer;
        std::shared_ptr<window::Drawable> drawable;
    };

    explicit Context(const ContextRequest& request) : m_request(request) {}
    /// True: the calling thread draws with it.
    bool isBound() const { return window::current().binding().context == m_core; }
    window::Outcome<Target> makeTarget(GLenum type, int32_t width_px, int32_t height_px) const;
    window::Status bind(GLenum type, int32_t width_px, int32_t height_px);
    window::Outcome<DepthBuffer> readDepths();

    const ContextRequest m_request;
    std::shared_ptr<window::Context> m_core;
    PixelStore m_store;
    Target m_target;
    std::vector<uint32_t> m_depths; ///< Of 16 bits two in each.
};

} // namespace osmesa

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/context.h"

#include <utility>

namespace osmesa {

namespace {

/// The claim of a context for one command, where the thread has not got it anyway.
class ClaimScope {
public:
    explicit ClaimScope(window::Context& context)
        : m_claim(context.claim()),
          m_held(m_claim.heldBy(&window::current())),
          m_taken(m_claim.take(&window::current())) {}
    ~ClaimScope() {
        if (m_taken && !m_held) {
            m_claim.release();
        }
    }
    ClaimScope(const ClaimScope&) = delete;
    ClaimScope& operator=(const ClaimScope&) = delete;

    /// False: another thread has it.
    explicit operator bool() const { return m_taken; }
    /// The thread keeps it: the context is current now.
    void keep() { m_held = true; }

private:
    window::Claim& m_claim;
    bool m_held, m_taken;
};

/// Keeps a buffer's memory from being written to; for good, if so told.
class Silence {
public:
    explicit Silence(std::shared_ptr<Buffer> buffer)
        : m_buffer(std::move(buffer)), m_memory(m_buffer ? m_buffer->memory() : nullptr) {
        if (m_buffer) {
            m_buffer->setMemory(nullptr);
        }
    }
    ~Silence() {
        if (m_buffer) {
            m_buffer->setMemory(m_memory);
        }
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

    void keep() { m_buffer = nullptr; }

private:
    std::shared_ptr<Buffer> m_buffer;
    void* m_memory;
};

} // namespace

window::Outcome<std::shared_ptr<Context>>
Context::create(const window::Session& session, const ContextRequest& request, Context* shareWith) {
    auto core = window::Context::create(session.device,
                                        std::nullopt,
                                        request.toCore(),
                                        shareWith != nullptr ? shareWith->m_core.get() : nullptr);
    if (!core) {
        return core.failure();
    }
    if ((*core)->gl().version() < 10 * request.major + request.minor) {
        return window::Failure::NotOffered;
    }
    std::shared_ptr<Context> context(new Context(request));
    context->m_core = std::move(*core);
    return context;
}

window::Outcome<Context::Target>
Context::makeTarget(GLenum type, int32_t width_px, int32_t height_px) const {
    const std::optional<BufferLayout> layout = bufferLayout(format(), type);
    if (!layout) {
        return window::Failure::Mismatch;
    }
    auto format = window::makeOffscreenFormat(
        m_core->device(),
        {.colors = layout->colors, .depth = m_request.depth, .stencil = m_request.stencil});
    if (!format || width_px > format->maxPbufferWidth_px ||
        height_px > format->maxPbufferHeight_px) {
        return window::Failure::Mismatch;
    }
    format->images.singleBuffered = true;
    Target target;
    target.buffer =
        std::make_shared<Buffer>(type, *layout, format->colorBits(), width_px, height_px);
    target.buffer->setPixelStore(m_store);
    auto drawable = window::Drawable::createPixmap(m_core->device(), *format, target.buffer);
    if (!drawable) {
        return drawable.failure();
    }
    target.drawable = std::move(*drawable);
    return target;
}

window::Status
Context::makeCurrent(void* memory, GLenum type, int32_t width_px, int32_t height_px) {
    ClaimScope claim(*m_core);
    if (!claim) {
        return window::Failure::InUse;
    }
    const window::Status status = bind(type, width_px, height_px);
    if (status) {
        m_target.buffer->setMemory(memory);
        claim.keep();
    }
    return status;
}

window::Status Context::bind(GLenum type, int32_t width_px, int32_t height_px) {
    const auto bindTo = [&](const Target& target) {
        return window::current().bind(
            {.context = m_core, .draw = target.drawable, .read = target.drawable});
    };
    const Buffer* const last = buffer();
    if (last != nullptr && last->type() == type && last->width_px() == width_px &&
        last->height_px() == height_px) {
        return isBound() ? window::Status() : bindTo(m_target);
    }
    window::Outcome<Target> target = makeTarget(type, width_px, height_px);
    if (!target) {
        return target.failure();
    }
    Silence silence(m_target.buffer);
    const window::Status status = bindTo(*target);
    if (status) {
        silence.keep();
        m_target = std::move(*target);
    }
    return status;
}

void Context::leave() {
    if (isBound()) {
        m_target.buffer->setMemory(nullptr);
        window::current().release();
    }
}

void Context::setPixelStore(const PixelStore& store) {
    m_store = store;
    if (m_target.buffer) {
        m_target.buffer->setPixelStore(store);
    }
}

window::Outcome<DepthBuffer> Context::depthBuffer() {
    const ClaimScope claim(*m_core);
    if (!claim) {
        return window::Failure::InUse;
    }
    if (!m_target.drawable || m_target.drawable->format().depth == 0) {
        return window::Failure::Mismatch;
    }
    return readDepths();
}

window::Outcome<DepthBuffer> Context::readDepths() {
    auto& images = m_target.drawable->images();
    const gl::Rect area{0, 0, images.width_px(), images.height_px()};
    const size_t values = size_t(area.width_px) * size_t(area.height_px);
    const int depth = m_target.drawable->format().depth;
    const bool small = depth <= 16;
    m_depths.resize(small ? (values + 1) / 2 : values);
    const format::PixelLayout layout{.format = GL_DEPTH_COMPONENT,
                                     .type = small ? GLenum(GL_UNSIGNED_SHORT)
                                                   : GLenum(GL_UNSIGNED_INT),
                                     .alignment_B = 1};
    if (!m_core->readPixels(images, area, layout, m_depths.data())) {
        return window::Failure::OutOfMemory;
    }
    if (!small) {
        for (uint32_t& value : m_depths) {
            value >>= 32 - depth;
        }
    }
    return DepthBuffer{.width_px = area.width_px,
                       .height_px = area.height_px,
                       .valueSize_B = small ? 2 : 4,
                       .values = m_depths.data()};
}

} // namespace osmesa

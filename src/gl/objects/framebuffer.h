// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/ref.h"
#include "gl/objects/renderbuffer.h"
#include "gl/objects/texture.h"

#include <array>

namespace gl {

inline constexpr int kMaxColorAttachments = 8;

/// What a framebuffer object's attachment point names.
struct Attachment {
    Ref<Texture> texture; ///< At most one of the two is set.
    ImageIndex image;     ///< Level and face of `texture`.
    int32_t layer = 0;    ///< z of a 3D texture, layer of an array, layer and face of a cube array.
    bool layered = false; ///< All of them at once (glFramebufferTexture); `layer` is 0.
    Ref<Renderbuffer> renderbuffer;

    bool attached() const { return texture || renderbuffer; }
    const format::InternalFormat* format() const;
    /// Width and height of what is drawn to; the depth is the number of layers that there are.
    format::Extent extent() const;
    int32_t samples() const;
    bool fixedSampleLocations() const;
    /// Both name the same image: a packed depth/stencil buffer attached to two points.
    bool sameImage(const Attachment& other) const;
    /// The object it names is `object`.
    bool names(const Object* object) const {
        return object && (static_cast<const Object*>(texture.get()) == object ||
                          static_cast<const Object*>(renderbuffer.get()) == object);
    }
};

/// What versions differ in about completeness.
struct FramebufferRules {
    bool es = false;
    bool anySize = false;          ///< Attachments need not be of one size.
    bool needsDrawBuffers = false; ///< What draw and read buffers name must be attached.
};

/// A framebuffer object (ES 2.0 section 4.4), or the window system's framebuffer (name 0), whose
/// images belong to an EGL surface; without a surface it is "undefined" (KHR_surfaceless_context).
class Framebuffer : public Object {
public:
    explicit Framebuffer(uint32_t name);
    ~Framebuffer() override;

    bool isDefault() const { return name() == 0; }
    SurfaceBackend* surface() const {
        return m_surface;
    } ///< Default framebuffer only; may be null.
    const Attachment& color(int index) const { return m_color[index]; }
    const Attachment& depth() const { return m_depth; }
    const Attachment& stencil() const { return m_stencil; }
    /// Bit n set: colour attachment n is drawn to (the default framebuffer: bit 0 is the back
    /// buffer).
    uint32_t drawBufferMask() const { return m_drawBufferMask; }
    /// Draw buffer i writes attachment drawBuffers()[i]; -1: none.
    const std::array<int8_t, kMaxColorAttachments>& drawBuffers() const { return m_drawBuffers; }
    int readBuffer() const { return m_readBuffer; } ///< Attachment index, -1: GL_NONE.

    /// Size all attachments share at least (the surface's size for the default framebuffer).
    int32_t width_px() const;
    int32_t height_px() const;
    int32_t samples() const;
    /// 0: draws go to one layer; else gl_Layer chooses among so many (GL 3.2 section 4.4.7).
    int32_t layers() const;
    bool hasDepth() const;
    bool hasStencil() const;
    const format::InternalFormat* colorFormat(int index) const;
    const format::InternalFormat* readFormat() const; ///< Null: no read buffer or image.
    const format::InternalFormat* depthFormat() const;
    const format::InternalFormat* stencilFormat() const;
    /// The read buffer's attachment; null for the default framebuffer or GL_NONE.
    const Attachment* readAttachment() const;

    /// glCheckFramebufferStatus (ES 3.0 section 4.4.4, GL 3.3 section 4.4.4). Cached until an
    /// attachment or its storage changes.
    GLenum status(const DeviceBackend& device, const FramebufferRules& rules) const;

    // Changes, by the framebuffer commands after validation and by eglMakeCurrent.
    void setSurface(SurfaceBackend* surface) { m_surface = surface; }
    void setColor(int index, Attachment attachment) { replace(m_color[index], attachment); }
    void setDepth(Attachment attachment) { replace(m_depth, attachment); }
    void setStencil(Attachment attachment) { replace(m_stencil, attachment); }
    /// Removes every attachment of `object` (deleted while bound, ES 2.0 section 4.4.3). True:
    /// some.
    bool detachObject(const Object* object);
    void setDrawBuffers(const std::array<int8_t, kMaxColorAttachments>& buffers);
    void setReadBuffer(int index) {
        m_readBuffer = index;
        m_cachedStatus = 0;
    }
    /// GL_DRAW_BUFFERi and GL_READ_BUFFER as given, for queries.
    std::array<GLenum, kMaxColorAttachments> drawBufferNames{};
    GLenum readBufferName;
    /// Of a default framebuffer: its one buffer is called GL_FRONT.
    void nameFrontBuffer() { drawBufferNames[0] = readBufferName = GL_FRONT; }

private:
    void replace(Attachment& slot, Attachment& attachment);
    GLenum computeStatus(const DeviceBackend& device, const FramebufferRules& rules) const;

    mutable GLenum m_cachedStatus = 0; ///< 0: not known.
    mutable uint64_t m_cachedSerial = 0;
    SurfaceBackend* m_surface = nullptr;
    std::array<Attachment, kMaxColorAttachments> m_color;
    Attachment m_depth;
    Attachment m_stencil;
    std::array<int8_t, kMaxColorAttachments> m_drawBuffers{0, -1, -1, -1, -1, -1, -1, -1};
    uint32_t m_drawBufferMask = 1;
    int m_readBuffer = 0;
};

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "format/gl_enums.h"
#include "gl/regions.h"
#include "report/object_name.h"

#include <cstdint>
#include <memory>
#include <span>

/// The device halves of objects. See backend.h for what they may assume.
namespace glsl {
struct Feedback;
}

namespace gl {

class Framebuffer;

class ContextBackend;

/// An image that outlives the object it came from: what an EGLImage holds.
class SharedImage {
public:
    virtual ~SharedImage() = default;
    virtual format::Extent extent() const = 0;
    virtual const format::InternalFormat& internalFormat() const = 0;
};

class BufferBackend {
public:
    virtual ~BufferBackend() = default;
    /// glBufferData. Old contents stay what earlier commands read. `data` may be null (undefined
    /// contents). On false nothing changed.
    [[nodiscard]] virtual bool
    define(ContextBackend& context, size_t size_B, const void* data, GLenum usage) = 0;
    /// glBufferSubData.
    virtual void
    update(ContextBackend& context, size_t offset_B, std::span<const std::byte> data) = 0;
    /// Copies contents back; waits for the device where it must.
    virtual void read(ContextBackend& context, size_t offset_B, std::span<std::byte> data) = 0;
    /// glBufferStorage: as define(), for flags of GL_MAP_READ_BIT … GL_CLIENT_STORAGE_BIT. With
    /// GL_MAP_PERSISTENT_BIT the bytes never move, and map() succeeds.
    [[nodiscard]] virtual bool
    defineStorage(ContextBackend& context, size_t size_B, const void* data, GLbitfield flags) {
        (void)flags;
        return define(context, size_B, data, GL_DYNAMIC_DRAW);
    }
    /// glCopyBufferSubData; ranges of one buffer do not overlap.
    virtual void copyFrom(ContextBackend& context,
                          BufferBackend& source,
                          size_t sourceOffset_B,
                          size_t offset_B,
                          size_t size_B) = 0;
    /// The contents become undefined (glInvalidateBufferData).
    virtual void invalidate(ContextBackend& context) { (void)context; }
    /// glMapBufferRange into the storage itself. What `access` asks to wait for has completed.
    /// Null: not possible here, the caller has to map a copy. Ends with unmap().
    virtual std::byte*
    map(ContextBackend& context, size_t offset_B, size_t size_B, GLbitfield access) {
        (void)context, (void)offset_B, (void)size_B, (void)access;
        return nullptr;
    }
    virtual void unmap(ContextBackend& context) { (void)context; }
};

class TextureBackend {
public:
    virtual ~TextureBackend() = default;
    /// (Re)defines one image. `pixels` null: contents undefined (they read as zero). `src` follows
    /// `pixels` (unpack state). Size 0×0 undefines the image.
    [[nodiscard]] virtual bool define(ContextBackend& context,
                                      const ImageIndex& index,
                                      const format::InternalFormat& internalFormat,
                                      const format::Extent& extent,
                                      const format::PixelLayout* pixels,
                                      const void* src) = 0;
    [[nodiscard]] virtual bool update(ContextBackend& context,
                                      const ImageIndex& index,
                                      const Offset& offset,
                                      const format::Extent& extent,
                                      const format::PixelLayout& pixels,
                                      const void* src) = 0;
    /// Compressed data as it is, rows of blocks tightly packed. `src` null: undefined contents.
    [[nodiscard]] virtual bool defineCompressed(ContextBackend& context,
                                                const ImageIndex& index,
                                                const format::InternalFormat& internalFormat,
                                                const format::Extent& extent,
                                                const void* src) = 0;
    [[nodiscard]] virtual bool updateCompressed(ContextBackend& context,
                                                const ImageIndex& index,
                                                const Offset& offset,
                                                const format::Extent& extent,
                                                const void* src) = 0;
    /// glCopyTex(Sub)Image: from the colour (or depth) attachment of `source`. `area` is already
    /// clipped to the source; the image exists (define() with no pixels came before for
    /// CopyTexImage).
    [[nodiscard]] virtual bool copyFrom(ContextBackend& context,
                                        const ImageIndex& index,
                                        const Offset& offset,
                                        const Framebuffer& source,
                                        const Rect& area) = 0;
    /// Fills levels base+1…last from level base; the front end has defined() their sizes.
    [[nodiscard]] virtual bool
    generateMipmap(ContextBackend& context, int32_t baseLevel, int32_t lastLevel) = 0;
    /// glTexStorage and glTexImageMultisample: all levels (and faces) at once, contents undefined.
    /// `samples` 0: single-sampled. On false nothing changed.
    [[nodiscard]] virtual bool defineStorage(ContextBackend& context,
                                             const format::InternalFormat& internalFormat,
                                             const format::Extent& extent,
                                             int32_t levels,
                                             int32_t samples) = 0;
    /// glTextureView: this texture, which has no images yet, shows a part of `source`'s storage,
    /// which is immutable. `extent` is that of the view's level 0.
    [[nodiscard]] virtual bool showView(ContextBackend& context,
                                        TextureBackend& source,
                                        const format::InternalFormat& internalFormat,
                                        const format::Extent& extent,
                                        int32_t minLevel,
                                        int32_t levels,
                                        int32_t minLayer) = 0;
    /// glGetTexImage.
    [[nodiscard]] virtual bool read(ContextBackend& context,
                                    const ImageIndex& index,
                                    const format::PixelLayout& pixels,
                                    void* dst) = 0;
    /// glGetCompressedTexImage: blocks, rows of them tightly packed. False also where the device
    /// does not have the format and the blocks were decoded.
    [[nodiscard]] virtual bool
    readCompressed(ContextBackend& context, const ImageIndex& index, void* dst) = 0;
    /// Minima and maxima of texels can be read from such images (ARB_texture_filter_minmax).
    virtual bool reduces(const format::InternalFormat& internalFormat) const {
        (void)internalFormat;
        return false;
    }
    /// EGL_KHR_gl_image: shares the storage of one level (and face). Null: out of memory.
    virtual std::shared_ptr<SharedImage> share(ContextBackend& context,
                                               const ImageIndex& index) = 0;
    /// glEGLImageTargetTexture2DOES: this texture's level 0 becomes the image.
    virtual void adopt(ContextBackend& context, std::shared_ptr<SharedImage> image) = 0;
};

class RenderbufferBackend {
public:
    virtual ~RenderbufferBackend() = default;
    /// Contents undefined (they read as zero). samples 0 or 1: single-sampled.
    [[nodiscard]] virtual bool define(ContextBackend& context,
                                      const format::InternalFormat& internalFormat,
                                      int32_t width_px,
                                      int32_t height_px,
                                      int32_t samples) = 0;
    virtual std::shared_ptr<SharedImage> share(ContextBackend& context) = 0;
    virtual void adopt(ContextBackend& context, std::shared_ptr<SharedImage> image) = 0;
};

/// A window, pbuffer: the default framebuffer's images (EGL 1.5 section 2.2).
class SurfaceBackend {
public:
    virtual ~SurfaceBackend() = default;
    virtual int32_t width_px() const = 0;
    virtual int32_t height_px() const = 0;
    virtual int32_t samples() const = 0; ///< 0: single-sampled.
    virtual const format::InternalFormat& colorFormat() const = 0;
    /// Null where the surface has no depth or stencil buffer; one packed format serves both.
    virtual const format::InternalFormat* depthStencilFormat() const = 0;
    /// False: what is drawn is in front, and GL_BACK names the same images.
    virtual bool doubleBuffered() const { return true; }
    /// Comes before every use of the images: the first one after they were presented begins a
    /// frame, for which a window's surface takes the size of its window (EGL 1.5 section 3.10.1.1).
    /// True: it changed.
    virtual bool beginFrame() = 0;
};

/// The device half of a linked program. Made where linking runs (a worker thread).
class ProgramBackend {
public:
    virtual ~ProgramBackend() = default;
    /// What was begun in the background when it was made is done: draws like the last ones wait for
    /// nothing with it.
    virtual bool ready() const { return true; }
    /// For people. By whoever asked for it, right after it was made.
    std::shared_ptr<const report::ObjectName> name;
};

class FenceBackend {
public:
    virtual ~FenceBackend() = default;
    /// Waits until the commands before the fence completed; timeout in nanoseconds, UINT64_MAX: for
    /// ever.
    virtual bool wait(uint64_t timeout_ns) = 0;
    virtual bool signalled() = 0;
};

enum class QueryKind : uint8_t {
    Samples,
    AnySamples,          ///< The value is 0 or 1.
    PrimitivesGenerated, ///< Of a vertex stream.
    FeedbackPrimitives,  ///< Written to transform feedback buffers, of a vertex stream.
    TimeElapsed,         ///< Nanoseconds.
    Timestamp,
};

/// A query that was begun and ended once or more; what it holds is of the last time. Belongs to one
/// context, like the GL object.
class QueryBackend {
public:
    virtual ~QueryBackend() = default;
    /// The result is there. Else what it waits for has been submitted: asking again comes to an
    /// end. Not between begin and end.
    virtual bool ready(ContextBackend& context) = 0;
    /// Blocks until it is there; ready() was asked before. Needs no lock of the share group.
    virtual void wait() = 0;
    /// After ready() or wait().
    virtual uint64_t result() = 0;
};

/// A transform feedback object's progress: how much was written.
class FeedbackBackend {
public:
    virtual ~FeedbackBackend() = default;
    /// glBeginTransformFeedback: from now on State::feedback may capture with it.
    [[nodiscard]] virtual bool begin(ContextBackend& context, const glsl::Feedback& layout) = 0;
    /// glEndTransformFeedback.
    virtual void end(ContextBackend& context) = 0;
    /// Vertices that were written to the stream between the last begin() and end(); waits for them.
    virtual uint64_t vertices(ContextBackend& context, uint32_t stream) = 0;
};

} // namespace gl

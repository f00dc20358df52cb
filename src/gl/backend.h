// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "format/gl_enums.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

/// The GL machine's only way down. The front end has validated everything that reaches these
/// classes: they may assert it. Failures that remain are the environment's: memory (false, the
/// front end raises GL_OUT_OF_MEMORY) and a lost device (resetStatus()).
namespace glsl {
struct Feedback;
struct LinkedProgram;
} // namespace glsl

namespace gl {

class DirtyBits;
class Framebuffer;
class Renderbuffer;
class Texture;
struct State;

/// What the device can do, as far as the front end has to know. Filled once per device.
struct Caps {
    std::string renderer; ///< GL_RENDERER.
    int32_t maxTextureSize_px = 0;
    int32_t maxCubeMapSize_px = 0;
    int32_t max3dTextureSize_px = 0;
    int32_t maxRenderbufferSize_px = 0;
    int32_t maxArrayTextureLayers = 256;
    std::array<int32_t, 2> maxViewport_px{};
    std::array<float, 2> pointSizeRange_px{1, 1};
    std::array<float, 2> lineWidthRange_px{1, 1};
    int32_t maxVertexAttribs = 16;
    int32_t maxVertexTextureUnits = 16;
    int32_t maxFragmentTextureUnits = 16;
    int32_t maxCombinedTextureUnits = 32; ///< At most kMaxTextureUnits of state.h.
    int32_t maxVertexUniformVectors = 1024;
    int32_t maxFragmentUniformVectors = 1024;
    int32_t maxVaryingVectors = 15;
    // Of geometry and tessellation stages, where the device has them.
    int32_t maxGeometryTextureUnits = 16;
    int32_t maxTessTextureUnits = 16;             ///< Of either stage.
    int32_t maxGeometryUniformVectors = 1024;     ///
    int32_t maxTessUniformVectors = 1024;         ///< Of either stage.
    int32_t maxVertexOutputComponents = 64;       ///
    int32_t maxFragmentInputComponents = 60;      ///
    int32_t maxGeometryInputComponents = 64;      ///
    int32_t maxGeometryOutputComponents = 64;     ///
    int32_t maxGeometryOutputVertices = 256;      ///
    int32_t maxGeometryTotalComponents = 1024;    ///
    int32_t maxGeometryInvocations = 32;          ///
    int32_t maxTessLevel = 64;                    ///
    int32_t maxPatchVertices = 32;                ///
    int32_t maxTessControlInputComponents = 64;   ///
    int32_t maxTessControlOutputComponents = 64;  ///< Per vertex.
    int32_t maxTessPatchComponents = 120;         ///
    int32_t maxTessControlTotalComponents = 2048; ///
    int32_t maxTessInputComponents = 64;          ///< Of the evaluation stage.
    int32_t maxTessOutputComponents = 64;         ///< Of the evaluation stage.
    // Uniform blocks.
    int32_t maxStageUniformBlocks = 12;    ///< Of each stage.
    int32_t maxCombinedUniformBlocks = 24; ///
    int32_t maxUniformBufferBindings = 24; ///< At most kMaxUniformBufferBindings of state.h.
    int32_t maxUniformBlockSize_B = 16384; ///
    int32_t maxDualSourceDrawBuffers = 0;  ///< 0: no dual-source blending.
    /// Device, driver and build in one string: program binaries of another one are refused.
    std::string programIdentity;
    int32_t maxColorAttachments = 8;
    int32_t maxDrawBuffers = 8;
    int32_t maxSamples = 4;        ///< At most 16.
    int32_t maxIntegerSamples = 1; ///< Of formats of integers.
    int32_t subpixelBits = 4;
    int32_t minTexelOffset = -8, maxTexelOffset = 7;
    int32_t minGatherOffset = -8, maxGatherOffset = 7;
    float minInterpolationOffset_px = -0.5f, maxInterpolationOffset_px = 0.4375f;
    int32_t interpolationOffsetBits = 4;
    int32_t viewportSubpixelBits = 0;
    std::array<float, 2> viewportBounds_px{-32768, 32767};
    float maxAnisotropy = 1; ///< 1: no anisotropic filtering.
    float maxLodBias = 0;
    bool drawParameters = false;   ///< Shaders can tell instances apart from the base instance.
    bool nativeDepthRange = false; ///< Clip space is -w…w in z without help from the shader.
    bool textureCompressionS3tc = false;
    bool textureCompressionEtc1 = false;
    bool depthTextureLinear = false;
    bool halfFloatLinear = false;
    bool floatLinear = false;
    bool anisotropy = false;
    bool customBorderColor = false;
    bool robustAccess = false;
    bool mirrorClampToEdge = false;
    int32_t maxTextureBufferTexels = 65536;
    int32_t textureBufferAlignment_B = 256;
    bool textureBufferRgb32 = false; ///< Buffer textures of three 32-bit components.
    int32_t uniformBufferAlignment_B = 256;
    int32_t maxFeedbackInterleavedComponents = 64;
    int32_t timestampBits = 0;
    int32_t vertexStreams = 1; ///< Of geometry shaders; four from OpenGL 4.0 on.
    // What versions and extensions hang on (versions.cpp).
    bool independentBlend = false;   ///< Draw buffers may blend and mask differently.
    bool dualSourceBlend = false;    ///
    bool depthClamp = false;         ///
    bool logicOp = false;            ///
    bool clipDistance = false;       ///< At least eight.
    bool geometryShader = false;     ///
    bool tessellationShader = false; ///
    bool fp64 = false;               ///< Doubles in shaders.
    bool fp64Attributes = false;     ///< Locations for both halves of doubles too.
    bool sampleShading = false;      ///
    bool cubeMapArray = false;       ///
    bool gatherExtended = false;     ///< textureGather with offsets that are not constant.
    bool drawIndirect = false;       ///< First instance in indirect draws too.
    bool multiViewport = false;      ///< Sixteen.
    bool transformFeedback = false;  ///< Four buffers, pause and resume.
    bool preciseOcclusion = false;   ///< Queries count samples.
    bool timestamps = false;         ///
    bool primitiveQueries = false;   ///< GL_PRIMITIVES_GENERATED without transform feedback too.
    bool provokingVertex = false;    ///< Last, GL's default; a shader stage cannot do it.
    bool floatTargets = false;       ///< 16- and 32-bit floats and R11F_G11F_B10F can be drawn to.
    bool floatBlend = false;         ///< 32-bit ones also with blending.
    bool bptc = false;               ///
};

/// How a format may be used on this device (already after choosing a storage layout).
struct FormatCaps {
    format::Id storage = format::Id::None; ///< None: not supported at all.
    bool sampled = false;
    bool filterable = false;
    bool renderable = false;
    bool blendable = false;
    uint32_t sampleCounts = 1; ///< Bit n set: n samples are possible (bit 0 is one sample).
};

enum class TextureType : uint8_t {
    Tex2D,
    Cube,
    Tex3D,
    Tex1D,
    Tex1DArray, ///< The height of its images is the number of layers.
    Tex2DArray, ///< The depth of its images is the number of layers.
    CubeArray,  ///< The depth of its images is six times the number of cubes.
    Rect,
    Buffer, ///< Texels of a buffer object; the texture has no images of its own.
    Tex2DMultisample,
    Tex2DMultisampleArray,
    Count
};

/// One image of a texture: a mipmap level (of a face, if it is a cube map). All layers of an array
/// are one image.
struct ImageIndex {
    int32_t level = 0;
    int32_t face = 0; ///< 0…5 for cube maps in GL's order +X -X +Y -Y +Z -Z, else 0.
};

struct Offset {
    int32_t x = 0, y = 0, z = 0;
};

struct Rect {
    int32_t x = 0, y = 0, width_px = 0, height_px = 0;
    bool operator==(const Rect&) const = default;
};

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
};

/// The device half of a linked program. Made where linking runs (a worker thread).
class ProgramBackend {
public:
    virtual ~ProgramBackend() = default;
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

/// One draw call's arguments. The index type is GL_UNSIGNED_BYTE, _SHORT or _INT; `indices` is an
/// offset into the bound element array buffer where there is one, else a client pointer.
struct DrawCall {
    GLenum mode = GL_TRIANGLES;
    GLint first = 0;
    GLsizei count = 0;
    GLenum indexType = 0; ///< 0: glDrawArrays.
    const void* indices = nullptr;
    GLsizei instances = 1;
    GLint baseVertex = 0;
    GLuint baseInstance = 0;
    /// glDraw*Indirect: `drawCount` commands, `indirectStride_B` apart, from this place of a buffer
    /// on.
    BufferBackend* indirect = nullptr;
    size_t indirectOffset_B = 0;
    GLsizei drawCount = 1;
    GLsizei indirectStride_B = 0;
    /// glDrawTransformFeedback*: `count` is what was written to `feedbackStream`.
    FeedbackBackend* feedback = nullptr;
    GLuint feedbackStream = 0;
};

/// The kind of numbers that a colour is cleared to.
enum class ClearKind : uint8_t { Float, Int, Uint };

struct ClearCall {
    GLbitfield mask = 0;        ///< GL_COLOR_BUFFER_BIT | …
    uint32_t drawBuffers = ~0u; ///< Bit i: draw buffer i is among the colour buffers meant.
    ClearKind colorKind = ClearKind::Float;
    std::array<uint32_t, 4> color{}; ///< The bits of four numbers of that kind.
    float depth = 1;                 ///< Clamped to [0, 1].
    GLint stencil = 0;
};

struct BlitCall {
    Rect src, dst; ///< Widths and heights may be negative: mirrored.
    GLbitfield mask = 0;
    GLenum filter = GL_NEAREST;
};

/// One side of a glCopyImageSubData: an image of a texture, or a renderbuffer.
struct CopyImageSide {
    const Texture* texture = nullptr;
    const Renderbuffer* renderbuffer = nullptr;
    ImageIndex image;
    Offset offset; ///< z: depth or layer (cube maps: the face, `image.face` is 0).
};

struct CopyImageCall {
    CopyImageSide src, dst;
    format::Extent extent; ///< In texels of the source; depth: layers.
};

enum class ResetStatus : uint8_t { None, Guilty, Innocent, Unknown };

/// One per GL context. All calls come from the thread in which the context is current.
class ContextBackend {
public:
    virtual ~ContextBackend() = default;

    // Objects. Null: out of memory. They may be destroyed in any context of the share group.
    virtual std::unique_ptr<BufferBackend> createBuffer() = 0;
    virtual std::unique_ptr<TextureBackend> createTexture(TextureType type) = 0;
    virtual std::unique_ptr<RenderbufferBackend> createRenderbuffer() = 0;
    virtual std::unique_ptr<QueryBackend> createQuery(QueryKind kind) = 0;
    virtual std::unique_ptr<FeedbackBackend> createFeedback() = 0;
    /// Thread-safe: link jobs call it. Null: the device refused the shaders (`log` says why).
    virtual std::unique_ptr<ProgramBackend>
    createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) = 0;

    // Drawing. `dirty` holds what changed since the last call that looked; the back end clears
    // the bits it has dealt with. False: out of memory, nothing was drawn.
    [[nodiscard]] virtual bool draw(const State& state, DirtyBits& dirty, const DrawCall& call) = 0;
    [[nodiscard]] virtual bool
    clear(const State& state, DirtyBits& dirty, const ClearCall& call) = 0;
    [[nodiscard]] virtual bool blit(const State& state, DirtyBits& dirty, const BlitCall& call) = 0;
    /// Reads from `source`'s read attachment: colour, or depth/stencil by `pixels.format`. `area`
    /// may reach outside; pixels there are left alone. `dst` follows `pixels` (pack state).
    [[nodiscard]] virtual bool readPixels(const Framebuffer& source,
                                          const Rect& area,
                                          const format::PixelLayout& pixels,
                                          void* dst) = 0;

    // Queries. Draws count between begin and end, clears, blits and copies do not. At most one of a
    // kind and stream is active at a time.
    virtual void beginQuery(QueryBackend& query, uint32_t stream) = 0;
    virtual void endQuery(QueryBackend& query) = 0;
    virtual void queryCounter(QueryBackend& query) = 0; ///< Of a QueryKind::Timestamp.
    virtual int64_t timestamp_ns() = 0;                 ///< The device's time now.
    /// glCopyImageSubData: bits move, nothing is converted.
    [[nodiscard]] virtual bool copyImage(const CopyImageCall& call) = 0;

    // Submission.
    virtual void flush() = 0;
    virtual void finish() = 0;
    virtual std::unique_ptr<FenceBackend> insertFence() = 0; ///< Does not flush by itself.
    /// eglWaitSync / glWaitSync of a fence that another context inserted.
    virtual void waitFence(FenceBackend& fence) = 0;
    virtual ResetStatus resetStatus() = 0;
};

/// One per device: what can be known and made without a context. Shared by displays and contexts.
class DeviceBackend {
public:
    virtual ~DeviceBackend() = default;
    virtual const Caps& caps() const = 0;
    virtual FormatCaps formatCaps(const format::InternalFormat& internalFormat,
                                  TextureType type) const = 0;
    /// Where sample `index` of `samples` lies in a pixel: window coordinates from its corner.
    virtual std::array<float, 2> samplePosition(int32_t samples, int32_t index) const = 0;
    [[nodiscard]] virtual std::unique_ptr<ContextBackend>
    createContext() = 0; ///< Null: out of memory.
};

} // namespace gl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace glvk {

/// A plane of an image in memory that others have too (docs/dma-buf.md).
struct DmaBufPlane {
    int fd = -1; ///< Borrowed.
    uint32_t offset_B = 0;
    uint32_t pitch_B = 0; ///< Between rows; of tiled memory, what the modifier says it is.
};

/// An image in such memory, in the kernel's terms (drm_fourcc.h).
struct DmaBuf {
    uint32_t fourcc = 0;
    int32_t width_px = 0;
    int32_t height_px = 0;
    uint64_t modifier = 0; ///< How texels lie in a plane; 0 (DRM_FORMAT_MOD_LINEAR): row by row.
    std::vector<DmaBufPlane> planes;
};

/// Who imports the memory is to know how texels lie in it (DRM_FORMAT_MOD_INVALID).
inline constexpr uint64_t kNoModifier = 0x00ff'ffff'ffff'ffff;

enum class DmaBufFailure : uint8_t {
    Format,        ///< The device has no such format, or not with this modifier or of this size.
    TooManyPlanes, ///< … has fewer planes.
    TooFewPlanes,  ///< … has more.
    Layout, ///< It cannot read such offsets and pitches, or the memory ends before the image does.
    Memory, ///< The file descriptor is no memory, or none that the device can reach.
    OutOfMemory,
};

/// What a device does with dma-bufs. Thread-safe.
class DmaBufs {
public:
    virtual ~DmaBufs() = default;
    /// By fourcc.
    virtual std::vector<uint32_t> formats() const = 0;
    /// Of one of formats(); others have none.
    virtual std::vector<uint64_t> modifiers(uint32_t fourcc) const = 0;
    /// An image of the memory, which it holds on to by itself. Null: `failure` says why.
    virtual std::shared_ptr<gl::SharedImage> import(const DmaBuf& buffer,
                                                    DmaBufFailure& failure) = 0;
    /// Whether GL's images are made so that describe() finds them.
    virtual bool exports() const = 0;
    /// Where the texels of an image lie, without file descriptors. Nothing: others cannot have it.
    virtual std::optional<DmaBuf> describe(const gl::SharedImage& image) const = 0;
    /// A new file descriptor of its memory. From now on work with the image is done when it was
    /// submitted (docs/dma-buf.md#who-waits). -1: it cannot be had.
    virtual int exportMemory(const gl::SharedImage& image) = 0;
};

} // namespace glvk

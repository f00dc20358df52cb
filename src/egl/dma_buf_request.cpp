// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/dma_buf_request.h"

#include <algorithm>
#include <array>
#include <optional>

namespace egl {

namespace {

/// What a plane's attributes are about.
enum class Part : uint8_t { Fd, Offset, Pitch, ModifierLow, ModifierHigh, Count };

struct PlaneAttribute {
    EGLenum name;
    uint8_t plane;
    Part part;
};
constexpr PlaneAttribute kPlaneAttributes[] = {
    {EGL_DMA_BUF_PLANE0_FD_EXT, 0, Part::Fd},
    {EGL_DMA_BUF_PLANE0_OFFSET_EXT, 0, Part::Offset},
    {EGL_DMA_BUF_PLANE0_PITCH_EXT, 0, Part::Pitch},
    {EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0, Part::ModifierLow},
    {EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 0, Part::ModifierHigh},
    {EGL_DMA_BUF_PLANE1_FD_EXT, 1, Part::Fd},
    {EGL_DMA_BUF_PLANE1_OFFSET_EXT, 1, Part::Offset},
    {EGL_DMA_BUF_PLANE1_PITCH_EXT, 1, Part::Pitch},
    {EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 1, Part::ModifierLow},
    {EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT, 1, Part::ModifierHigh},
    {EGL_DMA_BUF_PLANE2_FD_EXT, 2, Part::Fd},
    {EGL_DMA_BUF_PLANE2_OFFSET_EXT, 2, Part::Offset},
    {EGL_DMA_BUF_PLANE2_PITCH_EXT, 2, Part::Pitch},
    {EGL_DMA_BUF_PLANE2_MODIFIER_LO_EXT, 2, Part::ModifierLow},
    {EGL_DMA_BUF_PLANE2_MODIFIER_HI_EXT, 2, Part::ModifierHigh},
    {EGL_DMA_BUF_PLANE3_FD_EXT, 3, Part::Fd},
    {EGL_DMA_BUF_PLANE3_OFFSET_EXT, 3, Part::Offset},
    {EGL_DMA_BUF_PLANE3_PITCH_EXT, 3, Part::Pitch},
    {EGL_DMA_BUF_PLANE3_MODIFIER_LO_EXT, 3, Part::ModifierLow},
    {EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT, 3, Part::ModifierHigh},
};

/// Of YUV formats, of which there are none: they only have to be such values.
struct Hint {
    EGLenum name;
    EGLenum first, last;
};
constexpr Hint kHints[] = {
    {EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_ITU_REC601_EXT, EGL_ITU_REC2020_EXT},
    {EGL_SAMPLE_RANGE_HINT_EXT, EGL_YUV_FULL_RANGE_EXT, EGL_YUV_NARROW_RANGE_EXT},
    {EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT,
     EGL_YUV_CHROMA_SITING_0_EXT,
     EGL_YUV_CHROMA_SITING_0_5_EXT},
    {EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT,
     EGL_YUV_CHROMA_SITING_0_EXT,
     EGL_YUV_CHROMA_SITING_0_5_EXT},
};

/// What the list says of a plane.
class PlaneRequest {
public:
    std::optional<EGLint>& at(Part part) { return m_parts[size_t(part)]; }
    bool has(Part part) const { return m_parts[size_t(part)].has_value(); }
    EGLint get(Part part) const { return *m_parts[size_t(part)]; }

    bool mentioned() const {
        return std::ranges::any_of(m_parts, [](const auto& part) { return part.has_value(); });
    }
    bool complete() const {
        return has(Part::Fd) && has(Part::Offset) && has(Part::Pitch) &&
               has(Part::ModifierLow) == has(Part::ModifierHigh);
    }
    /// Left out, it is zero.
    uint64_t modifier() const {
        return has(Part::ModifierLow) ? uint64_t(uint32_t(get(Part::ModifierHigh))) << 32 |
                                            uint32_t(get(Part::ModifierLow))
                                      : 0;
    }

private:
    std::array<std::optional<EGLint>, size_t(Part::Count)> m_parts;
};

struct Request {
    std::optional<EGLint> width_px, height_px, fourcc;
    std::array<PlaneRequest, 4> planes;
};

Status take(const Attribute& attribute, Request& request) {
    const auto [name, value] = attribute;
    const auto* const hint = std::ranges::find(kHints, EGLenum(name), &Hint::name);
    if (hint != std::end(kHints)) {
        const bool known = value >= EGLAttrib(hint->first) && value <= EGLAttrib(hint->last);
        return known ? Status() : Failure{EGL_BAD_ATTRIBUTE};
    }
    const auto* const part =
        std::ranges::find(kPlaneAttributes, EGLenum(name), &PlaneAttribute::name);
    if (part != std::end(kPlaneAttributes)) {
        request.planes[part->plane].at(part->part) = EGLint(value);
        return {};
    }
    switch (name) {
    case EGL_WIDTH:
        request.width_px = EGLint(value);
        return {};
    case EGL_HEIGHT:
        request.height_px = EGLint(value);
        return {};
    case EGL_LINUX_DRM_FOURCC_EXT:
        request.fourcc = EGLint(value);
        return {};
    case EGL_IMAGE_PRESERVED:
        return value == EGL_TRUE || value == EGL_FALSE ? Status() : Failure{EGL_BAD_PARAMETER};
    default:
        return Failure{EGL_BAD_PARAMETER};
    }
}

/// Planes as far as they are given: from the first without a gap.
Outcome<size_t> countPlanes(const Request& request) {
    size_t count = 0;
    for (size_t i = 0; i < request.planes.size(); ++i) {
        if (!request.planes[i].mentioned()) {
            continue;
        }
        if (!request.planes[i].complete() || i != count) {
            return Failure{EGL_BAD_PARAMETER};
        }
        ++count;
    }
    return count > 0 ? Outcome<size_t>(count) : Failure{EGL_BAD_PARAMETER};
}

} // namespace

Outcome<glvk::DmaBuf> parseDmaBuf(const Attributes& attributes) {
    Request request;
    for (const Attribute attribute : attributes) {
        if (const Status status = take(attribute, request); !status) {
            return status.failure();
        }
    }
    const Outcome<size_t> planes = countPlanes(request);
    if (!planes) {
        return planes.failure();
    }
    if (request.width_px.value_or(0) <= 0 || request.height_px.value_or(0) <= 0 ||
        !request.fourcc) {
        return Failure{EGL_BAD_PARAMETER};
    }
    glvk::DmaBuf buffer;
    buffer.fourcc = uint32_t(*request.fourcc);
    buffer.width_px = *request.width_px;
    buffer.height_px = *request.height_px;
    buffer.modifier = request.planes[0].modifier();
    for (size_t i = 0; i < *planes; ++i) {
        const PlaneRequest& plane = request.planes[i];
        if (plane.modifier() != buffer.modifier) {
            return Failure{EGL_BAD_MATCH};
        }
        if (plane.get(Part::Offset) < 0 || plane.get(Part::Pitch) < 0) {
            return Failure{EGL_BAD_ACCESS};
        }
        buffer.planes.push_back({.fd = plane.get(Part::Fd),
                                 .offset_B = uint32_t(plane.get(Part::Offset)),
                                 .pitch_B = uint32_t(plane.get(Part::Pitch))});
    }
    return buffer;
}

EGLint errorOf(glvk::DmaBufFailure failure) {
    switch (failure) {
    case glvk::DmaBufFailure::Format:
        return EGL_BAD_MATCH;
    case glvk::DmaBufFailure::TooManyPlanes:
        return EGL_BAD_ATTRIBUTE;
    case glvk::DmaBufFailure::TooFewPlanes:
    case glvk::DmaBufFailure::Memory:
        return EGL_BAD_PARAMETER;
    case glvk::DmaBufFailure::Layout:
        return EGL_BAD_ACCESS;
    case glvk::DmaBufFailure::OutOfMemory:
        return EGL_BAD_ALLOC;
    }
    return EGL_BAD_ALLOC;
}

} // namespace egl

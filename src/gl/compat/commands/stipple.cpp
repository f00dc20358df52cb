// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glLineStipple and glPolygonStipple (GL 4.6 compatibility sections 14.5.2 and 14.6.2).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/compat/state/compat_state.h"

#include <algorithm>
#include <limits>

namespace gl {

namespace {

constexpr format::Extent kPatternExtent{32, 32, 1};

format::PixelLayout patternLayout(const format::PixelLayout& store) {
    format::PixelLayout layout = store;
    layout.format = GL_COLOR_INDEX;
    layout.type = GL_BITMAP;
    layout.imageHeight_px = 0;
    layout.skipImages = 0;
    return layout;
}

void getPattern(Context& context, size_t limit_B, GLubyte* mask) {
    if (!context.compat()) {
        return context.setError(GL_INVALID_OPERATION, "polygons have no stipple in this context");
    }
    const format::PixelLayout layout = patternLayout(context.client().pack);
    const size_t size_B = format::imageSize_B(layout, kPatternExtent);
    if (size_B > limit_B) {
        return context.setError(GL_INVALID_OPERATION, "the pattern has {} bytes", size_B);
    }
    PackTarget target;
    if (!target.prepare(context, size_B, mask) || !target.data()) {
        return;
    }
    std::array<uint32_t, 32 * 32> bits;
    for (size_t i = 0; i < bits.size(); ++i) {
        bits[i] = context.compat()->polygonStipple.rows[i / 32] >> (31 - i % 32) & 1;
    }
    format::packIndices(layout, kPatternExtent, bits.data(), target.data());
    target.store(context);
}

} // namespace

void Context::lineStipple(GLint factor, GLushort pattern) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "lines have no stipple in this context");
    }
    if (outsideBeginEnd()) {
        change(m_state.lineStippleFactor, std::clamp(factor, 1, 256), Dirty::LineWidth);
        change(m_state.lineStipplePattern, pattern, Dirty::LineWidth);
    }
}

void Context::polygonStipple(const GLubyte* mask) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "polygons have no stipple in this context");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    const format::PixelLayout layout = patternLayout(m_client.unpack);
    UnpackSource source;
    if (!source.prepare(*this, format::imageSize_B(layout, kPatternExtent), mask) ||
        !source.data()) {
        return;
    }
    std::array<uint32_t, 32 * 32> bits;
    format::unpackIndices(layout, kPatternExtent, source.data(), bits.data());
    m_compat->polygonStipple.rows.fill(0);
    for (size_t i = 0; i < bits.size(); ++i) {
        m_compat->polygonStipple.rows[i / 32] |= bits[i] << (31 - i % 32);
    }
    shownStateChanged(kShownPolygonStipple);
}

void Context::getPolygonStipple(GLubyte* mask) {
    getPattern(*this, std::numeric_limits<size_t>::max(), mask);
}

void Context::getnPolygonStippleARB(GLsizei bufSize, GLubyte* pattern) {
    getPattern(*this, size_t(std::max(bufSize, 0)), pattern);
}

} // namespace gl

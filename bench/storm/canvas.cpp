// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace storm {

namespace {

/// Blending in eight bits may be off by one or two, and shaders add a little.
constexpr int kTolerance = 4;

int distance(const uint8_t* pixel, const Color& color) {
    int most = 0;
    for (size_t i = 0; i < 4; ++i) {
        most = std::max(most, std::abs(int(pixel[i]) - color[i]));
    }
    return most;
}

} // namespace

Canvas::Canvas(int samples, int targets) : m_samples(samples), m_targets(targets) {
    m_resolved = makeFramebuffer(1, samples == 1);
    m_framebuffer = samples == 1 ? m_resolved : makeFramebuffer(samples, true);
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
}

GLuint Canvas::makeFramebuffer(int samples, bool depth) {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const auto attach = [&](GLenum format, GLenum attachment) {
        GLuint buffer = 0;
        glGenRenderbuffers(1, &buffer);
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorageMultisample(
            GL_RENDERBUFFER, samples > 1 ? samples : 0, format, kSize_px, kSize_px);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    };
    const GLenum buffers[kMaxTargets] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    for (int i = 0; i < m_targets; ++i) {
        attach(GL_RGBA8, buffers[i]);
    }
    if (depth) {
        // Of 32 bits as a half is a half, which draws with GL_EQUAL depend on.
        attach(GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
    }
    glDrawBuffers(m_targets, buffers);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        throw std::runtime_error("the framebuffer object is incomplete");
    }
    return framebuffer;
}

void Canvas::clear() {
    const auto channel = [](size_t i) { return float(kCleared[i]) / 255; };
    glClearColor(channel(0), channel(1), channel(2), channel(3));
    glClearDepth(kClearedDepth);
    glClearStencil(kClearedStencil);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void Canvas::read() {
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int i = 0; i < m_targets; ++i) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, m_framebuffer);
        glReadBuffer(GL_COLOR_ATTACHMENT0 + GLenum(i));
        if (m_resolved != m_framebuffer) {
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_resolved);
            const GLenum only[kMaxTargets] = {i == 0 ? GLenum(GL_COLOR_ATTACHMENT0) : GL_NONE,
                                              i == 1 ? GLenum(GL_COLOR_ATTACHMENT1) : GL_NONE};
            glDrawBuffers(m_targets, only);
            glBlitFramebuffer(0,
                              0,
                              kSize_px,
                              kSize_px,
                              0,
                              0,
                              kSize_px,
                              kSize_px,
                              GL_COLOR_BUFFER_BIT,
                              GL_NEAREST);
            glBindFramebuffer(GL_READ_FRAMEBUFFER, m_resolved);
            glReadBuffer(GL_COLOR_ATTACHMENT0 + GLenum(i));
        }
        m_pixels[i].resize(size_t(kSize_px) * kSize_px * 4);
        glReadPixels(0, 0, kSize_px, kSize_px, GL_RGBA, GL_UNSIGNED_BYTE, m_pixels[i].data());
    }
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
}

const uint8_t* Canvas::pixel(int target, int cell, int x, int y) const {
    const size_t column = size_t(cell % kColumns * kCell_px + x);
    const size_t row = size_t(cell / kColumns * kCell_px + y);
    return &m_pixels[target][(row * kSize_px + column) * 4];
}

std::string Canvas::complaint(int cell, const Expected& expected) const {
    for (int target = 0; target < m_targets; ++target) {
        const uint8_t* middle = pixel(target, cell, kCell_px / 2, kCell_px / 2);
        if (expected.how == Expected::How::Exact) {
            const Color& color = expected.colors[size_t(target)];
            if (distance(middle, color) > kTolerance) {
                return fmt::format("target {} has ({}, {}, {}, {}), not ({}, {}, {}, {})",
                                   target,
                                   middle[0],
                                   middle[1],
                                   middle[2],
                                   middle[3],
                                   color[0],
                                   color[1],
                                   color[2],
                                   color[3]);
            }
            continue;
        }
        int most = 0;
        for (int y = 0; y < kCell_px; ++y) {
            for (int x = 0; x < kCell_px; ++x) {
                most = std::max(most, distance(pixel(target, cell, x, y), kCleared));
            }
        }
        if (most <= kTolerance) {
            return fmt::format("target {} is as it was cleared", target);
        }
    }
    return "";
}

} // namespace storm

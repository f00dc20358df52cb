// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/harness/gl.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace storm {

/// Red, green, blue and alpha in 255ths.
using Color = std::array<int, 4>;

constexpr int kMaxTargets = 2;

/// What a draw leaves behind.
struct Expected {
    enum class How {
        Exact,   ///< The cell's middle has these colors, give or take rounding.
        Changed, ///< Some pixel of the cell is no longer as it was cleared.
    };
    How how = How::Exact;
    std::array<Color, kMaxTargets> colors = {};
};

/// The framebuffer object that a case draws into, one cell for each draw, so that every single one
/// can be looked at afterwards.
class Canvas {
public:
    static constexpr int kCell_px = 8;
    static constexpr int kColumns = 46;
    static constexpr int kCells = kColumns * kColumns;
    static constexpr int kSize_px = kCell_px * kColumns;
    /// Nothing that shaders here write comes near it.
    static constexpr Color kCleared = {51, 102, 153, 128};
    static constexpr float kClearedDepth = 0.5f;
    static constexpr int kClearedStencil = 1;

    Canvas(int samples, int targets);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    int samples() const { return m_samples; }
    int targets() const { return m_targets; }

    /// Wants write masks that let everything through.
    void clear();
    /// Points the viewport at a cell.
    void enter(int cell) const {
        glViewport(cell % kColumns * kCell_px, cell / kColumns * kCell_px, kCell_px, kCell_px);
    }

    /// What is wrong with a cell, or nothing. Of the pixels as they were at the last read().
    std::string complaint(int cell, const Expected& expected) const;
    void read();

private:
    GLuint makeFramebuffer(int samples, bool depth);
    const uint8_t* pixel(int target, int cell, int x, int y) const;

    int m_samples;
    int m_targets;
    GLuint m_framebuffer = 0;
    GLuint m_resolved = 0; ///< The same one where there is nothing to resolve.
    std::vector<uint8_t> m_pixels[kMaxTargets];
};

} // namespace storm

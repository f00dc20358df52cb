// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <GLES2/gl2.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace harness {

struct Rgba {
    int r = 0, g = 0, b = 0, a = 255;
    bool operator==(const Rgba&) const = default;
    friend std::ostream& operator<<(std::ostream& out, const Rgba& c) {
        return out << '(' << c.r << ' ' << c.g << ' ' << c.b << ' ' << c.a << ')';
    }
};

inline constexpr Rgba kBlack{0, 0, 0, 255};
inline constexpr Rgba kWhite{255, 255, 255, 255};
inline constexpr Rgba kRed{255, 0, 0, 255};
inline constexpr Rgba kGreen{0, 255, 0, 255};
inline constexpr Rgba kBlue{0, 0, 255, 255};
inline constexpr Rgba kNothing{0, 0, 0, 0};

bool near(const Rgba& a, const Rgba& b, int tolerance);

/// 8-bit RGBA, row 0 at the bottom as GL reads it.
class Image {
public:
    Image(int width, int height) : m_width(width), m_height(height) {
        m_bytes.resize(size_t(width) * size_t(height) * 4);
    }
    /// Of the bound framebuffer.
    static Image read(int x, int y, int width, int height);

    int width() const { return m_width; }
    int height() const { return m_height; }
    uint8_t* bytes() { return m_bytes.data(); }
    const uint8_t* bytes() const { return m_bytes.data(); }
    Rgba at(int x, int y) const;
    void set(int x, int y, const Rgba& color);

    bool writePpm(const std::string& path) const;

private:
    int m_width;
    int m_height;
    std::vector<uint8_t> m_bytes;
};

/// Compares each pixel with what `expected(x, y)` says. On a difference the test fails with the
/// first pixel and the count, and the picture is written as PPM into the folder GLISSADE_TEST_DUMP
/// (or the working directory) under the test's name.
void expectImage(const Image& image,
                 const std::function<Rgba(int x, int y)>& expected,
                 int tolerance = 1);
/// The same for one colour all over.
void expectColor(const Image& image, const Rgba& color, int tolerance = 1);

} // namespace harness

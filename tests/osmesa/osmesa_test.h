// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/osmesa.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace osmesa_test {

/// The library is Mesa's, with which the tests are compared. What it cannot do is left out there.
bool onMesa();

/// A context that is destroyed with it.
class Context {
public:
    Context() = default;
    explicit Context(OSMesaContext handle) : m_handle(handle) {}
    /// A compatibility context with 24 bits of depth and 8 of stencil.
    static Context ofFormat(GLenum format, const Context* share = nullptr);
    /// OSMesaCreateContextAttribs' list without its end.
    static Context with(std::initializer_list<int> attributes);
    ~Context();
    Context(Context&& other) noexcept;
    Context& operator=(Context&& other) noexcept;

    OSMesaContext handle() const { return m_handle; }
    explicit operator bool() const { return m_handle != nullptr; }

private:
    OSMesaContext m_handle = nullptr;
};

using Color = std::array<float, 4>;
constexpr Color kRed{1, 0, 0, 1}, kGreen{0, 1, 0, 1}, kBlue{0, 0, 1, 1};

/// RGBA bytes.
struct Picture {
    Picture(int width_px, int height_px, uint32_t filling = 0xcdcdcdcd)
        : width_px(width_px),
          height_px(height_px),
          pixels(size_t(width_px) * size_t(height_px), filling) {}

    int width_px, height_px;
    std::vector<uint32_t> pixels;

    uint32_t at(int x, int y) const { return pixels[size_t(y) * size_t(width_px) + size_t(x)]; }
    /// Every pixel is this one.
    bool is(uint32_t pixel) const;
};

constexpr uint32_t kRedPixel = 0xff0000ff, kGreenPixel = 0xff00ff00, kBluePixel = 0xffff0000;
constexpr uint32_t kUntouched = 0xcdcdcdcd;

/// OSMesaMakeCurrent with a picture's memory.
bool makeCurrent(const Context& context, Picture& picture);
void release();

void clear(const Color& color);
/// A program, whose attribute "position" is the first; 0 with the log printed where it does not
/// link.
GLuint makeProgram(const char* vertexShader, const char* fragmentShader);
/// Draws a rectangle in normalized device coordinates with the program that is in use.
void drawRectangle(float left, float bottom, float right, float top);

/// What is current is released after each test.
class OSMesaTest : public ::testing::Test {
protected:
    void TearDown() override {
        EXPECT_EQ(OSMesaGetCurrentContext() ? glGetError() : GLenum(GL_NO_ERROR),
                  GLenum(GL_NO_ERROR));
        release();
    }
};

} // namespace osmesa_test

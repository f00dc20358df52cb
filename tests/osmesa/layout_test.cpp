// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// How pixels lie in memory: formats, types, row lengths and directions.
#include "osmesa/layout.h"
#include "osmesa/osmesa_test.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>

namespace osmesa_test {
namespace {

constexpr int kWidth_px = 6, kHeight_px = 4, kLongRow_px = 9;

/// Each pixel its own color.
Color colorAt(int x, int y) {
    return {float(x) / 5, float(y) / 3, float(x + y) / 15, float((x + 2 * y) % 4) / 3};
}

/// By a texture, whose texels come through as they are.
void drawColors() {
    std::vector<Color> texels;
    for (int y = 0; y < kHeight_px; ++y) {
        for (int x = 0; x < kWidth_px; ++x) {
            texels.push_back(colorAt(x, y));
        }
    }
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA32F, kWidth_px, kHeight_px, 0, GL_RGBA, GL_FLOAT, texels.data());
    const GLuint program = makeProgram("#version 120\n"
                                       "attribute vec2 position;\n"
                                       "void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                       "#version 120\n"
                                       "uniform sampler2D image;\n"
                                       "void main() {\n"
                                       "    vec2 at = gl_FragCoord.xy / vec2(6.0, 4.0);\n"
                                       "    gl_FragColor = texture2D(image, at);\n"
                                       "}");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    drawRectangle(-1, -1, 1, 1);
}

class Layouts : public OSMesaTest,
                public ::testing::WithParamInterface<std::tuple<Layout, bool, bool>> {};

TEST_P(Layouts, PixelsAreWhereTheyBelong) {
    const auto [layout, longRows, yUp] = GetParam();
    if (onMesa() && !layout.mesa) {
        GTEST_SKIP() << "Mesa draws wrong pixels, or none";
    }
    const int row_px = longRows ? kLongRow_px : kWidth_px;
    const size_t pixel_B = layout.pixelSize_B();
    std::vector<std::byte> memory(size_t(row_px) * kHeight_px * pixel_B, std::byte{0xcd});
    std::vector<std::byte> expected = memory;
    for (int y = 0; y < kHeight_px; ++y) {
        for (int x = 0; x < kWidth_px; ++x) {
            const int row = yUp ? y : kHeight_px - 1 - y;
            const std::vector<std::byte> pixel = layout.encode(colorAt(x, y));
            std::ranges::copy(pixel,
                              expected.begin() + ptrdiff_t(size_t(row * row_px + x) * pixel_B));
        }
    }
    const Context context = Context::ofFormat(layout.format);
    ASSERT_TRUE(
        OSMesaMakeCurrent(context.handle(), memory.data(), layout.type, kWidth_px, kHeight_px));
    OSMesaPixelStore(OSMESA_ROW_LENGTH, longRows ? kLongRow_px : 0);
    OSMesaPixelStore(OSMESA_Y_UP, yUp ? 1 : 0);
    drawColors();
    glFinish();
    EXPECT_EQ(memory, expected);
    release();
}

std::string nameOf(const ::testing::TestParamInfo<Layouts::ParamType>& instance) {
    const auto [layout, longRows, yUp] = instance.param;
    return std::string(layout.name) + (longRows ? "LongRows" : "") + (yUp ? "Up" : "Down");
}

INSTANTIATE_TEST_SUITE_P(All,
                         Layouts,
                         ::testing::Combine(::testing::ValuesIn(layouts().begin(), layouts().end()),
                                            ::testing::Bool(),
                                            ::testing::Bool()),
                         nameOf);

TEST_F(OSMesaTest, FloatsGoBeyondOne) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    std::array<float, 4> memory{};
    ASSERT_TRUE(OSMesaMakeCurrent(context.handle(), memory.data(), GL_FLOAT, 1, 1));
    clear({2, -1, 0.25f, 3});
    glFinish();
    EXPECT_EQ(memory, (std::array<float, 4>{2, -1, 0.25f, 3}));
}

TEST_F(OSMesaTest, FloatsAreClampedWhereAsked) {
    if (onMesa()) {
        GTEST_SKIP() << "OSMesaColorClamp has no effect there";
    }
    const Context context = Context::ofFormat(OSMESA_RGBA);
    std::array<float, 4> memory{};
    ASSERT_TRUE(OSMesaMakeCurrent(context.handle(), memory.data(), GL_FLOAT, 1, 1));
    OSMesaColorClamp(GL_TRUE);
    clear({2, -1, 0.25f, 3});
    glFinish();
    EXPECT_EQ(memory, (std::array<float, 4>{1, 0, 0.25f, 1}));
}

} // namespace
} // namespace osmesa_test

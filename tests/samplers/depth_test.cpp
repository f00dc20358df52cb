// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Depth textures: comparisons, function by function; depth texture modes; stencil texturing. And
// what is between texel and shader for colours too: swizzles, of borders as of texels.

#include "samplers/fixture.h"

namespace samplers {
namespace {

using FormatParameter = std::tuple<Kind, std::string>;

std::string formatParameterName(const testing::TestParamInfo<FormatParameter>& info) {
    return std::string(kindName(std::get<0>(info.param))) + "_" + std::get<1>(info.param);
}

class FormatTest : public SamplerTest<std::string> {
protected:
    const Format& format() const { return formatNamed(std::get<1>(GetParam())); }
    void SetUp() override {
        SamplerTest::SetUp();
        if (m_stage && !m_stage->hasFormat(format())) {
            const std::string reason = std::string("no format ") + format().name + " in " +
                                       kindName(kind()) + " (whole tests)";
            countSkipped(reason);
            GTEST_SKIP() << reason;
        }
    }
};

class Depths : public FormatTest {};

TEST_P(Depths, Compare) {
    TextureObject texture(*m_stage, format(), GL_TEXTURE_2D, {5, 4, 1}, 1, Contents::Quarters);
    // Between the quarters, and at those that every format has without rounding. Fixed point clamps
    // what lies outside.
    Positions positions;
    for (const double reference : {-0.5, 0.0, 0.1, 0.4, 0.6, 0.9, 1.0, 1.5}) {
        const Positions some = withReference(grid(shortAxis(5), shortAxis(4)), reference);
        positions.insert(positions.end(), some.begin(), some.end());
    }
    const double borders[] = {0, 1, 0.55, 1.75};
    Checker checker(*m_stage, Numbers::Float);
    const std::vector<GLenum> modes = wraps();
    // Every function for one format in fixed point and one of floats.
    const bool all =
        format().internal == GL_DEPTH_COMPONENT16 || format().internal == GL_DEPTH_COMPONENT32F;
    for (GLenum func = GL_NEVER; func <= GL_ALWAYS; ++func) {
        if (!all && func != GL_EQUAL && func != GL_GREATER) {
            continue;
        }
        for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
            for (size_t i = 0; i < modes.size(); ++i) {
                const double border = borders[(i + func) % 4];
                Case one;
                one.texture = &texture;
                one.positions = &positions;
                one.sampler.minFilter = one.sampler.magFilter = filter;
                one.sampler.wrap = {modes[i], modes[(i + 3) % modes.size()], GL_REPEAT};
                one.sampler.border = {border, 0.3, 0.7, 0};
                one.sampler.compareFunc = func;
                one.samplerObject = i % 2 && m_stage->hasSamplerObjects();
                one.name = std::string(format().name) + " " + nameOf(func) + " " + nameOf(filter) +
                           " " + nameOf(one.sampler.wrap[0]) + "/" + nameOf(one.sampler.wrap[1]) +
                           ", border " + std::to_string(border);
                checker.add(one);
            }
        }
    }
}

TEST_P(Depths, CompareInEveryLookup) {
    TextureObject texture(*m_stage, format(), GL_TEXTURE_2D, {5, 4, 1}, 1, Contents::Quarters);
    const Positions positions = withReference(grid(axis(5), axis(4)), 0.4);
    Checker checker(*m_stage, Numbers::Float);
    for (const Method method : {Method::Gradient,
                                Method::Implicit,
                                Method::Projected,
                                Method::InVertex,
                                Method::WithOffset}) {
        for (const GLenum wrap : wraps()) {
            Case one;
            one.texture = &texture;
            one.positions = &positions;
            one.method = method;
            one.sampler.minFilter = one.sampler.magFilter = GL_LINEAR;
            one.sampler.wrap = {wrap, wrap, GL_REPEAT};
            one.sampler.border = {0.6, 0, 0, 0};
            one.sampler.compareFunc = GL_LEQUAL;
            one.name = std::string(format().name) + " " + nameOf(wrap) + " method " +
                       std::to_string(int(method));
            checker.add(one);
        }
    }
}

TEST_P(Depths, TextureModes) {
    if (kind() != Kind::Compatibility) {
        countSkipped(std::string("no GL_DEPTH_TEXTURE_MODE in ") + kindName(kind()) +
                     " (whole tests)");
        GTEST_SKIP();
    }
    TextureObject texture(*m_stage, format(), GL_TEXTURE_2D, {5, 4, 1});
    const Positions positions = grid(axis(5), axis(4));
    Checker checker(*m_stage, Numbers::Float);
    for (const GLenum mode : {GL_LUMINANCE, GL_INTENSITY, GL_ALPHA, GL_RED}) {
        if (mode == GL_RED && m_stage->version() < 30) {
            countSkipped("no GL_DEPTH_TEXTURE_MODE of GL_RED");
            continue;
        }
        if (mode == GL_ALPHA && m_stage->isLlvmpipe()) {
            countSkipped("llvmpipe takes the mode GL_ALPHA for GL_INTENSITY since GLSL 1.30");
            continue;
        }
        texture.setDepthMode(mode);
        for (const GLenum wrap : {GL_REPEAT, GL_CLAMP_TO_BORDER, GL_CLAMP}) {
            for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
                Case one;
                one.texture = &texture;
                one.positions = &positions;
                one.sampler.minFilter = one.sampler.magFilter = filter;
                one.sampler.wrap = {wrap, wrap, GL_REPEAT};
                one.sampler.border = {0.6, 0.2, 0.4, 0.8};
                one.name = std::string(format().name) + " as " + nameOf(mode) + " " + nameOf(wrap) +
                           " " + nameOf(filter);
                checker.add(one);
            }
        }
    }
}

TEST_P(Depths, StencilTexturing) {
    if (!format().hasStencil()) {
        return;
    }
    const bool has =
        m_stage->desktop() ? m_stage->has("GL_ARB_stencil_texturing") : m_stage->version() >= 31;
    if (!has || !m_stage->hasIntegers()) {
        const std::string reason =
            std::string("no stencil texturing in ") + kindName(kind()) + " (whole tests)";
        countSkipped(reason);
        GTEST_SKIP() << reason;
    }
    if (m_stage->isLlvmpipe() && kind() == Kind::Compatibility) {
        countSkipped("llvmpipe applies GL_DEPTH_TEXTURE_MODE to stencil (whole tests)");
        return;
    }
    TextureObject texture(*m_stage, format(), GL_TEXTURE_2D, {5, 4, 1}, 1, Contents::Any, true);
    const Positions positions = grid(axis(5), axis(4));
    Checker checker(*m_stage, Numbers::Uint);
    const std::vector<GLenum> modes = wraps();
    for (size_t i = 0; i < modes.size(); ++i) {
        for (const BorderClass& border : borderClasses(Numbers::Uint)) {
            Case one;
            one.texture = &texture;
            one.positions = &positions;
            one.sampler.wrap = {modes[i], modes[(i + 3) % modes.size()], GL_REPEAT};
            one.sampler.border = border.color;
            one.name = std::string(format().name) + " stencil " + nameOf(one.sampler.wrap[0]) +
                       "/" + nameOf(one.sampler.wrap[1]) + ", border " + border.name;
            checker.add(one);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    All,
    Depths,
    testing::Combine(
        kinds(),
        testing::Values("depth16", "depth24", "depth24_stencil8", "depth32f", "depth32f_stencil8")),
    formatParameterName);

class Swizzles : public FormatTest {};

TEST_P(Swizzles, OfTexelsAndBorders) {
    if (!m_stage->hasSwizzle()) {
        const std::string reason =
            std::string("no swizzles in ") + kindName(kind()) + " (whole tests)";
        countSkipped(reason);
        GTEST_SKIP() << reason;
    }
    TextureObject texture(*m_stage, format(), GL_TEXTURE_2D, {5, 4, 1});
    const Positions positions = grid(axis(5), axis(4));
    Checker checker(*m_stage, texture.numbers());
    const std::array<GLenum, 4> swizzles[] = {{GL_BLUE, GL_GREEN, GL_RED, GL_ALPHA},
                                              {GL_ALPHA, GL_RED, GL_GREEN, GL_BLUE},
                                              {GL_RED, GL_RED, GL_RED, GL_ONE},
                                              {GL_ZERO, GL_ALPHA, GL_ONE, GL_RED},
                                              {GL_ONE, GL_ZERO, GL_ZERO, GL_GREEN}};
    const bool integer = format().integer();
    int number = 0;
    for (const auto& swizzle : swizzles) {
        ++number;
        texture.setSwizzle(swizzle);
        for (const GLenum wrap : wraps()) {
            if (!showsBorder(wrap)) {
                continue;
            }
            for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
                if (integer && filter == GL_LINEAR) {
                    continue;
                }
                for (const BorderClass& border : borderClasses(texture.numbers())) {
                    Case one;
                    one.texture = &texture;
                    one.positions = &positions;
                    one.sampler.minFilter = one.sampler.magFilter = filter;
                    one.sampler.wrap = {wrap, GL_REPEAT, GL_REPEAT};
                    one.sampler.border = border.color;
                    one.name = std::string(format().name) + " swizzle " + std::to_string(number) +
                               " " + nameOf(wrap) + " " + nameOf(filter) + ", border " +
                               border.name;
                    checker.add(one);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         Swizzles,
                         testing::Combine(kinds(),
                                          testing::Values("rgba8",
                                                          "rgb8",
                                                          "rg8",
                                                          "r8",
                                                          "luminance8",
                                                          "luminance8_alpha8",
                                                          "alpha8",
                                                          "intensity8",
                                                          "rgba8_snorm",
                                                          "rgba32f",
                                                          "r32f",
                                                          "rgba8ui",
                                                          "rg16ui",
                                                          "r32i",
                                                          "depth16",
                                                          "depth32f",
                                                          "dxt1")),
                         formatParameterName);

} // namespace
} // namespace samplers

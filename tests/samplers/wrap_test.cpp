// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Every wrap × filter × border class × format class, and every pair of wraps.

#include "samplers/fixture.h"

namespace samplers {
namespace {

std::string formatParameterName(const testing::TestParamInfo<std::tuple<Kind, size_t>>& info) {
    return std::string(kindName(std::get<0>(info.param))) + "_" +
           formats()[std::get<1>(info.param)].name;
}

class Formats : public SamplerTest<size_t> {
protected:
    const Format& format() const { return formats()[std::get<1>(GetParam())]; }
};

TEST_P(Formats, WrapsFiltersAndBorders) {
    if (!m_stage->hasFormat(format())) {
        const std::string reason = std::string("no format ") + format().name + " in " +
                                   kindName(kind()) + " (whole tests)";
        countSkipped(reason);
        GTEST_SKIP() << reason;
    }
    TextureObject texture(*m_stage, format(), GL_TEXTURE_2D, {5, 4, 1});
    const Positions positions = grid(axis(5), axis(4));
    Checker checker(*m_stage, texture.numbers());
    const std::vector<GLenum> modes = wraps();
    for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
        if (filter == GL_LINEAR && format().integer()) {
            break; // Incomplete by the specification.
        }
        for (size_t i = 0; i < modes.size(); ++i) {
            Case one;
            one.texture = &texture;
            one.positions = &positions;
            one.sampler.minFilter = one.sampler.magFilter = filter;
            const size_t other = (3 * i + (filter == GL_LINEAR ? 1 : 2)) % modes.size();
            one.sampler.wrap = {modes[i], modes[other], GL_REPEAT};
            one.samplerObject = i % 2 && m_stage->hasSamplerObjects();
            const bool bordered = showsBorder(modes[i]) || showsBorder(modes[other]);
            for (const BorderClass& border : borderClasses(texture.numbers())) {
                one.sampler.border = border.color;
                one.name = std::string(format().name) + " " + nameOf(filter) + " " +
                           nameOf(modes[i]) + "/" + nameOf(modes[other]) + ", border " +
                           border.name;
                checker.add(one);
                if (!bordered) {
                    break;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         Formats,
                         testing::Combine(kinds(), testing::Range(size_t(0), formats().size())),
                         formatParameterName);

class Wraps : public SamplerTest<> {};

TEST_P(Wraps, InPairs) {
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {5, 4, 1});
    const Positions positions = grid(axis(5), axis(4));
    Checker checker(*m_stage, Numbers::Float);
    Case one;
    one.texture = &texture;
    one.positions = &positions;
    one.sampler.border = kSomeBorder;
    const std::vector<GLenum> modes = wraps();
    for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
        for (const GLenum s : modes) {
            for (const GLenum t : modes) {
                one.sampler.minFilter = one.sampler.magFilter = filter;
                one.sampler.wrap = {s, t, GL_REPEAT};
                one.name = nameOf(filter) + " " + nameOf(s) + "/" + nameOf(t);
                checker.add(one);
            }
        }
    }
}

/// On either side of λ = 0 another filter; the wrap is the same.
TEST_P(Wraps, WithDifferentMinAndMagFilters) {
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {5, 4, 1});
    const Positions magnified = withLod(grid(axis(5), axis(4)), -1);
    const Positions minified = withLod(magnified, 2);
    Checker checker(*m_stage, Numbers::Float);
    Case one;
    one.texture = &texture;
    one.sampler.border = kSomeBorder;
    for (const GLenum mode : wraps()) {
        for (const bool magLinear : {false, true}) {
            one.sampler.magFilter = magLinear ? GL_LINEAR : GL_NEAREST;
            one.sampler.minFilter = magLinear ? GL_NEAREST : GL_LINEAR;
            one.sampler.wrap = {mode, mode, GL_REPEAT};
            for (const Positions* positions : {&magnified, &minified}) {
                one.positions = positions;
                one.name = nameOf(mode) + " min " + nameOf(one.sampler.minFilter) + " mag " +
                           nameOf(one.sampler.magFilter) +
                           (positions == &magnified ? ", magnified" : ", minified");
                checker.add(one);
            }
        }
    }
}

/// The ways in which shaders look up.
TEST_P(Wraps, OfEveryLookup) {
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {5, 4, 1});
    const Positions positions = grid(axis(5), axis(4));
    Checker checker(*m_stage, Numbers::Float);
    Case one;
    one.texture = &texture;
    one.positions = &positions;
    one.sampler.border = kSomeBorder;
    const std::pair<Method, const char*> methods[] = {{Method::Gradient, "textureGrad"},
                                                      {Method::Implicit, "texture"},
                                                      {Method::Projected, "textureProjLod"},
                                                      {Method::InVertex, "in the vertex shader"},
                                                      {Method::WithOffset, "textureLodOffset"}};
    for (const GLenum mode : wraps()) {
        for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
            for (const auto& [method, name] : methods) {
                one.method = method;
                one.sampler.minFilter = one.sampler.magFilter = filter;
                one.sampler.wrap = {mode, mode, GL_REPEAT};
                one.name = nameOf(mode) + " " + nameOf(filter) + " " + name;
                checker.add(one);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Wraps, kinds(), [](const auto& info) {
    return std::string(kindName(std::get<0>(info.param)));
});

} // namespace
} // namespace samplers

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Textures of all targets: one to three wrapped coordinates, layers, faces with seams and without,
// and coordinates in texels.

#include "samplers/fixture.h"

namespace samplers {
namespace {

using TargetParameter = std::tuple<Kind, GLenum>;

std::string targetParameterName(const testing::TestParamInfo<TargetParameter>& info) {
    return std::string(kindName(std::get<0>(info.param))) + "_" + nameOf(std::get<1>(info.param));
}

class Targets : public SamplerTest<GLenum> {
protected:
    void SetUp() override {
        SamplerTest::SetUp();
        if (m_stage && !m_stage->hasTarget(target())) {
            const std::string reason =
                "no " + nameOf(target()) + " in " + kindName(kind()) + " (whole tests)";
            countSkipped(reason);
            GTEST_SKIP() << reason;
        }
    }
    GLenum target() const { return std::get<1>(GetParam()); }

    TextureObject::Size size() const {
        switch (target()) {
        case GL_TEXTURE_1D:
            return {5, 1, 1};
        case GL_TEXTURE_1D_ARRAY:
            return {5, 1, 3};
        case GL_TEXTURE_2D_ARRAY:
            return {5, 4, 3};
        case GL_TEXTURE_3D:
            return {5, 4, 3};
        case GL_TEXTURE_CUBE_MAP:
            return {4, 4, 6};
        case GL_TEXTURE_CUBE_MAP_ARRAY:
            return {4, 4, 12};
        default:
            return {5, 4, 1};
        }
    }

    Positions positions() const {
        switch (target()) {
        case GL_TEXTURE_1D:
            return grid(axis(5), {0});
        case GL_TEXTURE_1D_ARRAY:
            return grid(axis(5), {-1, 0, 0.4, 0.6, 1, 2, 2.7, 7});
        case GL_TEXTURE_2D_ARRAY:
            return grid(shortAxis(5), shortAxis(4), {-1, 0, 0.4, 0.6, 1, 2, 2.7, 7});
        case GL_TEXTURE_3D:
            return grid(shortAxis(5), shortAxis(4), shortAxis(3));
        case GL_TEXTURE_CUBE_MAP:
            return directions(4);
        case GL_TEXTURE_CUBE_MAP_ARRAY:
            return directions(4, {0, 1, 0.4, 0.6, -1, 3});
        case GL_TEXTURE_RECTANGLE: {
            Positions result = grid(axis(5), axis(4));
            for (reference::Position& position : result) {
                position.coords[0] *= 5;
                position.coords[1] *= 4;
            }
            return result;
        }
        default:
            return grid(axis(5), axis(4));
        }
    }

    std::vector<GLenum> wrapsOfTarget() const {
        if (target() != GL_TEXTURE_RECTANGLE) {
            return wraps();
        }
        std::vector<GLenum> result{GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER};
        if (kind() == Kind::Compatibility) {
            result.push_back(GL_CLAMP);
        }
        return result;
    }
};

TEST_P(Targets, WrapsAndFilters) {
    const Positions all = positions();
    const std::vector<GLenum> modes = wrapsOfTarget();
    const Method method = target() == GL_TEXTURE_RECTANGLE ? Method::Implicit : Method::Lod;
    const bool cube = reference::isCube(target());
    const bool desktop = m_stage->desktop();
    std::vector<bool> seams; // Whether faces are filtered together.
    if (!cube || desktop) {
        seams.push_back(false);
    }
    if (cube &&
        (!desktop || m_stage->version() >= 32 || m_stage->has("GL_ARB_seamless_cube_map"))) {
        seams.push_back(true);
    }
    for (const char* format : {"rgba8", "r32f", "rgba8ui"}) {
        if (!m_stage->hasFormat(formatNamed(format))) {
            countSkipped(std::string("no format ") + format + " in " + kindName(kind()));
            continue;
        }
        TextureObject texture(*m_stage, formatNamed(format), target(), size());
        Checker checker(*m_stage, texture.numbers());
        for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
            for (size_t i = 0; i < modes.size(); ++i) {
                for (const bool seamless : seams) {
                    if (filter == GL_LINEAR && texture.format().integer()) {
                        continue;
                    }
                    Case one;
                    one.texture = &texture;
                    one.positions = &all;
                    one.method = method;
                    one.sampler.minFilter = one.sampler.magFilter = filter;
                    one.sampler.wrap = {
                        modes[i], modes[(i + 3) % modes.size()], modes[(i + 5) % modes.size()]};
                    one.sampler.border = texture.numbers() == Numbers::Float
                                             ? kSomeBorder
                                             : borderClasses(texture.numbers())[3].color;
                    one.sampler.seamless = seamless;
                    one.samplerObject = i % 2 && m_stage->hasSamplerObjects();
                    one.name = std::string(format) + " " + nameOf(target()) + " " + nameOf(filter) +
                               " " + nameOf(one.sampler.wrap[0]) + "/" +
                               nameOf(one.sampler.wrap[1]) + "/" + nameOf(one.sampler.wrap[2]) +
                               (cube ? seamless ? ", seamless" : ", seams" : "");
                    checker.add(one);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         Targets,
                         testing::Combine(kinds(),
                                          testing::Values(GL_TEXTURE_1D,
                                                          GL_TEXTURE_3D,
                                                          GL_TEXTURE_CUBE_MAP,
                                                          GL_TEXTURE_1D_ARRAY,
                                                          GL_TEXTURE_2D_ARRAY,
                                                          GL_TEXTURE_CUBE_MAP_ARRAY,
                                                          GL_TEXTURE_RECTANGLE)),
                         targetParameterName);

} // namespace
} // namespace samplers

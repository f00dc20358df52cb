// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Levels: every minifying with every magnifying filter, what moves λ, and reductions.

#include "samplers/fixture.h"

namespace samplers {
namespace {

constexpr GLenum kMinFilters[] = {GL_NEAREST,
                                  GL_LINEAR,
                                  GL_NEAREST_MIPMAP_NEAREST,
                                  GL_LINEAR_MIPMAP_NEAREST,
                                  GL_NEAREST_MIPMAP_LINEAR,
                                  GL_LINEAR_MIPMAP_LINEAR};

std::string kindParameterName(const testing::TestParamInfo<std::tuple<Kind>>& info) {
    return kindName(std::get<0>(info.param));
}

class Levels : public SamplerTest<> {
protected:
    /// Positions of all levels of detail that matter to an image with levels 0 … 3. Between 0 and ½
    /// it depends on c (section 8.15) which filter counts, and devices leave c at 0: nothing lies
    /// there.
    Positions levels(const std::vector<double>& lods) const {
        Positions result;
        for (const double lod : lods) {
            const Positions some = withLod(grid(shortAxis(9), shortAxis(8)), lod);
            result.insert(result.end(), some.begin(), some.end());
        }
        return result;
    }
};

TEST_P(Levels, EveryPairOfFilters) {
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {9, 8, 1}, 0);
    const Positions positions = levels({-2, 0.6, 1, 1.3, 1.75, 2.4, 3, 5.5});
    Checker checker(*m_stage, Numbers::Float);
    Case one;
    one.texture = &texture;
    one.positions = &positions;
    one.sampler.border = kSomeBorder;
    const std::vector<GLenum> modes = wraps();
    size_t number = 0;
    for (const GLenum minFilter : kMinFilters) {
        for (const GLenum magFilter : {GL_NEAREST, GL_LINEAR}) {
            for (int some = 0; some < 3; ++some) { // In turn: 18 pairs of filter and wrap.
                const GLenum wrap = modes[number % modes.size()];
                for (const Method method : {Method::Lod, Method::Gradient}) {
                    one.sampler.minFilter = minFilter;
                    one.sampler.magFilter = magFilter;
                    one.sampler.wrap = {wrap, wrap, GL_REPEAT};
                    one.method = method;
                    one.samplerObject = ++number % 3 == 0 && m_stage->hasSamplerObjects();
                    one.name = nameOf(minFilter) + " " + nameOf(magFilter) + " " + nameOf(wrap) +
                               (method == Method::Lod ? " textureLod" : " textureGrad");
                    checker.add(one);
                }
            }
        }
    }
}

/// What a context adds to λ, and where it ends.
TEST_P(Levels, BiasesAndRanges) {
    if (!m_stage->desktop() && m_stage->version() < 30) {
        GTEST_SKIP();
    }
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {9, 8, 1}, 0);
    const Positions positions = levels({-1.25, 0.75, 1, 2.25, 4});
    Checker checker(*m_stage, Numbers::Float);
    struct Range {
        double low, high, bias;
    };
    const Range ranges[] = {{-1000, 1000, 0},
                            {1, 1000, 0},
                            {0.75, 0.75, 0},
                            {-1000, 1.5, 0},
                            {0.75, 2, 0.75},
                            {-1000, 1000, -1.5},
                            {-1000, 1000, 1.25},
                            {-1000, -1, 0}};
    for (const auto& [base, max] :
         {std::pair(0, 3), std::pair(1, 3), std::pair(0, 1), std::pair(2, 2)}) {
        texture.setLevels(base, max);
        for (const GLenum minFilter :
             {GL_LINEAR, GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_LINEAR}) {
            for (const Range& range : ranges) {
                if (range.bias != 0 && !m_stage->desktop()) {
                    countSkipped("no GL_TEXTURE_LOD_BIAS in es3");
                    continue;
                }
                for (const Method method : {Method::Lod, Method::Gradient, Method::Implicit}) {
                    if (method == Method::Gradient && base != 0) {
                        continue; // The footprint is in texels of another level.
                    }
                    Case one;
                    one.texture = &texture;
                    one.positions = &positions;
                    one.method = method;
                    one.sampler.wrap = {GL_CLAMP_TO_EDGE, GL_REPEAT, GL_REPEAT};
                    one.sampler.minFilter = minFilter;
                    one.sampler.magFilter =
                        minFilter == GL_NEAREST_MIPMAP_NEAREST ? GL_NEAREST : GL_LINEAR;
                    one.sampler.minLod = range.low;
                    one.sampler.maxLod = range.high;
                    one.sampler.lodBias = range.bias;
                    one.name = nameOf(minFilter) + " levels " + std::to_string(base) + " to " +
                               std::to_string(max) + ", lod " + std::to_string(range.low) + " to " +
                               std::to_string(range.high) + ", bias " + std::to_string(range.bias) +
                               (method == Method::Implicit ? " implicit"
                                : method == Method::Lod    ? " textureLod"
                                                           : " textureGrad");
                    checker.add(one);
                }
            }
        }
    }
}

TEST_P(Levels, Reductions) {
    if (!m_stage->has("GL_ARB_texture_filter_minmax") &&
        !m_stage->has("GL_EXT_texture_filter_minmax")) {
        const std::string reason =
            std::string("no reductions in ") + kindName(kind()) + " (whole tests)";
        countSkipped(reason);
        GTEST_SKIP() << reason;
    }
    const Positions positions = levels({-2, 0, 1.3, 2});
    for (const char* name : {"r8", "rgba8", "r32f", "rgba16f", "depth16", "depth32f"}) {
        const Format& format = formatNamed(name);
        TextureObject texture(*m_stage, format, GL_TEXTURE_2D, {9, 8, 1}, 0);
        Checker checker(*m_stage, Numbers::Float);
        for (const GLenum reduction : {GL_MIN, GL_MAX}) {
            for (const GLenum minFilter :
                 {GL_NEAREST, GL_LINEAR_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_LINEAR}) {
                if (minFilter == GL_LINEAR_MIPMAP_LINEAR && m_stage->onLlvmpipe()) {
                    countSkipped("llvmpipe averages reductions of two levels");
                    continue;
                }
                for (const GLenum wrap : wraps()) {
                    Case one;
                    one.texture = &texture;
                    one.positions = &positions;
                    one.sampler.border = kSomeBorder;
                    one.sampler.wrap = {wrap, wrap, GL_REPEAT};
                    one.sampler.minFilter = minFilter;
                    one.sampler.magFilter = minFilter == GL_NEAREST ? GL_NEAREST : GL_LINEAR;
                    one.sampler.reduction = reduction;
                    one.name = std::string(name) + " " + nameOf(reduction) + " " +
                               nameOf(minFilter) + " " + nameOf(wrap);
                    checker.add(one);
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Levels, kinds(), kindParameterName);

} // namespace
} // namespace samplers

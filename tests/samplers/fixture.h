// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "samplers/checker.h"

#include <gtest/gtest.h>

#include <span>
#include <tuple>
#include <vector>

namespace samplers {

/// The stage of that kind, current; null where the device has none. Stages live until the last test
/// ended.
Stage* stageOf(Kind kind);

inline constexpr GLenum kWraps[] = {GL_REPEAT,
                                    GL_MIRRORED_REPEAT,
                                    GL_CLAMP_TO_EDGE,
                                    GL_CLAMP_TO_BORDER,
                                    GL_CLAMP,
                                    GL_MIRROR_CLAMP_EXT,
                                    GL_MIRROR_CLAMP_TO_EDGE,
                                    GL_MIRROR_CLAMP_TO_BORDER_EXT};
bool showsBorder(GLenum wrap);

struct BorderClass {
    const char* name;
    reference::Vec4 color;
};
/// Transparent black, opaque black, white, some colour, and one that the format cannot represent.
std::span<const BorderClass> borderClasses(Numbers numbers);
extern const reference::Vec4 kSomeBorder;

/// Inside and outside of an image of `size` texels, at centres, edges and between; normalised.
std::vector<double> axis(int size);
/// Fewer of them.
std::vector<double> shortAxis(int size);
/// All combinations of the coordinates, with the same level and reference.
Positions grid(const std::vector<double>& s,
               const std::vector<double>& t,
               const std::vector<double>& r = {0},
               const std::vector<double>& q = {0});
Positions withLod(Positions positions, double lod);
Positions withReference(Positions positions, double reference);
/// Directions to all faces of a cube map whose faces have `size` texels, up to the edges and
/// corners.
Positions directions(int size, const std::vector<double>& layers = {0});

/// A test in a context of the kind that its first parameter says.
template <typename... More>
class SamplerTest : public testing::TestWithParam<std::tuple<Kind, More...>> {
protected:
    void SetUp() override {
        m_stage = stageOf(kind());
        if (!m_stage) {
            const std::string reason =
                std::string("no ") + kindName(kind()) + " context that draws floats (whole tests)";
            countSkipped(reason);
            GTEST_SKIP() << reason;
        }
    }
    void TearDown() override {
        if (m_stage) {
            EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError()) << "at the end of the test";
        }
    }
    Kind kind() const { return std::get<0>(this->GetParam()); }
    /// The wraps that the context has; the others are counted.
    std::vector<GLenum> wraps() const {
        std::vector<GLenum> result;
        for (const GLenum wrap : kWraps) {
            if (m_stage->hasWrap(wrap)) {
                result.push_back(wrap);
            } else {
                countSkipped("no wrap " + nameOf(wrap) + " in " + kindName(kind()));
            }
        }
        return result;
    }

    Stage* m_stage = nullptr;
};

inline auto kinds() {
    return testing::Values(Kind::Compatibility, Kind::Core, Kind::Es3);
}

} // namespace samplers

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Sheets of pictures, wraps side by side and filters one below the other: coordinates that vary
// over a surface, and the level of detail that follows from it.

#include "gl_harness/image.h"
#include "samplers/fixture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace samplers {
namespace {

class Sheets : public SamplerTest<> {
protected:
    /// Draws all wraps with all filters. A sheet that is wrong, or GLISSADE_SAMPLERS_VERBOSE, is
    /// written as PPM to the folder GLISSADE_TEST_DUMP.
    void draw(const char* name,
              TextureObject& texture,
              const std::vector<GLenum>& filters,
              const Checker::Window& window) {
        const int size = Checker::kPicture;
        const std::vector<GLenum> modes = wraps();
        harness::Image sheet(size * int(modes.size()), size * int(filters.size()));
        Checker checker(*m_stage, Numbers::Float);
        for (size_t row = 0; row < filters.size(); ++row) {
            for (size_t column = 0; column < modes.size(); ++column) {
                Case one;
                one.texture = &texture;
                one.method = Method::Implicit;
                one.sampler.border = {0.25, 0.5, 0.75, 0.125};
                one.sampler.wrap = {modes[column], modes[column], GL_REPEAT};
                one.sampler.minFilter = filters[row];
                one.sampler.magFilter = filters[row] == GL_NEAREST ? GL_NEAREST : GL_LINEAR;
                one.name =
                    std::string(name) + " " + nameOf(modes[column]) + " " + nameOf(filters[row]);
                const std::vector<reference::Vec4> pixels = checker.picture(one, window);
                for (int i = 0; i < int(pixels.size()); ++i) {
                    const auto byte = [&](size_t c) {
                        return int(std::lround(std::clamp(pixels[size_t(i)][c], 0.0, 1.0) * 255));
                    };
                    sheet.set(int(column) * size + i % size,
                              int(row) * size + i / size,
                              {byte(0), byte(1), byte(2), byte(3)});
                }
            }
        }
        const char* folder = std::getenv("GLISSADE_TEST_DUMP");
        if (HasFailure() || std::getenv("GLISSADE_SAMPLERS_VERBOSE")) {
            const std::string path = std::string(folder ? folder : ".") + "/sampler_sheet_" + name +
                                     "_" + kindName(kind()) + ".ppm";
            if (sheet.writePpm(path)) {
                std::printf("the sheet is %s\n", path.c_str());
            }
        }
    }
};

TEST_P(Sheets, Magnified) {
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {5, 4, 1});
    draw("magnified", texture, {GL_NEAREST, GL_LINEAR}, {-1.5, -1.5, 2.5, 2.5});
}

/// Four texels to a pixel along s and a quarter along t: λ lies between log₂ 4 and log₂ 4¼.
TEST_P(Sheets, Minified) {
    TextureObject texture(*m_stage, formatNamed("rgba8"), GL_TEXTURE_2D, {32, 8, 1}, 0);
    draw("minified",
         texture,
         {GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_LINEAR},
         {-3.49, -0.51, 4.51, 1.49});
}

INSTANTIATE_TEST_SUITE_P(All, Sheets, kinds(), [](const auto& info) {
    return std::string(kindName(std::get<0>(info.param)));
});

} // namespace
} // namespace samplers

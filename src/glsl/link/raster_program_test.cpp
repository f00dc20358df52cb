// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/raster_program.h"

#include "glsl/link/testing.h"

namespace glsl {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Pixel = spirv::RasterInputs::Pixel;
using testing::linkAll;
using testing::textOf;

const char* const kVertex = "#version 130\nin vec4 c; out vec4 own; void main() {"
                            " gl_Position = gl_FrontColor = gl_FrontSecondaryColor = own = c;"
                            " gl_TexCoord[1] = c; gl_FogFragCoord = c.x; }";

RasterProgram make(const std::string& fragment, Pixel pixel) {
    const auto program =
        linkAll({{Stage::Vertex, kVertex}, {Stage::Fragment, "#version 130\n" + fragment}});
    EXPECT_TRUE(program->ok) << program->infoLog;
    RasterProgram made = makeRasterProgram(*program, pixel);
    EXPECT_EQ(spirv::validate(made.program->stages[0].spirv), "")
        << textOf(*made.program, Stage::Fragment);
    return made;
}

TEST(RasterProgramTest, FeedsAllThatFixedFunctionHandsOn) {
    const RasterProgram made = make(
        "uniform sampler2D image; uniform vec4 k; in vec4 own; void main() { gl_FragColor ="
        " gl_Color + gl_SecondaryColor * gl_FogFragCoord + texture(image, gl_TexCoord[1].xy) * k"
        " + own; }",
        Pixel::Color);
    const StageBinary& stage = made.program->stages[0];
    EXPECT_EQ(made.program->stages.size(), 1u);
    EXPECT_EQ(made.rows_B, 16u);
    EXPECT_EQ(stage.defaultBlockSize_B, 16u + spirv::RasterInputs::kBlock_B);
    EXPECT_EQ(made.sampler, 1);
    ASSERT_EQ(stage.samplers.size(), 2u);
    EXPECT_EQ(stage.samplers[1].binding, 2);
    EXPECT_EQ(stage.samplers[1].firstSampler, 1);
    const std::string text = textOf(*made.program, Stage::Fragment);
    EXPECT_THAT(text, Not(HasSubstr(" Location 1\n")));
    EXPECT_THAT(text, HasSubstr("OpImageFetch"));
}

TEST(RasterProgramTest, WithoutPixelsThereIsNoImage) {
    const RasterProgram made = make("void main() { gl_FragColor = gl_Color; }", Pixel::None);
    EXPECT_EQ(made.sampler, -1);
    EXPECT_TRUE(made.program->stages[0].samplers.empty());
    EXPECT_EQ(made.rows_B, 0u);
}

TEST(RasterProgramTest, TheImageIsBehindUniformBlocks) {
    const RasterProgram made = make("#extension GL_ARB_uniform_buffer_object : require\n"
                                    "uniform B { vec4 b; }; void main() { gl_FragColor ="
                                    " gl_Color * b; }",
                                    Pixel::Depth);
    const StageBinary& stage = made.program->stages[0];
    ASSERT_EQ(stage.blocks.size(), 1u);
    EXPECT_GT(stage.samplers[0].binding, stage.blocks[0].binding);
    EXPECT_THAT(textOf(*made.program, Stage::Fragment), HasSubstr("DepthReplacing"));
}

} // namespace
} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What fixed function does between vertex and fragment shaders, as linking prepares it: colours of
// two sides, the shading model, planes that clip.

#include "glsl/link/testing.h"

#include "spirv/user_clip.h"
#include "spirv/vertex_colors.h"

namespace glsl {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::linkAll;
using ::testing::Not;
using testing::Source;
using testing::textOf;
using testing::uniformNamed;

std::shared_ptr<const LinkedProgram> linkPair(const std::string& vertex,
                                              const std::string& fragment) {
    return linkAll({{Stage::Vertex, "#version 130\n" + vertex},
                    {Stage::Fragment, "#version 130\n" + fragment}});
}

const std::string kReads = "void main() { gl_FragColor = gl_Color; }";

std::string writes(const std::string& declarations, const std::string& color) {
    return declarations + "in vec4 c; void main() { gl_Position = c; " + color + " = c; }";
}

TEST(VertexColorTest, InterpolationMatchesWhereColorsAreUsed) {
    const std::string flat = "flat in vec4 gl_Color;" + kReads;
    EXPECT_TRUE(linkPair(writes("flat out vec4 gl_FrontColor;", "gl_FrontColor"), flat)->ok);
    EXPECT_FALSE(linkPair(writes("", "gl_FrontColor"), flat)->ok);
    EXPECT_FALSE(linkPair(writes("smooth out vec4 gl_BackColor;", "gl_BackColor"), kReads)->ok);
    EXPECT_FALSE(
        linkPair(writes("noperspective out vec4 gl_FrontColor;", "gl_FrontColor"), flat)->ok);
    // Declared and not used, or another colour.
    EXPECT_TRUE(linkPair(writes("flat out vec4 gl_BackColor;", "gl_FrontColor"), kReads)->ok);
    EXPECT_TRUE(
        linkPair(writes("flat out vec4 gl_FrontColor;", "gl_FrontColor"), "void main() {}")->ok);
}

TEST(VertexColorTest, BothSidesReachTheFragments) {
    const auto program = linkPair(
        "in vec4 c; void main() { gl_Position = gl_FrontColor = c; gl_BackColor = c.wzyx; }",
        kReads);
    ASSERT_TRUE(program->ok) << program->infoLog;
    const ColorInput& color = program->colors[0];
    EXPECT_GE(color.location, 0);
    EXPECT_GE(color.backLocation, 0);
    EXPECT_NE(color.location, color.backLocation);
    EXPECT_TRUE(color.isShaded);
    EXPECT_EQ(program->colors[1].location, -1);
}

TEST(VertexColorTest, ABackColorNeedsNoFrontColor) {
    const auto program = linkPair(writes("flat out vec4 gl_BackColor;", "gl_BackColor"),
                                  "flat in vec4 gl_Color;" + kReads);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_GE(program->colors[0].location, 0);
    EXPECT_GE(program->colors[0].backLocation, 0);
    EXPECT_FALSE(program->colors[0].isShaded);
}

TEST(VertexColorTest, NobodyReadsBackColorsAlone) {
    const auto program = linkPair(writes("", "gl_BackColor"), "void main() {}");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->colors[0].location, -1);
    EXPECT_EQ(program->colors[0].backLocation, -1);
}

TEST(VertexColorTest, TheCodeChoosesAndFlattens) {
    const auto program = linkPair(
        "in vec4 c; void main() { gl_Position = gl_FrontColor = c; gl_BackColor = c.wzyx; }",
        kReads);
    ASSERT_TRUE(program->ok) << program->infoLog;
    const std::vector<uint32_t>& words = program->stage(Stage::Fragment)->spirv;
    const uint32_t front = uint32_t(program->colors[0].location);
    const int back = program->colors[0].backLocation;

    const spirv::VertexColors::Color both[] = {{front, back, true}};
    const auto changed = spirv::VertexColors::run(words, both);
    EXPECT_EQ(spirv::validate(changed), "");
    const std::string text = spirv::disassemble(changed);
    EXPECT_THAT(text, HasSubstr("BuiltIn FrontFacing"));
    EXPECT_THAT(text, HasSubstr("Location " + std::to_string(back)));
    EXPECT_THAT(text, HasSubstr("OpSelect"));
    EXPECT_THAT(text, HasSubstr("Flat"));

    const spirv::VertexColors::Color flat[] = {{front, -1, true}};
    const std::string flatText = spirv::disassemble(spirv::VertexColors::run(words, flat));
    EXPECT_THAT(flatText, HasSubstr("Flat"));
    EXPECT_THAT(flatText, Not(HasSubstr("OpSelect")));

    const spirv::VertexColors::Color elsewhere[] = {{front + 7, back, true}};
    EXPECT_EQ(spirv::disassemble(spirv::VertexColors::run(words, elsewhere)),
              spirv::disassemble(words));
}

TEST(UserClipTest, APlaceForThePlanes) {
    const auto program = linkPair("in vec4 c; void main() { gl_Position = c; }",
                                  "void main() { gl_FragColor = vec4(1); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_GE(program->clip.offset_B, 0);
    EXPECT_EQ(program->clip.vertexLocation, -1);
    const Uniform* planes = uniformNamed(*program, "gl_PositionClipPlanes[0]");
    ASSERT_NE(planes, nullptr);
    EXPECT_TRUE(isInternal(planes->builtin));
    EXPECT_EQ(planes->slots[0].offset_B, program->clip.offset_B);
    EXPECT_EQ(program->stage(Stage::Vertex)->defaultBlockSize_B,
              uint32_t(program->clip.offset_B) + 8 * 16);
}

TEST(UserClipTest, DistancesTakeThePlaneOfPlanes) {
    const auto program =
        linkPair("in vec4 c; void main() { gl_Position = c; gl_ClipDistance[0] = c.x; }",
                 "void main() { gl_FragColor = vec4(1); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->clip.offset_B, -1);
    EXPECT_TRUE(program->usesClipDistance);
}

TEST(UserClipTest, WritesDistancesOfPositions) {
    const auto program = linkPair("in vec4 c; void main() { gl_Position = c; }",
                                  "void main() { gl_FragColor = vec4(1); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    const auto words = spirv::UserClip::run(
        program->stage(Stage::Vertex)->spirv, {uint32_t(program->clip.offset_B), -1}, 0b101);
    EXPECT_EQ(spirv::validate(words), "");
    const std::string text = spirv::disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpCapability ClipDistance"));
    EXPECT_THAT(text, HasSubstr("Offset " + std::to_string(program->clip.offset_B)));
    // Of three distances two are products.
    size_t dots = 0;
    for (size_t at = text.find("OpDot"); at != text.npos; at = text.find("OpDot", at + 1)) {
        ++dots;
    }
    EXPECT_EQ(dots, 2u);
}

TEST(UserClipTest, WritesDistancesOfClipVertices) {
    const auto program =
        linkPair("in vec4 c; void main() { gl_Position = c; gl_ClipVertex = c.yxzw; }",
                 "void main() { gl_FragColor = vec4(1); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    ASSERT_GE(program->clip.vertexLocation, 0);
    EXPECT_NE(uniformNamed(*program, "gl_EyeClipPlanes[0]"), nullptr);
    const auto words =
        spirv::UserClip::run(program->stage(Stage::Vertex)->spirv,
                             {uint32_t(program->clip.offset_B), program->clip.vertexLocation},
                             0xFF);
    EXPECT_EQ(spirv::validate(words), "");
    EXPECT_THAT(spirv::disassemble(words), ContainsRegex("OpDot"));
}

TEST(UserClipTest, CapturesClipVertices) {
    const auto program = linkAll(
        {{Stage::Vertex,
          "#version 130\nin vec4 c; void main() { gl_Position = c;"
          " gl_ClipVertex = c.yxzw; }"}},
        {.api = Api::Desktop, .feedbackVaryings = {"gl_ClipVertex"}, .feedbackMode = 0x8C8C});
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->feedback.stride_B[0], 16u);
}

} // namespace
} // namespace glsl

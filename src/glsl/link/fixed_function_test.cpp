// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What fixed function does between vertex and fragment shaders, as linking prepares it: colours of
// two sides, the shading model, planes that clip.

#include "glsl/language/builtins.h"
#include "glsl/link/testing.h"

#include "spirv/alpha_test.h"
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
    EXPECT_EQ(program->clip.location, -1);
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
    const auto words = spirv::UserClip::run(program->stage(Stage::Vertex)->spirv,
                                            {.offset_B = uint32_t(program->clip.offset_B)},
                                            0b101);
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
    ASSERT_GE(program->clip.location, 0);
    EXPECT_NE(uniformNamed(*program, "gl_EyeClipPlanes[0]"), nullptr);
    const auto words = spirv::UserClip::run(
        program->stage(Stage::Vertex)->spirv,
        {.offset_B = uint32_t(program->clip.offset_B), .location = program->clip.location},
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

TEST(AlphaTestTest, DiscardsByDataBehindTheUniforms) {
    const auto program = linkAll({{Stage::Vertex, "#version 130\n" + writes("", "gl_FrontColor")},
                                  {Stage::Fragment,
                                   "#version 130\nuniform float f;"
                                   " void main() { if (f > 0.5) { gl_FragColor = vec4(f); return; }"
                                   " gl_FragColor = gl_Color; }"}},
                                 {.api = Api::Desktop, .fixedFunction = FixedFunction::StandsIn});
    ASSERT_TRUE(program->ok) << program->infoLog;
    ASSERT_GT(program->alphaTestOffset_B, 0);
    const auto words =
        spirv::AlphaTest::run(program->stage(Stage::Fragment)->spirv,
                              {uint32_t(Stage::Fragment), uint32_t(program->alphaTestOffset_B)});
    EXPECT_EQ(spirv::validate(words), "");
    const std::string text = spirv::disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpKill"));
    EXPECT_THAT(text, HasSubstr("Offset " + std::to_string(program->alphaTestOffset_B)));
}

TEST(AlphaTestTest, NeedsAnAlpha) {
    const auto program =
        linkAll({{Stage::Vertex, "#version 130\n" + writes("", "gl_FrontColor")},
                 {Stage::Fragment, "#version 130\nout ivec4 c; void main() { c = ivec4(1); }"}},
                {.api = Api::Desktop, .fixedFunction = FixedFunction::StandsIn});
    ASSERT_TRUE(program->ok) << program->infoLog;
    const std::vector<uint32_t>& words = program->stage(Stage::Fragment)->spirv;
    EXPECT_EQ(spirv::AlphaTest::run(words, {4, 0}), words);
}

// --- Ends that are open to fixed function

std::shared_ptr<const LinkedProgram>
linkOpen(Stage stage, const std::string& text, LinkOptions options = {}) {
    options.api = Api::Desktop;
    options.fixedFunction = FixedFunction::StandsIn;
    return linkAll({{stage, "#version 130\n" + text}}, options);
}

// "Location 21" where openVaryingLocation() says so.
std::string place(std::string_view name, int element = 0) {
    return "Location " + std::to_string(openVaryingLocation(name) + element) + "\n";
}

TEST(OpenVaryingsTest, HaveFixedPlacesBehindAVertexShader) {
    const auto program = linkOpen(Stage::Vertex,
                                  "in vec4 c; out vec4 unread; void main() {"
                                  " gl_Position = unread = c; gl_FrontColor = c;"
                                  " gl_TexCoord[3] = c.yxzw; gl_FogFragCoord = c.x; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_TRUE(program->meetsOthers);
    EXPECT_FALSE(program->separable);
    EXPECT_EQ(program->stage(Stage::Fragment), nullptr);
    const std::string text = textOf(*program, Stage::Vertex);
    EXPECT_THAT(text, HasSubstr(place("gl_FrontColor")));
    EXPECT_THAT(text, HasSubstr(place("gl_FogFragCoord")));
    EXPECT_THAT(text, HasSubstr(place("gl_TexCoord")));
    // Nothing of fixed function reads what the shader calls its own.
    EXPECT_THAT(text, Not(ContainsRegex("Location 0\n.*Location 0\n")));
}

TEST(OpenVaryingsTest, HaveFixedPlacesInFrontOfAFragmentShader) {
    const auto program = linkOpen(Stage::Fragment,
                                  "void main() { gl_FragColor = gl_Color + gl_SecondaryColor"
                                  " + gl_TexCoord[1] * gl_FogFragCoord; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_TRUE(program->meetsOthers);
    const std::string text = textOf(*program, Stage::Fragment);
    EXPECT_THAT(text, HasSubstr(place("gl_FrontColor")));
    EXPECT_THAT(text, HasSubstr(place("gl_FrontSecondaryColor")));
    EXPECT_THAT(text, HasSubstr(place("gl_FogFragCoord")));
    EXPECT_THAT(text, HasSubstr(place("gl_TexCoord")));
    EXPECT_EQ(program->colors[0].location, openVaryingLocation("gl_FrontColor"));
    EXPECT_EQ(program->colors[0].backLocation, openVaryingLocation("gl_BackColor"));
    EXPECT_EQ(program->colors[1].backLocation, openVaryingLocation("gl_BackSecondaryColor"));
    EXPECT_TRUE(program->colors[0].isShaded);
}

TEST(OpenVaryingsTest, SeparableProgramsKeepTheirOwnPlacesInFront) {
    const auto program = linkOpen(Stage::Vertex,
                                  "in vec4 c; out vec4 a; out vec4 b; void main() {"
                                  " gl_Position = a = b = c; gl_TexCoord[0] = c; }",
                                  {.separable = true});
    ASSERT_TRUE(program->ok) << program->infoLog;
    const std::string text = textOf(*program, Stage::Vertex);
    EXPECT_THAT(text, HasSubstr("Location 1\n"));
    EXPECT_THAT(text, HasSubstr(place("gl_TexCoord")));
}

TEST(OpenVaryingsTest, AreThoseOfTheLastStage) {
    const auto program = linkAll(
        {{Stage::Vertex, "#version 150 compatibility\n" + writes("", "gl_FrontColor")},
         {Stage::Geometry,
          "#version 150 compatibility\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
          "void main() { gl_Position = gl_in[0].gl_Position;\n"
          "gl_FrontColor = gl_in[0].gl_FrontColor; EmitVertex(); }"}},
        {.api = Api::Desktop, .fixedFunction = FixedFunction::StandsIn});
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_TRUE(program->meetsOthers);
    EXPECT_THAT(textOf(*program, Stage::Vertex), Not(HasSubstr(place("gl_FrontColor"))));
    EXPECT_THAT(textOf(*program, Stage::Geometry), HasSubstr(place("gl_FrontColor")));
    EXPECT_EQ(program->clip.stage, Stage::Geometry);
    const Uniform* planes = uniformNamed(*program, "gl_PositionClipPlanes[0]");
    ASSERT_NE(planes, nullptr);
    EXPECT_EQ(planes->stageMask, 1u << unsigned(Stage::Geometry));
}

TEST(OpenVaryingsTest, WholeProgramsHaveNone) {
    LinkOptions options{.api = Api::Desktop, .fixedFunction = FixedFunction::StandsIn};
    const std::vector<Source> both = {
        {Stage::Vertex, "#version 130\n" + writes("", "gl_FrontColor")},
        {Stage::Fragment, "#version 130\n" + kReads}};
    const auto program = linkAll(both, options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_FALSE(program->meetsOthers);
    EXPECT_EQ(program->colors[0].location, 0);
    EXPECT_EQ(program->colors[0].backLocation, -1);
    options.fixedFunction = FixedFunction::Is;
    const auto own = linkAll(both, options);
    ASSERT_TRUE(own->ok) << own->infoLog;
    EXPECT_TRUE(own->meetsOthers);
    EXPECT_TRUE(own->isFixedFunction);
    EXPECT_EQ(own->colors[0].location, openVaryingLocation("gl_FrontColor"));
    EXPECT_THAT(textOf(*own, Stage::Vertex), HasSubstr(place("gl_FrontColor")));
}

} // namespace
} // namespace glsl

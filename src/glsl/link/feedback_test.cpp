// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/testing.h"

namespace glsl {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::linkAll;
using ::testing::Not;
using testing::textOf;

constexpr uint32_t kInterleaved = 0x8C8C;
constexpr uint32_t kSeparate = 0x8C8D;

const char* const kVertex =
    "#version 330\n"
    "struct S { vec2 s; float t[2]; };\n"
    "out vec4 a; out float b[3]; out S c; flat out ivec2 i; out mat2 m;\n"
    "out Block { vec3 x; float y; } inst; out Open { vec4 z; };\n"
    "void main() { gl_Position = vec4(1.0); a = vec4(2.0); b[0] = b[1] = b[2] = 3.0; c.s = "
    "vec2(1.0);"
    "c.t[0] = c.t[1] = 1.0; i = ivec2(1, 2); m = mat2(1.0); inst.x = vec3(1.0); inst.y = 1.0;"
    "z = vec4(4.0); }";

std::shared_ptr<const LinkedProgram> capture(std::vector<std::string> names,
                                             uint32_t mode = kInterleaved,
                                             const std::string& vertex = kVertex) {
    LinkOptions options{.api = Api::Desktop};
    options.feedbackVaryings = std::move(names);
    options.feedbackMode = mode;
    return linkAll(
        {{Stage::Vertex, vertex},
         {Stage::Fragment, "#version 330\nin vec4 a; out vec4 o; void main() { o = a; }"}},
        options);
}

int count(const std::string& text, const std::string& what) {
    int found = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++found;
    }
    return found;
}

TEST(LinkFeedbackTest, WholeVariablesAreDecorated) {
    const auto program = capture({"a", "b", "i", "m"});
    ASSERT_TRUE(program->ok) << program->infoLog;
    const Feedback& feedback = program->feedback;
    ASSERT_EQ(feedback.varyings.size(), 4u);
    EXPECT_EQ(feedback.varyings[1].arraySize, 3);
    EXPECT_EQ(feedback.varyings[1].offset_B, 16);
    EXPECT_EQ(feedback.varyings[2].glType, kGlIntVec2);
    EXPECT_EQ(feedback.varyings[3].offset_B, 16 + 12 + 8);
    EXPECT_EQ(feedback.stride_B[0], 16u + 12 + 8 + 16);
    EXPECT_EQ(feedback.stride_B[1], 0u);
    const std::string text = textOf(*program, Stage::Vertex);
    EXPECT_THAT(text, HasSubstr("OpCapability TransformFeedback"));
    EXPECT_THAT(text, ContainsRegex("OpExecutionMode %[0-9]+ Xfb"));
    EXPECT_EQ(count(text, "XfbStride 52"), 4);
    // Position and point size, the four, the uniform block.
    EXPECT_EQ(count(text, "= OpVariable"), 2 + 4 + 1);
}

TEST(LinkFeedbackTest, PartsAreCopied) {
    const auto program = capture({"b[1]", "c.s", "c.t[1]", "Block.y", "z", "gl_Position"});
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->feedback.stride_B[0], 4u + 8 + 4 + 4 + 16 + 16);
    EXPECT_EQ(program->feedback.varyings[2].glType, kGlFloat);
    EXPECT_EQ(program->feedback.varyings[2].arraySize, 1);
    EXPECT_EQ(program->feedback.varyings[5].offset_B, 36);
    const std::string text = textOf(*program, Stage::Vertex);
    EXPECT_EQ(count(text, "XfbBuffer 0"), 6);
    for (const char* offset : {"Offset 0", "Offset 4", "Offset 12", "Offset 16", "Offset 20"}) {
        EXPECT_THAT(text, HasSubstr(offset));
    }
}

// What is captured is GL's position, not Vulkan's: before the code that the last stage ends with.
// Each would take a location, and there are not as many.
TEST(LinkFeedbackTest, ManyPartsShareLocations) {
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i) {
        names.push_back("n[" + std::to_string(i) + "]");
    }
    names.push_back("v[1]");
    names.push_back("s[0].t");
    names.push_back("s[1].t");
    const auto program =
        capture(names,
                kInterleaved,
                "#version 330\nstruct S { float t[3]; }; out S s[2];\n"
                "flat out int n[40]; flat out ivec3 v[2]; out vec4 a;\n"
                "void main() { gl_Position = a = vec4(1.0); v[0] = v[1] = ivec3(2);\n"
                "for (int i = 0; i < 3; ++i) s[0].t[i] = s[1].t[i] = 1.0;\n"
                "for (int i = 0; i < 40; ++i) n[i] = i; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    const std::string text = textOf(*program, Stage::Vertex);
    EXPECT_EQ(count(text, "XfbStride 196"), 43);
    EXPECT_EQ(count(text, " Component 1"), 11);
    EXPECT_EQ(count(text, " Component 3"), 10);
    // One for "a", ten vectors, one for "v[1]", and both arrays from the same one on.
    EXPECT_EQ(count(text, " Location 12\n"), 2);
    EXPECT_THAT(text, Not(HasSubstr(" Location 13\n")));
}

TEST(LinkFeedbackTest, CapturesComeBeforeTheEnd) {
    const auto program = capture({"gl_Position"});
    ASSERT_TRUE(program->ok) << program->infoLog;
    const std::string text = textOf(*program, Stage::Vertex);
    const size_t guard = text.find("OpSelectionMerge");
    ASSERT_NE(guard, std::string::npos);
    // The copy's store is the last one before the guard.
    const size_t store = text.rfind("OpStore", guard);
    const size_t variable = text.find("XfbBuffer");
    const size_t id = text.rfind('%', variable);
    const std::string name = text.substr(id, text.find(' ', id) - id);
    EXPECT_EQ(text.substr(store, 8 + name.size() + 1), "OpStore " + name + " ");
}

TEST(LinkFeedbackTest, BuffersAndGaps) {
    const auto program =
        capture({"a", "gl_SkipComponents3", "i", "gl_NextBuffer", "gl_NextBuffer", "b[0]"});
    ASSERT_TRUE(program->ok) << program->infoLog;
    const Feedback& feedback = program->feedback;
    EXPECT_EQ(feedback.stride_B[0], 16u + 12 + 8);
    EXPECT_EQ(feedback.stride_B[1], 0u);
    EXPECT_EQ(feedback.stride_B[2], 4u);
    EXPECT_EQ(feedback.varyings[2].offset_B, 28);
    EXPECT_EQ(feedback.varyings[5].buffer, 2);
    EXPECT_EQ(feedback.varyings[5].offset_B, 0);
}

TEST(LinkFeedbackTest, SeparateBuffers) {
    const auto program = capture({"a", "i", "m"}, kSeparate);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->feedback.stride_B, (std::array<uint32_t, 4>{16, 8, 16, 0}));
    EXPECT_EQ(program->feedback.varyings[2].buffer, 2);
}

TEST(LinkFeedbackTest, Errors) {
    const auto log = [](std::vector<std::string> names, uint32_t mode = kInterleaved) {
        const auto program = capture(std::move(names), mode);
        EXPECT_FALSE(program->ok);
        return program->infoLog;
    };
    EXPECT_THAT(log({"nothing"}), HasSubstr("'nothing'"));
    EXPECT_THAT(log({"a", "a"}), HasSubstr("twice"));
    EXPECT_THAT(log({"b[3]"}), HasSubstr("'b[3]'"));
    EXPECT_THAT(log({"b[x]"}), HasSubstr("'b[x]'"));
    EXPECT_THAT(log({"c"}), HasSubstr("'c'"));
    EXPECT_THAT(log({"inst.x"}), HasSubstr("'inst.x'"));
    EXPECT_THAT(log({"a", "gl_NextBuffer"}, kSeparate), HasSubstr("interleaved"));
    EXPECT_THAT(log({"a", "i", "m", "b[0]", "z"}, kSeparate), HasSubstr("too many"));
    EXPECT_THAT(log({"a",
                     "gl_NextBuffer",
                     "i",
                     "gl_NextBuffer",
                     "m",
                     "gl_NextBuffer",
                     "z",
                     "gl_NextBuffer",
                     "b"}),
                HasSubstr("too many transform feedback buffers"));
    const std::string large = "#version 330\nout vec4 a[17];\n"
                              "void main() { for (int i = 0; i < 17; ++i) a[i] = vec4(i); }";
    LinkOptions options{.api = Api::Desktop};
    options.feedbackVaryings = {"a"};
    options.feedbackMode = kInterleaved;
    EXPECT_THAT(linkAll({{Stage::Vertex, large}}, options)->infoLog, HasSubstr("components"));
}

TEST(LinkFeedbackTest, WhatIsNeverWrittenTakesItsPlace) {
    const auto program = capture({"gl_PointSize", "unwritten", "a"},
                                 kInterleaved,
                                 "#version 330\nout vec4 a; out vec2 unwritten[2];\n"
                                 "void main() { gl_Position = a = vec4(1.0); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->feedback.stride_B[0], 4u + 16 + 16);
}

TEST(LinkFeedbackTest, StreamsOfGeometry) {
    LinkOptions options{.api = Api::Desktop};
    options.feedbackVaryings = {"a", "gl_NextBuffer", "b"};
    options.feedbackMode = kInterleaved;
    const std::vector<testing::Source> sources = {
        {Stage::Vertex, "#version 400\nvoid main() { gl_Position = vec4(1.0); }"},
        {Stage::Geometry,
         "#version 400\nlayout(points) in; layout(points, max_vertices = 2) out;\n"
         "layout(stream = 0) out float a; layout(stream = 1) out float b;\n"
         "void main() { a = 1.0; EmitStreamVertex(0); b = 2.0; EmitStreamVertex(1); }"}};
    const auto program = linkAll(sources, options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->feedback.stream[0], 0);
    EXPECT_EQ(program->feedback.stream[1], 1);
    EXPECT_THAT(textOf(*program, Stage::Geometry), HasSubstr("Stream 1"));
    options.feedbackVaryings = {"a", "b"};
    EXPECT_THAT(linkAll(sources, options)->infoLog, HasSubstr("another vertex stream"));
}

} // namespace
} // namespace glsl

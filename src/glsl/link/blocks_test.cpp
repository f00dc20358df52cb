// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/testing.h"

namespace glsl {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::linkAll;
using testing::uniformNamed;

std::shared_ptr<const LinkedProgram> linkGl(const std::string& vertex,
                                            const std::string& fragment,
                                            const LinkOptions& options = {.api = Api::Desktop}) {
    return linkAll({{Stage::Vertex, "#version 330\n" + vertex},
                    {Stage::Fragment, "#version 330\nout vec4 color;\n" + fragment}},
                   options);
}

const char* const kVertex = "void main() { gl_Position = vec4(0.0); }";

std::vector<std::string> blockNames(const LinkedProgram& program) {
    std::vector<std::string> names;
    for (const UniformBlock& block : program.uniformBlocks) {
        names.push_back(block.name);
    }
    return names;
}

TEST(LinkBlocksTest, MembersHaveTheirPlaces) {
    const auto program =
        linkGl(kVertex,
               "struct S { float x; vec3 y[2]; };\n"
               "layout(std140) uniform B { float a; vec2 b; mat3 m; layout(row_major) mat4x2 r;\n"
               " float f[3]; S s[2]; };\n"
               "void main() { color = vec4(a + f[1] + m[1].x + r[1].y + s[1].y[1].x); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    ASSERT_THAT(blockNames(*program), ElementsAre("B"));
    const UniformBlock& block = program->uniformBlocks[0];
    EXPECT_EQ(block.size_B, 240);
    EXPECT_EQ(block.stageMask, 1u << unsigned(Stage::Fragment));
    EXPECT_EQ(block.members.size(), 9u);
    EXPECT_EQ(uniformNamed(*program, "b")->offset_B, 8);
    EXPECT_EQ(uniformNamed(*program, "b")->location, -1);
    EXPECT_EQ(uniformNamed(*program, "b")->blockIndex, 0);
    EXPECT_EQ(uniformNamed(*program, "m")->offset_B, 16);
    EXPECT_EQ(uniformNamed(*program, "m")->matrixStride_B, 16);
    EXPECT_FALSE(uniformNamed(*program, "m")->rowMajor);
    EXPECT_TRUE(uniformNamed(*program, "r")->rowMajor);
    EXPECT_EQ(uniformNamed(*program, "r")->offset_B, 64);
    EXPECT_EQ(uniformNamed(*program, "f[0]")->offset_B, 96);
    EXPECT_EQ(uniformNamed(*program, "f[0]")->arraySize, 3);
    EXPECT_EQ(uniformNamed(*program, "f[0]")->arrayStride_B, 16);
    EXPECT_EQ(uniformNamed(*program, "s[1].x")->offset_B, 144 + 48);
    EXPECT_EQ(uniformNamed(*program, "s[1].y[0]")->offset_B, 144 + 48 + 16);
    EXPECT_EQ(program->locationCount, 0);
}

// The numbers above are the linker's own; these are what the code does.
TEST(LinkBlocksTest, CodeAgreesWithReportedPlaces) {
    for (const char* packing : {"std140", "shared", "packed"}) {
        const auto program = linkGl(kVertex,
                                    "layout(" + std::string(packing) +
                                        ", row_major) uniform B { float a; mat4x3 m; vec4 v; };\n"
                                        "void main() { color = v + m[1].xyzz * a; }");
        ASSERT_TRUE(program->ok) << program->infoLog;
        const std::string text = testing::textOf(*program, Stage::Fragment);
        EXPECT_THAT(text, HasSubstr("1 Offset 16"));
        EXPECT_THAT(text, HasSubstr("1 RowMajor"));
        EXPECT_THAT(text, HasSubstr("2 Offset 64"));
        EXPECT_EQ(uniformNamed(*program, "m")->offset_B, 16);
        EXPECT_EQ(uniformNamed(*program, "v")->offset_B, 64);
    }
}

TEST(LinkBlocksTest, ArraysAndInstanceNames) {
    const auto program =
        linkGl(kVertex,
               "layout(std140) uniform B { vec4 a; } inst[3];\n"
               "layout(std140) uniform C { vec4 c; } one;\n"
               "uniform sampler2D t;\n"
               "void main() { color = inst[2].a + one.c + texture(t, one.c.xy); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_THAT(blockNames(*program), ElementsAre("B[0]", "B[1]", "B[2]", "C"));
    EXPECT_NE(uniformNamed(*program, "B.a"), nullptr);
    EXPECT_EQ(uniformNamed(*program, "C.c")->blockIndex, 3);
    EXPECT_EQ(program->uniformBlocks[0].members, program->uniformBlocks[2].members);
    const StageBinary& stage = *program->stage(Stage::Fragment);
    ASSERT_EQ(stage.samplers.size(), 1u);
    EXPECT_EQ(stage.samplers[0].binding, 1);
    ASSERT_EQ(stage.blocks.size(), 2u);
    EXPECT_EQ(stage.blocks[0].binding, 2);
    EXPECT_EQ(stage.blocks[0].count, 3);
    EXPECT_EQ(stage.blocks[0].firstBlock, 0);
    EXPECT_EQ(stage.blocks[1].binding, 3);
    EXPECT_EQ(stage.blocks[1].firstBlock, 3);
}

TEST(LinkBlocksTest, UnreferencedBlocksAreActive) {
    const auto program =
        linkGl("layout(std140) uniform B { vec4 a; float b; };\n" + std::string(kVertex),
               "void main() { color = vec4(1.0); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_THAT(blockNames(*program), ElementsAre("B"));
    EXPECT_NE(uniformNamed(*program, "b"), nullptr);
    EXPECT_TRUE(program->stage(Stage::Vertex)->blocks.empty());
}

TEST(LinkBlocksTest, OneBlockInTwoStages) {
    const std::string block = "layout(std140) uniform B { vec4 a; vec4 b; };\n";
    const auto program =
        linkGl(block + "void main() { gl_Position = a; }", block + "void main() { color = b; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->uniformBlocks.size(), 1u);
    EXPECT_EQ(program->uniformBlocks[0].stageMask,
              (1u << unsigned(Stage::Vertex)) | (1u << unsigned(Stage::Fragment)));
    // The point size and the planes are behind what can be seen.
    ASSERT_EQ(program->uniforms.size(), 2u + 2u);
    EXPECT_EQ(program->uniforms[2].builtin, BuiltinUniform::PointSizeOverride);
    EXPECT_EQ(program->uniforms[3].builtin, BuiltinUniform::PositionClipPlanes);
    EXPECT_EQ(program->uniformBlocks[0].members, (std::vector<int>{0, 1}));
}

TEST(LinkBlocksTest, BlocksThatDisagree) {
    const std::string vertex = "layout(std140) uniform B { vec4 a; };\n"
                               "void main() { gl_Position = a; }";
    for (const char* other : {"layout(std140) uniform B { vec3 a; };",
                              "layout(std140) uniform B { vec4 b; };",
                              "layout(std140) uniform B { vec4 a; vec4 b; };",
                              "layout(shared) uniform B { vec4 a; };"}) {
        const auto program =
            linkGl(vertex, std::string(other) + "void main() { color = vec4(1.0); }");
        EXPECT_FALSE(program->ok) << other;
        EXPECT_THAT(program->infoLog, HasSubstr("uniform block 'B'"));
    }
    const auto names = linkGl("uniform vec4 a; void main() { gl_Position = a; }",
                              "uniform B { vec4 a; }; void main() { color = a; }");
    EXPECT_THAT(names->infoLog, HasSubstr("'a' is two different uniforms"));
}

TEST(LinkBlocksTest, Limits) {
    LinkOptions options{.api = Api::Desktop};
    options.limits.maxUniformBlockSize_B = 1024;
    const std::string tooLarge = "uniform B { vec4 a[65]; }; void main() { color = a[3]; }";
    EXPECT_THAT(linkGl(kVertex, tooLarge, options)->infoLog, HasSubstr("larger than 1024 bytes"));
    options.limits.maxUniformBlocks = 2;
    const std::string tooMany = "uniform B { vec4 a; } b[3]; void main() { color = b[0].a; }";
    EXPECT_THAT(linkGl(kVertex, tooMany, options)->infoLog, HasSubstr("too many uniform blocks"));
}

} // namespace
} // namespace glsl

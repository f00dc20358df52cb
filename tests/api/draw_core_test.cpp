// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws of OpenGL 3.1 to 4.1: bases and instances, indirect draws, restarts, integer arrays, vertex
// buffer bindings, uniform buffers, geometry and tessellation stages, and the state around them.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using namespace harness;

class CoreDraw : public CoreTest<41> {
protected:
    void SetUp() override {
        CoreTest::SetUp();
        if (!ready()) {
            return;
        }
        require("glGenVertexArrays", genVertexArrays);
        require("glBindVertexArray", bindVertexArray);
        require("glVertexAttribIPointer", vertexAttribIPointer);
        require("glVertexAttribI4i", vertexAttribI4i);
        require("glVertexAttribDivisor", vertexAttribDivisor);
        require("glDrawArraysInstanced", drawArraysInstanced);
        require("glDrawElementsBaseVertex", drawElementsBaseVertex);
        require("glDrawElementsInstanced", drawElementsInstanced);
        require("glDrawElementsIndirect", drawElementsIndirect);
        require("glDrawArraysIndirect", drawArraysIndirect);
        require("glPrimitiveRestartIndex", primitiveRestartIndex);
        require("glBindBufferRange", bindBufferRange);
        require("glGetUniformBlockIndex", getUniformBlockIndex);
        require("glUniformBlockBinding", uniformBlockBinding);
        require("glPatchParameteri", patchParameteri);
        require("glPatchParameterfv", patchParameterfv);
        require("glProvokingVertex", provokingVertex);
        require("glViewportIndexedf", viewportIndexedf);
        require("glScissorIndexed", scissorIndexed);
        require("glEnablei", enablei);
        require("glLogicOp", logicOp);
    }
    GLuint newVertexArray() {
        GLuint name = 0;
        genVertexArrays(1, &name);
        return name;
    }
    template <class T>
    static GLuint newBuffer(GLenum target, const std::vector<T>& data) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        glBindBuffer(target, name);
        glBufferData(target, GLsizeiptr(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
        return name;
    }
    struct Source {
        GLenum stage;
        std::string text;
    };
    static GLuint useStages(const std::vector<Source>& sources) {
        const GLuint program = glCreateProgram();
        for (const Source& source : sources) {
            std::string log;
            const GLuint shader = compileShader(source.stage, "#version 410\n" + source.text, &log);
            EXPECT_NE(0u, shader) << log;
            glAttachShader(program, shader);
            glDeleteShader(shader);
        }
        glLinkProgram(program);
        GLint ok = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &ok);
        EXPECT_TRUE(ok) << programLog(program);
        glUseProgram(program);
        return program;
    }
    /// A point in pixel (x, 0) of eight.
    static std::string at(const std::string& x) {
        return "gl_PointSize = 1.0; gl_Position = vec4((float(" + x +
               ") + 0.5) / 4.0 - 1.0, 0.0, 0.0, 1.0);";
    }
    static void expectColumns(const Target& target, const std::vector<Rgba>& colors) {
        expectImage(target.read(), [&](int x, int) { return colors[size_t(x)]; });
    }
    const std::string green = "out vec4 c; void main() { c = vec4(0, 1, 0, 1); }";

    PFNGLGENVERTEXARRAYSPROC genVertexArrays = nullptr;
    PFNGLBINDVERTEXARRAYPROC bindVertexArray = nullptr;
    PFNGLVERTEXATTRIBIPOINTERPROC vertexAttribIPointer = nullptr;
    PFNGLVERTEXATTRIBI4IPROC vertexAttribI4i = nullptr;
    PFNGLVERTEXATTRIBDIVISORPROC vertexAttribDivisor = nullptr;
    PFNGLDRAWARRAYSINSTANCEDPROC drawArraysInstanced = nullptr;
    PFNGLDRAWELEMENTSBASEVERTEXPROC drawElementsBaseVertex = nullptr;
    PFNGLDRAWELEMENTSINSTANCEDPROC drawElementsInstanced = nullptr;
    PFNGLDRAWELEMENTSINDIRECTPROC drawElementsIndirect = nullptr;
    PFNGLDRAWARRAYSINDIRECTPROC drawArraysIndirect = nullptr;
    PFNGLPRIMITIVERESTARTINDEXPROC primitiveRestartIndex = nullptr;
    PFNGLBINDBUFFERRANGEPROC bindBufferRange = nullptr;
    PFNGLGETUNIFORMBLOCKINDEXPROC getUniformBlockIndex = nullptr;
    PFNGLUNIFORMBLOCKBINDINGPROC uniformBlockBinding = nullptr;
    PFNGLPATCHPARAMETERIPROC patchParameteri = nullptr;
    PFNGLPATCHPARAMETERFVPROC patchParameterfv = nullptr;
    PFNGLPROVOKINGVERTEXPROC provokingVertex = nullptr;
    PFNGLVIEWPORTINDEXEDFPROC viewportIndexedf = nullptr;
    PFNGLSCISSORINDEXEDPROC scissorIndexed = nullptr;
    PFNGLENABLEIPROC enablei = nullptr;
    PFNGLLOGICOPPROC logicOp = nullptr;
};

TEST_F(CoreDraw, NeedsAVertexArrayObject) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER, "void main() { " + at("0") + " }"}, {GL_FRAGMENT_SHADER, green}});
    bindVertexArray(0);
    glDrawArrays(GL_POINTS, 0, 1);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    if (!isLlvmpipe()) { // Lets it pass (OpenGL 4.1 appendix E.2.2).
        glEnableVertexAttribArray(0);
        EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    }
    bindVertexArray(newVertexArray());
    const float vertex[4] = {};
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, vertex);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    if (!isLlvmpipe()) { // Likewise.
        const GLuint index = 0;
        glDrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, &index);
        EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    }
    glDrawArrays(0x0007 /* GL_QUADS */, 0, 4);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
}

TEST_F(CoreDraw, BaseVertexCountsInVertexNumbers) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER, "void main() { " + at("gl_VertexID") + " }"},
               {GL_FRAGMENT_SHADER, green}});
    newBuffer<GLushort>(GL_ELEMENT_ARRAY_BUFFER, {0, 2});
    drawElementsBaseVertex(GL_POINTS, 2, GL_UNSIGNED_SHORT, nullptr, 3);
    expectColumns(target, {kBlack, kBlack, kBlack, kGreen, kBlack, kGreen, kBlack, kBlack});
}

TEST_F(CoreDraw, IntegerArraysAndCurrentValuesKeepTheirKind) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER,
                "layout(location = 0) in int x; layout(location = 1) in uvec2 big;\n"
                "layout(location = 2) in ivec4 current; flat out int ok;\n"
                "void main() { ok = int(big.y == 0xfffffffeu && current.w == -16777217); " +
                    at("x + 100") + " }"},
               {GL_FRAGMENT_SHADER,
                "flat in int ok; out vec4 c; void main() { c = vec4(1 - ok, ok, 0, 1); }"}});
    newBuffer<int8_t>(GL_ARRAY_BUFFER, {-99, -97});
    vertexAttribIPointer(0, 1, GL_BYTE, 1, nullptr);
    newBuffer<uint32_t>(GL_ARRAY_BUFFER, {1, 0xfffffffe, 2, 0xfffffffe});
    vertexAttribIPointer(1, 2, GL_UNSIGNED_INT, 0, nullptr);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    vertexAttribI4i(2, 1, 2, 3, -16777217);
    glDrawArrays(GL_POINTS, 0, 2);
    expectColumns(target, {kBlack, kGreen, kBlack, kGreen, kBlack, kBlack, kBlack, kBlack});
}

TEST_F(CoreDraw, RestartsAtAnyIndex) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER, "in vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }"},
               {GL_FRAGMENT_SHADER, green}});
    const auto x = [](int column) { return float(column) / 4 - 1; };
    newBuffer<float>(GL_ARRAY_BUFFER,
                     {x(1), -1, x(1), 1, x(2), -1, x(2), 1, x(5), -1, x(5), 1, x(7), -1, x(7), 1});
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    newBuffer<GLubyte>(GL_ELEMENT_ARRAY_BUFFER, {0, 1, 2, 3, 77, 4, 5, 6, 7});
    glEnable(GL_PRIMITIVE_RESTART);
    primitiveRestartIndex(77);
    glDrawElements(GL_TRIANGLE_STRIP, 9, GL_UNSIGNED_BYTE, nullptr);
    expectColumns(target, {kBlack, kGreen, kBlack, kBlack, kBlack, kGreen, kGreen, kBlack});
    // Lists lose the triangle that was not whole.
    const Target second(8, 1);
    newBuffer<GLushort>(GL_ELEMENT_ARRAY_BUFFER, {0, 1, 9, 4, 5, 6, 5, 6, 7});
    primitiveRestartIndex(9);
    glDrawElements(GL_TRIANGLES, 9, GL_UNSIGNED_SHORT, nullptr);
    expectColumns(second, {kBlack, kBlack, kBlack, kBlack, kBlack, kGreen, kGreen, kBlack});
}

/// Of points, those of the index are left out.
TEST_F(CoreDraw, TheRestartIndexChangesBetweenDraws) {
    useStages({{GL_VERTEX_SHADER, "void main() { " + at("gl_VertexID") + " }"},
               {GL_FRAGMENT_SHADER, green}});
    const std::vector<GLushort> shorts = {0, 1, 2, 3, 4, 5, 6, 7};
    const std::vector<GLubyte> bytes(shorts.begin(), shorts.end());
    newBuffer<GLushort>(GL_ELEMENT_ARRAY_BUFFER, shorts);
    constexpr int kNone = -1;
    const auto expectWithout = [&](int column, GLenum type = GL_UNSIGNED_SHORT) {
        const Target target(8, 1);
        glDrawElements(GL_POINTS, 8, type, nullptr);
        std::vector<Rgba> expected(8, kGreen);
        if (column != kNone) {
            expected[size_t(column)] = kBlack;
        }
        expectColumns(target, expected);
    };
    primitiveRestartIndex(3);
    expectWithout(kNone);
    glEnable(GL_PRIMITIVE_RESTART);
    expectWithout(3);
    primitiveRestartIndex(5);
    expectWithout(5);
    primitiveRestartIndex(0xffff);
    expectWithout(kNone);
    primitiveRestartIndex(0x10003); // Of 16 bits, none is it.
    expectWithout(kNone);
    primitiveRestartIndex(0);
    expectWithout(0);
    glDisable(GL_PRIMITIVE_RESTART);
    expectWithout(kNone);
    glEnable(GL_PRIMITIVE_RESTART);
    expectWithout(0);
    newBuffer<GLubyte>(GL_ELEMENT_ARRAY_BUFFER, bytes); // What was set ends with another buffer.
    expectWithout(0, GL_UNSIGNED_BYTE);
    primitiveRestartIndex(6);
    expectWithout(6, GL_UNSIGNED_BYTE);
}

/// With nothing else in between, not even another target.
TEST_F(CoreDraw, TheRestartIndexAloneChanges) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER, "void main() { " + at("gl_VertexID") + " }"},
               {GL_FRAGMENT_SHADER, green}});
    newBuffer<GLushort>(GL_ELEMENT_ARRAY_BUFFER, {0, 1, 2, 3, 4, 5, 6, 7});
    const auto draw = [](size_t first, GLsizei count) {
        glDrawElements(GL_POINTS,
                       count,
                       GL_UNSIGNED_SHORT,
                       reinterpret_cast<const void*>(first * sizeof(GLushort)));
    };
    glEnable(GL_PRIMITIVE_RESTART);
    primitiveRestartIndex(1);
    draw(0, 3);
    primitiveRestartIndex(4);
    draw(3, 2);
    glDisable(GL_PRIMITIVE_RESTART);
    primitiveRestartIndex(5);
    draw(5, 1);
    glEnable(GL_PRIMITIVE_RESTART);
    primitiveRestartIndex(0xffff);
    draw(6, 1);
    primitiveRestartIndex(7);
    draw(7, 1);
    expectColumns(target, {kGreen, kBlack, kGreen, kGreen, kBlack, kGreen, kGreen, kBlack});
}

TEST_F(CoreDraw, IndirectDrawsReadTheirArguments) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER, "void main() { " + at("gl_VertexID + 2 * gl_InstanceID") + " }"},
               {GL_FRAGMENT_SHADER, green}});
    newBuffer<GLuint>(GL_DRAW_INDIRECT_BUFFER, {0, 1, 2, 0, 0, /* then */ 1, 2, 1, 3, 0});
    newBuffer<GLushort>(GL_ELEMENT_ARRAY_BUFFER, {7, 1});
    drawArraysIndirect(GL_POINTS, reinterpret_cast<void*>(4)); // one vertex, twice, the first 0
    drawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, reinterpret_cast<void*>(20)); // 4 and 6
    expectColumns(target, {kGreen, kBlack, kGreen, kBlack, kGreen, kBlack, kGreen, kBlack});
    drawArraysIndirect(GL_POINTS, reinterpret_cast<void*>(2));
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
    drawArraysIndirect(GL_POINTS, reinterpret_cast<void*>(28));
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
}

TEST_F(CoreDraw, ArraysAreChosenBetween) {
    const Target target(8, 1);
    const GLuint program = useStages(
        {{GL_VERTEX_SHADER, "uniform int x; void main() { " + at("x") + " }"},
         {GL_FRAGMENT_SHADER,
          "uniform bool which; uniform int i; uniform vec4 a[2]; uniform vec4 b[2]; out vec4 c;\n"
          "void main() { vec4 made[2] = vec4[2](vec4(0), vec4(0, 1, 0, 1));\n"
          "c = i < 0 ? (which ? made : b)[1] : (which ? a : b)[i]; }"}});
    const auto location = [&](const char* name) { return glGetUniformLocation(program, name); };
    const GLfloat colors[] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1};
    glUniform4fv(location("a"), 2, colors);
    glUniform4fv(location("b"), 2, colors + 8);
    const GLint draws[][2] = {{1, 0}, {0, 0}, {1, 1}, {1, -1}}; // which, i
    for (GLint x = 0; x < 4; ++x) {
        glUniform1i(location("x"), x);
        glUniform1i(location("which"), draws[x][0]);
        glUniform1i(location("i"), draws[x][1]);
        glDrawArrays(GL_POINTS, 0, 1);
    }
    expectColumns(target, {kRed, kBlue, kGreen, kGreen, kBlack, kBlack, kBlack, kBlack});
    EXPECT_GL_OK();
}

TEST_F(CoreDraw, UniformBuffersMoveByOffset) {
    const Target target(8, 1);
    const GLuint program =
        useStages({{GL_VERTEX_SHADER, "uniform Place { int x; }; void main() { " + at("x") + " }"},
                   {GL_FRAGMENT_SHADER,
                    "uniform Color { vec4 color; } colors[2]; out vec4 c;\n"
                    "void main() { c = colors[0].color + colors[1].color; }"}});
    GLint alignment = 0;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
    const size_t step = size_t(alignment) / 4;
    std::vector<float> data(4 * step);
    const int32_t places[] = {2, 5};
    std::memcpy(&data[0], &places[0], 4);
    std::memcpy(&data[step], &places[1], 4);
    data[2 * step + 1] = 1; // green
    data[3 * step + 2] = 1; // blue
    const GLuint buffer = newBuffer(GL_UNIFORM_BUFFER, data);
    uniformBlockBinding(program, getUniformBlockIndex(program, "Place"), 3);
    uniformBlockBinding(program, getUniformBlockIndex(program, "Color[0]"), 1);
    uniformBlockBinding(program, getUniformBlockIndex(program, "Color[1]"), 0);
    const auto bind = [&](GLuint at, size_t part) {
        bindBufferRange(GL_UNIFORM_BUFFER, at, buffer, GLintptr(part * size_t(alignment)), 16);
    };
    bind(3, 0);
    bind(1, 2);
    bind(0, 2);
    glDrawArrays(GL_POINTS, 0, 1); // green twice, at 2
    bind(3, 1);
    bind(0, 3);
    glDrawArrays(GL_POINTS, 0, 1); // green and blue, at 5
    uniformBlockBinding(program, getUniformBlockIndex(program, "Color[1]"), 1);
    bind(3, 0);
    bind(1, 3);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDrawArrays(GL_POINTS, 0, 1); // blue added at 2
    const Rgba cyan{0, 255, 255, 0};
    expectColumns(target, {kBlack, kBlack, cyan, kBlack, kBlack, cyan, kBlack, kBlack});
}

TEST_F(CoreDraw, GeometryChoosesViewports) {
    const Target target(8, 1);
    useStages(
        {{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0, 0, 0, 1); }"},
         {GL_GEOMETRY_SHADER,
          "layout(points, invocations = 3) in; layout(triangle_strip, max_vertices = 4) out;\n"
          "void main() { for (int i = 0; i < 4; ++i) { gl_ViewportIndex = gl_InvocationID;\n"
          "gl_Position = vec4(i % 2 * 2 - 1, i / 2 * 2 - 1, 0, 1); EmitVertex(); } }"},
         {GL_FRAGMENT_SHADER, green}});
    viewportIndexedf(0, 0, 0, 1, 1);
    viewportIndexedf(1, 2, 0, 2, 1);
    viewportIndexedf(2, 5, 0, 3, 1);
    enablei(GL_SCISSOR_TEST, 2);
    scissorIndexed(2, 6, 0, 1, 1);
    glDrawArrays(GL_POINTS, 0, 1);
    expectColumns(target, {kGreen, kBlack, kGreen, kGreen, kBlack, kBlack, kGreen, kBlack});
    glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
}

TEST_F(CoreDraw, TessellatesWithoutAControlShader) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER,
                "out vec2 corner; void main() { corner = vec2(gl_VertexID % 2, gl_VertexID / 2);\n"
                "gl_Position = vec4(0); }"},
               {GL_TESS_EVALUATION_SHADER,
                "layout(quads, equal_spacing, point_mode) in; in vec2 corner[];\n"
                "void main() { vec2 low = corner[0], high = corner[3];\n"
                "vec2 p = mix(low, high, gl_TessCoord.xy); gl_PointSize = 1.0;\n"
                "gl_Position = vec4((p.x * 4.0 + 0.5) / 4.0 - 1.0, 0.0, 0.0, 1.0); }"},
               {GL_FRAGMENT_SHADER, green}});
    patchParameteri(GL_PATCH_VERTICES, 4);
    const float outer[] = {1, 2, 1, 2};
    const float inner[] = {2, 1};
    patchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
    patchParameterfv(GL_PATCH_DEFAULT_INNER_LEVEL, inner);
    glDrawArrays(GL_PATCHES, 0, 4);
    expectColumns(target, {kGreen, kBlack, kGreen, kBlack, kGreen, kBlack, kBlack, kBlack});
    glDrawArrays(GL_POINTS, 0, 4);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
}

TEST_F(CoreDraw, ClipDistancesThatAreOffDoNotClip) {
    const Target target(8, 1);
    useStages({{GL_VERTEX_SHADER,
                "out float gl_ClipDistance[2]; void main() {\n"
                "gl_ClipDistance[0] = gl_VertexID == 1 ? -1.0 : 1.0;\n"
                "gl_ClipDistance[1] = gl_VertexID == 3 ? -1.0 : 1.0; " +
                    at("gl_VertexID") + " }"},
               {GL_FRAGMENT_SHADER, green}});
    glEnable(GL_CLIP_DISTANCE1);
    glDrawArrays(GL_POINTS, 0, 5);
    expectColumns(target, {kGreen, kGreen, kGreen, kBlack, kGreen, kBlack, kBlack, kBlack});
    glEnable(GL_CLIP_DISTANCE0);
    glDisable(GL_CLIP_DISTANCE1);
    const Target second(8, 1);
    glDrawArrays(GL_POINTS, 0, 5);
    expectColumns(second, {kGreen, kBlack, kGreen, kGreen, kGreen, kBlack, kBlack, kBlack});
}

TEST_F(CoreDraw, EitherVertexProvokes) {
    useStages({{GL_VERTEX_SHADER,
                "flat out vec4 color; void main() { int i = gl_VertexID;\n"
                "color = vec4(i == 0, i == 2, i == 1, 1);\n"
                "gl_Position = vec4(i == 1 ? 3 : -1, i == 2 ? 3 : -1, 0, 1); }"},
               {GL_FRAGMENT_SHADER, "flat in vec4 color; out vec4 c; void main() { c = color; }"}});
    const Target last(2, 2);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(last.read(), kGreen);
    provokingVertex(GL_FIRST_VERTEX_CONVENTION);
    const Target first(2, 2);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(first.read(), kRed);
}

TEST_F(CoreDraw, LogicOperationsReplaceBlending) {
    const Target target(2, 2);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    useStages({{GL_VERTEX_SHADER,
                "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1,\n"
                "gl_VertexID == 2 ? 3 : -1, 0, 1); }"},
               {GL_FRAGMENT_SHADER, "out vec4 c; void main() { c = vec4(1, 1, 0, 0); }"}});
    glEnable(GL_COLOR_LOGIC_OP);
    logicOp(GL_XOR);
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(target.read(), Rgba{0, 255, 255, 255});
}

} // namespace

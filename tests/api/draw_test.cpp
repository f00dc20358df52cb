// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Primitives, vertex arrays of all kinds, index buffers, and draws beyond their buffers.

#include "gl_harness/gl_test.h"

#include <cmath>
#include <cstring>

namespace {

using namespace harness;

class Draw : public GlTest {};

TEST_F(Draw, OriginIsBottomLeft) {
    const Target target(16, 8);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawRect(-1.0f, -1.0f, -0.5f, -0.5f);
    program.use(0, 1, 0);
    drawRect(0.5f, 0.5f, 1.0f, 1.0f);
    expectImage(target.read(), [](int x, int y) {
        return x < 4 && y < 2 ? kRed : x >= 12 && y >= 6 ? kGreen : kBlack;
    });
}

TEST_F(Draw, FragCoordIsBottomLeft) {
    const Target target(16, 16);
    const GLuint program = buildProgram(
        kPositionVertex,
        "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.xy / 255.0, "
        "gl_FragCoord.z, gl_FragCoord.w); }",
        {"position"});
    glUseProgram(program);
    drawFull(0.0f);
    // Pixel centres are at halves; half of a step may round either way.
    expectImage(target.read(), [](int x, int y) { return Rgba{x, y, 128, 255}; }, 1);
    glDeleteProgram(program);
}

TEST_F(Draw, Strips) {
    const Target target(8, 8);
    const ColorProgram program;
    program.use(1, 1, 1);
    glEnableVertexAttribArray(0);
    // Left half as a strip, lower right quarter as a fan, upper right quarter as triangles.
    const float strip[] = {-1, -1, 0, -1, -1, 0, 0, 0, -1, 1, 0, 1};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, strip);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 6);
    program.use(1, 0, 0);
    const float fan[] = {0, -1, 1, -1, 1, 0, 0, 0};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, fan);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 4);
    program.use(0, 0, 1);
    const float triangles[] = {9, 9, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, triangles);
    glDrawArrays(GL_TRIANGLES, 1, 6);
    glDisableVertexAttribArray(0);
    expectImage(target.read(), [](int x, int y) { return x < 4 ? kWhite : y < 4 ? kRed : kBlue; });
}

TEST_F(Draw, FanOfManyIndices) {
    const Target target(8, 8);
    const ColorProgram program;
    program.use(0, 1, 0);
    glEnableVertexAttribArray(0);
    float corners[2 * 6] = {0, 0, -1, -1, 1, -1, 1, 1, -1, 1, -1, -1};
    const GLubyte indices[] = {0, 1, 2, 3, 4, 5};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glDrawElements(GL_TRIANGLE_FAN, 6, GL_UNSIGNED_BYTE, indices);
    glDisableVertexAttribArray(0);
    expectColor(target.read(), kGreen);
}

TEST_F(Draw, Lines) {
    const Target target(9, 9);
    const ColorProgram program;
    program.use(1, 1, 1);
    glEnableVertexAttribArray(0);
    // Through the centres of pixel row 4 and pixel column 4; ends lie outside.
    const float cross[] = {-2, 0, 2, 0, 0, -2, 0, 2};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, cross);
    glDrawArrays(GL_LINES, 0, 4);
    glDisableVertexAttribArray(0);
    expectImage(target.read(), [](int x, int y) { return x == 4 || y == 4 ? kWhite : kBlack; });
}

/// A program without attributes leaves a buffer bound, but not all that was said about it.
TEST_F(Draw, ArraysBesideAProgramWithoutAttributes) {
    const Target target(8, 8);
    const ColorProgram rects;
    const GLuint point = buildProgram(
        "void main() { gl_PointSize = 1.0; gl_Position = vec4(0.125, 0.125, 0.0, 1.0); }",
        "void main() { gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0); }");
    const float corners[] = {-1, -1, 0, -1, -1, 1, 0, 1, 0, -1, 1, -1, 0, 1, 1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    rects.use(1, 0, 0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glUseProgram(point);
    glDrawArrays(GL_POINTS, 0, 1);
    rects.use(0, 1, 0);
    glEnable(GL_SCISSOR_TEST);
    glScissor(6, 0, 2, 8);
    glDrawArrays(GL_TRIANGLE_STRIP, 4, 4);
    glDisable(GL_SCISSOR_TEST);
    glDisableVertexAttribArray(0);
    expectImage(target.read(), [](int x, int y) {
        return x < 4 ? kRed : x >= 6 ? kGreen : x == 4 && y == 4 ? kBlue : kBlack;
    });
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(point);
}

/// The loop's closing segment is what tells it from a strip.
TEST_F(Draw, LineLoopAndStrip) {
    const float a = 2.0f / 9.0f * 3.0f; // centres of pixels 1 and 7 of 9
    const float corners[] = {-a, -a, a, -a, a, a, -a, a};
    for (const bool loop : {true, false}) {
        for (const int indexed : {0, 1, 2}) {
            const Target target(9, 9);
            const ColorProgram program;
            program.use(1, 1, 1);
            glEnableVertexAttribArray(0);
            glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
            const GLenum mode = loop ? GL_LINE_LOOP : GL_LINE_STRIP;
            const GLubyte bytes[] = {0, 1, 2, 3};
            const GLushort shorts[] = {0, 1, 2, 3};
            if (indexed == 0) {
                glDrawArrays(mode, 0, 4);
            } else if (indexed == 1) {
                glDrawElements(mode, 4, GL_UNSIGNED_BYTE, bytes);
            } else {
                glDrawElements(mode, 4, GL_UNSIGNED_SHORT, shorts);
            }
            glDisableVertexAttribArray(0);
            const Image image = target.read();
            // Middles of the four sides; corners are left to the line rule.
            EXPECT_EQ(kWhite, image.at(4, 1)) << indexed;
            EXPECT_EQ(kWhite, image.at(7, 4)) << indexed;
            EXPECT_EQ(kWhite, image.at(4, 7)) << indexed;
            EXPECT_EQ(loop ? kWhite : kBlack, image.at(1, 4)) << indexed;
            EXPECT_EQ(kBlack, image.at(4, 4)) << indexed;
        }
    }
}

TEST_F(Draw, LineLoopOfABufferWithOffset) {
    const Target target(9, 9);
    const ColorProgram program;
    program.use(1, 1, 1);
    const float a = 2.0f / 9.0f * 3.0f;
    const float corners[] = {0, 0, -a, -a, a, -a, a, a, -a, a};
    GLuint buffers[2] = {};
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    const GLubyte indices[] = {9, 9, 9, 1, 2, 3, 4};
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    glDrawElements(GL_LINE_LOOP, 4, GL_UNSIGNED_BYTE, reinterpret_cast<void*>(3));
    const Image image = target.read();
    EXPECT_EQ(kWhite, image.at(4, 1));
    EXPECT_EQ(kWhite, image.at(7, 4));
    EXPECT_EQ(kWhite, image.at(4, 7));
    EXPECT_EQ(kWhite, image.at(1, 4));
    EXPECT_EQ(kBlack, image.at(4, 4));
    glDisableVertexAttribArray(0);
    glDeleteBuffers(2, buffers);
}

TEST_F(Draw, PointSizeAndPointCoord) {
    const Target target(16, 16);
    const GLuint program = buildProgram(
        "attribute vec4 position; void main() { gl_Position = position; gl_PointSize = 8.0; }",
        "precision highp float; void main() { gl_FragColor = vec4(gl_PointCoord, 0.0, 1.0); }",
        {"position"});
    glUseProgram(program);
    const float center[] = {0.0f, 0.0f};
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, center);
    glDrawArrays(GL_POINTS, 0, 1);
    glDisableVertexAttribArray(0);
    // gl_PointCoord's origin is the upper left corner of the point (section 3.3).
    expectImage(
        target.read(),
        [](int x, int y) {
            if (x < 4 || x >= 12 || y < 4 || y >= 12) {
                return kBlack;
            }
            const float s = (float(x - 4) + 0.5f) / 8.0f;
            const float t = 1.0f - (float(y - 4) + 0.5f) / 8.0f;
            return Rgba{int(std::lround(s * 255)), int(std::lround(t * 255)), 0, 255};
        },
        3);
    glDeleteProgram(program);
}

TEST_F(Draw, FrontFacingAndCulling) {
    const GLuint program = buildProgram(
        kPositionVertex,
        "precision mediump float; void main() { gl_FragColor = gl_FrontFacing ? vec4(0, 1, 0, 1) : "
        "vec4(1, 0, 0, 1); }",
        {"position"});
    const float counterClockwise[] = {-1, -1, 3, -1, -1, 3};
    const float clockwise[] = {-1, -1, -1, 3, 3, -1};
    for (const GLenum front : {GL_CCW, GL_CW}) {
        for (const GLenum cull :
             {GLenum(GL_NONE), GLenum(GL_BACK), GLenum(GL_FRONT), GLenum(GL_FRONT_AND_BACK)}) {
            for (const bool ccw : {true, false}) {
                const Target target(4, 4);
                glUseProgram(program);
                glFrontFace(front);
                if (cull == GL_NONE) {
                    glDisable(GL_CULL_FACE);
                } else {
                    glEnable(GL_CULL_FACE);
                    glCullFace(cull);
                }
                glEnableVertexAttribArray(0);
                glVertexAttribPointer(
                    0, 2, GL_FLOAT, GL_FALSE, 0, ccw ? counterClockwise : clockwise);
                glDrawArrays(GL_TRIANGLES, 0, 3);
                glDisableVertexAttribArray(0);
                const bool facing = ccw == (front == GL_CCW);
                const bool gone = cull == GL_FRONT_AND_BACK || (cull == GL_BACK && !facing) ||
                                  (cull == GL_FRONT && facing);
                SCOPED_TRACE(enumName(front) + " " + enumName(cull) + (ccw ? " ccw" : " cw"));
                expectColor(target.read(), gone ? kBlack : facing ? kGreen : kRed);
            }
        }
    }
    glDeleteProgram(program);
}

/// All types of client-side and buffer arrays, normalised and not, tight and strided.
struct ArrayCase {
    GLenum type;
    size_t size_B;
    bool normalized;
    bool buffer;
    int stride; ///< 0 is tight, else bytes between, added to the element's size
    int components;
};

class DrawArrays : public GlTest, public testing::WithParamInterface<ArrayCase> {};

double store(uint8_t* at, const ArrayCase& c, double value) {
    const auto put = [&](auto typed) {
        std::memcpy(at, &typed, sizeof(typed));
        return double(typed);
    };
    switch (c.type) {
    case GL_BYTE:
        return put(int8_t(value));
    case GL_UNSIGNED_BYTE:
        return put(uint8_t(value));
    case GL_SHORT:
        return put(int16_t(value));
    case GL_UNSIGNED_SHORT:
        return put(uint16_t(value));
    case GL_FIXED:
        return put(int32_t(value * 65536.0)) / 65536.0;
    default:
        return put(float(value));
    }
}

TEST_P(DrawArrays, ReachTheShader) {
    const ArrayCase& c = GetParam();
    const Target target(4, 1);
    const GLuint program = buildProgram(
        "attribute vec4 data; attribute vec2 position; uniform vec4 scale; varying highp vec4 v;\n"
        "void main() { gl_Position = vec4(position, 0, 1); v = data * scale; gl_PointSize = 1.0; }",
        "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }",
        {"position", "data"});
    glUseProgram(program);
    const double top = c.type == GL_BYTE             ? 127
                       : c.type == GL_UNSIGNED_BYTE  ? 255
                       : c.type == GL_SHORT          ? 32767
                       : c.type == GL_UNSIGNED_SHORT ? 65535
                                                     : 1;
    const size_t element_B = c.size_B * size_t(c.components);
    const size_t stride_B = element_B + size_t(c.stride);
    std::vector<uint8_t> bytes(stride_B * 4 + 16, 0x5a);
    double expected[4][4];
    for (int vertex = 0; vertex < 4; ++vertex) {
        for (int i = 0; i < 4; ++i) {
            // Missing components are (0, 0, 0, 1).
            expected[vertex][i] = i == 3 ? 1.0 : 0.0;
            if (i < c.components) {
                const double value = top * (vertex + i + 1) / 8.0;
                expected[vertex][i] =
                    store(&bytes[size_t(vertex) * stride_B + size_t(i) * c.size_B], c, value) / top;
            }
        }
    }
    // Normalised values arrive as 0…1 by themselves, others are scaled in the shader.
    const float scale = c.normalized ? 1.0f : float(1.0 / top);
    glUniform4f(glGetUniformLocation(program, "scale"),
                scale,
                c.components > 1 ? scale : 1.0f,
                c.components > 2 ? scale : 1.0f,
                c.components > 3 ? scale : 1.0f);
    GLuint buffer = 0;
    const void* pointer = bytes.data();
    if (c.buffer) {
        glGenBuffers(1, &buffer);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        // An offset in front, as programs that pack several arrays have it.
        std::vector<uint8_t> packed(8, 0);
        packed.insert(packed.end(), bytes.begin(), bytes.end());
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(packed.size()), packed.data(), GL_STATIC_DRAW);
        pointer = reinterpret_cast<void*>(8);
    }
    glVertexAttribPointer(
        1, c.components, c.type, c.normalized, c.stride ? GLsizei(stride_B) : 0, pointer);
    glEnableVertexAttribArray(1);
    const float positions[] = {-0.75f, 0, -0.25f, 0, 0.25f, 0, 0.75f, 0};
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, positions);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_POINTS, 0, 4);
    expectImage(
        target.read(),
        [&](int x, int) {
            const double* e = expected[x];
            const auto byte = [](double value) {
                return int(std::lround(std::min(1.0, std::max(0.0, value)) * 255));
            };
            return Rgba{byte(e[0]), byte(e[1]), byte(e[2]), byte(e[3])};
        },
        1);
    glDisableVertexAttribArray(0);
    glDisableVertexAttribArray(1);
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
}

std::vector<ArrayCase> arrayCases() {
    std::vector<ArrayCase> cases;
    const struct {
        GLenum type;
        size_t size_B;
    } types[] = {{GL_BYTE, 1},
                 {GL_UNSIGNED_BYTE, 1},
                 {GL_SHORT, 2},
                 {GL_UNSIGNED_SHORT, 2},
                 {GL_FIXED, 4},
                 {GL_FLOAT, 4}};
    for (const auto& type : types) {
        for (const bool normalized : {false, true}) {
            if (normalized && type.size_B == 4) {
                continue;
            }
            for (const bool buffer : {false, true}) {
                for (const int stride : {0, 4, 3}) {
                    for (const int components : {1, 2, 3, 4}) {
                        cases.push_back(
                            {type.type, type.size_B, normalized, buffer, stride, components});
                    }
                }
            }
        }
    }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(
    AllTypes, DrawArrays, testing::ValuesIn(arrayCases()), [](const auto& info) {
        const ArrayCase& c = info.param;
        const char* type = c.type == GL_BYTE             ? "Byte"
                           : c.type == GL_UNSIGNED_BYTE  ? "UnsignedByte"
                           : c.type == GL_SHORT          ? "Short"
                           : c.type == GL_UNSIGNED_SHORT ? "UnsignedShort"
                           : c.type == GL_FIXED          ? "Fixed"
                                                         : "Float";
        return std::string(type) + std::to_string(c.components) +
               (c.normalized ? "Normalized" : "") + (c.buffer ? "Buffer" : "Client") + "Stride" +
               std::to_string(c.stride);
    });

/// Elements may overlap: any stride is legal (OpenGL ES 2.0 section 2.8).
TEST_F(Draw, StridesBelowTheElementsSize) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    // Corners (3, 3), (3, -1) and (-1, 1).
    const GLfloat data[] = {3, 3, -1, 1, 1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof data, data, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(GLfloat), nullptr);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    const Image image = target.read();
    EXPECT_TRUE(near(image.at(3, 3), kGreen, 1));
    EXPECT_FALSE(near(image.at(0, 0), kGreen, 1));
    glDisableVertexAttribArray(0);
    glDeleteBuffers(1, &buffer);
    EXPECT_GL_OK();
}

TEST_F(Draw, ConstantAttributes) {
    const Target target(4, 4);
    const GLuint program =
        buildProgram("attribute vec4 position; attribute vec4 tint; varying mediump vec4 v;\n"
                     "void main() { gl_Position = position; v = tint; }",
                     "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }",
                     {"position", "tint"});
    glUseProgram(program);
    const GLfloat two[] = {0.0f, 1.0f};
    glVertexAttrib1f(1, 1.0f);
    drawFull();
    expectColor(target.read(), kRed);
    glVertexAttrib2fv(1, two);
    drawFull();
    expectColor(target.read(), kGreen);
    glVertexAttrib3f(1, 0.0f, 0.0f, 1.0f);
    drawFull();
    expectColor(target.read(), kBlue);
    glVertexAttrib4f(1, 1.0f, 1.0f, 1.0f, 1.0f);
    drawFull();
    expectColor(target.read(), kWhite);
    GLfloat current[4] = {};
    glGetVertexAttribfv(1, GL_CURRENT_VERTEX_ATTRIB, current);
    EXPECT_EQ(1.0f, current[2]);
    glDeleteProgram(program);
}

TEST_F(Draw, MatrixAttribute) {
    const Target target(4, 4);
    const GLuint program = buildProgram(
        "attribute vec4 position; attribute mat4 m; void main() { gl_Position = m * position; }",
        "void main() { gl_FragColor = vec4(0, 1, 0, 1); }",
        {"position", "m"});
    glUseProgram(program);
    // Half as large and moved up and right, one vector per location.
    glVertexAttrib4f(1, 0.5f, 0, 0, 0);
    glVertexAttrib4f(2, 0, 0.5f, 0, 0);
    glVertexAttrib4f(3, 0, 0, 1, 0);
    glVertexAttrib4f(4, 0.5f, 0.5f, 0, 1);
    drawFull();
    expectImage(target.read(), [](int x, int y) { return x >= 2 && y >= 2 ? kGreen : kBlack; });
    glDeleteProgram(program);
}

TEST_F(Draw, IndexTypesAndOffsets) {
    const bool wide = hasExtension("GL_OES_element_index_uint");
    for (const GLenum type : {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT}) {
        for (const bool buffer : {false, true}) {
            const Target target(4, 4);
            const ColorProgram program;
            program.use(0, 1, 0);
            const float corners[] = {9, 9, -1, -1, 1, -1, -1, 1, 1, 1};
            const uint8_t bytes[] = {0, 0, 1, 2, 3, 4};
            const uint16_t shorts[] = {0, 0, 1, 2, 3, 4};
            const uint32_t words[] = {0, 0, 1, 2, 3, 4};
            const size_t size_B = type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : 4;
            const void* data = size_B == 1   ? static_cast<const void*>(bytes)
                               : size_B == 2 ? static_cast<const void*>(shorts)
                                             : static_cast<const void*>(words);
            GLuint name = 0;
            const char* pointer = static_cast<const char*>(data) + 2 * size_B;
            if (buffer) {
                glGenBuffers(1, &name);
                glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, name);
                glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(6 * size_B), data, GL_STATIC_DRAW);
                pointer = reinterpret_cast<const char*>(2 * size_B);
            }
            glEnableVertexAttribArray(0);
            glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
            glDrawElements(GL_TRIANGLE_STRIP, 4, type, pointer);
            SCOPED_TRACE(enumName(type));
            if (type == GL_UNSIGNED_INT && !wide && isEs2()) {
                EXPECT_GL_ERROR(GL_INVALID_ENUM);
            } else {
                EXPECT_GL_OK();
                expectColor(target.read(), kGreen);
            }
            glDisableVertexAttribArray(0);
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
            glDeleteBuffers(1, &name);
        }
    }
}

TEST_F(Draw, ChangedIndexBufferBetweenDraws) {
    const Target target(8, 4);
    const ColorProgram program;
    const float corners[] = {-1, -1, 0, -1, -1, 1, 0, 1, 1, -1, 1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    GLushort indices[] = {0, 1, 2, 3};
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_DYNAMIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    program.use(1, 0, 0);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, nullptr);
    const GLushort others[] = {1, 4, 3, 5};
    glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof(others), others);
    program.use(0, 1, 0);
    glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, nullptr);
    glDisableVertexAttribArray(0);
    expectImage(target.read(), [](int x, int) { return x < 4 ? kRed : kGreen; });
    glDeleteBuffers(1, &buffer);
}

/// What lies outside of a buffer is undefined, but nothing may crash, and what lies inside is
/// drawn.
TEST_F(Draw, BeyondTheBuffers) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    GLuint buffers[2] = {};
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    const GLushort indices[] = {0, 1, 2, 65535, 60000, 3};
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    const auto survive = [&] {
        const GLenum error = glGetError();
        EXPECT_TRUE(error == GL_NO_ERROR || error == GL_INVALID_OPERATION) << enumName(error);
    };
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, nullptr); // indices beyond the vertices
    survive();
    glDrawElements(GL_TRIANGLES, 600, GL_UNSIGNED_SHORT, nullptr); // more indices than there are
    survive();
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, reinterpret_cast<void*>(1 << 20));
    survive();
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, reinterpret_cast<void*>(1)); // odd offset
    survive();
    glDrawArrays(GL_TRIANGLES, 0, 3000);
    survive();
    glDrawArrays(GL_TRIANGLES, 1 << 28, 3);
    survive();
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, reinterpret_cast<void*>(1 << 20));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    survive();
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, 0, nullptr, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    survive();
    glFinish();
    // And the context still draws.
    glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, nullptr);
    glDisableVertexAttribArray(0);
    expectColor(target.read(), kGreen);
    glDeleteBuffers(2, buffers);
}

TEST_F(Draw, WithoutProgramNothingHappens) {
    const Target target(4, 4);
    glUseProgram(0);
    drawFull();
    const GLenum error = glGetError(); // Undefined in ES 2.0; INVALID_OPERATION is common too.
    EXPECT_TRUE(error == GL_NO_ERROR || error == GL_INVALID_OPERATION) << enumName(error);
    expectColor(target.read(), kBlack);
}

TEST_F(Draw, ManySmallDrawsInOneFrame) {
    const Target target(64, 64);
    const ColorProgram program;
    for (int i = 0; i < 4096; ++i) {
        const int x = i % 64;
        const int y = i / 64;
        program.use(float(x * 4) / 255.0f, float(y * 4) / 255.0f, 0);
        const float left = float(x) / 32.0f - 1.0f;
        const float bottom = float(y) / 32.0f - 1.0f;
        drawRect(left, bottom, left + 1.0f / 32.0f, bottom + 1.0f / 32.0f);
    }
    expectImage(target.read(), [](int x, int y) { return Rgba{x * 4, y * 4, 0, 255}; });
}

TEST_F(Draw, ClipsAtTheNearAndFarPlanes) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawFull(-1.01f);
    drawFull(1.01f);
    expectColor(target.read(), kBlack);
    program.use(0, 1, 0);
    drawFull(-1.0f);
    expectColor(target.read(), kGreen);
    program.use(0, 0, 1);
    drawFull(1.0f);
    expectColor(target.read(), kBlue);
}

TEST_F(Draw, PerspectiveCorrectVaryings) {
    const Target target(16, 1);
    const GLuint program = buildProgram(
        "attribute vec4 position; attribute float u; varying highp float v;\n"
        "void main() { gl_Position = position; v = u; }",
        "precision highp float; varying float v; void main() { gl_FragColor = vec4(v, 0, 0, 1); }",
        {"position", "u"});
    glUseProgram(program);
    const float corners[] = {-1, -1, 0, 1, 3, -3, 0, 3, -1, 1, 0, 1, 3, 3, 0, 3};
    const float u[] = {0, 1, 0, 1};
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, corners);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 0, u);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisableVertexAttribArray(0);
    glDisableVertexAttribArray(1);
    expectImage(
        target.read(),
        [](int x, int) {
            const double t = (x + 0.5) / 16.0;
            const double v = (t / 3.0) / ((1.0 - t) + t / 3.0);
            return Rgba{int(std::lround(v * 255)), 0, 0, 255};
        },
        2);
    glDeleteProgram(program);
}

} // namespace

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Pictures in OpenGL ES 1.1: fixed function with its arrays, points, rectangles of textures.

#include "es1.h"

#include <vector>

namespace {

using namespace harness;

class Es1Draw : public Es1Test {
protected:
    /// A texture of so many texels that is bound to GL_TEXTURE_2D, nearest and clamped.
    static GLuint makeTexture(int width, int height, const std::vector<Rgba>& texels) {
        std::vector<GLubyte> bytes;
        for (const Rgba& texel : texels) {
            bytes.insert(bytes.end(),
                         {GLubyte(texel.r), GLubyte(texel.g), GLubyte(texel.b), GLubyte(texel.a)});
        }
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        setParameters();
        glTexImage2D(
            GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
        return texture;
    }
    static void setParameters() {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    static void crop(GLint u, GLint v, GLint width, GLint height) {
        const GLint rectangle[] = {u, v, width, height};
        glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, rectangle);
    }
};

TEST_F(Es1Draw, ArraysOfFixedPointNumbersAndBytes) {
    const Target target(4, 4);
    es1.MatrixMode(GL_PROJECTION);
    es1.Orthox(0, fixed(4), 0, fixed(4), fixed(-1), fixed(1));
    const GLfixed corners[] = {
        fixed(0), fixed(0), fixed(2), fixed(0), fixed(0), fixed(4), fixed(2), fixed(4)};
    const GLfixed colors[] = {0,
                              fixed(1),
                              0,
                              fixed(1),
                              0,
                              fixed(1),
                              0,
                              fixed(1),
                              0,
                              fixed(1),
                              0,
                              fixed(1),
                              0,
                              fixed(1),
                              0,
                              fixed(1)};
    es1.VertexPointer(2, GL_FIXED, 0, corners);
    es1.ColorPointer(4, GL_FIXED, 0, colors);
    es1.EnableClientState(GL_VERTEX_ARRAY);
    es1.EnableClientState(GL_COLOR_ARRAY);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    es1.DisableClientState(GL_COLOR_ARRAY);
    const GLbyte bytes[] = {2, 0, 4, 0, 2, 4, 4, 4};
    es1.VertexPointer(2, GL_BYTE, 0, bytes);
    es1.Color4ub(255, 0, 0, 255);
    const GLubyte indices[] = {0, 1, 2, 2, 1, 3};
    glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, indices);
    expectImage(target.read(), [](int x, int) { return x < 2 ? kGreen : kRed; });
}

TEST_F(Es1Draw, LightAndMaterial) {
    const Target target(2, 2);
    const GLfixed towards[] = {0, 0, fixed(1), 0};
    const GLfloat diffuse[] = {0.5f, 1, 0, 1};
    const GLfloat black[] = {0, 0, 0, 1};
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT1);
    es1.Lightxv(GL_LIGHT1, GL_POSITION, towards);
    es1.Lightfv(GL_LIGHT1, GL_DIFFUSE, diffuse);
    es1.Materialfv(GL_FRONT_AND_BACK, GL_AMBIENT, black);
    const GLfloat white[] = {1, 1, 1, 1};
    es1.Materialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, white);
    es1.Normal3f(0, 0, 1);
    drawAll();
    expectColor(target.read(), {128, 255, 0, 255});
    es1.Normal3f(0, 0, -1);
    drawAll();
    expectColor(target.read(), kBlack);
}

TEST_F(Es1Draw, AlphaTestAndFog) {
    const Target target(2, 2);
    const GLfloat green[] = {0, 1, 0, 1};
    es1.Fogx(GL_FOG_MODE, GL_LINEAR);
    es1.Fogf(GL_FOG_START, -2);
    es1.Fogf(GL_FOG_END, -1); // Everything lies behind it.
    es1.Fogfv(GL_FOG_COLOR, green);
    glEnable(GL_FOG);
    es1.Color4f(1, 0, 0, 0.25f);
    drawAll();
    expectColor(target.read(), {0, 255, 0, 64});
    glDisable(GL_FOG);
    glEnable(GL_ALPHA_TEST);
    es1.AlphaFuncx(GL_GREATER, fixed(0.5));
    drawAll();
    expectColor(target.read(), {0, 255, 0, 64});
    es1.AlphaFuncx(GL_LESS, fixed(0.5));
    drawAll();
    expectColor(target.read(), {255, 0, 0, 64});
}

TEST_F(Es1Draw, PlanesClip) {
    const Target target(4, 4);
    const GLfloat right[] = {1, 0, 0, 0};
    es1.ClipPlanef(GL_CLIP_PLANE0, right);
    glEnable(GL_CLIP_PLANE0);
    drawAll();
    expectImage(target.read(), [](int x, int) { return x < 2 ? kBlack : kWhite; });
}

TEST_F(Es1Draw, EachPointHasASize) {
    const Target target(12, 4);
    es1.MatrixMode(GL_PROJECTION);
    es1.Orthox(0, fixed(12), 0, fixed(4), fixed(-1), fixed(1));
    const GLshort centres[] = {2, 2, 8, 2};
    const GLfloat sizes[] = {2, 4};
    es1.VertexPointer(2, GL_SHORT, 0, centres);
    es1.EnableClientState(GL_VERTEX_ARRAY);
    es1.PointSizePointerOES(GL_FLOAT, 0, sizes);
    es1.EnableClientState(GL_POINT_SIZE_ARRAY_OES);
    glDrawArrays(GL_POINTS, 0, 2);
    const auto covered = [](int x, int y, int centre, int half) {
        return x >= centre - half && x < centre + half && y >= 2 - half && y < 2 + half;
    };
    expectImage(target.read(), [&](int x, int y) {
        return covered(x, y, 2, 1) || covered(x, y, 8, 2) ? kWhite : kBlack;
    });
    glClear(GL_COLOR_BUFFER_BIT);
    es1.DisableClientState(GL_POINT_SIZE_ARRAY_OES);
    es1.PointSize(4);
    const GLfloat attenuation[] = {4, 0, 0}; // A size is divided by its root.
    es1.PointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
    glDrawArrays(GL_POINTS, 0, 2);
    expectImage(target.read(), [&](int x, int y) {
        return covered(x, y, 2, 1) || covered(x, y, 8, 1) ? kWhite : kBlack;
    });
}

TEST_F(Es1Draw, PointsAreSpritesOfATexture) {
    const Target target(4, 4);
    const GLuint texture = makeTexture(2, 2, {kRed, kGreen, kBlue, kWhite});
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_POINT_SPRITE_OES);
    es1.TexEnvi(GL_POINT_SPRITE_OES, GL_COORD_REPLACE_OES, GL_TRUE);
    es1.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    es1.PointSize(4);
    const GLbyte centre[] = {0, 0};
    es1.VertexPointer(2, GL_BYTE, 0, centre);
    es1.EnableClientState(GL_VERTEX_ARRAY);
    glDrawArrays(GL_POINTS, 0, 1);
    // t grows downwards (OES_point_sprite, equation 3.3).
    expectImage(target.read(), [](int x, int y) {
        return y >= 2 ? (x < 2 ? kRed : kGreen) : (x < 2 ? kBlue : kWhite);
    });
    glDeleteTextures(1, &texture);
}

TEST_F(Es1Draw, NormalsFindTexelsOfCubeMaps) {
    if (isLlvmpipe()) {
        GTEST_SKIP()
            << "llvmpipe takes another face in the upper row, whose normals are the lower row's";
    }
    const Target target(2, 2);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_CUBE_MAP, texture);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    for (GLenum face = 0; face < 6; ++face) {
        const GLubyte texel[] = {
            GLubyte(face == 2 ? 0 : 255), GLubyte(face == 2 ? 255 : 0), 0, 255};
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face,
                     0,
                     GL_RGBA,
                     1,
                     1,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     texel);
    }
    glEnable(GL_TEXTURE_CUBE_MAP);
    glEnable(GL_TEXTURE_GEN_STR_OES);
    es1.TexGeniOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, GL_NORMAL_MAP_OES);
    es1.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    es1.Normal3f(0, 1, 0);
    drawAll();
    expectColor(target.read(), kGreen);
    es1.Normal3f(1, 0, 0);
    drawAll();
    expectColor(target.read(), kRed);
    glDeleteTextures(1, &texture);
}

TEST_F(Es1Draw, RectanglesOfTexturesArePixelForTexel) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "Mesa clips rectangles of textures by planes, and culls them";
    }
    const Target target(8, 8);
    std::vector<Rgba> texels;
    for (int i = 0; i < 16; ++i) {
        texels.push_back({i * 16, 255 - i * 16, i % 4 * 60, 255});
    }
    const GLuint texture = makeTexture(4, 4, texels);
    glEnable(GL_TEXTURE_2D);
    es1.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    crop(1, 1, 3, 2);
    // None of this is for rectangles.
    glEnable(GL_LIGHTING);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT_AND_BACK);
    const GLfloat plane[] = {0, 0, 0, -1};
    es1.ClipPlanef(GL_CLIP_PLANE0, plane);
    glEnable(GL_CLIP_PLANE0);
    es1.Translatef(0.25f, 0, 0);
    es1.MatrixMode(GL_TEXTURE);
    es1.Rotatef(30, 0, 0, 1);
    es1.MatrixMode(GL_MODELVIEW);
    glViewport(0, 0, 2, 2);
    es1.DrawTexiOES(2, 3, 0, 3, 2);
    expectImage(target.read(), [&](int x, int y) {
        const bool inside = x >= 2 && x < 5 && y >= 3 && y < 5;
        return inside ? texels[size_t((y - 2) * 4 + x - 1)] : kBlack;
    });
    // All of it is as it was.
    GLfloat matrix[16];
    glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
    EXPECT_EQ(0.25f, matrix[12]);
    EXPECT_TRUE(glIsEnabled(GL_LIGHTING));
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    EXPECT_EQ(2, viewport[2]);
    // Turned around, and twice as high.
    glClear(GL_COLOR_BUFFER_BIT);
    crop(4, 0, -4, 4);
    const GLfixed place[] = {0, 0, 0, fixed(4), fixed(8)};
    es1.DrawTexxvOES(place);
    expectImage(target.read(),
                [&](int x, int y) { return x < 4 ? texels[size_t(y / 2 * 4 + 3 - x)] : kBlack; });
    EXPECT_FAILS(GL_INVALID_VALUE, es1.DrawTexiOES(0, 0, 0, 0, 1));
    EXPECT_FAILS(GL_INVALID_VALUE, es1.DrawTexfOES(0, 0, 0, 1, -1));
    glDeleteTextures(1, &texture);
}

TEST_F(Es1Draw, RectanglesOfTexturesHaveADepthAndTheCurrentColor) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "Mesa clips rectangles of textures by planes, and culls them";
    }
    const Target target(4, 4, Depth::Depth16);
    es1.Color4f(0, 1, 0, 1);
    glEnable(GL_DEPTH_TEST);
    es1.DrawTexfOES(0, 0, 0.5f, 4, 4);
    es1.Color4f(1, 0, 0, 1);
    es1.DrawTexfOES(0, 0, 0.75f, 2, 4);
    es1.DrawTexfOES(2, 0, 0.25f, 2, 4);
    expectImage(target.read(), [](int x, int) { return x < 2 ? kGreen : kRed; });
    glDepthRangef(0.5f, 1);
    es1.DrawTexfOES(2, 0, -1, 2, 4); // Nearer than it can be: 0.5.
    es1.Color4f(0, 0, 1, 1);
    es1.DrawTexfOES(0, 0, 0, 2, 4);
    expectImage(target.read(), [](int x, int) { return x < 2 ? kGreen : kRed; });
}

TEST_F(Es1Draw, PalettesColorTextures) {
    const Target target(2, 2);
    // 16 colours of 5, 6 and 5 bits; levels of 2×2 and 1 texels.
    std::vector<GLubyte> data(32 + 2 + 1);
    const auto setColor = [&](size_t entry, GLushort color) {
        data[2 * entry] = GLubyte(color & 255);
        data[2 * entry + 1] = GLubyte(color >> 8);
    };
    setColor(1, 0xf800);
    setColor(2, 0x07e0);
    setColor(3, 0x001f);
    setColor(15, 0xffff);
    data[32] = 0x12;
    data[33] = 0x3f;
    data[34] = 0x20;
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    setParameters();
    glCompressedTexImage2D(
        GL_TEXTURE_2D, -1, GL_PALETTE4_R5_G6_B5_OES, 2, 2, 0, GLsizei(data.size()), data.data());
    EXPECT_GL_OK();
    glEnable(GL_TEXTURE_2D);
    es1.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    const GLbyte coordinates[] = {0, 0, 1, 0, 0, 1, 1, 1};
    es1.TexCoordPointer(2, GL_BYTE, 0, coordinates);
    es1.EnableClientState(GL_TEXTURE_COORD_ARRAY);
    drawAll();
    expectImage(target.read(), [](int x, int y) {
        return y == 0 ? (x == 0 ? kRed : kGreen) : (x == 0 ? kBlue : kWhite);
    });
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    const GLbyte far[] = {0, 0, 8, 0, 0, 8, 8, 8};
    es1.TexCoordPointer(2, GL_BYTE, 0, far);
    drawAll();
    expectColor(target.read(), kGreen);

    std::vector<GLubyte> bytes(256 * 4 + 1);
    bytes[4 * 200] = 255;
    bytes[4 * 200 + 3] = 128;
    bytes[1024] = 200;
    glCompressedTexImage2D(
        GL_TEXTURE_2D, 0, GL_PALETTE8_RGBA8_OES, 1, 1, 0, GLsizei(bytes.size()), bytes.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    drawAll();
    expectColor(target.read(), {255, 0, 0, 128});

    EXPECT_FAILS(GL_INVALID_VALUE,
                 glCompressedTexImage2D(
                     GL_TEXTURE_2D, 0, GL_PALETTE8_RGBA8_OES, 1, 1, 0, 1024, bytes.data()));
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glCompressedTexImage2D(
                     GL_TEXTURE_2D, 1, GL_PALETTE8_RGBA8_OES, 1, 1, 0, 1025, bytes.data()));
    glDeleteTextures(1, &texture);
}

TEST_F(Es1Draw, LevelsAreMadeWhereTheTextureSaysSo) {
    const Target target(2, 2);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    setParameters();
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    const std::vector<GLubyte> gray(4 * 4, 77);
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_LUMINANCE, 4, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, gray.data());
    glEnable(GL_TEXTURE_2D);
    es1.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    const GLbyte far[] = {0, 0, 4, 0, 0, 4, 4, 4};
    es1.TexCoordPointer(2, GL_BYTE, 0, far);
    es1.EnableClientState(GL_TEXTURE_COORD_ARRAY);
    drawAll();
    expectColor(target.read(), {77, 77, 77, 255});
    glDeleteTextures(1, &texture);
}

} // namespace

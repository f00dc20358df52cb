// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "gl_harness/gl_test.h"

#define GL_GLEXT_PROTOTYPES
#include <GLES/gl.h>
#include <GLES/glext.h>

#include <array>

namespace harness {

// Commands of OpenGL ES 1.1, by their names without "gl".
#define HARNESS_ES1_COMMANDS(X)                                                                    \
    X(AlphaFuncx)                                                                                  \
    X(ClientActiveTexture)                                                                         \
    X(ClipPlanef)                                                                                  \
    X(ClipPlanex)                                                                                  \
    X(Color4f)                                                                                     \
    X(Color4ub)                                                                                    \
    X(Color4x)                                                                                     \
    X(ColorPointer)                                                                                \
    X(DisableClientState)                                                                          \
    X(DrawTexfOES)                                                                                 \
    X(DrawTexiOES)                                                                                 \
    X(DrawTexxvOES)                                                                                \
    X(EnableClientState)                                                                           \
    X(Fogf)                                                                                        \
    X(Fogfv)                                                                                       \
    X(Fogx)                                                                                        \
    X(GetClipPlanex)                                                                               \
    X(GetFixedv)                                                                                   \
    X(GetLightxv)                                                                                  \
    X(GetTexEnviv)                                                                                 \
    X(GetTexEnvxv)                                                                                 \
    X(GetTexGenivOES)                                                                              \
    X(GetTexParameterxv)                                                                           \
    X(LightModelf)                                                                                 \
    X(Lightfv)                                                                                     \
    X(Lightxv)                                                                                     \
    X(LoadIdentity)                                                                                \
    X(LoadMatrixx)                                                                                 \
    X(Materialf)                                                                                   \
    X(Materialfv)                                                                                  \
    X(MatrixMode)                                                                                  \
    X(Normal3f)                                                                                    \
    X(NormalPointer)                                                                               \
    X(Orthox)                                                                                      \
    X(PointParameterf)                                                                             \
    X(PointParameterfv)                                                                            \
    X(PointSize)                                                                                   \
    X(PointSizePointerOES)                                                                         \
    X(QueryMatrixxOES)                                                                             \
    X(Rotatef)                                                                                     \
    X(Scalex)                                                                                      \
    X(ShadeModel)                                                                                  \
    X(TexCoordPointer)                                                                             \
    X(TexEnvf)                                                                                     \
    X(TexEnvi)                                                                                     \
    X(TexEnvx)                                                                                     \
    X(TexGeniOES)                                                                                  \
    X(TexParameterx)                                                                               \
    X(Translatef)                                                                                  \
    X(Translatex)                                                                                  \
    X(VertexPointer)

/// A test in a context of OpenGL ES 1.1.
class Es1Test : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gles1}; }

    /// Two triangles over the whole framebuffer, with the state that is set.
    void drawAll() {
        static constexpr std::array<GLbyte, 8> kCorners{-1, -1, 1, -1, -1, 1, 1, 1};
        es1.EnableClientState(GL_VERTEX_ARRAY);
        es1.VertexPointer(2, GL_BYTE, 0, kCorners.data());
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        es1.DisableClientState(GL_VERTEX_ARRAY);
    }

    struct Commands {
#define HARNESS_ES1_MEMBER(name) decltype(&gl##name) name = load<decltype(&gl##name)>("gl" #name);
        HARNESS_ES1_COMMANDS(HARNESS_ES1_MEMBER)
#undef HARNESS_ES1_MEMBER
    } es1;
};

/// 16.16
constexpr GLfixed fixed(double number) {
    return GLfixed(number * 65536);
}

} // namespace harness

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "gl_test.h"

#include <GL/gl.h>

namespace harness {

// Commands that the core profile removed, by their names without "gl".
#define HARNESS_LEGACY_COMMANDS(X)                                                                 \
    X(AlphaFunc)                                                                                   \
    X(ArrayElement)                                                                                \
    X(Begin)                                                                                       \
    X(Bitmap)                                                                                      \
    X(CallList)                                                                                    \
    X(CallLists)                                                                                   \
    X(ClientActiveTexture)                                                                         \
    X(ClipPlane)                                                                                   \
    X(Color3f)                                                                                     \
    X(Color4f)                                                                                     \
    X(ColorMaterial)                                                                               \
    X(ColorPointer)                                                                                \
    X(DeleteLists)                                                                                 \
    X(DisableClientState)                                                                          \
    X(DrawPixels)                                                                                  \
    X(EdgeFlag)                                                                                    \
    X(EnableClientState)                                                                           \
    X(End)                                                                                         \
    X(EndList)                                                                                     \
    X(EvalCoord1f)                                                                                 \
    X(EvalCoord2f)                                                                                 \
    X(EvalMesh1)                                                                                   \
    X(EvalMesh2)                                                                                   \
    X(EvalPoint1)                                                                                  \
    X(FeedbackBuffer)                                                                              \
    X(Fogf)                                                                                        \
    X(Fogfv)                                                                                       \
    X(Fogi)                                                                                        \
    X(GenLists)                                                                                    \
    X(GetDoublev)                                                                                  \
    X(GetLightfv)                                                                                  \
    X(GetMapfv)                                                                                    \
    X(GetMapiv)                                                                                    \
    X(GetMaterialfv)                                                                               \
    X(GetMaterialiv)                                                                               \
    X(GetTexEnviv)                                                                                 \
    X(GetTexGenfv)                                                                                 \
    X(InitNames)                                                                                   \
    X(InterleavedArrays)                                                                           \
    X(IsList)                                                                                      \
    X(LightModelfv)                                                                                \
    X(LightModeli)                                                                                 \
    X(Lightf)                                                                                      \
    X(Lightfv)                                                                                     \
    X(ListBase)                                                                                    \
    X(LoadIdentity)                                                                                \
    X(LoadMatrixf)                                                                                 \
    X(LoadName)                                                                                    \
    X(Map1f)                                                                                       \
    X(Map2f)                                                                                       \
    X(MapGrid1f)                                                                                   \
    X(MapGrid2f)                                                                                   \
    X(Materialf)                                                                                   \
    X(Materialfv)                                                                                  \
    X(MatrixMode)                                                                                  \
    X(NewList)                                                                                     \
    X(Normal3f)                                                                                    \
    X(Ortho)                                                                                       \
    X(PassThrough)                                                                                 \
    X(PointSize)                                                                                   \
    X(PolygonMode)                                                                                 \
    X(PopAttrib)                                                                                   \
    X(PopClientAttrib)                                                                             \
    X(PopMatrix)                                                                                   \
    X(PopName)                                                                                     \
    X(PushAttrib)                                                                                  \
    X(PushClientAttrib)                                                                            \
    X(PushMatrix)                                                                                  \
    X(PushName)                                                                                    \
    X(RasterPos2f)                                                                                 \
    X(Rectf)                                                                                       \
    X(RenderMode)                                                                                  \
    X(Rotatef)                                                                                     \
    X(Scalef)                                                                                      \
    X(SelectBuffer)                                                                                \
    X(ShadeModel)                                                                                  \
    X(TexCoord2f)                                                                                  \
    X(TexCoord4f)                                                                                  \
    X(TexEnvf)                                                                                     \
    X(TexEnvfv)                                                                                    \
    X(TexEnvi)                                                                                     \
    X(TexGenfv)                                                                                    \
    X(TexGeni)                                                                                     \
    X(TexImage1D)                                                                                  \
    X(Translatef)                                                                                  \
    X(Vertex2f)                                                                                    \
    X(Vertex3f)                                                                                    \
    X(Vertex4f)                                                                                    \
    X(VertexPointer)

/// Those commands.
struct Legacy {
#define HARNESS_LEGACY_MEMBER(name)                                                                \
    decltype(&::gl##name) name = load<decltype(&::gl##name)>("gl" #name);
    HARNESS_LEGACY_COMMANDS(HARNESS_LEGACY_MEMBER)
#undef HARNESS_LEGACY_MEMBER
};

/// A test in a context without a profile: `gl.Begin(GL_POINTS)`.
class LegacyTest : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    const Legacy gl;
};

} // namespace harness

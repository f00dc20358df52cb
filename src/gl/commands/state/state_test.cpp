// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/state.h"

#include "gl/testing/context_fixture.h"

#include <functional>

namespace gl::testing {
namespace {

using StateTest = CoreTest;

struct Setter {
    const char* what;
    Dirty bit;
    std::function<void(Context&)> set;
};

TEST_F(StateTest, SettersMarkTheirBitOnceAndOnlyTheirs) {
    const Setter setters[] = {
        {"viewport", Dirty::Viewport, [](Context& c) { c.viewport(1, 2, 3, 4); }},
        {"depthRange", Dirty::Viewport, [](Context& c) { c.depthRangef(0.25f, 0.5f); }},
        {"scissor", Dirty::Scissor, [](Context& c) { c.scissor(1, 2, 3, 4); }},
        {"scissor test", Dirty::Scissor, [](Context& c) { c.enable(GL_SCISSOR_TEST); }},
        {"cull", Dirty::Cull, [](Context& c) { c.enable(GL_CULL_FACE); }},
        {"cullFace", Dirty::Cull, [](Context& c) { c.cullFace(GL_FRONT); }},
        {"frontFace", Dirty::Cull, [](Context& c) { c.frontFace(GL_CW); }},
        {"offset", Dirty::DepthBias, [](Context& c) { c.polygonOffset(1, 2); }},
        {"line width", Dirty::LineWidth, [](Context& c) { c.lineWidth(3); }},
        {"depth test", Dirty::DepthStencil, [](Context& c) { c.enable(GL_DEPTH_TEST); }},
        {"depthMask", Dirty::DepthStencil, [](Context& c) { c.depthMask(GL_FALSE); }},
        {"stencil", Dirty::DepthStencil, [](Context& c) { c.stencilFunc(GL_LESS, 1, 3); }},
        {"stencilOp",
         Dirty::DepthStencil,
         [](Context& c) { c.stencilOpSeparate(GL_BACK, GL_KEEP, GL_INCR, GL_ZERO); }},
        {"blend", Dirty::Blend, [](Context& c) { c.enable(GL_BLEND); }},
        {"blendFunc", Dirty::Blend, [](Context& c) { c.blendFunc(GL_ONE, GL_ONE); }},
        {"blendEquation", Dirty::Blend, [](Context& c) { c.blendEquation(GL_MAX); }},
        {"blendColor", Dirty::BlendColor, [](Context& c) { c.blendColor(1, 0, 0, 1); }},
        {"colorMask", Dirty::ColorMask, [](Context& c) { c.colorMask(1, 0, 1, 1); }},
        {"coverage", Dirty::Multisample, [](Context& c) { c.sampleCoverage(0.5f, GL_TRUE); }},
        {"attribute", Dirty::CurrentAttribs, [](Context& c) { c.vertexAttrib1f(3, 7); }},
        {"enable array", Dirty::VertexBuffers, [](Context& c) { c.enableVertexAttribArray(2); }},
    };
    for (const Setter& setter : setters) {
        gl->dirty().clearAll();
        setter.set(*gl);
        EXPECT_TRUE(gl->dirty().test(setter.bit)) << setter.what;
        gl->dirty().clearAll();
        setter.set(*gl);
        EXPECT_FALSE(gl->dirty().any()) << setter.what;
    }
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
}

TEST_F(StateTest, BadArgumentsAreErrorsAndChangeNothing) {
    const struct {
        GLenum error;
        std::function<void(Context&)> call;
    } calls[] = {
        {GL_INVALID_VALUE, [](Context& c) { c.viewport(0, 0, -1, 1); }},
        {GL_INVALID_VALUE, [](Context& c) { c.scissor(0, 0, 1, -1); }},
        {GL_INVALID_VALUE, [](Context& c) { c.lineWidth(0); }},
        {GL_INVALID_ENUM, [](Context& c) { c.cullFace(GL_CW); }},
        {GL_INVALID_ENUM, [](Context& c) { c.frontFace(GL_BACK); }},
        {GL_INVALID_ENUM, [](Context& c) { c.depthFunc(GL_BACK); }},
        {GL_INVALID_ENUM, [](Context& c) { c.stencilOp(GL_KEEP, GL_KEEP, GL_ONE); }},
        {GL_INVALID_ENUM, [](Context& c) { c.stencilFuncSeparate(GL_CW, GL_LESS, 0, 0); }},
        {GL_INVALID_ENUM, [](Context& c) { c.blendFunc(GL_ONE, GL_SRC_ALPHA_SATURATE); }},
        {GL_INVALID_ENUM, [](Context& c) { c.blendEquation(GL_ONE); }},
        {GL_INVALID_ENUM, [](Context& c) { c.enable(GL_LIGHTING); }},
        {GL_INVALID_ENUM, [](Context& c) { c.hint(GL_FOG_HINT, GL_NICEST); }},
        {GL_INVALID_ENUM, [](Context& c) { c.hint(GL_GENERATE_MIPMAP_HINT, GL_ONE); }},
        {GL_INVALID_VALUE, [](Context& c) { c.vertexAttrib4f(16, 0, 0, 0, 0); }},
        {GL_INVALID_VALUE, [](Context& c) { c.clear(1); }},
    };
    gl->dirty().clearAll();
    for (const auto& call : calls) {
        call.call(*gl);
        EXPECT_EQ(gl->getError(), call.error);
        EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    }
    EXPECT_FALSE(gl->dirty().any());
}

TEST_F(StateTest, FirstErrorStays) {
    gl->cullFace(0);
    gl->lineWidth(-1);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
}

TEST_F(StateTest, QueriesConvert) {
    gl->clearColor(0, 0.5f, 1, 2);
    GLint integers[4];
    gl->getIntegerv(GL_COLOR_CLEAR_VALUE, integers);
    EXPECT_EQ(integers[0], 0);
    EXPECT_NEAR(integers[1], 1073741823, 1);
    EXPECT_EQ(integers[3], INT32_MAX);
    GLboolean booleans[4];
    gl->getBooleanv(GL_COLOR_CLEAR_VALUE, booleans);
    EXPECT_FALSE(booleans[0]);
    EXPECT_TRUE(booleans[1]);
    GLfloat number = 0;
    gl->getFloatv(GL_MAX_TEXTURE_SIZE, &number);
    EXPECT_EQ(number, 4096);
    gl->lineWidth(1.6f);
    EXPECT_EQ(integer(GL_LINE_WIDTH), 2);
    EXPECT_EQ(integer(GL_STENCIL_WRITEMASK), -1);
    EXPECT_EQ(integer(GL_DEPTH_TEST), 0);
    EXPECT_EQ(integer(GL_DEPTH_BITS), 24);
    integer(GL_MODELVIEW_MATRIX);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
}

TEST_F(StateTest, StringsTellTheApi) {
    const auto text = [&](GLenum name) {
        return std::string(reinterpret_cast<const char*>(gl->getString(name)));
    };
    EXPECT_TRUE(text(GL_VERSION).starts_with("OpenGL ES 2.0"));
    EXPECT_EQ(text(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 1.00");
    EXPECT_NE(text(GL_EXTENSIONS).find("GL_OES_vertex_array_object"), std::string::npos);
    EXPECT_EQ(text(GL_EXTENSIONS).find("GL_ARB_"), std::string::npos);
    use(Api::Desktop);
    EXPECT_TRUE(text(GL_VERSION).starts_with("2.1 "));
    EXPECT_EQ(text(GL_RENDERER), "fake");
    EXPECT_EQ(text(GL_EXTENSIONS).find("GL_OES_texture_npot"), std::string::npos);
}

class LegacyStateTest : public CoreTest {
protected:
    LegacyStateTest() { device->offerEverything(); }
    std::unique_ptr<Context> legacy() { return make(Api::Desktop); }
};

TEST_F(LegacyStateTest, PolygonModeOfTheFaceThatIsDrawn) {
    const auto gl = legacy();
    gl->polygonMode(GL_BACK, GL_LINE);
    GLint modes[2] = {};
    gl->getIntegerv(GL_POLYGON_MODE, modes);
    EXPECT_EQ(modes[0], GL_FILL);
    EXPECT_EQ(modes[1], GL_LINE);
    EXPECT_EQ(gl->state().polygonMode(), GLenum(GL_FILL));
    gl->enable(GL_CULL_FACE);
    EXPECT_EQ(gl->state().polygonMode(), GLenum(GL_FILL));
    gl->dirty().clearAll();
    gl->cullFace(GL_FRONT);
    EXPECT_EQ(gl->state().polygonMode(), GLenum(GL_LINE));
    EXPECT_TRUE(gl->dirty().test(Dirty::DepthBias));
    gl->disable(GL_CULL_FACE);
    EXPECT_EQ(gl->state().polygonMode(), GLenum(GL_FILL));
}

TEST_F(LegacyStateTest, FacesOfDifferentModesAreDrawnInTurn) {
    use(Api::Desktop);
    useSimpleProgram();
    const float vertices[12] = {};
    gl->vertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, vertices);
    gl->enableVertexAttribArray(0);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(device->log.draws, 1);
    gl->polygonMode(GL_BACK, GL_LINE);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(device->log.draws, 3);
    EXPECT_FALSE(gl->state().cullEnabled);
    EXPECT_EQ(gl->state().cullFace, GLenum(GL_BACK));
    gl->enable(GL_CULL_FACE);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(device->log.draws, 4);
    gl->disable(GL_CULL_FACE);
    gl->polygonMode(GL_BACK, GL_FILL);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(device->log.draws, 5);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
}

TEST_F(LegacyStateTest, CubeMapsHaveSeamsUnlessEnabled) {
    EXPECT_TRUE(gl->state().seamlessCubes) << "OpenGL ES";
    const auto gl = legacy();
    EXPECT_FALSE(gl->state().seamlessCubes);
    EXPECT_FALSE(gl->isEnabled(GL_TEXTURE_CUBE_MAP_SEAMLESS));
    gl->dirty().clearAll();
    gl->enable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    EXPECT_TRUE(gl->state().seamlessCubes);
    EXPECT_TRUE(gl->dirty().test(Dirty::Textures));
}

} // namespace
} // namespace gl::testing

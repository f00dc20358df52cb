// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contexts: attributes, versions, what is current, queries, bad arguments.
#include "osmesa/osmesa_test.h"

#include <cstdio>
#include <cstring>
#include <string>

// Of OpenGL ES 1, which libOSMesa.so.8 exports too.
extern "C" void glAlphaFuncx(GLenum function, GLfixed reference);

namespace osmesa_test {
namespace {

class Contexts : public OSMesaTest {
protected:
    static GLint get(GLint name) {
        GLint value = -77;
        OSMesaGetIntegerv(name, &value);
        return value;
    }
    static GLint getGl(GLenum name) {
        GLint value = -77;
        glGetIntegerv(name, &value);
        return value;
    }
    /// 10 · major + minor of the context that is current.
    static int version() {
        int major = 0, minor = 0;
        const auto* const text = reinterpret_cast<const char*>(glGetString(GL_VERSION));
        EXPECT_EQ(std::sscanf(text, "%d.%d", &major, &minor), 2);
        return 10 * major + minor;
    }

    Picture picture{4, 3};
};

TEST_F(Contexts, TellWhatTheyHave) {
    const Context context = Context::ofFormat(OSMESA_BGRA);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_EQ(OSMesaGetCurrentContext(), context.handle());
    EXPECT_EQ(get(OSMESA_WIDTH), 4);
    EXPECT_EQ(get(OSMESA_HEIGHT), 3);
    EXPECT_EQ(get(OSMESA_FORMAT), OSMESA_BGRA);
    EXPECT_EQ(get(OSMESA_TYPE), GL_UNSIGNED_BYTE);
    EXPECT_EQ(get(OSMESA_ROW_LENGTH), 0);
    EXPECT_EQ(get(OSMESA_Y_UP), 1);
    EXPECT_GE(get(OSMESA_MAX_WIDTH), 4096);
    EXPECT_GE(get(OSMESA_MAX_HEIGHT), 4096);
    EXPECT_EQ(get(0x77), -77);
    EXPECT_EQ(getGl(GL_RED_BITS), 8);
    EXPECT_EQ(getGl(GL_ALPHA_BITS), 8);
    EXPECT_EQ(getGl(GL_DEPTH_BITS), 24);
    EXPECT_EQ(getGl(GL_STENCIL_BITS), 8);
}

TEST_F(Contexts, HaveTheBuffersThatWereAskedFor) {
    const Context plain = Context::with({OSMESA_FORMAT, OSMESA_RGB});
    ASSERT_TRUE(OSMesaMakeCurrent(plain.handle(), picture.pixels.data(), GL_UNSIGNED_BYTE, 4, 3));
    EXPECT_EQ(getGl(GL_ALPHA_BITS), 0);
    EXPECT_EQ(getGl(GL_DEPTH_BITS), 0);
    EXPECT_EQ(getGl(GL_STENCIL_BITS), 0);
    const Context both = Context::with({OSMESA_DEPTH_BITS, 24, OSMESA_STENCIL_BITS, 8});
    ASSERT_TRUE(makeCurrent(both, picture));
    EXPECT_EQ(getGl(GL_ALPHA_BITS), 8);
    EXPECT_EQ(getGl(GL_DEPTH_BITS), 24);
    EXPECT_EQ(getGl(GL_STENCIL_BITS), 8);
}

TEST_F(Contexts, OfTheCompatibilityProfileUnlessAsked) {
    const Context context = Context::with({});
    ASSERT_TRUE(makeCurrent(context, picture));
    const auto* const extensions = glGetString(GL_EXTENSIONS);
    ASSERT_NE(extensions, nullptr);
    EXPECT_GE(version(), 21);
}

TEST_F(Contexts, OfTheCoreProfileWhereAsked) {
    const Context context = Context::with({OSMESA_PROFILE,
                                           OSMESA_CORE_PROFILE,
                                           OSMESA_CONTEXT_MAJOR_VERSION,
                                           3,
                                           OSMESA_CONTEXT_MINOR_VERSION,
                                           3});
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_GE(version(), 33);
    EXPECT_EQ(getGl(GL_CONTEXT_PROFILE_MASK), GL_CONTEXT_CORE_PROFILE_BIT);
    EXPECT_EQ(glGetString(GL_EXTENSIONS), nullptr);
    EXPECT_EQ(glGetError(), GLenum(GL_INVALID_ENUM));
}

TEST_F(Contexts, OfAVersionAndNotLess) {
    for (const int asked : {10, 15, 20, 21, 25, 30}) {
        const Context context = Context::with(
            {OSMESA_CONTEXT_MAJOR_VERSION, asked / 10, OSMESA_CONTEXT_MINOR_VERSION, asked % 10});
        ASSERT_TRUE(makeCurrent(context, picture)) << asked;
        EXPECT_GE(version(), asked);
    }
}

TEST_F(Contexts, ThatCannotBe) {
    EXPECT_FALSE(Context::with({OSMESA_FORMAT, GL_LUMINANCE}));
    EXPECT_FALSE(Context::with({OSMESA_FORMAT, GL_LUMINANCE_ALPHA}));
    EXPECT_FALSE(Context::with({OSMESA_DEPTH_BITS, -1}));
    EXPECT_FALSE(Context::with({OSMESA_PROFILE, 1}));
    EXPECT_FALSE(Context::with({OSMESA_CONTEXT_MAJOR_VERSION, 9}));
    EXPECT_FALSE(Context::with({0x999, 1}));
}

TEST_F(Contexts, OfColorIndicesAreOfNoUse) {
    const Context context = Context::ofFormat(OSMESA_COLOR_INDEX);
    EXPECT_FALSE(makeCurrent(context, picture));
}

TEST_F(Contexts, MemoryThatCannotBe) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    void* const memory = picture.pixels.data();
    EXPECT_FALSE(OSMesaMakeCurrent(context.handle(), nullptr, GL_UNSIGNED_BYTE, 4, 3));
    EXPECT_FALSE(OSMesaMakeCurrent(context.handle(), memory, GL_UNSIGNED_BYTE, 0, 3));
    EXPECT_FALSE(OSMesaMakeCurrent(context.handle(), memory, GL_UNSIGNED_BYTE, 4, -3));
    EXPECT_FALSE(OSMesaMakeCurrent(context.handle(), memory, GL_UNSIGNED_INT, 4, 3));
    EXPECT_FALSE(OSMesaMakeCurrent(context.handle(), memory, GL_UNSIGNED_SHORT_5_6_5, 4, 3));
    EXPECT_FALSE(OSMesaMakeCurrent(nullptr, memory, GL_UNSIGNED_BYTE, 4, 3));
    EXPECT_EQ(OSMesaGetCurrentContext(), nullptr);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_FALSE(OSMesaMakeCurrent(context.handle(), memory, GL_UNSIGNED_INT, 4, 3));
    EXPECT_EQ(OSMesaGetCurrentContext(), context.handle());
    EXPECT_TRUE(OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0));
    EXPECT_TRUE(OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0));
}

TEST_F(Contexts, BadPointersAndHandles) {
    if (onMesa()) {
        GTEST_SKIP() << "crashes there";
    }
    void* const memory = picture.pixels.data();
    const auto wild = reinterpret_cast<OSMesaContext>(memory);
    EXPECT_FALSE(OSMesaMakeCurrent(wild, memory, GL_UNSIGNED_BYTE, 4, 3));
    EXPECT_EQ(OSMesaCreateContext(OSMESA_RGBA, wild), nullptr);
    OSMesaDestroyContext(wild);
    EXPECT_TRUE(Context(OSMesaCreateContextAttribs(nullptr, nullptr)));
    EXPECT_FALSE(OSMesaGetColorBuffer(wild, nullptr, nullptr, nullptr, nullptr));
    EXPECT_EQ(OSMesaGetProcAddress(nullptr), nullptr);
    OSMesaPixelStore(OSMESA_Y_UP, 0);
    EXPECT_EQ(get(OSMESA_FORMAT), 0);
    OSMesaGetIntegerv(OSMESA_FORMAT, nullptr);
}

TEST_F(Contexts, LargerThanTheLargest) {
    if (onMesa()) {
        GTEST_SKIP() << "does not look";
    }
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    Picture wide(get(OSMESA_MAX_WIDTH) + 1, 1);
    EXPECT_FALSE(makeCurrent(context, wide));
    Picture widest(get(OSMESA_MAX_WIDTH), 1);
    ASSERT_TRUE(makeCurrent(context, widest));
    clear(kRed);
    glFinish();
    EXPECT_TRUE(widest.is(kRedPixel));
}

TEST_F(Contexts, TellWhereTheirMemoryIs) {
    const Context context = Context::ofFormat(OSMESA_BGRA);
    GLint width = -1, height = -1, format = -1;
    void* buffer = &width;
    EXPECT_FALSE(OSMesaGetColorBuffer(context.handle(), &width, &height, &format, &buffer));
    EXPECT_EQ(buffer, nullptr);
    EXPECT_EQ(width, 0);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_TRUE(OSMesaGetColorBuffer(context.handle(), &width, &height, &format, &buffer));
    EXPECT_EQ(buffer, picture.pixels.data());
    EXPECT_EQ(width, 4);
    EXPECT_EQ(height, 3);
    EXPECT_EQ(format, OSMESA_BGRA);
}

TEST_F(Contexts, HavePixelStoresOfTheirOwn) {
    const Context a = Context::ofFormat(OSMESA_RGBA);
    const Context b = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(a, picture));
    OSMesaPixelStore(OSMESA_ROW_LENGTH, 9);
    OSMesaPixelStore(OSMESA_Y_UP, 0);
    EXPECT_EQ(get(OSMESA_ROW_LENGTH), 9);
    EXPECT_EQ(get(OSMESA_Y_UP), 0);
    ASSERT_TRUE(makeCurrent(b, picture));
    EXPECT_EQ(get(OSMESA_ROW_LENGTH), 0);
    EXPECT_EQ(get(OSMESA_Y_UP), 1);
}

TEST_F(Contexts, StartWithAViewportOfTheFirstSize) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport, (std::array<GLint, 4>{0, 0, 4, 3}));
    Picture larger(8, 8);
    ASSERT_TRUE(makeCurrent(context, larger));
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    EXPECT_EQ(viewport, (std::array<GLint, 4>{0, 0, 4, 3}));
}

TEST_F(Contexts, FindCommandsByName) {
    EXPECT_NE(OSMesaGetProcAddress("OSMesaMakeCurrent"), nullptr);
    const auto clearColor = reinterpret_cast<void (*)(GLfloat, GLfloat, GLfloat, GLfloat)>(
        OSMesaGetProcAddress("glClearColor"));
    const auto doClear = reinterpret_cast<void (*)(GLbitfield)>(OSMesaGetProcAddress("glClear"));
    ASSERT_NE(clearColor, nullptr);
    ASSERT_NE(doClear, nullptr);
    const OSMESAproc finish = OSMesaGetProcAddress("glFinish");
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    clearColor(1, 0, 0, 1);
    doClear(GL_COLOR_BUFFER_BIT);
    finish();
    EXPECT_TRUE(picture.is(kRedPixel));
}

TEST_F(Contexts, HaveAFrontBufferAlone) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_EQ(getGl(GL_DOUBLEBUFFER), GL_FALSE);
    EXPECT_EQ(getGl(GL_DRAW_BUFFER), GL_FRONT);
    EXPECT_EQ(getGl(GL_READ_BUFFER), GL_FRONT);
    glDrawBuffer(GL_FRONT);
    glReadBuffer(GL_FRONT);
    clear(kGreen);
    glFinish();
    EXPECT_TRUE(picture.is(kGreenPixel));
}

TEST_F(Contexts, FiltersAreIgnored) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    if (!onMesa()) {
        OSMesaPostprocess(context.handle(), "pp_nosuchfilter", 1);
    }
    ASSERT_TRUE(makeCurrent(context, picture));
    clear(kGreen);
    glFinish();
    EXPECT_TRUE(picture.is(kGreenPixel));
}

TEST_F(Contexts, CommandsWithoutOneDoNothing) {
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    EXPECT_EQ(glGetString(GL_VERSION), nullptr);
}

TEST_F(Contexts, CommandsThatAreMissingAreErrors) {
    if (onMesa()) {
        GTEST_SKIP() << "the imaging subset is not missing there";
    }
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    EXPECT_EQ(OSMesaGetProcAddress("glResetHistogram"), nullptr);
    glResetHistogram(GL_HISTOGRAM);
    EXPECT_EQ(glGetError(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(Contexts, ComeAndGo) {
    for (int i = 0; i < 60; ++i) {
        const Context first = Context::ofFormat(i % 2 != 0 ? OSMESA_RGBA : OSMESA_BGRA);
        const Context second = Context::ofFormat(OSMESA_RGBA, &first);
        ASSERT_TRUE(makeCurrent(first, picture));
        clear(kGreen);
        ASSERT_TRUE(makeCurrent(second, picture));
        clear(kGreen);
        glFinish();
        EXPECT_TRUE(picture.is(kGreenPixel));
    }
}

} // namespace
} // namespace osmesa_test

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "gl_harness/context.h"
#include "gl_harness/gl_test.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace harness {

std::string eglErrorName(EGLint error);

// The statement fails in the way that EGL names.
#define EXPECT_EGL_FAILS(error, value, statement)                                                  \
    do {                                                                                           \
        EXPECT_EQ(value, statement) << #statement;                                                 \
        EXPECT_EQ(harness::eglErrorName(error), harness::eglErrorName(eglGetError()))              \
            << #statement;                                                                         \
    } while (false)
#define EXPECT_EGL_OK()                                                                            \
    EXPECT_EQ(harness::eglErrorName(EGL_SUCCESS), harness::eglErrorName(eglGetError()))

// A test on the surfaceless display, which leaves the thread without a context.
class EglTest : public testing::Test {
protected:
    void SetUp() override {
        m_display = surfacelessDisplay();
        ASSERT_NE(EGL_NO_DISPLAY, m_display);
        eglBindAPI(EGL_OPENGL_ES_API);
        eglGetError();
    }
    void TearDown() override {
        eglBindAPI(EGL_OPENGL_ES_API);
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    EGLConfig config(std::vector<EGLint> attribs = {EGL_SURFACE_TYPE,
                                                    EGL_PBUFFER_BIT,
                                                    EGL_RENDERABLE_TYPE,
                                                    EGL_OPENGL_ES2_BIT,
                                                    EGL_RED_SIZE,
                                                    8,
                                                    EGL_ALPHA_SIZE,
                                                    8}) const {
        attribs.push_back(EGL_NONE);
        EGLConfig found = nullptr;
        EGLint count = 0;
        eglChooseConfig(m_display, attribs.data(), &found, 1, &count);
        return count > 0 ? found : nullptr;
    }
    EGLContext context(std::vector<EGLint> attribs = {EGL_CONTEXT_CLIENT_VERSION, 2},
                       EGLContext share = EGL_NO_CONTEXT) const {
        attribs.push_back(EGL_NONE);
        return eglCreateContext(m_display, config(), share, attribs.data());
    }
    EGLSurface pbuffer(EGLint width, EGLint height) const {
        const EGLint attribs[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
        return eglCreatePbufferSurface(m_display, config(), attribs);
    }

    EGLDisplay m_display = EGL_NO_DISPLAY;
};

} // namespace harness

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <GL/glx.h>
#include <GL/glxext.h>

#include <X11/Xmd.h>
#include <X11/Xutil.h>

#include <GL/glxproto.h>
// X's words are everyday words.
#undef None
#undef Bool
#undef Status
#undef Success
#undef Always

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace glx_test {

using XDisplay = ::Display;
using Color = std::array<uint8_t, 3>;
constexpr Color kRed{255, 0, 0};
constexpr Color kGreen{0, 255, 0};
constexpr Color kBlue{0, 0, 255};

bool onGlissade();

template <class Function>
Function load(const char* name) {
    return reinterpret_cast<Function>(glXGetProcAddress(reinterpret_cast<const GLubyte*>(name)));
}

/// An X error as programs see it; code 0: there was none.
struct Error {
    int code = 0;
    int minorOpcode = 0;
};

/// Attributes as GLX takes them.
class List {
public:
    List(std::initializer_list<int> values) : m_values(values) { m_values.push_back(0); }
    operator int*() { return m_values.data(); }

private:
    std::vector<int> m_values;
};

/// A connection with windows. Its end closes the display, with whatever GLX still has for it.
class Connection {
public:
    Connection();
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    XDisplay* get() const { return m_display; }
    operator XDisplay*() const { return m_display; }
    int screen() const { return DefaultScreen(m_display); }
    /// A mapped window.
    Window makeWindow(const XVisualInfo& visual, int width = 64, int height = 48);
    Window makeWindow(GLXFBConfig config, int width = 64, int height = 48);
    /// Null: there is none.
    GLXFBConfig config(List attributes) const;
    int attribute(GLXFBConfig config, int name) const;
    /// A context of OpenGL 3.1 or less, unless told otherwise.
    GLXContext makeContext(GLXFBConfig config, GLXContext share = nullptr) const;
    GLXContext makeContext(GLXFBConfig config, List attributes, GLXContext share = nullptr) const;
    /// Of the server's picture of a window or pixmap.
    Color pixel(Drawable drawable, int x, int y) const;
    /// The same once it is `expected`, or after many looks: devices show frames after the call that
    /// presents them.
    Color awaitPixel(Drawable drawable, int x, int y, const Color& expected) const;
    /// The last X error since the last call.
    Error takeError() const;

private:
    XDisplay* m_display;
};

/// A test with a display.
class GlxTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    Connection& display() { return *m_display; }
    /// Closes the display; nothing of it is current.
    void close();
    /// A config for windows with a back buffer, and one without.
    GLXFBConfig doubleBuffered(int depth = 24) const;
    GLXFBConfig singleBuffered() const;

    std::unique_ptr<Connection> m_display;
};

/// Fills the current draw drawable.
void fill(const Color& color);
/// Of the current read drawable, from its bottom left corner.
Color readPixel(int x, int y);

/// The error's number; GLX's count from the server's first one of GLX.
int glxError(Connection& display, int error);

// The statement gives this X error.
#define EXPECT_X_ERROR(display, expected, statement)                                               \
    do {                                                                                           \
        (display).takeError();                                                                     \
        statement;                                                                                 \
        EXPECT_EQ(expected, (display).takeError().code) << #statement;                             \
    } while (false)
#define EXPECT_NO_X_ERROR(display) EXPECT_EQ(0, (display).takeError().code)

} // namespace glx_test

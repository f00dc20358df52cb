// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/entry_points.h"

#include "base/log.h"
#include "window/gl_commands.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace osmesa {
namespace {

std::string& logged() {
    static std::string text;
    return text;
}

/// On a device that draws nothing (window::testing::FakeDevice).
class EntryPointsTest : public ::testing::Test {
protected:
    EntryPointsTest() {
        logged().clear();
        base::setLogSink([](base::LogLevel, std::string_view line) { logged() += line; });
    }
    ~EntryPointsTest() override { base::setLogSink(nullptr); }

    GLint query(GLint name) {
        GLint value = -1;
        f.getIntegerv(name, &value);
        return value;
    }

    const Functions& f = functions();
    OSMesaContext unknown = reinterpret_cast<OSMesaContext>(&logged());
    std::array<uint32_t, 16> memory{};
};

TEST_F(EntryPointsTest, AContextsLife) {
    const OSMesaContext context = f.createContextExt(OSMESA_BGRA, 16, 0, 0, nullptr);
    ASSERT_NE(context, nullptr);
    EXPECT_EQ(f.getCurrentContext(), nullptr);
    ASSERT_TRUE(f.makeCurrent(context, memory.data(), GL_UNSIGNED_BYTE, 4, 3));
    EXPECT_EQ(f.getCurrentContext(), context);
    EXPECT_EQ(query(OSMESA_WIDTH), 4);
    EXPECT_EQ(query(OSMESA_HEIGHT), 3);
    EXPECT_EQ(query(OSMESA_FORMAT), OSMESA_BGRA);
    EXPECT_EQ(query(OSMESA_TYPE), GL_UNSIGNED_BYTE);
    EXPECT_EQ(query(OSMESA_MAX_WIDTH), 4096);
    EXPECT_EQ(query(OSMESA_MAX_HEIGHT), 2048);
    GLint width = 0, height = 0, other = 0;
    void* buffer = nullptr;
    EXPECT_TRUE(f.getDepthBuffer(context, &width, &height, &other, &buffer));
    EXPECT_EQ(other, 2);
    EXPECT_TRUE(f.getColorBuffer(context, &width, &height, &other, &buffer));
    EXPECT_EQ(width, 4);
    EXPECT_EQ(height, 3);
    EXPECT_EQ(other, OSMESA_BGRA);
    EXPECT_EQ(buffer, memory.data());
    f.destroyContext(context);
    EXPECT_EQ(f.getCurrentContext(), nullptr);
    EXPECT_FALSE(f.makeCurrent(context, memory.data(), GL_UNSIGNED_BYTE, 4, 3));
}

TEST_F(EntryPointsTest, StoresPixelsAsTold) {
    const OSMesaContext a = f.createContext(OSMESA_RGBA, nullptr);
    const OSMesaContext b = f.createContext(OSMESA_RGBA, a);
    ASSERT_TRUE(f.makeCurrent(a, memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_EQ(query(OSMESA_ROW_LENGTH), 0);
    EXPECT_EQ(query(OSMESA_Y_UP), 1);
    f.pixelStore(OSMESA_ROW_LENGTH, 6);
    f.pixelStore(OSMESA_Y_UP, 0);
    f.pixelStore(OSMESA_ROW_LENGTH, -1);
    EXPECT_NE(logged(), "");
    EXPECT_EQ(query(OSMESA_ROW_LENGTH), 6);
    EXPECT_EQ(query(OSMESA_Y_UP), 0);
    ASSERT_TRUE(f.makeCurrent(b, memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_EQ(query(OSMESA_Y_UP), 1); // Each context has its own.
    ASSERT_TRUE(f.makeCurrent(a, memory.data(), GL_UNSIGNED_BYTE, 2, 2));
    EXPECT_EQ(query(OSMESA_ROW_LENGTH), 6);
    f.destroyContext(a);
    f.destroyContext(b);
}

TEST_F(EntryPointsTest, BuffersThatCannotBe) {
    const OSMesaContext context = f.createContext(OSMESA_RGBA, nullptr);
    EXPECT_FALSE(f.makeCurrent(context, nullptr, GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_FALSE(f.makeCurrent(context, memory.data(), GL_UNSIGNED_BYTE, 0, 4));
    EXPECT_FALSE(f.makeCurrent(context, memory.data(), GL_UNSIGNED_BYTE, 4, -1));
    EXPECT_FALSE(f.makeCurrent(context, memory.data(), GL_UNSIGNED_INT, 4, 4));
    EXPECT_EQ(f.getCurrentContext(), nullptr);
    GLint width = 1;
    EXPECT_FALSE(f.getColorBuffer(context, &width, nullptr, nullptr, nullptr));
    EXPECT_EQ(width, 0);
    f.destroyContext(context);
}

TEST_F(EntryPointsTest, FormatsThatThereAreNot) {
    EXPECT_EQ(f.createContext(OSMESA_COLOR_INDEX, nullptr), nullptr);
    EXPECT_EQ(f.createContext(GL_LUMINANCE, nullptr), nullptr);
    EXPECT_EQ(f.createContextExt(OSMESA_RGBA, -1, 0, 0, nullptr), nullptr);
}

TEST_F(EntryPointsTest, UnknownContextsAreNotFollowed) {
    GLint width = 1, height = 1, other = 1;
    void* buffer = &width;
    EXPECT_EQ(f.createContext(OSMESA_RGBA, unknown), nullptr);
    EXPECT_FALSE(f.makeCurrent(unknown, memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_FALSE(f.getDepthBuffer(unknown, &width, &height, &other, &buffer));
    EXPECT_EQ(buffer, nullptr);
    EXPECT_EQ(width + height + other, 0);
    EXPECT_FALSE(f.getColorBuffer(unknown, &width, &height, &other, &buffer));
    EXPECT_FALSE(f.getColorBuffer(unknown, nullptr, nullptr, nullptr, nullptr));
    f.destroyContext(unknown);
    f.destroyContext(nullptr);
}

TEST_F(EntryPointsTest, NothingIsReleasedWithoutComplaint) {
    EXPECT_TRUE(f.makeCurrent(nullptr, nullptr, 0, 0, 0));
    EXPECT_FALSE(f.makeCurrent(nullptr, memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_EQ(f.getCurrentContext(), nullptr);
}

TEST_F(EntryPointsTest, QueriesWithoutAContextAnswerZero) {
    for (const GLint name : {OSMESA_WIDTH,
                             OSMESA_HEIGHT,
                             OSMESA_FORMAT,
                             OSMESA_TYPE,
                             OSMESA_ROW_LENGTH,
                             OSMESA_Y_UP}) {
        EXPECT_EQ(query(name), 0) << name;
    }
    EXPECT_EQ(query(OSMESA_MAX_WIDTH), 4096); // The device's.
    GLint value = 7;
    f.getIntegerv(0x77, &value);
    EXPECT_EQ(value, 7);
    EXPECT_NE(logged().find("0x77"), std::string::npos);
    f.pixelStore(OSMESA_Y_UP, 0);
    f.colorClamp(GL_TRUE);
}

TEST_F(EntryPointsTest, CommandsAreFoundByName) {
    EXPECT_EQ(f.getProcAddress("OSMesaMakeCurrent"), OSMESAproc(f.makeCurrent));
    EXPECT_EQ(f.getProcAddress("glFlush"), window::glCommand("glFlush"));
    EXPECT_EQ(f.getProcAddress("glNoSuchCommand"), nullptr);
    EXPECT_EQ(f.getProcAddress(nullptr), nullptr);
}

TEST_F(EntryPointsTest, WhatIsMissingIsToldOnce) {
    f.noteMissingCommand("glNoSuchCommand");
    EXPECT_NE(logged().find("glNoSuchCommand"), std::string::npos);
    logged().clear();
    f.noteMissingCommand("glNoSuchCommand");
    EXPECT_EQ(logged(), "");
}

} // namespace
} // namespace osmesa

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/gl_commands.h"

#include "window/current.h"
#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

namespace window {
namespace {

using testing::FakeDevice;
using testing::FakeSurface;

class CountingPixmap : public Pixmap {
public:
    using Pixmap::Pixmap;

    mutable int fills = 0;

    bool fill(const gl::Rect&, const ReadColors&) const override {
        ++fills;
        return true;
    }
};

class GlCommandsTest : public ::testing::TestWithParam<const char*> {
protected:
    void TearDown() override { current().release(); }

    const std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    const PixelFormat format = makePixelFormats(*device, {}).front();
};

TEST_P(GlCommandsTest, ShowsWhatWasDrawnToAPixmap) {
    const auto pixmap = std::make_shared<const CountingPixmap>(32, 4, 4);
    const auto drawable = *Drawable::createPixmap(*device, format, pixmap);
    const auto context = *Context::create(device, std::nullopt, {.major = 2}, nullptr);
    ASSERT_TRUE(current().bind({context, drawable, drawable}));
    ++static_cast<FakeSurface&>(drawable->images()).serial;
    glCommand(GetParam())();
    EXPECT_EQ(pixmap->fills, 1);
}

TEST_P(GlCommandsTest, DoesNothingWhereNothingIsCurrent) {
    glCommand(GetParam())();
}

INSTANTIATE_TEST_SUITE_P(Commands, GlCommandsTest, ::testing::Values("glFlush", "glFinish"));

TEST(GlCommands, AreThoseOfGl) {
    EXPECT_EQ(glCommand("glClear"), gl::procAddress("glClear"));
    EXPECT_EQ(glCommand("glNoSuchCommand"), nullptr);
}

} // namespace
} // namespace window

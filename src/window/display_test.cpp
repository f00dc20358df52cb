// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/display.h"

#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace window {
namespace {

using testing::FakeDevice;
using testing::FakeInstance;
using testing::FakeSurface;

constexpr NativeHandle kDeep = 1;
constexpr NativeHandle kShallow = 2;

/// A window system with two windows, of depths 24 and 16.
class FakeConnection : public Connection {
public:
    const std::vector<Visual>& visuals() const override { return m_visuals; }
    glvk::NativeWindow probe(const Visual& visual) const override {
        return glvk::X11Window{.visual = visual.id};
    }
    Outcome<Window> window(NativeHandle handle) const override {
        if (handle != kDeep && handle != kShallow) {
            return Failure::NoSuchWindow;
        }
        return Window{.handle = handle, .native = {}, .depth = handle == kDeep ? 24 : 16};
    }
    Outcome<std::shared_ptr<const Pixmap>> pixmap(NativeHandle) const override {
        return Failure::NoSuchPixmap;
    }
    void sync() const override {}

private:
    std::vector<Visual> m_visuals{
        {.id = 0x21, .depth = 24, .red = 8, .green = 8, .blue = 8},
        {.id = 0x60, .depth = 32, .red = 8, .green = 8, .blue = 8},
    };
};

class FakePlatform : public Platform {
public:
    explicit FakePlatform(bool reachable) : m_reachable(reachable) {}
    std::shared_ptr<Connection> connect() const override {
        return m_reachable ? std::make_shared<FakeConnection>() : nullptr;
    }

private:
    bool m_reachable;
};

/// Shows frames in windows, as a back end does that knows the window system.
class PresentingDevice : public FakeDevice {
public:
    std::unique_ptr<glvk::Surface> createWindowSurface(const glvk::SurfaceFormat& format,
                                                       const glvk::NativeWindow&,
                                                       std::string&) override {
        if (const auto during = std::exchange(duringCreation, nullptr)) {
            during();
        }
        return presents ? std::make_unique<FakeSurface>(format, 8, 8) : nullptr;
    }

    bool presents = true;
    /// What another thread does while the next surface is being made.
    std::function<void()> duringCreation;
};

class DisplayTest : public ::testing::Test {
protected:
    std::unique_ptr<Platform> platform() { return std::make_unique<FakePlatform>(true); }

    const std::shared_ptr<PresentingDevice> device = std::make_shared<PresentingDevice>();
    DeviceList devices{[](std::string&) -> std::shared_ptr<glvk::Instance> {
        return std::make_shared<FakeInstance>();
    }};
    Display display{devices, *devices.defaultDevice(), platform()};
    const Session session{.device = device, .connection = std::make_shared<FakeConnection>()};
    const PixelFormat format = session.pixelFormats().front();
};

Failure failureOf(const Outcome<std::shared_ptr<Drawable>>& outcome) {
    EXPECT_FALSE(outcome.ok());
    return outcome.failure();
}

TEST_F(DisplayTest, Opens) {
    const Outcome<Session> opened = display.open();
    ASSERT_TRUE(opened.ok());
    EXPECT_TRUE(opened->isOpen());
    EXPECT_TRUE(opened->hasWindows());
}

TEST_F(DisplayTest, UnreachableWindowSystem) {
    const Display silent(devices, *devices.defaultDevice(), std::make_unique<FakePlatform>(false));
    const Outcome<Session> opened = silent.open();
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.failure(), Failure::Unreachable);
}

TEST_F(DisplayTest, FormatsForPresentableVisualsOnly) {
    device->unpresentableVisuals = {0x60};
    for (const PixelFormat& each : session.pixelFormats()) {
        ASSERT_TRUE(each.hasWindows());
        EXPECT_EQ(each.visual->id, 0x21u);
    }
}

TEST_F(DisplayTest, WindowsThatDoNotFit) {
    EXPECT_EQ(failureOf(display.createWindow(session, format, 99)), Failure::NoSuchWindow);
    EXPECT_EQ(failureOf(display.createWindow(session, format, kShallow)), Failure::Mismatch);
    PixelFormat offscreen = format;
    offscreen.visual.reset();
    EXPECT_EQ(failureOf(display.createWindow(session, offscreen, kDeep)), Failure::Mismatch);
}

TEST_F(DisplayTest, OneDrawableForAWindow) {
    auto first = display.createWindow(session, format, kDeep);
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(failureOf(display.createWindow(session, format, kDeep)), Failure::WindowTaken);
    first->reset();
    EXPECT_TRUE(display.createWindow(session, format, kDeep).ok());
}

TEST_F(DisplayTest, WindowsAreTakenWhileTheirDrawableIsMade) {
    bool tried = false;
    device->duringCreation = [&] {
        tried = true;
        EXPECT_EQ(failureOf(display.createWindow(session, format, kDeep)), Failure::WindowTaken);
    };
    EXPECT_TRUE(display.createWindow(session, format, kDeep).ok());
    EXPECT_TRUE(tried);
}

TEST_F(DisplayTest, WindowsWithoutADrawableAreNotTaken) {
    device->presents = false;
    EXPECT_EQ(failureOf(display.createWindow(session, format, kDeep)), Failure::CannotPresent);
    device->presents = true;
    EXPECT_TRUE(display.createWindow(session, format, kDeep).ok());
}

} // namespace
} // namespace window

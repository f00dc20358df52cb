// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/platform/platform.h"

namespace egl {

namespace {

class OffscreenConnection : public Connection {
public:
    const std::vector<Visual>& visuals() const override { return m_none; }
    glvk::X11Window probe(const Visual&) const override { return {}; }
    Outcome<NativeWindow> window(const NativeHandle&) const override {
        return Failure{EGL_BAD_NATIVE_WINDOW};
    }
    Outcome<NativePixmap> pixmap(const NativeHandle&) const override {
        return Failure{EGL_BAD_NATIVE_PIXMAP};
    }
    void upload(const NativePixmap&, int32_t, int32_t, std::span<const uint32_t>) const override {}
    void sync() const override {}

private:
    std::vector<Visual> m_none;
};

class OffscreenPlatform : public Platform {
public:
    std::shared_ptr<Connection> connect() const override {
        return std::make_shared<OffscreenConnection>();
    }
};

} // namespace

std::unique_ptr<Platform> makeOffscreenPlatform() {
    return std::make_unique<OffscreenPlatform>();
}

} // namespace egl

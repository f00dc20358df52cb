// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/platform/offscreen.h"

namespace window {

namespace {

class OffscreenConnection : public Connection {
public:
    const std::vector<Visual>& visuals() const override { return m_none; }
    glvk::NativeWindow probe(const Visual&) const override { return {}; }
    Outcome<Window> window(NativeHandle) const override { return Failure::NoSuchWindow; }
    Outcome<std::shared_ptr<const Pixmap>> pixmap(NativeHandle) const override {
        return Failure::NoSuchPixmap;
    }
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

} // namespace window

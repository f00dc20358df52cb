// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/platform/offscreen.h"

namespace window {

namespace {

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

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/platform.h"

namespace window {

/// What has neither windows nor pixmaps to copy to.
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

/// No windows at all: what draws to pbuffers, or to no surface (EGL_MESA_platform_surfaceless,
/// EGL_EXT_platform_device).
std::unique_ptr<Platform> makeOffscreenPlatform();

} // namespace window

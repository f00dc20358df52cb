// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/open_target.h"

#include "glvk/present/x11_target.h"

namespace glvk {

namespace {

struct Open {
    std::shared_ptr<Device> device;
    std::string& error;

    auto operator()(const X11Window& window) { return openX11Target(device, window, error); }
};

struct CanPresent {
    const Device& device;

    bool operator()(const X11Window& window) const { return canPresentToX11(device, window); }
};

} // namespace

std::unique_ptr<PresentTarget>
openTarget(std::shared_ptr<Device> device, const NativeWindow& window, std::string& error) {
    return std::visit(Open{std::move(device), error}, window);
}

bool canPresentTo(const Device& device, const NativeWindow& window) {
    return std::visit(CanPresent{device}, window);
}

} // namespace glvk

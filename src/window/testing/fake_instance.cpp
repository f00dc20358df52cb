// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/testing/fake_device.h"

// In place of the back end's.

namespace glvk {

std::shared_ptr<Instance> Instance::get(std::string&) {
    return std::make_shared<window::testing::FakeInstance>();
}

std::shared_ptr<DeviceFactory> openDevice(Instance&, size_t, std::string&) {
    return std::make_shared<window::testing::FakeDevice>();
}

} // namespace glvk

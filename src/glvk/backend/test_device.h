// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/backend/device.h"
#include "glvk/interface/instance.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace glvk {

/// A test on the default Vulkan device. Without a driver it is skipped, unless the environment
/// names one: then there is no excuse.
class DeviceTest : public testing::Test {
protected:
    void SetUp() override {
        std::string error;
        m_instance = Instance::get(error);
        // One instance lives as long as the process: what drivers and layers leak can be told by
        // their names (tests/lsan.supp) only while they are loaded.
        static const std::shared_ptr<Instance> keepsLibraries = m_instance;
        if (m_instance) {
            if (const auto index = m_instance->defaultDevice(error)) {
                m_device = m_instance->open(*index, error);
            }
        }
        if (m_device) {
            return;
        }
        if (std::getenv("VK_DRIVER_FILES")) {
            FAIL() << error;
        }
        GTEST_SKIP() << error;
    }

    std::shared_ptr<Instance> m_instance;
    std::shared_ptr<Device> m_device;
};

} // namespace glvk

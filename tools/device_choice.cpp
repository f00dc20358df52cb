// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/device_choice.h"

#include "base/environment.h"
#include "tools/manifest_list.h"

#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace tool {

namespace {

constexpr const char* kNoLoader =
    "There is no Vulkan on this machine: libvulkan.so.1 is not installed.";
constexpr const char* kNoDevice =
    "There is no Vulkan device on this machine, and this build of Glissade has none of its own.";

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return char(std::tolower(c));
    });
    return text;
}

bool containsIgnoringCase(const std::string& text, const std::string& part) {
    return lowerCase(text).find(lowerCase(part)) != std::string::npos;
}

bool isNumber(const std::string& text) {
    return !text.empty() && text.size() < 6 &&
           text.find_first_not_of("0123456789") == std::string::npos;
}

base::Error noDevice() {
    return {haveVulkanLoader() ? kNoDevice : kNoLoader};
}

base::Result<VulkanDevice> firstDeviceOf(const std::string& manifest) {
    if (::access(manifest.c_str(), R_OK) != 0) {
        return base::Error{fmt::format("There is no Vulkan driver manifest {}.", manifest)};
    }
    const std::vector<VulkanDevice> devices = listDevicesOf(manifest);
    if (devices.empty()) {
        if (!haveVulkanLoader()) {
            return base::Error{kNoLoader};
        }
        return base::Error{
            fmt::format("The Vulkan driver of {} does not load or has no device.", manifest)};
    }
    return devices.front();
}

base::Result<VulkanDevice> cpuDevice(const Installation& installation) {
    if (::access(installation.cpuManifest.c_str(), R_OK) != 0) {
        return base::Error{"This build of Glissade has no CPU device of its own; --device lavapipe "
                           "runs on the processor with Mesa's."};
    }
    return firstDeviceOf(installation.cpuManifest);
}

base::Result<VulkanDevice> lavapipeDevice() {
    for (const std::string& manifest : listManifests()) {
        if (std::filesystem::path(manifest).filename().string().starts_with("lvp_icd")) {
            return firstDeviceOf(manifest);
        }
    }
    return base::Error{
        "Mesa's lavapipe is not installed; it is in Debian's package mesa-vulkan-drivers."};
}

base::Result<VulkanDevice> deviceByIndexOrName(const std::string& text) {
    const std::vector<VulkanDevice> devices = listDevices();
    if (devices.empty()) {
        return noDevice();
    }
    if (isNumber(text)) {
        const size_t index = size_t(std::atoi(text.c_str()));
        if (index < devices.size()) {
            return devices[index];
        }
        return base::Error{fmt::format(
            "There is no Vulkan device {}; the last is {} (`glissade info` lists them).",
            text,
            devices.size() - 1)};
    }
    for (const VulkanDevice& device : devices) {
        if (containsIgnoringCase(device.name, text) || containsIgnoringCase(device.driver, text)) {
            return device;
        }
    }
    return base::Error{fmt::format(
        "No Vulkan device or driver has \"{}\" in its name (`glissade info` lists them).", text)};
}

} // namespace

base::Result<VulkanDevice> chooseDevice(const Installation& installation, const std::string& text) {
    if (text.empty()) {
        return base::Error{"--device needs a name, an index or a manifest."};
    }
    if (text == "cpu") {
        return cpuDevice(installation);
    }
    if (text == "lavapipe") {
        return lavapipeDevice();
    }
    if (text.ends_with(".json")) {
        return firstDeviceOf(text);
    }
    return deviceByIndexOrName(text);
}

base::Result<void> checkVulkan() {
    for (const std::string& manifest : listManifests()) {
        if (!listDevicesOf(manifest).empty()) {
            return {};
        }
    }
    return noDevice();
}

void exportDevice(const VulkanDevice& device) {
    std::error_code ignored;
    // The program may change its directory before it starts Vulkan.
    exportManifest(std::filesystem::absolute(device.manifest, ignored).string());
    exportOptions(fmt::format("device={}", device.indexInManifest));
}

void exportOptions(const std::string& options) {
    const char* before = base::environment("GLISSADE_OPTIONS");
    const std::string text = before ? std::string(before) + "," + options : options;
    ::setenv("GLISSADE_OPTIONS", text.c_str(), 1);
}

void exportDefaultOptions(const std::string& options) {
    const char* before = base::environment("GLISSADE_OPTIONS");
    ::setenv("GLISSADE_OPTIONS", options.c_str(), 1);
    if (before) {
        exportOptions(before);
    }
}

} // namespace tool

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/options.h"
#include "store/store.h"
#include "tools/commands.h"
#include "tools/device_choice.h"
#include "tools/doors.h"
#include "tools/gl_probe.h"
#include "tools/manifest_list.h"

#include <fmt/format.h>

namespace tool {

namespace {

/// `index` is empty for a device whose driver is not installed.
void printDevice(const Installation& installation,
                 const VulkanDevice& device,
                 const std::string& index) {
    fmt::print("\n{:>3}  {}\n", index, device.name);
    fmt::print("     {}, Vulkan {}, {}\n",
               device.type,
               device.apiVersion,
               device.driver.empty() ? "driver unknown" : device.driver);
    fmt::print("     {}\n", device.manifest);
    const GlReport report = probeGl(installation, device);
    fmt::print("     {}\n", report.usable ? "usable by Glissade:" : "not usable by Glissade:");
    for (const std::string& version : report.versions) {
        fmt::print("       {}\n", version);
    }
    for (const std::string& note : report.notes) {
        fmt::print("       {}\n", note);
    }
    if (!report.usable && report.notes.empty()) {
        fmt::print("       the driver did not start, and gave no reason\n");
    }
    std::fflush(stdout);
}

void printDoor(const Door& door) {
    const std::string state = !door.isThere          ? "is not there"
                              : door.problem.empty() ? "works"
                                                     : "cannot be used: " + door.problem;
    fmt::print("  {:<7} {} {}\n", door.name, door.file, state);
    fmt::print("          without `glissade run`: {}\n", door.usual);
}

} // namespace

int printInfo(const std::string& text) {
    const base::Result<Installation> installation = findInstallation();
    if (!installation) {
        return fail(installation.error().message);
    }
    fmt::print("Glissade {} in {}\n", GLISSADE_VERSION, installation->prefix);
    const std::string changed = base::changedOptions(base::options());
    fmt::print("Options: {}\n", changed.empty() ? "all at their defaults" : changed);
    const store::Store store;
    fmt::print("Disk cache: {}\n", store.directory().empty() ? "off" : store.directory());
    fmt::print("Doors:\n");
    for (const Door& door : listDoors(*installation)) {
        printDoor(door);
    }
    std::fflush(stdout);

    addManifest(installation->cpuManifest);
    const std::vector<VulkanDevice> devices = listDevices();
    if (text.empty()) {
        if (devices.empty()) {
            return fail(checkVulkan().error().message);
        }
        for (size_t i = 0; i < devices.size(); ++i) {
            printDevice(*installation, devices[i], std::to_string(i));
        }
        return 0;
    }
    const base::Result<VulkanDevice> chosen = chooseDevice(*installation, text);
    if (!chosen) {
        return fail(chosen.error().message);
    }
    size_t index = 0;
    while (index < devices.size() && (devices[index].manifest != chosen->manifest ||
                                      devices[index].indexInManifest != chosen->indexInManifest)) {
        ++index;
    }
    printDevice(
        *installation, *chosen, index < devices.size() ? std::to_string(index) : std::string());
    return 0;
}

} // namespace tool

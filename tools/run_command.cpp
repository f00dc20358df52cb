// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/options.h"
#include "tools/commands.h"
#include "tools/device_choice.h"
#include "tools/manifest_list.h"

#include <errno.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cstring>

namespace tool {

namespace {

base::Result<void> exportRequest(const RunRequest& request) {
    const base::Result<Installation> installation = findInstallation();
    if (!installation) {
        return installation.error();
    }
    addManifest(installation->cpuManifest);
    for (const std::string& option : request.options) {
        const base::ParsedOptions parsed = base::parseOptions(option);
        if (!parsed.warnings.empty()) {
            return base::Error{parsed.warnings.front()};
        }
        exportOptions(option);
    }
    if (request.haveDevice) {
        const base::Result<VulkanDevice> device = chooseDevice(*installation, request.device);
        if (!device) {
            return device.error();
        }
        exportDevice(*device);
    } else if (const base::Result<void> vulkan = checkVulkan(); !vulkan) {
        return vulkan.error();
    }
    exportInstallation(*installation);
    return {};
}

} // namespace

int runProgram(const RunRequest& request) {
    if (request.command.empty()) {
        return fail(
            "Name the program to run, as in `glissade run [--device DEVICE] -- PROGRAM ARGS`.");
    }
    if (const base::Result<void> exported = exportRequest(request); !exported) {
        return fail(exported.error().message);
    }
    std::vector<char*> arguments;
    for (const std::string& argument : request.command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    const std::string& program = request.command.front();
    if (errno == ENOENT || errno == ENOTDIR) {
        return fail(fmt::format("There is no program {}.", program), kExitNotFound);
    }
    return fail(fmt::format("Cannot run {}: {}.", program, std::strerror(errno)),
                kExitNotExecutable);
}

} // namespace tool

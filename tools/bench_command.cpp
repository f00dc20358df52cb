// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/commands.h"
#include "tools/device_choice.h"
#include "tools/installation.h"
#include "tools/manifest_list.h"

#include <errno.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace tool {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPython = "python3";

/// As the driver chooses: a GPU, else the CPU device of this copy, else whatever there is.
base::Result<VulkanDevice> defaultDevice(const Installation& installation) {
    const std::vector<VulkanDevice> devices = listDevices();
    if (devices.empty()) {
        const base::Result<void> vulkan = checkVulkan();
        return vulkan ? base::Error{"There is no Vulkan device."} : vulkan.error();
    }
    const auto isGpu = [](const VulkanDevice& device) { return device.type.ends_with("GPU"); };
    const auto isOwn = [&](const VulkanDevice& device) {
        return device.manifest == installation.cpuManifest;
    };
    auto found = std::ranges::find_if(devices, isGpu);
    if (found == devices.end()) {
        found = std::ranges::find_if(devices, isOwn);
    }
    return found == devices.end() ? devices.front() : *found;
}

std::string jsonOf(const VulkanDevice& device) {
    const nlohmann::json json = {
        {"manifest", device.manifest}, {"name", device.name}, {"type", device.type}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Of an installation, beside the script; of a build, with its other programs.
std::string programsDirectory(const Installation& installation, const fs::path& script) {
    std::error_code error;
    return fs::is_symlink(script, error) ? installation.prefix + "/bin"
                                         : script.parent_path().string();
}

int execute(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    std::fflush(stdout);
    ::execvp(arguments.front(), arguments.data());
    return errno == ENOENT
               ? fail("Benchmarks need Python (Debian package: python3).", kExitNotFound)
               : fail(fmt::format("Cannot run {}: {}.", kPython, std::strerror(errno)),
                      kExitNotExecutable);
}

} // namespace

int runBench(const BenchRequest& request) {
    const base::Result<Installation> installation = findInstallation();
    if (!installation) {
        return fail(installation.error().message);
    }
    const fs::path script = installation->libraries + "/glissade/bench/bench.py";
    std::error_code error;
    if (!fs::exists(script, error)) {
        return fail(
            fmt::format("There are no benchmarks in this copy: {} is missing.", script.string()));
    }
    addManifest(installation->cpuManifest);
    const base::Result<VulkanDevice> device = request.haveDevice
                                                  ? chooseDevice(*installation, request.device)
                                                  : defaultDevice(*installation);
    if (!device) {
        return fail(device.error().message);
    }
    std::vector<std::string> words = {kPython,
                                      "-B",
                                      script.string(),
                                      "--glissade",
                                      installation->prefix,
                                      "--libraries",
                                      installation->libraries,
                                      "--version",
                                      GLISSADE_VERSION,
                                      "--programs",
                                      programsDirectory(*installation, script),
                                      "--device",
                                      jsonOf(*device),
                                      "--rounds",
                                      std::to_string(request.rounds),
                                      "--seconds",
                                      fmt::format("{}", request.seconds),
                                      "--what",
                                      request.what,
                                      "--peers",
                                      request.peers,
                                      "--mesa-root",
                                      request.mesaRoot,
                                      "--json",
                                      request.json};
    for (const std::string& output : request.outputs) {
        words.insert(words.end(), {"--output", output});
    }
    if (request.list) {
        words.emplace_back("--list");
    }
    return execute(std::move(words));
}

} // namespace tool

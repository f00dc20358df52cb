// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/identity.h"

#include "base/digest.h"
#include "cpu/abi/level.h"
#include "cpu/icd/api/command_table.h"
#include "cpu/jit/jit.h"
#include "cpu/stage/stage_builder.h"
#include "store/key.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <fstream>

namespace cpu::icd {

namespace {

std::string processorName() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name")) {
            const size_t colon = line.find(':');
            const size_t start = line.find_first_not_of(" \t", colon + 1);
            if (colon != std::string::npos && start != std::string::npos) {
                return line.substr(start);
            }
        }
    }
    return "x86-64";
}

std::string driverVersionText() {
    return fmt::format("{}.{}.{}",
                       VK_API_VERSION_MAJOR(kDriverVersion),
                       VK_API_VERSION_MINOR(kDriverVersion),
                       VK_API_VERSION_PATCH(kDriverVersion));
}

void takeUuid(const base::Digest& digest, uint8_t (&uuid)[VK_UUID_SIZE]) {
    static_assert(sizeof digest >= VK_UUID_SIZE);
    std::memcpy(uuid, digest.bytes.data(), VK_UUID_SIZE);
}

} // namespace

std::string deviceName() {
    std::string name = "Glissade CPU (" + processorName() + ")";
    if (name.size() >= VK_MAX_PHYSICAL_DEVICE_NAME_SIZE) {
        name.resize(VK_MAX_PHYSICAL_DEVICE_NAME_SIZE - 1);
    }
    return name;
}

std::string driverInfo() {
    const Level level = processLevel();
    return fmt::format("{} ({}, x86-64-v{}, {} lanes)",
                       driverVersionText(),
                       jit::generatorName(),
                       int(level),
                       lanesOf(level));
}

void deviceUuid(uint8_t (&uuid)[VK_UUID_SIZE]) {
    takeUuid(base::digestOf("glissade device " + processorName()), uuid);
}

void driverUuid(uint8_t (&uuid)[VK_UUID_SIZE]) {
    takeUuid(base::digestOf("glissade driver " + driverVersionText()), uuid);
}

void pipelineCacheUuid(uint8_t (&uuid)[VK_UUID_SIZE]) {
    takeUuid(store::KeyBuilder("glissade cache")
                 .addValue(stage::codeBuildId())
                 .addValue(processLevel())
                 .finish(),
             uuid);
}

std::vector<VkExtensionProperties> extensionProperties(bool instance) {
    std::vector<VkExtensionProperties> properties;
    for (const ExtensionInfo& info : extensionTable()) {
        if (info.instance == instance) {
            VkExtensionProperties& one = properties.emplace_back();
            std::snprintf(one.extensionName, sizeof one.extensionName, "%s", info.name);
            one.specVersion = info.specVersion;
        }
    }
    return properties;
}

} // namespace cpu::icd

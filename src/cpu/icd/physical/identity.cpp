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

template <size_t size>
void take(char (&to)[size], const std::string& from) {
    std::snprintf(to, size, "%s", from.c_str());
}

void take(uint8_t (&uuid)[VK_UUID_SIZE], const base::Digest& from) {
    static_assert(sizeof from >= VK_UUID_SIZE);
    std::memcpy(uuid, from.bytes.data(), VK_UUID_SIZE);
}

Identity findIdentity() {
    const Level level = processLevel();
    const std::string processor = processorName();
    const std::string version = driverVersionText();
    Identity identity{};
    take(identity.deviceName, "Glissade CPU (" + processor + ")");
    take(identity.driverInfo,
         fmt::format("{} ({}, x86-64-v{}, {} lanes)",
                     version,
                     jit::generatorName(),
                     int(level),
                     lanesOf(level)));
    take(identity.deviceUuid, base::digestOf("glissade device " + processor));
    take(identity.driverUuid, base::digestOf("glissade driver " + version));
    take(identity.pipelineCacheUuid,
         store::KeyBuilder("glissade cache")
             .addValue(stage::codeBuildId())
             .addValue(level)
             .finish());
    return identity;
}

} // namespace

const Identity& identity() {
    static const Identity s_identity = findIdentity();
    return s_identity;
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

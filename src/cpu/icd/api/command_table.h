// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/api/extensions.h"
#include "cpu/icd/vulkan.h"

#include <bitset>
#include <span>
#include <string_view>

namespace cpu::icd {

enum class CommandLevel : uint8_t { Global, Instance, PhysicalDevice, Device };

struct Command {
    std::string_view name;
    CommandLevel level;
    uint32_t version;                      ///< The core version that has it; 0: none.
    std::span<const Extension> extensions; ///< Those that provide it.
    PFN_vkVoidFunction function;
};

struct ExtensionInfo {
    const char* name;
    uint32_t specVersion;
    bool instance; ///< An instance extension.
};

using ExtensionSet = std::bitset<kExtensionCount>; ///< By Extension.

/// Sorted by name. A command that is not there is not implemented: procedure addresses are null.
std::span<const Command> commandTable();
/// By Extension.
std::span<const ExtensionInfo> extensionTable();

/// Null: no such command.
const Command* findCommand(std::string_view name);
/// False: no extension of that name and kind is offered.
bool findExtension(std::string_view name, bool instance, Extension* out);

} // namespace cpu::icd

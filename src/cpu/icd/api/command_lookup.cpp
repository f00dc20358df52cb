// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/command_table.h"

#include <algorithm>

namespace cpu::icd {

const Command* findCommand(std::string_view name) {
    const auto table = commandTable();
    const auto at = std::lower_bound(
        table.begin(), table.end(), name, [](const Command& command, std::string_view wanted) {
            return command.name < wanted;
        });
    return at != table.end() && at->name == name ? &*at : nullptr;
}

bool findExtension(std::string_view name, bool instance, Extension* out) {
    const auto table = extensionTable();
    for (size_t i = 0; i < table.size(); ++i) {
        if (table[i].instance == instance && table[i].name == name) {
            *out = Extension(i);
            return true;
        }
    }
    return false;
}

} // namespace cpu::icd

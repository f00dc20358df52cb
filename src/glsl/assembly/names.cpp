// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/assembly/names.h"

#include <algorithm>
#include <iterator>

namespace glsl::assembly {

bool Names::isReserved(std::string_view name, bool isVertex) {
    static constexpr std::string_view kWords[] = {"ALIAS",
                                                  "ATTRIB",
                                                  "END",
                                                  "OPTION",
                                                  "OUTPUT",
                                                  "PARAM",
                                                  "TEMP",
                                                  "program",
                                                  "result",
                                                  "state"};
    if (std::ranges::find(kWords, name) != std::end(kWords)) {
        return true;
    }
    if (isVertex) {
        return name == "ADDRESS" || name == "vertex" || findOpcode(name, true);
    }
    if (name.ends_with(kSaturates)) {
        name.remove_suffix(kSaturates.size());
    }
    return name == "fragment" || name == "texture" || findOpcode(name, false);
}

} // namespace glsl::assembly

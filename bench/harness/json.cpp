// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "bench/harness/json.h"

namespace bench {

std::string jsonText(std::string_view text) {
    std::string out = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            out += '\\';
        }
        if (letter == '\n') {
            out += "\\n";
        } else {
            out += letter;
        }
    }
    return out + '"';
}

} // namespace bench

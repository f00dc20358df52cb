// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/option_file.h"

#include "base/environment.h"
#include "base/known_programs.h"

#include <algorithm>

namespace base {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr const char* kSpace = " \t\r";
    const size_t begin = text.find_first_not_of(kSpace);
    return begin == text.npos ? std::string_view()
                              : text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// Spaces around the first `=` go.
std::string itemOf(std::string_view line) {
    const size_t equals = line.find('=');
    if (equals == line.npos) {
        return std::string(line);
    }
    return std::string(trimmed(line.substr(0, equals)))
        .append("=")
        .append(trimmed(line.substr(equals + 1)));
}

} // namespace

std::vector<FileOption> optionsOf(std::string_view text, std::string_view program) {
    std::vector<FileOption> options;
    bool counts = true;
    int number = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.front() == '#' || line.front() == ';') {
            continue;
        }
        if (line.front() == '[' && line.back() == ']') {
            const std::string_view pattern = trimmed(line.substr(1, line.size() - 2));
            counts = isProgram(pattern, program);
        } else if (counts) {
            options.push_back({itemOf(line), number});
        }
    }
    return options;
}

std::string optionFilePath() {
    constexpr const char* kFile = "/glissade/glissade.conf";
    if (const char* configuration = environment("XDG_CONFIG_HOME");
        configuration && *configuration == '/') {
        return std::string(configuration) + kFile;
    }
    const char* home = environment("HOME");
    return home && *home == '/' ? std::string(home) + "/.config" + kFile : std::string();
}

} // namespace base

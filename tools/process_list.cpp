// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/process_list.h"
#include "base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::string readFile(pid_t process, const char* name) {
    return base::wholeFile(fmt::format("/proc/{}/{}", process, name));
}

/// 0: not known.
pid_t parentOf(pid_t process) {
    // "PID (NAME) STATE PARENT …", where the name may hold anything.
    const std::string stat = readFile(process, "stat");
    const size_t nameEnd = stat.rfind(')');
    pid_t parent = 0;
    if (nameEnd != std::string::npos) {
        std::istringstream rest(stat.substr(nameEnd + 1));
        char state = 0;
        rest >> state >> parent;
    }
    return parent;
}

} // namespace

std::vector<pid_t> processTree(pid_t root) {
    std::vector<std::pair<pid_t, pid_t>> parents; // Of everybody.
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc", error)) {
        if (const pid_t process = std::atoi(entry.path().filename().c_str()); process > 0) {
            parents.emplace_back(process, parentOf(process));
        }
    }
    std::vector<pid_t> tree{root};
    for (size_t i = 0; i < tree.size(); ++i) {
        for (const auto& [process, parent] : parents) {
            if (parent == tree[i] && std::ranges::find(tree, process) == tree.end()) {
                tree.push_back(process);
            }
        }
    }
    return tree;
}

std::string processName(pid_t process) {
    std::string name = readFile(process, "comm");
    std::erase(name, '\n');
    return name;
}

std::vector<std::string> mappedFiles(pid_t process) {
    std::vector<std::string> files;
    std::istringstream maps(readFile(process, "maps"));
    for (std::string line; std::getline(maps, line);) {
        const size_t path = line.find('/');
        if (path != std::string::npos) {
            files.push_back(line.substr(path));
        }
    }
    std::ranges::sort(files);
    files.erase(std::ranges::unique(files).begin(), files.end());
    return files;
}

bool startedWith(pid_t process, const std::string& variable, const std::string& value) {
    const std::string wanted = variable + "=" + value;
    std::istringstream environment(readFile(process, "environ"));
    for (std::string entry; std::getline(environment, entry, '\0');) {
        if (entry.starts_with(wanted)) {
            return true;
        }
    }
    return false;
}

} // namespace tool

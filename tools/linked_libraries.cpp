// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/linked_libraries.h"

#include "base/environment.h"
#include "tools/child_process.h"

#include <elf.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tool {

namespace {

/// Empty: there is none.
std::string findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const char* const path = base::environment("PATH");
    std::istringstream directories(path ? path : "");
    for (std::string directory; std::getline(directories, directory, ':');) {
        std::string candidate = directory + "/" + name;
        if (::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
    }
    return {};
}

/// Empty: it has none, or is for other machines than this.
std::string dynamicLinkerOf(const std::string& program) {
    std::ifstream in(program, std::ios::binary);
    Elf64_Ehdr header{};
    in.read(reinterpret_cast<char*>(&header), sizeof header);
    const std::string_view magic(reinterpret_cast<const char*>(header.e_ident), SELFMAG);
    if (!in || magic != ELFMAG || header.e_ident[EI_CLASS] != ELFCLASS64) {
        return {};
    }
    in.seekg(std::streamoff(header.e_phoff));
    for (int i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment{};
        in.read(reinterpret_cast<char*>(&segment), sizeof segment);
        if (in && segment.p_type == PT_INTERP) {
            std::string path;
            in.seekg(std::streamoff(segment.p_offset));
            std::getline(in, path, '\0');
            return path;
        }
    }
    return {};
}

} // namespace

bool linksLibrary(const std::string& program, std::string_view library) {
    const std::string path = findProgram(program);
    const std::string linker = path.empty() ? std::string() : dynamicLinkerOf(path);
    if (linker.empty()) {
        return false;
    }
    const ChildResult listed = runInChild([&](std::FILE* output) {
        ::dup2(::fileno(output), STDOUT_FILENO);
        ::execl(linker.c_str(), linker.c_str(), "--list", path.c_str(), nullptr);
        return false;
    });
    std::istringstream lines(listed.output); // "NAME => PATH (ADDRESS)" each.
    for (std::string name, rest; lines >> name && std::getline(lines, rest);) {
        if (name == library) {
            return true;
        }
    }
    return false;
}

} // namespace tool

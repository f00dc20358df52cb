// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// generate_fixed VERTEX FRAGMENT FILE: compiles the texts of fixed function and writes their
// programs (glsl/fixed/fixed_file.h).
#include "glsl/fixed/compile_fixed.h"
#include "glsl/fixed/fixed_file.h"
#include "glsl/link/program_file.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace {

std::string contents(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: generate_fixed VERTEX FRAGMENT FILE\n");
        return 2;
    }
    std::array<std::vector<std::byte>, glsl::kFixedFilePrograms> programs;
    for (const bool native : {false, true}) {
        std::string log;
        const auto any =
            glsl::compileFixedProgram(contents(argv[1]), contents(argv[2]), native, log);
        if (!any) {
            std::fprintf(stderr, "%s", log.c_str());
            return 1;
        }
        programs[glsl::fixedFileIndex(-1, native)] = glsl::writeProgram(*any);
        for (const int units : glsl::kGeneralUnits) {
            programs[glsl::fixedFileIndex(units, native)] =
                glsl::writeProgram(*glsl::specialize(*any, glsl::KnownFixedWords::general(units)));
        }
    }
    for (const std::vector<std::byte>& program : programs) {
        if (!glsl::readProgram(program, glsl::fixedProgramLimits())) { // Nobody checks it again.
            std::fprintf(stderr, "generate_fixed: a program is not what its tables say\n");
            return 1;
        }
    }
    std::vector<uint32_t> offsets = {uint32_t((programs.size() + 1) * sizeof(uint32_t))};
    for (const std::vector<std::byte>& program : programs) {
        offsets.push_back(offsets.back() + uint32_t(program.size()));
    }
    std::ofstream file(argv[3], std::ios::binary);
    const auto write = [&](const auto& items) {
        file.write(reinterpret_cast<const char*>(items.data()),
                   std::streamsize(items.size() * sizeof items[0]));
    };
    write(offsets);
    for (const std::vector<std::byte>& program : programs) {
        write(program);
    }
    return file.flush() ? 0 : 1;
}

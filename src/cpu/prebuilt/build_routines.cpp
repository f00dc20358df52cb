// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Part of the build: compiles the patterns' routines for a CPU level, whatever processor this is.

#include "cpu/jit/specialize.h"
#include "cpu/prebuilt/patterns.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

int main(int argc, char** argv) {
    const int level = argc == 3 ? std::atoi(argv[1]) : 0;
    if (level < 2 || level > 4) {
        std::fprintf(stderr, "usage: cpu_build_routines 2|3|4 FILE.o\n");
        return 2;
    }
    const auto object = cpu::jit::specializeSample(cpu::prebuilt::patterns(),
                                                   cpu::jit::Level(level),
                                                   "glissade_prebuilt_v" + std::to_string(level));
    if (!object) {
        std::fprintf(stderr, "cpu_build_routines: %s\n", object.error().message.c_str());
        return 1;
    }
    std::ofstream file(argv[2], std::ios::binary);
    file.write(reinterpret_cast<const char*>(object->data()), std::streamsize(object->size()));
    file.close();
    if (!file) {
        std::fprintf(stderr, "cpu_build_routines: cannot write %s\n", argv[2]);
        return 1;
    }
    return 0;
}

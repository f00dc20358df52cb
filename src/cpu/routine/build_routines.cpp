// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Part of the build: compiles the patterns' routines of a kernel for a CPU level, whatever
// processor this is.

#include "cpu/jit/specialize.h"
#include "cpu/routine/patterns.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

namespace {

using namespace cpu;
using States = std::vector<std::vector<jit::ArgumentPattern>>;

bool findStates(std::string_view kernel, jit::KernelName& name, States& states) {
    if (kernel == jit::kSampleKernel.name) {
        name = jit::kSampleKernel;
        for (const jit::KeyPattern& pattern : routine::patterns()) {
            const auto arguments = pattern.arguments();
            states.emplace_back(arguments.begin(), arguments.end());
        }
        return true;
    }
    for (uint8_t i = 0; i < uint8_t(jit::KeyedKernel::Count); ++i) {
        const auto keyed = jit::KeyedKernel(i);
        if (kernel == jit::kernelName(keyed).name) {
            name = jit::kernelName(keyed);
            for (const jit::ArgumentPattern& pattern : routine::patterns(keyed)) {
                states.push_back({pattern});
            }
            return true;
        }
    }
    return false;
}

} // namespace

int main(int argc, char** argv) {
    const int level = argc == 4 ? std::atoi(argv[2]) : 0;
    jit::KernelName kernel = {};
    States states;
    if (level < 2 || level > 4 || !findStates(argv[1], kernel, states)) {
        std::fprintf(stderr, "usage: cpu_build_routines KERNEL 2|3|4 FILE.o\n");
        return 2;
    }
    const auto object = jit::specializeAll(
        kernel, states, Level(level), std::string("glissade_prebuilt_") + argv[1] + "_v" + argv[2]);
    if (!object) {
        std::fprintf(stderr, "cpu_build_routines: %s\n", object.error().message.c_str());
        return 1;
    }
    std::ofstream file(argv[3], std::ios::binary);
    file.write(reinterpret_cast<const char*>(object->data()), std::streamsize(object->size()));
    file.close();
    if (!file) {
        std::fprintf(stderr, "cpu_build_routines: cannot write %s\n", argv[3]);
        return 1;
    }
    return 0;
}

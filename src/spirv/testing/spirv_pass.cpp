// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Runs passes on a module, alone or one after the other, and says whether the result is valid:
//
//     spirv_pass --flatten-arrays --flip-samplers=0x8 in.spv -o out.spv
//
// Reads binaries or text, from standard input where no file is named; writes a binary to files, and
// text where none is named.

#include "spirv/testing/passes.h"
#include "spirv/text.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

namespace {

struct Step {
    const spirv::Pass* pass = nullptr;
    std::vector<int64_t> numbers;
};

struct Arguments {
    std::vector<Step> steps;
    std::string input;
    std::string output;
};

int usage() {
    std::fputs("usage: spirv_pass [--PASS[=NUMBERS]]… [INPUT] [-o OUTPUT]\n", stderr);
    for (const spirv::Pass& pass : spirv::passes()) {
        const std::string numbers = pass.least ? "=" + std::string(pass.numbers) : std::string();
        std::fprintf(
            stderr, "  --%.*s%s\n", int(pass.name.size()), pass.name.data(), numbers.c_str());
    }
    return 2;
}

std::optional<Step> parseStep(const std::string& argument) {
    const size_t equals = std::min(argument.find('='), argument.size());
    const auto pass =
        std::ranges::find(spirv::passes(), argument.substr(0, equals), &spirv::Pass::name);
    if (pass == spirv::passes().end()) {
        return std::nullopt;
    }
    Step step{.pass = &*pass};
    const char* at = argument.c_str() + std::min(equals + 1, argument.size());
    while (*at != 0) {
        char* end = nullptr;
        step.numbers.push_back(std::strtoll(at, &end, 0));
        if (end == at || (*end != 0 && *end != ',')) {
            return std::nullopt;
        }
        at = *end == ',' ? end + 1 : end;
    }
    return step.numbers.size() >= pass->least ? std::optional(step) : std::nullopt;
}

std::optional<Arguments> parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "-o" && i + 1 < argc) {
            arguments.output = argv[++i];
        } else if (argument.starts_with("--")) {
            const std::optional<Step> step = parseStep(argument.substr(2));
            if (!step) {
                return std::nullopt;
            }
            arguments.steps.push_back(*step);
        } else if (arguments.input.empty() && !argument.starts_with("-")) {
            arguments.input = argument;
        } else {
            return std::nullopt;
        }
    }
    return arguments;
}

std::vector<uint32_t> read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::istream& stream = path.empty() ? std::cin : file;
    const std::string content{std::istreambuf_iterator<char>(stream), {}};
    constexpr uint32_t kMagic = 0x07230203;
    uint32_t first = 0;
    std::memcpy(&first, content.data(), std::min(content.size(), sizeof first));
    if (first != kMagic) {
        return spirv::assemble(content);
    }
    std::vector<uint32_t> words(content.size() / sizeof(uint32_t));
    std::memcpy(words.data(), content.data(), words.size() * sizeof(uint32_t));
    return words;
}

void write(const std::string& path, const std::vector<uint32_t>& words) {
    if (path.empty()) {
        std::fputs(spirv::disassemble(words).c_str(), stdout);
        return;
    }
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(words.data()),
               std::streamsize(words.size() * sizeof(uint32_t)));
}

} // namespace

int main(int argc, char** argv) {
    const std::optional<Arguments> arguments = parse(argc, argv);
    if (!arguments) {
        return usage();
    }
    std::vector<uint32_t> words = read(arguments->input);
    if (words.empty()) {
        std::fputs("spirv_pass: the input is no SPIR-V\n", stderr);
        return 1;
    }
    for (const Step& step : arguments->steps) {
        words = step.pass->run(words, step.numbers);
    }
    write(arguments->output, words);
    const std::string error = spirv::validate(words);
    if (!error.empty()) {
        std::fprintf(stderr, "spirv_pass: the result is not valid: %s\n", error.c_str());
    }
    return error.empty() ? 0 : 1;
}

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Drives a fuzz program's target: first with each good input, then with damaged ones, the same in
// every run.
//
//     fuzz_… [--runs N] [--seed S] [--first N] [--seconds N] [--limit SECONDS] [CORPUS…]
//
// Input N of seed S is always the same, so that what fails is run again by --seed S --first N
// --runs 1; it is also kept in a file, which named as CORPUS is run as it is. CORPUS are files, or
// directories of files. --limit ends the program when one input takes longer.

#include "target.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

// Of sanitizers, where the program has them: what they find ends it without a signal.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace fuzz {

namespace {

constexpr uint64_t kGood = ~uint64_t{0};

struct Arguments {
    uint64_t runs = 1000;
    uint64_t seed = 1;
    uint64_t first = 0;
    uint64_t seconds = 0; ///< 0: as many runs as there are
    uint64_t limit_s = 0; ///< of one input; 0: none
    std::vector<std::string> corpus;
};

/// What a signal handler tells of.
struct Current {
    std::string file; ///< where the input will be kept
    uint64_t seed = 0;
    uint64_t number = kGood;
    std::span<const std::byte> input;
};
Current current;

/// Calls only what a signal handler may.
void keepInput() {
    char line[256];
    const int length = current.number == kGood
                           ? std::snprintf(line, sizeof line, "an input as it was given")
                           : std::snprintf(line,
                                           sizeof line,
                                           "--seed %llu --first %llu --runs 1",
                                           static_cast<unsigned long long>(current.seed),
                                           static_cast<unsigned long long>(current.number));
    (void)!write(STDERR_FILENO, line, size_t(length));
    (void)!write(STDERR_FILENO, "; kept in ", 10);
    (void)!write(STDERR_FILENO, current.file.data(), current.file.size());
    (void)!write(STDERR_FILENO, "\n", 1);
    const int file = open(current.file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0) {
        (void)!write(file, current.input.data(), current.input.size());
        close(file);
    }
}

void onSignal(int signal) {
    keepInput();
    raise(signal); // with the handler gone, so that the program ends by it
}

void keepInputOfCrashes() {
    // A stack of its own: endless recursion is one of the crashes.
    static char stack[1 << 16];
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
    sigaltstack(&alternate, nullptr);
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) {
        sigaction(signal, &action, nullptr);
    }
    if (__sanitizer_set_death_callback != nullptr) {
        __sanitizer_set_death_callback(keepInput);
    }
}

bool runOne(std::span<const std::byte> input, uint64_t number, const Arguments& arguments) {
    // A copy that ends where its memory does, so that a sanitizer sees reads beyond.
    const Bytes copy(input.begin(), input.end());
    current.input = copy;
    current.number = number;
    alarm(unsigned(arguments.limit_s));
    const bool taken = kTarget.run(copy);
    alarm(0);
    return taken;
}

Bytes readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    Bytes bytes(content.size());
    if (!content.empty()) {
        std::memcpy(bytes.data(), content.data(), content.size());
    }
    return bytes;
}

std::vector<Bytes> readCorpus(const std::vector<std::string>& names) {
    std::vector<Bytes> corpus;
    for (const std::string& name : names) {
        if (!std::filesystem::is_directory(name)) {
            corpus.push_back(readFile(name));
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(name)) {
            corpus.push_back(readFile(entry.path()));
        }
    }
    return corpus;
}

Bytes damaged(const std::vector<Bytes>& corpus, uint64_t seed, uint64_t number) {
    Random random(Random(seed).next() + number);
    const auto any = [&]() -> const Bytes& {
        return corpus[random.below(uint32_t(corpus.size()))];
    };
    Bytes input = any();
    do {
        input = kTarget.damage(std::move(input), any(), random);
    } while (random.oneIn(2));
    return input;
}

bool parse(int argc, char** argv, Arguments& arguments) {
    const struct {
        std::string_view name;
        uint64_t& value;
    } numbers[] = {{"--runs", arguments.runs},
                   {"--seed", arguments.seed},
                   {"--first", arguments.first},
                   {"--seconds", arguments.seconds},
                   {"--limit", arguments.limit_s}};
    for (int i = 1; i < argc; ++i) {
        bool known = false;
        for (const auto& number : numbers) {
            if (argv[i] == number.name && i + 1 < argc) {
                number.value = std::strtoull(argv[++i], nullptr, 0);
                known = true;
                break;
            }
        }
        if (!known && argv[i][0] == '-') {
            return false;
        }
        if (!known) {
            arguments.corpus.emplace_back(argv[i]);
        }
    }
    return true;
}

int drive(const Arguments& arguments) {
    const bool own = arguments.corpus.empty();
    const std::vector<Bytes> corpus = own ? kTarget.seeds() : readCorpus(arguments.corpus);
    if (corpus.empty()) {
        std::fputs("no inputs\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < corpus.size(); ++i) {
        if (!runOne(corpus[i], kGood, arguments) && own) {
            fail("good input " + std::to_string(i) + " is refused");
        }
    }
    const std::time_t end = std::time(nullptr) + std::time_t(arguments.seconds);
    uint64_t runs = 0;
    uint64_t taken = 0;
    while (arguments.seconds > 0 ? std::time(nullptr) < end : runs < arguments.runs) {
        const uint64_t number = arguments.first + runs++;
        taken += runOne(damaged(corpus, arguments.seed, number), number, arguments) ? 1 : 0;
    }
    std::printf("%zu good inputs, %llu damaged ones of seed %llu: %llu taken\n",
                corpus.size(),
                static_cast<unsigned long long>(runs),
                static_cast<unsigned long long>(arguments.seed),
                static_cast<unsigned long long>(taken));
    return 0;
}

} // namespace

void fail(std::string_view why) {
    std::fprintf(stderr, "%.*s\n", int(why.size()), why.data());
    std::abort();
}

} // namespace fuzz

int main(int argc, char** argv) {
    fuzz::Arguments arguments;
    if (!fuzz::parse(argc, argv, arguments)) {
        std::fprintf(stderr,
                     "usage: %s [--runs N] [--seed S] [--first N] [--seconds N] [--limit SECONDS] "
                     "[CORPUS…]\n",
                     argv[0]);
        return 2;
    }
    fuzz::current.seed = arguments.seed;
    fuzz::current.file = std::filesystem::path(argv[0]).filename().string() + ".input";
    fuzz::keepInputOfCrashes();
    return fuzz::drive(arguments);
}

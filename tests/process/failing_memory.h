// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

// A program that has this in it has functions of its own for what gives memory and threads:
// operator new, malloc() and its like, mmap() and pthread_create(). They fail when they are told
// to.

namespace process {

/// Which of the calls that drivers make fail.
struct Failures {
    uint64_t first = 0; ///< Counted from 1; 0: none.
    uint64_t count = 1; ///< In a row, those between them not counted.
    uint64_t every = 1; ///< 3: the first, the fourth …
};

struct FailuresCame {
    uint64_t calls;
    bool failed; ///< Some of them.
};

/// Whose calls count.
enum class Counted {
    OwnCode,  ///< What functions of the driver ask for.
    Libraries ///< Also what is linked into the driver.
};

/// `files`: parts of the names of drivers' libraries, which are loaded. Nothing fails yet.
void watchMemoryOf(const std::vector<std::string>& files, Counted counted = Counted::OwnCode);
/// From now on. Says what came of the last time.
FailuresCame failMemory(const Failures& failures);

/// A number from the environment.
uint64_t numberOf(const char* name, uint64_t otherwise);

/// How calls fail from the n-th on.
struct FailurePattern {
    const char* name;
    uint64_t count;
    uint64_t every;
};
inline constexpr FailurePattern kFailurePatterns[] = {
    {"One", 1, 1},
    {"TenInARow", 10, 1},
    {"EverySeventh", UINT64_MAX, 7},
    {"All", UINT64_MAX, 1},
};
/// Where there are calls by the ten thousand.
inline constexpr FailurePattern kFewFailurePatterns[] = {kFailurePatterns[0], kFailurePatterns[3]};

/// Runs `program` with the n-th call failing, n = 1, 2, … 200 and then at a distance that grows
/// with n, until it has fewer calls, and `again` after each. `failed()` ends it.
template <class Program, class Again, class Failed>
void atManyCalls(const FailurePattern& pattern, Program program, Again again, Failed failed) {
    const uint64_t stride = numberOf("GLISSADE_FAIL_STRIDE", 20); // In 1/n.
    uint64_t made = 0;
    for (uint64_t n = numberOf("GLISSADE_FAIL_FROM", 1);; n += n <= 200 ? 1 : 1 + n / stride) {
        if (std::getenv("GLISSADE_FAIL_TRACE")) {
            std::cerr << "---- call " << n << std::endl;
        }
        failMemory({.first = n, .count = pattern.count, .every = pattern.every});
        program();
        const FailuresCame came = failMemory({});
        again();
        if (failed()) {
            std::cout << "call " << n << " of " << came.calls << std::endl;
            return;
        }
        if (!came.failed) {
            std::cout << made << " calls of " << came.calls << " were made to fail" << std::endl;
            return;
        }
        ++made;
    }
}

} // namespace process

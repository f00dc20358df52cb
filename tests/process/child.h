// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <sys/wait.h>
#include <unistd.h>

namespace process {

/// How a process ended.
struct Ending {
    int code = -1;  ///< What it gave exit(); -1: it did not get there.
    int signal = 0; ///< What killed it; 0: nothing.

    friend bool operator==(const Ending&, const Ending&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Ending& ending) {
        return ending.signal ? out << "killed by signal " << ending.signal
                             : out << "exit code " << ending.code;
    }
};

inline constexpr Ending kPassed{.code = 0};

/// By exit(), with all exit handlers, or by _exit().
enum class Leave { Exit, AtOnce };

/// Calls `child` in a child of this process, which ends with the code that it returns.
template <class Child>
Ending inChild(Child child, Leave leave = Leave::Exit) {
    std::fflush(nullptr); // Else the child prints it again.
    const pid_t pid = fork();
    if (pid == 0) {
        const int code = child();
        leave == Leave::Exit ? std::exit(code) : _exit(code);
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        return {};
    }
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

} // namespace process

// In a child: what is not so prints itself and becomes the exit code.
#define CHILD_EXPECT(condition)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: in a child: %s\n", __FILE__, __LINE__, #condition);       \
            return 1;                                                                              \
        }                                                                                          \
    } while (false)

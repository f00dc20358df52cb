// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tool {

namespace {

constexpr unsigned kTimeout_s = 30;

std::string readBack(std::FILE* file) {
    std::string text;
    std::rewind(file);
    char buffer[4096];
    while (const size_t got = std::fread(buffer, 1, sizeof buffer, file)) {
        text.append(buffer, got);
    }
    return text;
}

[[noreturn]] void
runChild(const std::function<bool(std::FILE*)>& work, std::FILE* output, std::FILE* errors) {
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(::fileno(errors), STDERR_FILENO);
    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
    ::alarm(kTimeout_s);
    const bool good = work(output);
    std::fflush(output);
    ::_exit(good ? 0 : 1); // no destructors: those of drivers may crash, and the answer is out
}

} // namespace

ChildResult runInChild(const std::function<bool(std::FILE* output)>& work) {
    ChildResult result;
    std::FILE* const output = std::tmpfile();
    std::FILE* const errors = std::tmpfile();
    if (output && errors) {
        std::fflush(nullptr);
        const pid_t pid = ::fork();
        if (pid == 0) {
            runChild(work, output, errors);
        }
        int status = 0;
        while (pid > 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        result.finished = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        result.output = readBack(output);
        result.errors = readBack(errors);
    }
    if (output) {
        std::fclose(output);
    }
    if (errors) {
        std::fclose(errors);
    }
    return result;
}

} // namespace tool

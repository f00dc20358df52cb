// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/foreground_program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace tool {

namespace {

using Clock = std::chrono::steady_clock;

/// What others send to the process that they started, and mean for the program.
constexpr int kPassedOn[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGTSTP};

bool stopsJobs(int signal) {
    return signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/// Holds back the signals that a waiting parent takes one by one. The program is to be started
/// without that.
class HeldSignals {
public:
    HeldSignals() {
        ::sigemptyset(&m_taken);
        for (const int signal : kPassedOn) {
            ::sigaddset(&m_taken, signal);
        }
        ::sigaddset(&m_taken, SIGCHLD);
        sigset_t held = m_taken;
        ::sigaddset(&held, SIGTTOU); // What we say at the end may be said from the background.
        ::sigprocmask(SIG_BLOCK, &held, &m_before);
        struct sigaction normal = {};
        normal.sa_handler = SIG_DFL; // Children of who ignores it leave no status.
        ::sigaction(SIGCHLD, &normal, &m_childActionBefore);
    }
    const sigset_t& taken() const { return m_taken; }
    /// In the child.
    void restore() const {
        ::sigaction(SIGCHLD, &m_childActionBefore, nullptr);
        ::sigprocmask(SIG_SETMASK, &m_before, nullptr);
    }

private:
    sigset_t m_taken{};
    sigset_t m_before{};
    struct sigaction m_childActionBefore = {};
};

/// Does what the signal does to who has not blocked it.
void sufferNow(int signal) {
    sigset_t one;
    ::sigemptyset(&one);
    ::sigaddset(&one, signal);
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
    ::sigprocmask(SIG_BLOCK, &one, nullptr);
}

[[noreturn]] void becomeProgram(const std::vector<std::string>& command,
                                const HeldSignals& signals,
                                pid_t parent,
                                int startErrors) {
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(1); // It died before it could take us along.
    }
    signals.restore();
    ::execvp(arguments[0], arguments.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(startErrors, &error, sizeof error);
    ::_exit(1);
}

/// Nobody is to wait for the end of a pipe that only we keep open.
void closeInputAndOutput() {
    std::fflush(stdout);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::close(nothing);
}

/// True with its status where the program has ended.
bool hasEnded(pid_t program, int& status) {
    while (::waitpid(program, &status, WNOHANG | WUNTRACED) == program) {
        if (!WIFSTOPPED(status)) {
            return true;
        }
        if (stopsJobs(WSTOPSIG(status))) {
            sufferNow(WSTOPSIG(status)); // Who waits for us sees the job stop.
        }
    }
    return false;
}

/// Returns the next signal for us; 0: none until `deadline`.
int nextSignal(const sigset_t& signals,
               const std::optional<Clock::time_point>& deadline,
               siginfo_t& info) {
    if (!deadline) {
        return std::max(::sigwaitinfo(&signals, &info), 0);
    }
    using std::chrono::nanoseconds;
    const auto left = std::max(*deadline - Clock::now(), nanoseconds(0));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec time{.tv_sec = seconds.count(), .tv_nsec = nanoseconds(left - seconds).count()};
    return std::max(::sigtimedwait(&signals, &info, &time), 0);
}

int waitForEnd(pid_t program, const sigset_t& signals, const Observer& observe) {
    std::optional<Clock::time_point> nextLook = Clock::now();
    for (;;) {
        siginfo_t info{};
        const int signal = nextSignal(signals, nextLook, info);
        int status = 0;
        if (signal == SIGCHLD && hasEnded(program, status)) {
            return status;
        }
        // The terminal sends its signals to the program as well; only what processes send to us
        // (si_code 0 and below) is passed on.
        if (signal != 0 && signal != SIGCHLD && info.si_code <= 0) {
            ::kill(program, signal);
        }
        if (nextLook && Clock::now() >= *nextLook) {
            const auto pause = observe(program);
            nextLook = pause ? std::optional(Clock::now() + *pause) : std::nullopt;
        }
    }
}

} // namespace

ProgramEnd runInForeground(const std::vector<std::string>& command, const Observer& observe) {
    int startErrors[2];
    if (::pipe2(startErrors, O_CLOEXEC) != 0) {
        return {.startError = errno};
    }
    std::fflush(nullptr);
    const HeldSignals signals;
    const pid_t parent = ::getpid();
    const pid_t program = ::fork();
    if (program == 0) {
        becomeProgram(command, signals, parent, startErrors[1]);
    }
    ProgramEnd end;
    if (program < 0) {
        end.startError = errno;
    }
    ::close(startErrors[1]);
    int error = 0;
    if (::read(startErrors[0], &error, sizeof error) == sizeof error) {
        end.startError = error;
    }
    ::close(startErrors[0]);
    if (end.startError != 0) {
        if (program > 0) {
            ::waitpid(program, nullptr, 0);
        }
        return end;
    }
    closeInputAndOutput();
    end.status = waitForEnd(program, signals.taken(), observe);
    return end;
}

int endLike(const ProgramEnd& end) {
    if (!WIFSIGNALED(end.status)) {
        return WEXITSTATUS(end.status);
    }
    const int signal = WTERMSIG(end.status);
    const rlimit noCore{0, 0}; // The program's is there.
    ::setrlimit(RLIMIT_CORE, &noCore);
    std::fflush(nullptr);
    sufferNow(signal);
    return 128 + signal;
}

} // namespace tool

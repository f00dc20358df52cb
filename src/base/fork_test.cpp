// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/fork.h"

#include "base/leave_behind.h"
#include "base/log.h"
#include "base/work_queue.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace base {
namespace {

/// What `child` returns in a child of this process, where it ends with exit().
template <class Child>
int inChild(Child child) {
    const pid_t pid = fork();
    if (pid == 0) {
        std::exit(child());
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Fork, IsCountedInTheChild) {
    const uint32_t before = forkCount();
    EXPECT_EQ(inChild([=] {
                  const bool counted = forkCount() == before + 1;
                  return inChild([=] { return counted && forkCount() == before + 2 ? 3 : 4; });
              }),
              3);
    EXPECT_EQ(forkCount(), before);
}

TEST(Fork, IsNotCountedWhereMemoryIsShared) {
    const uint32_t before = forkCount();
    pid_t pid = 0;
    char program[] = "/bin/true";
    char* arguments[] = {program, nullptr};
    ASSERT_EQ(posix_spawn(&pid, program, nullptr, nullptr, arguments, environ), 0);
    waitpid(pid, nullptr, 0);
    EXPECT_EQ(forkCount(), before);
}

constinit PerProcess<int, [] { return 7; }> g_number;

TEST(PerProcess, ChildHasItsOwn) {
    int& number = g_number.get();
    EXPECT_EQ(number, 7);
    number = 8;
    EXPECT_EQ(&g_number.get(), &number);
    EXPECT_EQ(inChild([&] { return &g_number.get() != &number ? g_number.get() : 0; }), 7);
    EXPECT_EQ(g_number.get(), 8);
}

struct Counted {
    static inline int alive = 0;
    Counted() { ++alive; }
    ~Counted() { --alive; }
};
constinit PerProcess<Counted> g_counted;

TEST(PerProcess, OnlyItsOwnIsDestroyed) {
    g_counted.get();
    EXPECT_EQ(inChild([] {
                  g_counted.destroy(); // Nothing of its own yet.
                  const int inherited = Counted::alive;
                  g_counted.get();
                  g_counted.destroy();
                  return inherited * 10 + Counted::alive;
              }),
              11);
    g_counted.destroy();
    EXPECT_EQ(Counted::alive, 0);
}

constinit PerProcess<WorkQueue, [] { return WorkQueue("fork-test", 2); }> g_queue;

TEST(PerProcess, ThreadsAreMadeAnew) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the thread sanitizer takes a child's threads for its parent's";
#endif
    g_queue.get().submit(Priority::High, [] {}).wait();
    EXPECT_EQ(inChild([] {
                  int answer = 0;
                  g_queue.get().submit(Priority::High, [&] { answer = 5; });
                  g_queue.get().drain();
                  g_queue.destroy();
                  return answer;
              }),
              5);
    g_queue.destroy();
}

TEST(Fork, ChildCanLeaveWorkBehind) {
    leaveBehind([] {}).wait();
    EXPECT_EQ(inChild([] {
                  int answer = 0;
                  leaveBehind([&] { answer = 6; }).wait();
                  return answer;
              }),
              6);
}

TEST(Fork, ChildLogsWhileAThreadOfTheParentHeldTheLog) {
    // The sink is called under the log's lock: the thread holds it for as long as the child lives.
    static std::atomic<bool> inside = false, leave = false;
    setLogSink([](LogLevel, std::string_view text) {
        if (text == "held") {
            inside = true;
            inside.notify_all();
            leave.wait(false);
        }
    });
    std::thread holder([] { logError(Log::General, "held"); });
    inside.wait(false);
    const int answer = inChild([] {
        logError(Log::General, "free");
        return 9;
    });
    leave = true;
    leave.notify_all();
    holder.join();
    setLogSink(nullptr);
    EXPECT_EQ(answer, 9);
}

} // namespace
} // namespace base

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What several processes, and processes that die, do to one directory.

#include "store/store.h"

#include "base/log.h"
#include "store/temporary_directory.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <random>

namespace store {
namespace {

Key key(uint64_t index) {
    return KeyBuilder("process-test").addValue(index).finish();
}

std::vector<std::byte> valueOf(uint64_t index, size_t size_B) {
    return std::vector<std::byte>(size_B, std::byte(index));
}

constexpr uint64_t kKeys = 50;
constexpr uint64_t kSmall_B = 400000;

size_t sizeOf_B(uint64_t index) {
    return 100 + size_t(index) * 500;
}

/// `work` returns the child's exit code.
pid_t startChild(const std::function<int()>& work) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::_exit(work());
    }
    return pid;
}

int waitChild(pid_t pid) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(StoreProcesses, severalAtOnce) {
    const TemporaryDirectory directory;
    std::vector<pid_t> children;
    for (uint64_t c = 0; c < 4; ++c) {
        children.push_back(startChild([&, c] {
            Store store(directory.path(), 100000);
            for (uint64_t i = 0; i < 300; ++i) {
                const uint64_t index = (i * 13 + c * 5) % 60;
                const size_t size_B = 1000 + size_t(index) * 37;
                if (const auto value = store.get(key(index))) {
                    if (*value != valueOf(index, size_B)) {
                        return 1;
                    }
                } else {
                    store.put(key(index), valueOf(index, size_B));
                }
            }
            return 0;
        }));
    }
    for (pid_t pid : children) {
        EXPECT_EQ(waitChild(pid), 0);
    }
    const Store store(directory.path(), 100000);
    EXPECT_GT(store.usage().entries, 0u);
}

TEST(StoreProcesses, killedWhileWriting) {
    const TemporaryDirectory directory;
    constexpr size_t kSize_B = 4 << 20;
    const Store reader(directory.path(), uint64_t(1) << 30);
    for (int round = 0; round < 20; ++round) {
        const pid_t pid = startChild([&] {
            Store store(directory.path(), uint64_t(1) << 30);
            for (uint64_t i = 0;; ++i) {
                store.put(key(0), valueOf(i, kSize_B));
            }
            return 0;
        });
        ::usleep(useconds_t(3000 + round * 700));
        ::kill(pid, SIGKILL);
        waitChild(pid);
        if (const auto value = reader.get(key(0))) {
            ASSERT_EQ(value->size(), kSize_B);
            EXPECT_EQ(*value, valueOf(uint64_t(value->front()), kSize_B));
        }
    }
    Store store(directory.path(), uint64_t(1) << 30);
    store.put(key(0), valueOf(9, 10));
    EXPECT_EQ(store.get(key(0)), valueOf(9, 10));
}

/// Puts and gets at random, for ever; exits if a value is not what was put.
[[noreturn]] void workForEver(const std::string& directory, uint64_t seed) {
    Store store(directory, kSmall_B); // Small: entries are evicted meanwhile.
    std::mt19937_64 random(seed);
    for (;;) {
        const uint64_t index = random() % kKeys;
        if (random() % 4) {
            store.put(key(index), valueOf(index, sizeOf_B(index)));
        } else if (const auto value = store.get(key(index))) {
            if (*value != valueOf(index, sizeOf_B(index))) {
                ::_exit(1);
            }
        }
    }
}

TEST(StoreProcesses, manyKilledAtAnyMoment) {
    const TemporaryDirectory directory;
    std::mt19937_64 random(7);
    constexpr int kRounds = 40;
    for (int round = 0; round < kRounds; ++round) {
        std::vector<pid_t> children;
        for (uint64_t c = 0; c < 4; ++c) {
            const uint64_t seed = random();
            children.push_back(startChild([&]() -> int { workForEver(directory.path(), seed); }));
        }
        for (const pid_t pid : children) {
            ::usleep(useconds_t(random() % 5000));
            ::kill(pid, SIGKILL);
            EXPECT_EQ(-1, waitChild(pid)) << "a value was not what was put";
        }
        Store store(directory.path(), kSmall_B);
        for (uint64_t index = 0; index < kKeys; ++index) {
            const auto value = store.get(key(index));
            ASSERT_TRUE(!value || *value == valueOf(index, sizeOf_B(index))) << index;
        }
        store.put(key(round), valueOf(uint64_t(round), sizeOf_B(uint64_t(round))));
        EXPECT_TRUE(store.get(key(round)));
    }
    EXPECT_GT(Store(directory.path(), kSmall_B).usage().entries, 0u);
}

/// What a process logs at level info while it puts a hundred values, some of them again; and
/// whether it had any of them afterwards. Runs in a child; exits with 0, or with 100 + lines.
int putMany(const std::string& directory, size_t size_B) {
    static int s_lines = 0;
    base::setLogLevel(base::LogLevel::Info);
    base::setLogSink([](base::LogLevel, std::string_view) { ++s_lines; });
    Store store(directory, uint64_t(1) << 30);
    bool any = false;
    for (uint64_t i = 0; i < 100; ++i) {
        store.put(key(i % 60), valueOf(i, size_B));
        any |= store.get(key(i % 60)).has_value();
    }
    return any ? 0 : 100 + s_lines;
}

TEST(StoreProcesses, aLimitOnFileSizesCostsOnlyWarmth) {
    const TemporaryDirectory directory;
    const auto limited = [&](size_t size_B) {
        return waitChild(startChild([&] {
            const rlimit limit{5000, 5000};
            ::setrlimit(RLIMIT_FSIZE, &limit); // SIGXFSZ would end the process.
            return putMany(directory.path(), size_B);
        }));
    };
    EXPECT_EQ(101, limited(10000));
    EXPECT_EQ(0u, Store(directory.path(), 1 << 20).usage().size_B);
    EXPECT_EQ(0, limited(1000));
}

/// A file system of 256 KiB of the process's own. False: it may not have one.
bool mountSmall(const std::string& directory) {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
        return false;
    }
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
    std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
    return ::mount("none", directory.c_str(), "tmpfs", 0, "size=256k,mode=700") == 0;
}

TEST(StoreProcesses, aFullDiskCostsOnlyWarmth) {
    const TemporaryDirectory directory;
    constexpr int kMayNot = 99;
    const auto full = [&](size_t size_B) {
        return waitChild(startChild([&] {
            if (!mountSmall(directory.path())) {
                return kMayNot;
            }
            const int code = putMany(directory.path(), size_B);
            const Usage usage = Store(directory.path(), 1 << 20).usage();
            return usage.size_B > 256 * 1024 ? 1 : code; // Nothing half-written stays.
        }));
    };
    const int none = full(300000);
    if (none == kMayNot) {
        GTEST_SKIP() << "no file system may be mounted here";
    }
    EXPECT_EQ(101, none);
    EXPECT_EQ(0, full(10000)); // What fits is kept.
}

TEST(StoreProcesses, aFileInPlaceOfTheDirectoryCostsOnlyWarmth) {
    const TemporaryDirectory directory;
    const std::string file = directory.path() + "/cache";
    std::ofstream(file) << "x";
    EXPECT_EQ(101, waitChild(startChild([&] { return putMany(file, 1000); })));
    EXPECT_EQ(1u, std::filesystem::file_size(file));
}

TEST(StoreProcesses, aReadOnlyDirectoryStillServes) {
    const TemporaryDirectory directory;
    {
        Store store(directory.path(), 1 << 20);
        store.put(key(1), valueOf(1, 100));
    }
    namespace fs = std::filesystem;
    for (const auto& entry : fs::directory_iterator(directory.path())) {
        fs::permissions(entry.path(), fs::perms(0444));
    }
    fs::permissions(directory.path(), fs::perms(0555));
    // Permissions do not bind root.
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0) {
        for (const auto& entry : fs::directory_iterator(directory.path())) {
            ASSERT_EQ(0, ::chown(entry.path().c_str(), kNobody, kNobody));
        }
        ASSERT_EQ(0, ::chown(directory.path().c_str(), kNobody, kNobody));
    }
    const int code = waitChild(startChild([&] {
        if (::geteuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
            return 2;
        }
        Store store(directory.path(), 1 << 20);
        store.put(key(2), valueOf(2, 100));
        return store.get(key(1)) && !store.get(key(2)) ? 0 : 1;
    }));
    fs::permissions(directory.path(), fs::perms(0700));
    EXPECT_EQ(code, 0);
}

} // namespace
} // namespace store

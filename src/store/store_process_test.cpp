// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What several processes, and processes that die, do to one directory.

#include "store/store.h"

#include "store/temporary_directory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace store {
namespace {

Key key(uint64_t index) {
    return KeyBuilder("process-test").addValue(index).finish();
}

std::vector<std::byte> valueOf(uint64_t index, size_t size_B) {
    return std::vector<std::byte>(size_B, std::byte(index));
}

// `work` returns the child's exit code.
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

TEST(StoreProcesses, aDiskWithoutRoomCostsOnlyWarmth) {
    const TemporaryDirectory directory;
    const int code = waitChild(startChild([&] {
        // The limit makes write() fail half-way as a full disk does.
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{5000, 5000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Store store(directory.path(), 1 << 20);
        store.put(key(1), valueOf(1, 10000));
        store.put(key(2), valueOf(2, 1000));
        return store.get(key(1)) || !store.get(key(2)) ? 1 : 0;
    }));
    EXPECT_EQ(code, 0);
    EXPECT_EQ(Store(directory.path(), 1 << 20).usage().size_B, 1056u);
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
    const int code = waitChild(startChild([&] {
        // Permissions do not bind root.
        constexpr uid_t kNobody = 65534;
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

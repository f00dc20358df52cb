// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Whose files the store believes. What is planted here is whole: key and checksum are right.

#include "store/store.h"

#include "base/log.h"
#include "store/entry_file.h"
#include "store/temporary_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <thread>

namespace store {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kOther = 12345;
constexpr uint64_t kSize_B = 1 << 20;

const Key kKey = KeyBuilder("trust-test").finish();
const std::vector<std::byte> kValue(100, std::byte(7));

std::vector<std::string> g_lines;

/// The exit code of `work` in a child; -1: it did not exit.
int inChild(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class TrustTest : public testing::Test {
protected:
    void SetUp() override {
        m_umask = ::umask(022);
        g_lines.clear();
        base::setLogLevel(base::LogLevel::Info);
        base::setLogSink([](base::LogLevel, std::string_view text) { g_lines.emplace_back(text); });
        plant(m_cache);
    }
    void TearDown() override {
        base::setLogSink(nullptr);
        ::umask(m_umask);
    }

    static void plant(const std::string& directory) {
        Store store(directory, kSize_B);
        store.put(kKey, kValue);
        ASSERT_TRUE(store.get(kKey));
    }
    static void give(const std::string& path) {
        ASSERT_EQ(0, ::lchown(path.c_str(), kOther, kOther));
    }
    static void allow(const std::string& path, mode_t mode) {
        ASSERT_EQ(0, ::chmod(path.c_str(), mode));
    }
    static bool isRoot() { return ::geteuid() == 0; }

    static void expectTaken(const std::string& directory) {
        EXPECT_TRUE(Store(directory, kSize_B).get(kKey));
        EXPECT_TRUE(g_lines.empty()) << g_lines.front();
    }
    /// Neither read nor written, which one line tells.
    static void expectRefused(const std::string& directory) {
        const Key other = KeyBuilder("another").finish();
        Store store(directory, kSize_B);
        for (int i = 0; i < 3; ++i) {
            EXPECT_FALSE(store.get(kKey));
            store.put(other, kValue);
            EXPECT_FALSE(store.get(other));
        }
        EXPECT_FALSE(fs::exists(directory + "/" + entryFileName(other)));
        EXPECT_EQ(1u, g_lines.size());
        EXPECT_NE(std::string::npos, g_lines.at(0).find(directory)) << g_lines[0];
    }
    /// Not read, which one line tells; but what is put takes its place.
    void expectEntryReplaced() const {
        Store store(m_cache, kSize_B);
        for (int i = 0; i < 3; ++i) {
            EXPECT_FALSE(store.get(kKey));
        }
        EXPECT_EQ(1u, g_lines.size());
        EXPECT_NE(std::string::npos, g_lines.at(0).find(m_cache)) << g_lines[0];
        store.put(kKey, kValue);
        EXPECT_TRUE(store.get(kKey));
        struct stat info;
        ASSERT_EQ(0, ::lstat(m_entry.c_str(), &info));
        EXPECT_EQ(mode_t(S_IFREG | 0600), info.st_mode);
        EXPECT_EQ(::geteuid(), info.st_uid);
    }

    const TemporaryDirectory m_temporary;
    const std::string m_above = m_temporary.path() + "/above";
    const std::string m_cache = m_above + "/cache";
    const std::string m_entry = m_cache + "/" + entryFileName(kKey);
    mode_t m_umask = 0;
};

TEST_F(TrustTest, itsUsersOwn) {
    expectTaken(m_cache);
    for (const mode_t mode : {0700, 0755, 0500, 0555}) {
        allow(m_cache, mode);
        expectTaken(m_cache);
    }
    allow(m_cache, 0700);
    for (const mode_t mode : {0600, 0644, 0400, 0444}) {
        allow(m_entry, mode);
        expectTaken(m_cache);
    }
}

TEST_F(TrustTest, aDirectoryThatAllMayWriteTo) {
    allow(m_cache, 0777);
    expectRefused(m_cache);
}

TEST_F(TrustTest, aDirectoryThatItsGroupMayWriteTo) {
    allow(m_cache, 0770);
    expectRefused(m_cache);
}

TEST_F(TrustTest, aDirectoryWithAStickyBit) {
    allow(m_cache, 01777); // Others may add what is not there.
    expectRefused(m_cache);
}

TEST_F(TrustTest, aDirectoryOfAnotherUser) {
    if (!isRoot()) {
        GTEST_SKIP() << "only root gives files away";
    }
    give(m_cache);
    expectRefused(m_cache);
}

TEST_F(TrustTest, aLinkToADirectory) {
    const std::string link = m_above + "/link";
    fs::create_directory_symlink(m_cache, link);
    expectRefused(link);
}

TEST_F(TrustTest, anEntryThatOthersMayWriteTo) {
    allow(m_entry, 0606);
    expectEntryReplaced();
}

TEST_F(TrustTest, anEntryThatItsGroupMayWriteTo) {
    allow(m_entry, 0660);
    expectEntryReplaced();
}

TEST_F(TrustTest, anEntryOfAnotherUser) {
    if (!isRoot()) {
        GTEST_SKIP() << "only root gives files away";
    }
    give(m_entry);
    expectEntryReplaced();
}

TEST_F(TrustTest, aLinkToAnEntry) {
    const std::string elsewhere = m_temporary.path() + "/elsewhere";
    fs::rename(m_entry, elsewhere);
    fs::create_symlink(elsewhere, m_entry);
    expectEntryReplaced();
    EXPECT_TRUE(fs::exists(elsewhere));
}

TEST_F(TrustTest, aFifoForAnEntry) {
    fs::remove(m_entry);
    ASSERT_EQ(0, ::mkfifo(m_entry.c_str(), 0600));
    expectEntryReplaced();
}

TEST_F(TrustTest, aDeviceForAnEntry) {
    fs::remove(m_entry);
    if (::mknod(m_entry.c_str(), S_IFCHR | 0600, makedev(1, 5)) != 0) { // /dev/zero
        GTEST_SKIP() << "no device may be made here";
    }
    expectEntryReplaced();
}

TEST_F(TrustTest, aDirectoryAboveThatOthersMayWriteTo) {
    for (const mode_t mode : {0777, 0770, 0707}) {
        allow(m_above, mode);
        g_lines.clear();
        EXPECT_FALSE(Store(m_cache, kSize_B).get(kKey)) << mode;
    }
    allow(m_above, 0777);
    const std::string deeper = m_cache + "/deeper/cache";
    expectRefused(deeper);
    EXPECT_FALSE(fs::exists(deeper));
}

TEST_F(TrustTest, aDirectoryAboveWithAStickyBit) {
    allow(m_above, 01777); // As /tmp is: others add names, and cannot change ours.
    expectTaken(m_cache);
}

TEST_F(TrustTest, aDirectoryAboveOfAnotherUser) {
    if (!isRoot()) {
        GTEST_SKIP() << "only root gives files away";
    }
    for (const mode_t mode : {0755, 01777}) { // Its owner may do what he likes in it.
        give(m_above);
        allow(m_above, mode);
        EXPECT_FALSE(Store(m_cache, kSize_B).get(kKey)) << mode;
    }
    g_lines.clear();
    // As where root's HOME is another user's: nothing of root's is left there.
    expectRefused(m_above + "/.cache/glissade");
    EXPECT_FALSE(fs::exists(m_above + "/.cache"));
}

TEST_F(TrustTest, linksAbove) {
    const std::string link = m_temporary.path() + "/link";
    fs::create_directory_symlink("above/./../above", link);
    expectTaken(link + "/cache");
    fs::remove(link);
    fs::create_directory_symlink(m_above, link);
    expectTaken(link + "/cache");
    fs::remove(link);
    fs::create_directory_symlink("link", link);
    EXPECT_FALSE(Store(link + "/cache", kSize_B).get(kKey));
    if (!isRoot()) {
        GTEST_SKIP() << "only root gives links away";
    }
    fs::remove(link);
    fs::create_directory_symlink(m_above, link);
    give(link);
    g_lines.clear();
    expectRefused(link + "/cache");
}

TEST_F(TrustTest, newFilesArePrivateWhateverTheUmask) {
    for (const mode_t mask : {0, 0022, 0277, 0777}) {
        const std::string top = m_temporary.path() + "/" + std::to_string(mask);
        ::umask(mask);
        Store(top + "/new/cache", kSize_B).put(kKey, kValue);
        ::umask(022);
        struct stat info;
        for (const char* directory : {"", "/new", "/new/cache"}) {
            ASSERT_EQ(0, ::stat((top + directory).c_str(), &info)) << mask;
            EXPECT_EQ(mode_t(S_IFDIR | 0700), info.st_mode) << mask << directory;
        }
        ASSERT_EQ(0, ::stat((top + "/new/cache/" + entryFileName(kKey)).c_str(), &info)) << mask;
        EXPECT_EQ(mode_t(S_IFREG | 0600), info.st_mode) << mask;
    }
}

/// Somebody exchanges the directory for one of his while it is read.
TEST_F(TrustTest, whatWasCheckedIsWhatIsRead) {
    const std::string foreign = m_above + "/foreign";
    {
        Store store(foreign, kSize_B);
        store.put(kKey, std::vector<std::byte>(100, std::byte(9)));
    }
    allow(foreign, 0777);
    std::atomic<bool> done = false;
    std::thread attacker([&] {
        while (!done) {
            ::renameat2(AT_FDCWD, m_cache.c_str(), AT_FDCWD, foreign.c_str(), RENAME_EXCHANGE);
        }
    });
    int own = 0, planted = 0;
    for (int i = 0; i < 5000; ++i) {
        if (const auto value = Store(m_cache, kSize_B).get(kKey)) {
            ++(*value == kValue ? own : planted);
        }
    }
    done = true;
    attacker.join();
    EXPECT_GT(own, 0);
    EXPECT_EQ(0, planted);
}

TEST_F(TrustTest, aDirectoryThatOthersMayWriteToSince) {
    const Store store(m_cache, kSize_B);
    EXPECT_TRUE(store.get(kKey));
    allow(m_cache, 0777);
    EXPECT_FALSE(store.get(kKey));
    allow(m_cache, 0700);
    EXPECT_TRUE(store.get(kKey));
}

/// As daemons do; the numbers then mean other files.
TEST_F(TrustTest, descriptorsThatTheProgramCloses) {
    const std::string foreign = m_above + "/foreign";
    fs::create_directory(foreign);
    const int code = inChild([&] {
        Store store(m_cache, kSize_B);
        if (!store.get(kKey)) {
            return 1;
        }
        ::close_range(3, ~0u, 0);
        constexpr int kMany = 100;
        for (int i = 0; i < kMany; ++i) {
            if (::open(foreign.c_str(), O_PATH | O_DIRECTORY) < 0) {
                return 2;
            }
        }
        store.put(kKey, kValue);
        if (!store.get(kKey) || !fs::is_empty(foreign)) {
            return 3;
        }
        return ::fcntl(3 + kMany - 1, F_GETFD) < 0 ? 4 : 0; // The program's own are left alone.
    });
    EXPECT_EQ(0, code);
}

/// Sandboxes without a number for root: /, /tmp and so on seem to belong to nobody.
TEST(Trust, aUserNamespaceWithoutRoot) {
    constexpr int kMayNot = 99;
    constexpr uid_t kUser = 1234;
    const int code = inChild([] {
        if (::geteuid() == 0 && (::setgid(kUser) != 0 || ::setuid(kUser) != 0)) {
            return kMayNot;
        }
        const uid_t user = ::geteuid();
        ::prctl(PR_SET_DUMPABLE, 1); // Else /proc/self is not its own after setuid().
        if (::unshare(CLONE_NEWUSER) != 0 ||
            !(std::ofstream("/proc/self/uid_map") << user << ' ' << user << " 1").flush()) {
            return kMayNot;
        }
        const TemporaryDirectory directory;
        Store store(directory.path() + "/cache", kSize_B);
        store.put(kKey, kValue);
        return store.get(kKey) ? 0 : 1;
    });
    if (code == kMayNot) {
        GTEST_SKIP() << "no user namespace may be made here";
    }
    EXPECT_EQ(0, code);
}

} // namespace
} // namespace store

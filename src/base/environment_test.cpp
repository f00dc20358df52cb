// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

// What set-uid programs read: tests/security/set_uid.

namespace base {
namespace {

TEST(Environment, readsWhatIsSet) {
    ASSERT_FALSE(runsElevated());
    ::setenv("GLISSADE_TEST_VARIABLE", "value", 1);
    EXPECT_STREQ("value", environment("GLISSADE_TEST_VARIABLE"));
    EXPECT_STREQ("value", anyEnvironment("GLISSADE_TEST_VARIABLE"));
    ::setenv("GLISSADE_TEST_VARIABLE", "", 1);
    EXPECT_EQ(nullptr, environment("GLISSADE_TEST_VARIABLE"));
    ::unsetenv("GLISSADE_TEST_VARIABLE");
    EXPECT_EQ(nullptr, environment("GLISSADE_TEST_VARIABLE"));
}

/// What a child sees of PATH after `leave`; 2: it could not leave.
int childSees(bool (*leave)()) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(!leave() ? 2 : environment("PATH") || !runsElevated() || !anyEnvironment("PATH"));
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Environment, isNobodysWhereEffectiveIdsDiffer) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "only root can take another effective user";
    }
    constexpr uid_t kNobody = 65534;
    EXPECT_EQ(0, childSees([] { return ::seteuid(kNobody) == 0; }));
    EXPECT_EQ(0, childSees([] { return ::setegid(kNobody) == 0; }));
}

} // namespace
} // namespace base

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The system gives a process no more memory (RLIMIT_AS): textures are refused with
// GL_OUT_OF_MEMORY, and when some are deleted there is drawing again.

#include "child.h"
#include "picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace process {
namespace {

constexpr rlim_t kMiB = rlim_t(1) << 20;

rlim_t addressSpace_B() {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * rlim_t(sysconf(_SC_PAGESIZE));
}

bool limitTo(rlim_t size_B) {
    const rlimit limit{size_B, RLIM_INFINITY};
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

/// Of memory that can be written, which heaps have room for in their addresses.
rlim_t writableMemory_B() {
    rlim_t pages = 0;
    std::ifstream statistics("/proc/self/statm");
    for (int field = 0; field < 6; ++field) {
        statistics >> pages;
    }
    return pages * rlim_t(sysconf(_SC_PAGESIZE));
}

bool limitWritableTo(rlim_t size_B) {
    const rlimit limit{size_B, RLIM_INFINITY};
    return setrlimit(RLIMIT_DATA, &limit) == 0;
}

/// Square textures with texels.
class Textures {
public:
    /// Room for the names of what `most_B` holds.
    Textures(GLsizei size_px, rlim_t most_B)
        : m_size_px(size_px),
          m_texels(size_t(size_px) * size_t(size_px), 0xff00ffff),
          m_most(size_t(most_B / (m_texels.size() * sizeof m_texels[0]))) {
        m_names.reserve(m_most);
    }

    /// The error that ended it; GL_NO_ERROR: all were made.
    GLenum fill() {
        while (m_names.size() < m_most) {
            GLuint name = 0;
            glGenTextures(1, &name);
            m_names.push_back(name);
            glBindTexture(GL_TEXTURE_2D, name);
            glTexImage2D(GL_TEXTURE_2D,
                         0,
                         GL_RGBA,
                         m_size_px,
                         m_size_px,
                         0,
                         GL_RGBA,
                         GL_UNSIGNED_BYTE,
                         m_texels.data());
            if (const GLenum error = glGetError()) {
                return error;
            }
        }
        return GL_NO_ERROR;
    }
    void remove() {
        glDeleteTextures(GLsizei(m_names.size()), m_names.data());
        glFinish();
        m_names.clear();
    }

private:
    const GLsizei m_size_px;
    const std::vector<uint32_t> m_texels;
    const size_t m_most;
    std::vector<GLuint> m_names;
};

/// Of what the tests run on.
bool isLlvmpipe() {
    const auto program = [] {
        Picture picture;
        CHILD_EXPECT(picture.openDisplay() && picture.makeCurrent());
        const std::string name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
        return name.find("llvmpipe") != std::string::npos ? 2 : 0;
    };
    return inChild(program, Leave::AtOnce).code == 2;
}

class Shortage : public testing::TestWithParam<GLsizei> {};

/// The process has so much more than it took to draw once.
TEST_P(Shortage, OfAddressesForTextures) {
    constexpr rlim_t kRoom_B = 256 * kMiB;
    const auto program = [] {
        Picture picture;
        CHILD_EXPECT(picture.openDisplay() && picture.makeCurrent() && picture.link(1));
        CHILD_EXPECT(picture.draw(10) && picture.swap());
        Textures textures(GetParam(), 4 * kRoom_B);
        CHILD_EXPECT(limitTo(addressSpace_B() + kRoom_B));
        for (int round = 0; round < 3; ++round) {
            CHILD_EXPECT(textures.fill() == GL_OUT_OF_MEMORY);
            // Either it draws or it says why not.
            CHILD_EXPECT(picture.draw(20) || !picture.wrong());
            textures.remove();
            while (glGetError() != GL_NO_ERROR) {
            }
            CHILD_EXPECT(picture.draw(30) && picture.swap());
        }
        CHILD_EXPECT(picture.terminate());
        return 0;
    };
    EXPECT_EQ(inChild(program, Leave::AtOnce), kPassed);
}

INSTANTIATE_TEST_SUITE_P(Pixels, Shortage, testing::Values(64, 512, 2048, 4096));

/// How glibc ends a process that has no memory for the thread-local data of a library.
constexpr int kNoThreadLocals = 127;

/// The shortage is over when the first program was linked or not.
TEST(ShortageAtOnce, OfMemoryForTheFirstProgram) {
    constexpr int kLinks = 2; // of which the caches know nothing
    int salt = int(getpid()) * 1000;
    bool linked = false;
    const auto program = [&](rlim_t room_KiB) {
        Picture picture;
        CHILD_EXPECT(picture.openDisplay() && picture.makeCurrent());
        CHILD_EXPECT(limitWritableTo(writableMemory_B() + room_KiB * 1024));
        const bool first = picture.link(salt);
        CHILD_EXPECT(limitWritableTo(RLIM_INFINITY));
        while (glGetError() != GL_NO_ERROR) {
        }
        // It may be refused, but it comes back.
        const bool second = picture.link(salt + 1);
        CHILD_EXPECT(second || !first);
        return first ? 0 : 2;
    };
    for (rlim_t room_KiB = 0; room_KiB <= 256 * 1024 && !linked;
         room_KiB += 128 + room_KiB / 16, salt += kLinks) {
        const Ending ending = inChild([&] { return program(room_KiB); }, Leave::AtOnce);
        EXPECT_THAT(ending.code, testing::AnyOf(0, 2, kNoThreadLocals))
            << room_KiB << " KiB: " << ending;
        linked = ending == kPassed;
    }
    EXPECT_TRUE(linked);
}

/// The CPU device's compiler is loaded then: static objects of a library must not be what meets the
/// shortage, as the dynamic loader would stay locked.
TEST(ShortageAtOnce, OfAddressesForTheFirstProgram) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "lavapipe's compiler ends the process where memory is short";
    }
    int salt = int(getpid()) * 1000 + 500;
    const auto program = [&](rlim_t room_KiB) {
        Picture picture;
        CHILD_EXPECT(picture.openDisplay() && picture.makeCurrent());
        CHILD_EXPECT(limitTo(addressSpace_B() + room_KiB * 1024));
        const bool drawn = picture.link(salt) && picture.draw(20);
        CHILD_EXPECT(limitTo(RLIM_INFINITY));
        while (glGetError() != GL_NO_ERROR) {
        }
        CHILD_EXPECT(!drawn || picture.draw(30));
        return picture.terminate() ? drawn ? 0 : 2 : 1;
    };
    constexpr rlim_t kLeast_KiB = 48 * 1024;
    constexpr rlim_t kMost_KiB = 128 * 1024;
    constexpr rlim_t kStep_KiB = 512;
    for (rlim_t room_KiB = kLeast_KiB; room_KiB < kMost_KiB; room_KiB += kStep_KiB, ++salt) {
        const Ending ending = inChild([&] { return program(room_KiB); }, Leave::AtOnce);
        EXPECT_THAT(ending.code, testing::AnyOf(0, 2, kNoThreadLocals))
            << room_KiB << " KiB: " << ending;
    }
}

/// From the first call on.
TEST(ShortageAtOnce, OfAddressesForEverything) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "lavapipe's compiler ends the process where memory is short";
    }
    const auto program = [](rlim_t limit_B) {
        CHILD_EXPECT(limitTo(limit_B));
        const WholeProgram whole = runWholeProgram(1, 40);
        CHILD_EXPECT(!whole.failed || !whole.wrong);
        return whole.failed ? 2 : 0;
    };
    for (rlim_t limit_MiB = 50; limit_MiB <= 3000; limit_MiB += limit_MiB < 1000 ? 25 : 500) {
        const Ending ending = inChild([&] { return program(limit_MiB * kMiB); }, Leave::AtOnce);
        EXPECT_THAT(ending.code, testing::AnyOf(0, 2, kNoThreadLocals))
            << limit_MiB << " MiB: " << ending;
        if (ending == kPassed) {
            std::cout << limit_MiB << " MiB suffice" << std::endl;
        }
    }
}

} // namespace
} // namespace process

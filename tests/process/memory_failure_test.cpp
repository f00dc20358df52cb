// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// operator new fails wherever the driver calls it: a program gets errors, never a signal, and goes
// on when there is memory again. What the driver is linked with (glslang, SPIRV-Tools) is left
// alone: it is built without exceptions.

#include "own_code.h"
#include "picture.h"

#include <GLES2/gl2.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <execinfo.h>
#include <memory>
#include <new>

namespace {

std::unique_ptr<process::OwnCode> g_code;
std::atomic<bool> g_armed = false;
std::atomic<uint64_t> g_calls = 0;
std::atomic<uint64_t> g_which = 0;
std::atomic<bool> g_failed = false;
thread_local bool t_asking = false; ///< Looking at the stack may itself need memory.

bool fails(const void* caller) {
    if (!g_armed || t_asking) {
        return false;
    }
    t_asking = true;
    const bool asks = g_code->asks(caller);
    t_asking = false;
    if (!asks) {
        return false;
    }
    if (++g_calls != g_which) {
        return false;
    }
    if (!g_failed.exchange(true) && std::getenv("GLISSADE_FAIL_TRACE")) {
        void* frames[40];
        backtrace_symbols_fd(frames, backtrace(frames, 40), 2);
    }
    return true;
}

void* allocate(size_t size_B, const void* caller) {
    void* const memory = fails(caller) ? nullptr : std::malloc(size_B ? size_B : 1);
    if (!memory) {
        throw std::bad_alloc();
    }
    return memory;
}

void* allocate(size_t size_B, std::align_val_t align, const void* caller) {
    const size_t align_B = size_t(align);
    void* const memory = fails(caller)
                             ? nullptr
                             : std::aligned_alloc(align_B, (size_B + align_B - 1) & ~(align_B - 1));
    if (!memory) {
        throw std::bad_alloc();
    }
    return memory;
}

} // namespace

void* operator new(size_t size_B) {
    return allocate(size_B, __builtin_return_address(0));
}
void* operator new[](size_t size_B) {
    return allocate(size_B, __builtin_return_address(0));
}
void* operator new(size_t size_B, const std::nothrow_t&) noexcept {
    return fails(__builtin_return_address(0)) ? nullptr : std::malloc(size_B ? size_B : 1);
}
void* operator new(size_t size_B, std::align_val_t align) {
    return allocate(size_B, align, __builtin_return_address(0));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace process {
namespace {

struct Came {
    uint64_t calls;
    bool failed;
};

/// From now on the call number `which`, counted from 1, fails; 0: none. Says what came of the last
/// time.
Came failAt(uint64_t which) {
    g_armed = false;
    const Came last{g_calls.exchange(0), g_failed.exchange(false)};
    g_which = which;
    g_armed = which != 0;
    return last;
}

/// A number from the environment.
uint64_t number(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

class MemoryFailure : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_keeper.openDisplay());
        if (!g_code) {
            g_code = std::make_unique<OwnCode>("libEGL_glissade.so");
            void* frame = nullptr;
            backtrace(&frame, 1); // Loads what it needs.
        }
    }
    void TearDown() override { failAt(0); }
    static int salt() {
        static int count = 0;
        return ++count;
    }

    /// Runs `program` with the n-th call failing, n = 1, 2, … 200 and then at a distance that grows
    /// with n, until it has fewer calls, and `again` after each.
    template <class Program, class Again>
    void atManyCalls(Program program, Again again) {
        const uint64_t stride = number("GLISSADE_FAIL_STRIDE", 20); // In 1/n.
        uint64_t made = 0;
        for (uint64_t n = number("GLISSADE_FAIL_FROM", 1);; n += n <= 200 ? 1 : 1 + n / stride) {
            if (std::getenv("GLISSADE_FAIL_TRACE")) {
                fprintf(stderr, "---- call %llu\n", (unsigned long long)n);
            }
            failAt(n);
            program();
            const Came came = failAt(0);
            again();
            if (HasFailure()) {
                FAIL() << "call " << n << " of " << came.calls;
            }
            if (!came.failed) {
                std::cout << made << " calls of " << came.calls << " were made to fail"
                          << std::endl;
                return;
            }
            ++made;
        }
    }

    static void tryAll() {
        const WholeProgram whole = runWholeProgram(salt(), 40);
        if (whole.failed) {
            EXPECT_FALSE(whole.wrong) << "and no error";
        }
    }
    static void expectAll() {
        const WholeProgram whole = runWholeProgram(salt(), 50);
        EXPECT_FALSE(whole.failed) << whole.failed;
    }

    Picture m_keeper;
};

TEST_F(MemoryFailure, OfOneCallInAWholeProgram) {
    m_keeper.terminate();
    atManyCalls(tryAll, expectAll);
}

/// What there was before goes on.
TEST_F(MemoryFailure, OfOneCallWhileDrawing) {
    ASSERT_TRUE(m_keeper.makeCurrent());
    ASSERT_TRUE(m_keeper.link(salt()));
    ASSERT_TRUE(m_keeper.draw(60));
    atManyCalls(
        [&] {
            if (m_keeper.draw(70)) {
                m_keeper.swap();
            }
            EXPECT_FALSE(m_keeper.wrong()) << "and no error";
        },
        [&] {
            glGetError();
            EXPECT_TRUE(m_keeper.draw(80));
            EXPECT_TRUE(m_keeper.swap());
        });
}

} // namespace
} // namespace process

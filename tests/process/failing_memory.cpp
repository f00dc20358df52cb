// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "failing_memory.h"

#include "own_code.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <execinfo.h>
#include <memory>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(size_t size_B);
void* __libc_calloc(size_t count, size_t size_B);
void* __libc_realloc(void* memory, size_t size_B);
void* __libc_memalign(size_t align_B, size_t size_B);
}

namespace {

std::vector<std::unique_ptr<process::OwnCode>> g_codes;
process::Counted g_counted = process::Counted::OwnCode;
std::atomic<bool> g_armed = false;
std::atomic<uint64_t> g_calls = 0;
process::Failures g_failures; ///< Written while not armed.
std::atomic<bool> g_failed = false;
thread_local bool t_asking = false; ///< Looking at the stack may itself need memory.

/// Whom a call comes from.
enum class By {
    Caller, ///< By who called: the system's libraries call malloc() for much of their own.
    Stack   ///< The C++ library between them does not count.
};

bool counts(const void* caller, By by) {
    for (const auto& code : g_codes) {
        if (by == By::Caller && code->ownerOf(caller) == process::OwnCode::Owner::Elsewhere) {
            continue;
        }
        if (g_counted == process::Counted::Libraries ? code->asksAtAll(caller)
                                                     : code->asks(caller)) {
            return true;
        }
    }
    return false;
}

bool isChosen(uint64_t call) {
    if (call < g_failures.first) {
        return false;
    }
    const uint64_t behind = call - g_failures.first;
    return behind % g_failures.every == 0 && behind / g_failures.every < g_failures.count;
}

/// Of memory or a thread that `caller` asks for.
bool fails(const void* caller, By by = By::Stack) {
    if (!g_armed || t_asking) {
        return false;
    }
    t_asking = true;
    const bool chosen = counts(caller, by) && isChosen(++g_calls);
    if (chosen && !g_failed.exchange(true) && std::getenv("GLISSADE_FAIL_TRACE")) {
        void* frames[40];
        backtrace_symbols_fd(frames, backtrace(frames, 40), 2);
    }
    t_asking = false;
    return chosen;
}

void* allocate(size_t size_B, const void* caller) {
    void* const memory = fails(caller) ? nullptr : std::malloc(size_B ? size_B : 1);
    if (!memory) {
        throw std::bad_alloc();
    }
    return memory;
}

void* noMemory() {
    errno = ENOMEM;
    return nullptr;
}

void* alignedMemory(size_t size_B, size_t align_B, const void* caller) {
    return fails(caller) ? nullptr : __libc_memalign(align_B, size_B);
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
void* operator new[](size_t size_B, const std::nothrow_t&) noexcept {
    return fails(__builtin_return_address(0)) ? nullptr : std::malloc(size_B ? size_B : 1);
}
void* operator new(size_t size_B, std::align_val_t align) {
    void* const memory = alignedMemory(size_B, size_t(align), __builtin_return_address(0));
    if (!memory) {
        throw std::bad_alloc();
    }
    return memory;
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

extern "C" {

void* malloc(size_t size_B) noexcept {
    return fails(__builtin_return_address(0), By::Caller) ? noMemory() : __libc_malloc(size_B);
}

void* calloc(size_t count, size_t size_B) noexcept {
    return fails(__builtin_return_address(0), By::Caller) ? noMemory()
                                                          : __libc_calloc(count, size_B);
}

void* realloc(void* memory, size_t size_B) noexcept {
    return fails(__builtin_return_address(0), By::Caller) ? noMemory()
                                                          : __libc_realloc(memory, size_B);
}

void* aligned_alloc(size_t align_B, size_t size_B) noexcept {
    void* const memory = alignedMemory(size_B, align_B, __builtin_return_address(0));
    return memory ? memory : noMemory();
}

void* mmap(
    void* address, size_t size_B, int protection, int flags, int file, off_t offset) noexcept {
    if (fails(__builtin_return_address(0))) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    const long mapped = syscall(SYS_mmap, address, size_B, protection, flags, file, offset);
    return reinterpret_cast<void*>(mapped);
}

int pthread_create(pthread_t* thread,
                   const pthread_attr_t* attributes,
                   void* (*work)(void*),
                   void* argument) noexcept {
    static const auto create =
        reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    return fails(__builtin_return_address(0)) ? EAGAIN : create(thread, attributes, work, argument);
}

} // extern "C"

namespace process {

void watchMemoryOf(const std::vector<std::string>& files, Counted counted) {
    g_codes.clear();
    for (const std::string& file : files) {
        g_codes.push_back(std::make_unique<OwnCode>(file));
    }
    g_counted = counted;
    void* frame = nullptr;
    backtrace(&frame, 1); // Loads what it needs.
}

FailuresCame failMemory(const Failures& failures) {
    g_armed = false;
    const FailuresCame last{g_calls.exchange(0), g_failed.exchange(false)};
    g_failures = failures;
    g_armed = failures.first != 0;
    return last;
}

uint64_t numberOf(const char* name, uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

} // namespace process

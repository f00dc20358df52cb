// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/frontend_pages.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>

#include <sys/mman.h>

namespace glsl {
namespace {

/// A huge page's size; pieces begin at multiples of it.
constexpr size_t kPiece_B = size_t(2) << 20;
/// What does not fit comes from malloc().
constexpr size_t kMostPieces = 64;

thread_local bool t_inside = false;

struct Pages {
    std::mutex mutex;
    std::array<std::atomic<std::byte*>, kMostPieces> pieces{};
    std::atomic<size_t> count = 0;
    std::byte* next = nullptr; ///< in the last piece
    std::byte* end = nullptr;
    void* free = nullptr; ///< each has the next in its first bytes
    size_t taken = 0;
};

Pages& pages() {
    static auto& only = *new Pages; // Threads may be inside when the process ends.
    return only;
}

std::byte* newPiece() {
    void* const mapped =
        mmap(nullptr, 2 * kPiece_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) {
        return nullptr;
    }
    auto* const begin = static_cast<std::byte*>(mapped);
    const size_t before_B = -reinterpret_cast<uintptr_t>(begin) % kPiece_B;
    auto* const piece = begin + before_B;
    if (before_B > 0) {
        munmap(begin, before_B);
    }
    munmap(piece + kPiece_B, kPiece_B - before_B);
    madvise(piece, kPiece_B, MADV_HUGEPAGE); // Small ones do as well.
    return piece;
}

} // namespace

FrontendPages::Scope::Scope() : m_outer(t_inside) {
    t_inside = true;
}

FrontendPages::Scope::~Scope() {
    t_inside = m_outer;
}

void* FrontendPages::take() {
    if (!t_inside) {
        return nullptr;
    }
    Pages& all = pages();
    const std::lock_guard lock(all.mutex);
    if (void* const page = all.free) {
        all.free = *static_cast<void**>(page);
        ++all.taken;
        return page;
    }
    if (all.next == all.end) {
        const size_t count = all.count.load(std::memory_order_relaxed);
        std::byte* const piece = count < kMostPieces ? newPiece() : nullptr;
        if (!piece) {
            return nullptr;
        }
        all.pieces[count].store(piece, std::memory_order_relaxed);
        all.count.store(count + 1, std::memory_order_release);
        all.next = piece;
        all.end = piece + kPiece_B;
    }
    void* const page = all.next;
    all.next += kPage_B;
    ++all.taken;
    return page;
}

bool FrontendPages::giveBack(void* page) {
    const auto address = reinterpret_cast<uintptr_t>(page);
    if (address % kPage_B != 0) {
        return false;
    }
    Pages& all = pages();
    const size_t count = all.count.load(std::memory_order_acquire);
    const uintptr_t piece = address & ~(kPiece_B - 1);
    for (size_t i = 0; i < count; ++i) {
        if (reinterpret_cast<uintptr_t>(all.pieces[i].load(std::memory_order_relaxed)) == piece) {
            const std::lock_guard lock(all.mutex);
            *static_cast<void**>(page) = all.free;
            all.free = page;
            --all.taken;
            return true;
        }
    }
    return false;
}

FrontendPages::Counts FrontendPages::counts() {
    Pages& all = pages();
    const std::lock_guard lock(all.mutex);
    return {all.count.load() * kPiece_B, all.taken};
}

} // namespace glsl

#ifdef GLISSADE_FRONTEND_PAGES
extern "C" {

void* __real__Znam(size_t size);
void __real__ZdaPv(void* memory);

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap wants these names.
void* __wrap__Znam(size_t size) {
    if (size == glsl::FrontendPages::kPage_B) {
        if (void* const page = glsl::FrontendPages::take()) {
            return page;
        }
    }
    return __real__Znam(size);
}

void __wrap__ZdaPv(void* memory) {
    if (memory && glsl::FrontendPages::giveBack(memory)) {
        return;
    }
    __real__ZdaPv(memory);
}

void __wrap__ZdaPvm(void* memory, size_t /*size*/) {
    __wrap__ZdaPv(memory);
}
// NOLINTEND(bugprone-reserved-identifier)

} // extern "C"
#endif

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "gl_memory.h"

#include "target.h"

#include <sys/mman.h>

namespace fuzz {

namespace {

constexpr size_t kGuard_B = 1 << 16;

std::byte* reserve(size_t size_B) {
    void* const memory = mmap(nullptr,
                              size_B,
                              PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                              -1,
                              0);
    if (memory == MAP_FAILED) {
        fail("there is no memory for arguments");
    }
    return static_cast<std::byte*>(memory);
}

} // namespace

Memory::Memory() : m_vast(reserve(kVast_B)) {
    for (std::byte*& piece : m_pieces) {
        piece = reserve(kPiece_B + kGuard_B);
        mprotect(piece + kPiece_B, kGuard_B, PROT_NONE);
    }
}

Memory::~Memory() {
    munmap(m_vast, kVast_B);
    for (std::byte* piece : m_pieces) {
        munmap(piece, kPiece_B + kGuard_B);
    }
}

std::byte* Memory::exactly(size_t size_B, size_t alignment_B) {
    std::byte* const end = m_pieces[m_next++ % kPieces] + kPiece_B;
    return end - (size_B + alignment_B - 1) / alignment_B * alignment_B;
}

} // namespace fuzz

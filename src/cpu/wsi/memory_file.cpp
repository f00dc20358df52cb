// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/memory_file.h"

#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cpu::wsi {

std::optional<MemoryFile> MemoryFile::create(size_t size_B) {
    const int file = memfd_create("glissade-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) {
        return std::nullopt;
    }
    MemoryFile made(file, nullptr, size_B);
    if (ftruncate(file, off_t(size_B)) != 0 || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) != 0) {
        return std::nullopt;
    }
    void* const memory = mmap(nullptr, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
        return std::nullopt;
    }
    made.m_data = static_cast<uint8_t*>(memory);
    return made;
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept
    : m_file(std::exchange(other.m_file, -1)),
      m_data(std::exchange(other.m_data, nullptr)),
      m_size_B(other.m_size_B) {}

MemoryFile::~MemoryFile() {
    closeFile();
    if (m_data) {
        munmap(m_data, m_size_B);
    }
}

void MemoryFile::closeFile() {
    if (m_file >= 0) {
        close(std::exchange(m_file, -1));
    }
}

} // namespace cpu::wsi

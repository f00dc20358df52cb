// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cpu::wsi {

/// Memory that another process can map as well, by its file. It never shrinks, so that nobody who
/// maps it can be made to stumble.
class MemoryFile {
public:
    /// Nothing: there is no such amount of memory, or no file to be had.
    static std::optional<MemoryFile> create(size_t size_B);
    ~MemoryFile();
    MemoryFile(MemoryFile&& other) noexcept;
    MemoryFile& operator=(MemoryFile&&) = delete;

    uint8_t* data() const { return m_data; }
    /// Only until closeFile().
    int file() const { return m_file; }
    /// Everybody who is to map it has the file now; the memory stays.
    void closeFile();

private:
    MemoryFile(int file, uint8_t* data, size_t size_B)
        : m_file(file), m_data(data), m_size_B(size_B) {}

    int m_file;
    uint8_t* m_data;
    size_t m_size_B;
};

} // namespace cpu::wsi

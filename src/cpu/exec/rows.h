// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace cpu::exec {

/// 64-byte aligned words that are not initialised.
class Rows {
public:
    uint32_t* reserve(size_t count) {
        if (count > m_count) {
            m_words.reset(new (std::align_val_t(64)) uint32_t[count]);
            m_count = count;
        }
        return m_words.get();
    }
    uint8_t* reserveBytes(size_t size_B) {
        return reinterpret_cast<uint8_t*>(reserve((size_B + 3) / sizeof(uint32_t)));
    }
    uint32_t* words() { return m_words.get(); }

private:
    struct Free {
        void operator()(uint32_t* words) const { ::operator delete[](words, std::align_val_t(64)); }
    };
    std::unique_ptr<uint32_t, Free> m_words;
    size_t m_count = 0;
};

} // namespace cpu::exec

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fuzz {

/// Memory that GL is given: always enough for what is asked, and no more where that is known.
class Memory {
public:
    Memory();
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    /// So many bytes, behind which there is nothing, aligned to `alignment_B` if the size is. Good
    /// for the next kPieces − 1 calls. At most kPiece_B.
    std::byte* exactly(size_t size_B, size_t alignment_B);
    /// For what has no known size: kVast_B, of which what is not touched costs nothing.
    std::byte* vast() const { return m_vast; }

    static constexpr size_t kPiece_B = 1 << 20;
    static constexpr size_t kPieces = 8; ///< More than a command has arguments of that kind.
    static constexpr size_t kVast_B = size_t(5) << 30; ///< More than any GLsizei.

private:
    std::byte* m_vast;
    std::array<std::byte*, kPieces> m_pieces;
    size_t m_next = 0;
};

} // namespace fuzz

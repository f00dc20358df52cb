// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/level.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

/// Pieces of machine code as make_pieces left them in the library (docs/shader-pieces.md).
namespace cpu::piece {

enum class HoleKind : uint8_t {
    Operand,      ///< Where the frame has operand `index`.
    Result,       ///< Where it has the result.
    Displacement, ///< A number that the copier knows.
    Target,       ///< The distance to where a branch leads.
    End,          ///< The distance to the piece's end.
    Constant,     ///< The distance to constant `index`.
    Symbol,       ///< The distance to symbol `index`, a function.
};

/// 32 bits of a piece that the copier fills in.
struct Hole {
    uint16_t at_B;
    HoleKind kind;
    uint8_t index;
    /// Bytes of the instruction behind the hole, to whose end distances count.
    uint8_t tail_B;
    /// Operands: with other bits in the byte before the hole (kFrameBits, kNearBits) the
    /// instruction reads what lies at a distance instead of what is in the frame.
    uint8_t canBeNear;
    uint16_t reserved;
    int32_t addend; ///< Of what is filled in, counted from the hole's end for distances.
};
/// Of a ModRM byte: [r13 + disp32] and [rip + disp32].
inline constexpr uint8_t kAddressBits = 0xc7;
inline constexpr uint8_t kFrameBits = 0x85;
inline constexpr uint8_t kNearBits = 0x05;

/// Falls through at its end.
struct Piece {
    uint64_t key; ///< keyOf() of its shape.
    uint32_t code_B;
    uint32_t firstHole;
    uint16_t size_B;
    uint16_t holeCount;
    uint32_t reserved;
};

/// What pieces read at a distance.
struct PieceConstant {
    uint32_t at_B;
    uint16_t size_B;
    uint16_t align_B;
};

struct PieceSymbol {
    char name[32]; ///< Ends with a zero.
};

/// How the file of a level begins. What it counts follows in this order: pieces by key, holes,
/// constants, symbols, the bytes of constants, code.
struct TableHeader {
    uint32_t pieces, holes, constants, symbols, constants_B, code_B;
};

static_assert(std::is_trivially_copyable_v<Hole> && sizeof(Hole) == 12);
static_assert(std::is_trivially_copyable_v<Piece> && sizeof(Piece) == 24);

/// Those of a level. Safe on any thread.
class Table {
public:
    static const Table& of(Level level);

    /// Null: there is none.
    const Piece* find(uint64_t key) const;
    std::span<const std::byte> code(const Piece& piece) const {
        return m_code.subspan(piece.code_B, piece.size_B);
    }
    std::span<const Hole> holes(const Piece& piece) const {
        return m_holes.subspan(piece.firstHole, piece.holeCount);
    }
    const PieceConstant& constant(uint32_t index) const { return m_constants[index]; }
    std::span<const std::byte> bytes(const PieceConstant& constant) const {
        return m_constantBytes.subspan(constant.at_B, constant.size_B);
    }
    std::string_view symbol(uint32_t index) const { return m_symbols[index].name; }
    size_t pieceCount() const { return m_pieces.size(); }
    size_t code_B() const { return m_code.size(); }

private:
    explicit Table(std::span<const std::byte> file);

    std::span<const Piece> m_pieces;
    std::span<const Hole> m_holes;
    std::span<const PieceConstant> m_constants;
    std::span<const PieceSymbol> m_symbols;
    std::span<const std::byte> m_constantBytes;
    std::span<const std::byte> m_code;
};

} // namespace cpu::piece

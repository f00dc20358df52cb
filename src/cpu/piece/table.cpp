// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/table.h"

#include <algorithm>
#include <cstring>

extern const std::byte glissade_pieces_v2[], glissade_pieces_v2_end[];
extern const std::byte glissade_pieces_v3[], glissade_pieces_v3_end[];
extern const std::byte glissade_pieces_v4[], glissade_pieces_v4_end[];

namespace cpu::piece {
namespace {

template <typename Item>
std::span<const Item> take(std::span<const std::byte>& from, size_t count) {
    const auto* items = reinterpret_cast<const Item*>(from.data());
    from = from.subspan(count * sizeof(Item));
    return {items, count};
}

} // namespace

const Table& Table::of(Level level) {
    static const Table tables[] = {
        Table({glissade_pieces_v2, glissade_pieces_v2_end}),
        Table({glissade_pieces_v3, glissade_pieces_v3_end}),
        Table({glissade_pieces_v4, glissade_pieces_v4_end}),
    };
    return tables[int(level) - int(Level::V2)];
}

Table::Table(std::span<const std::byte> file) {
    TableHeader header;
    std::memcpy(&header, file.data(), sizeof header);
    file = file.subspan(sizeof header);
    m_pieces = take<Piece>(file, header.pieces);
    m_holes = take<Hole>(file, header.holes);
    m_constants = take<PieceConstant>(file, header.constants);
    m_symbols = take<PieceSymbol>(file, header.symbols);
    m_constantBytes = take<std::byte>(file, header.constants_B);
    m_code = take<std::byte>(file, header.code_B);
}

const Piece* Table::find(uint64_t key) const {
    // Keys are spread evenly: a guess is near.
    size_t at = size_t((key >> 32) * m_pieces.size() >> 32);
    while (at > 0 && m_pieces[at - 1].key >= key) {
        --at;
    }
    while (at < m_pieces.size() && m_pieces[at].key < key) {
        ++at;
    }
    return at < m_pieces.size() && m_pieces[at].key == key ? &m_pieces[at] : nullptr;
}

} // namespace cpu::piece

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/code_buffer.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include <elf.h>

namespace cpu::piece {
namespace {

constexpr uint32_t kCodeAlign_B = 64; ///< Constants are as large as registers.
constexpr uint8_t kJumpCode = 0xe9;
constexpr uint8_t kTrap = 0xcc;

uint32_t aligned(uint32_t at_B, uint32_t align_B) {
    return (at_B + align_B - 1) / align_B * align_B;
}

uint64_t hashOf(std::span<const std::byte> bytes, uint32_t align_B) {
    uint64_t hash = bytes.size() << 8 | align_B;
    for (size_t i = 0; i < bytes.size(); i += 8) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, std::min<size_t>(8, bytes.size() - i));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 31;
    }
    return hash;
}

/// A relocatable object, section by section.
class ObjectWriter {
public:
    ObjectWriter() : m_bytes(sizeof(Elf64_Ehdr)), m_headers(1) {}

    template <typename T>
    void add(uint32_t type, const std::vector<T>& items, Elf64_Shdr header) {
        m_bytes.resize(aligned(uint32_t(m_bytes.size()), 64));
        header.sh_type = type;
        header.sh_offset = m_bytes.size();
        header.sh_size = items.size() * sizeof(T);
        m_headers.push_back(header);
        const auto* begin = reinterpret_cast<const std::byte*>(items.data());
        m_bytes.insert(m_bytes.end(), begin, begin + header.sh_size);
    }

    jit::Object finish() {
        Elf64_Ehdr header{};
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = ELFCLASS64;
        header.e_ident[EI_DATA] = ELFDATA2LSB;
        header.e_ident[EI_VERSION] = EV_CURRENT;
        header.e_type = ET_REL;
        header.e_machine = EM_X86_64;
        header.e_version = EV_CURRENT;
        header.e_ehsize = sizeof(Elf64_Ehdr);
        header.e_shentsize = sizeof(Elf64_Shdr);
        header.e_shnum = uint16_t(m_headers.size());
        m_bytes.resize(aligned(uint32_t(m_bytes.size()), 64));
        header.e_shoff = m_bytes.size();
        std::memcpy(m_bytes.data(), &header, sizeof header);
        const auto* begin = reinterpret_cast<const std::byte*>(m_headers.data());
        m_bytes.insert(m_bytes.end(), begin, begin + m_headers.size() * sizeof(Elf64_Shdr));
        return std::move(m_bytes);
    }

private:
    jit::Object m_bytes;
    std::vector<Elf64_Shdr> m_headers;
};

} // namespace

void CodeBuffer::write(uint32_t at_B, int32_t value) {
    std::memcpy(m_code.data() + at_B, &value, sizeof value);
}

void CodeBuffer::addPiece(const Piece& piece, const Fillings& fillings) {
    const uint32_t begin = size_B();
    const std::span<const std::byte> code = m_table.code(piece);
    m_code.insert(m_code.end(), code.begin(), code.end());
    for (const Hole& hole : m_table.holes(piece)) {
        const uint32_t at = begin + hole.at_B;
        switch (hole.kind) {
        case HoleKind::Operand: {
            const Place& place = fillings.operands[hole.index];
            if (place.constant) {
                assert(hole.canBeNear);
                std::byte& address = m_code[at - 1];
                address = std::byte((uint8_t(address) & ~kAddressBits) | kNearBits);
                m_references.push_back({at, hole.tail_B, place.at_B + hole.addend});
            } else {
                write(at, place.at_B + hole.addend);
            }
            break;
        }
        case HoleKind::Result:
            write(at, fillings.result_B + hole.addend);
            break;
        case HoleKind::Displacement:
            m_displacementAt = at;
            write(at, fillings.displacement + hole.addend);
            break;
        case HoleKind::Target:
            m_jumps.push_back({at, fillings.target});
            break;
        case HoleKind::End:
            write(at, int32_t(piece.size_B) - int32_t(hole.at_B + 4));
            break;
        case HoleKind::Constant:
            m_references.push_back({at, hole.tail_B, pieceConstant(hole.index)});
            break;
        case HoleKind::Symbol:
            m_calls.push_back({at, std::string(m_table.symbol(hole.index))});
            break;
        }
    }
}

void CodeBuffer::addJump(Label target) {
    m_code.push_back(std::byte(kJumpCode));
    m_jumps.push_back({size_B(), target});
    m_code.resize(m_code.size() + 4);
}

Label CodeBuffer::newLabel() {
    m_labels.push_back(0);
    return {uint32_t(m_labels.size() - 1)};
}

int32_t CodeBuffer::newConstant(std::span<const std::byte> bytes, uint32_t align_B) {
    const uint32_t at = aligned(uint32_t(m_constants.size()), align_B);
    m_constants.resize(at);
    m_constants.insert(m_constants.end(), bytes.begin(), bytes.end());
    return int32_t(at);
}

int32_t CodeBuffer::addConstant(std::span<const std::byte> bytes, uint32_t align_B) {
    const uint64_t hash = hashOf(bytes, align_B);
    const auto [begin, end] = m_known.equal_range(hash);
    for (auto known = begin; known != end; ++known) {
        const auto [at, size] = known->second;
        if (size == bytes.size() && uint32_t(at) % align_B == 0 &&
            std::memcmp(m_constants.data() + at, bytes.data(), size) == 0) {
            return at;
        }
    }
    const int32_t at = newConstant(bytes, align_B);
    m_known.emplace(hash, std::pair(at, uint32_t(bytes.size())));
    return at;
}

int32_t CodeBuffer::pieceConstant(uint32_t index) {
    const auto [known, added] = m_pieceConstants.try_emplace(index);
    if (added) {
        const PieceConstant& constant = m_table.constant(index);
        known->second = addConstant(m_table.bytes(constant), constant.align_B);
    }
    return known->second;
}

int32_t CodeBuffer::addAddress(std::string_view symbol) {
    const auto [known, added] = m_addresses.try_emplace(std::string(symbol));
    if (added) {
        known->second = newConstant(std::vector<std::byte>(8), 8);
        m_relocations.push_back({uint32_t(known->second), std::string(symbol), 0});
    }
    return known->second;
}

int32_t CodeBuffer::addAddresses(std::span<const ConstantAddress> addresses) {
    const int32_t at = newConstant(std::vector<std::byte>(addresses.size() * 8),
                                   addresses.size() > 1 ? kCodeAlign_B : 8);
    for (size_t i = 0; i < addresses.size(); ++i) {
        if (addresses[i].at_B >= 0) {
            m_relocations.push_back(
                {uint32_t(at) + uint32_t(i * 8), {}, addresses[i].at_B + addresses[i].addend});
        }
    }
    return at;
}

void CodeBuffer::beginFunction(std::string_view name, bool exported) {
    m_code.resize(aligned(size_B(), kCodeAlign_B), std::byte(kTrap));
    m_functions.push_back({std::string(name), exported, size_B(), 0});
}

void CodeBuffer::endFunction() {
    Function& function = m_functions.back();
    function.size_B = size_B() - function.at_B;
    for (const Jump& jump : m_jumps) {
        write(jump.at_B, int32_t(m_labels[jump.target.index]) - int32_t(jump.at_B + 4));
    }
    m_jumps.clear();
}

void CodeBuffer::fillDisplacement(uint32_t at_B, int32_t value) {
    write(at_B, value);
}

jit::Object CodeBuffer::object() {
    const uint32_t constants = aligned(size_B(), kCodeAlign_B);
    for (const Reference& reference : m_references) {
        write(reference.at_B,
              int32_t(constants) + reference.constant_B -
                  int32_t(reference.at_B + 4 + reference.tail_B));
    }
    m_code.resize(constants, std::byte(kTrap));
    m_code.insert(m_code.end(), m_constants.begin(), m_constants.end());

    // Symbols: none, the section, what is defined, what is asked for.
    constexpr uint16_t kText = 1;
    std::vector<char> names(1);
    std::vector<Elf64_Sym> symbols(2);
    symbols[1].st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION);
    symbols[1].st_shndx = kText;
    std::unordered_map<std::string, uint32_t> byName;
    const auto addName = [&](std::string_view name) {
        const size_t at = names.size();
        names.insert(names.end(), name.begin(), name.end());
        names.push_back('\0');
        return uint32_t(at);
    };
    for (const Function& function : m_functions) {
        Elf64_Sym symbol{};
        symbol.st_name = addName(function.name);
        symbol.st_info = ELF64_ST_INFO(function.exported ? STB_GLOBAL : STB_LOCAL, STT_FUNC);
        symbol.st_shndx = kText;
        symbol.st_value = function.at_B;
        symbol.st_size = function.size_B;
        byName.emplace(function.name, uint32_t(symbols.size()));
        symbols.push_back(symbol);
    }
    const auto indexOf = [&](const std::string& name) {
        const auto [known, added] = byName.try_emplace(name, uint32_t(symbols.size()));
        if (added) {
            Elf64_Sym symbol{};
            symbol.st_name = addName(name);
            symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
            symbols.push_back(symbol);
        }
        return known->second;
    };
    std::vector<Elf64_Rela> relocations;
    for (const Address& address : m_relocations) {
        const bool code = !address.symbol.empty();
        const uint64_t symbol = code ? indexOf(address.symbol) : 1;
        relocations.push_back({constants + address.at_B,
                               ELF64_R_INFO(symbol, R_X86_64_64),
                               address.addend + (code ? 0 : int64_t(constants))});
    }
    for (const Call& call : m_calls) {
        relocations.push_back(
            {call.at_B, ELF64_R_INFO(uint64_t(indexOf(call.symbol)), R_X86_64_PLT32), -4});
    }

    ObjectWriter writer;
    writer.add(SHT_PROGBITS,
               m_code,
               {.sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addralign = kCodeAlign_B});
    writer.add(
        SHT_RELA,
        relocations,
        {.sh_link = 3, .sh_info = kText, .sh_addralign = 8, .sh_entsize = sizeof(Elf64_Rela)});
    writer.add(
        SHT_SYMTAB, symbols, {.sh_link = 4, .sh_addralign = 8, .sh_entsize = sizeof(Elf64_Sym)});
    writer.add(SHT_STRTAB, names, {.sh_addralign = 1});
    return writer.finish();
}

} // namespace cpu::piece

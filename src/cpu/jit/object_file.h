// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <elf.h>

namespace cpu::jit {

/// A relocatable object for x86-64, as much of it as loading code needs. All that it hands out lies
/// inside of the bytes, whatever they are.
class ObjectFile {
public:
    struct Section {
        Elf64_Shdr header;
        std::span<const std::byte> bytes; ///< Empty where the file holds none (SHT_NOBITS).

        bool loaded() const { return header.sh_flags & SHF_ALLOC && header.sh_size > 0; }
        bool writable() const { return header.sh_flags & SHF_WRITE; }
    };
    struct Symbol {
        Elf64_Sym entry;
        std::string_view name;

        bool undefined() const { return entry.st_shndx == SHN_UNDEF; }
        bool exported() const { return ELF64_ST_BIND(entry.st_info) != STB_LOCAL; }
    };
    /// Of a section that is loaded.
    struct Relocations {
        uint32_t section;
        std::vector<Elf64_Rela> entries;
    };

    static base::Result<ObjectFile> read(std::span<const std::byte> bytes);

    const std::vector<Section>& sections() const { return m_sections; }
    const std::vector<Symbol>& symbols() const { return m_symbols; }
    const std::vector<Relocations>& relocations() const { return m_relocations; }

private:
    bool readSections(std::span<const std::byte> bytes);
    bool readSymbols();
    bool readRelocations();

    std::vector<Section> m_sections;
    std::vector<Symbol> m_symbols;
    std::vector<Relocations> m_relocations;
};

} // namespace cpu::jit

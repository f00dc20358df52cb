// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/object_file.h"

#include <algorithm>
#include <cstring>

namespace cpu::jit {

namespace {

/// Alignments beyond it are nothing that compiled shaders ask for.
constexpr uint64_t kMostAlignment_B = 4096;
constexpr uint64_t kMostSection_B = uint64_t(1) << 30;

bool isRelocatableX86(const Elf64_Ehdr& header) {
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
           header.e_machine == EM_X86_64 && header.e_type == ET_REL &&
           header.e_shentsize == sizeof(Elf64_Shdr);
}

bool holds(std::span<const std::byte> bytes, uint64_t offset_B, uint64_t size_B) {
    return offset_B <= bytes.size() && size_B <= bytes.size() - offset_B;
}

template <typename T>
std::optional<std::vector<T>> tableOf(const ObjectFile::Section& section) {
    if (section.header.sh_entsize != sizeof(T) || section.bytes.size() % sizeof(T) != 0) {
        return std::nullopt;
    }
    std::vector<T> table(section.bytes.size() / sizeof(T));
    if (!table.empty()) {
        std::memcpy(table.data(), section.bytes.data(), section.bytes.size());
    }
    return table;
}

} // namespace

bool ObjectFile::readSections(std::span<const std::byte> bytes) {
    Elf64_Ehdr header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!holds(bytes, header.e_shoff, uint64_t(header.e_shnum) * sizeof(Elf64_Shdr))) {
        return false;
    }
    for (uint32_t i = 0; i < header.e_shnum; ++i) {
        Section section;
        std::memcpy(&section.header,
                    bytes.data() + header.e_shoff + i * sizeof(Elf64_Shdr),
                    sizeof(Elf64_Shdr));
        const Elf64_Shdr& at = section.header;
        const bool inFile = at.sh_type != SHT_NOBITS && at.sh_type != SHT_NULL;
        const bool aligned =
            at.sh_addralign <= kMostAlignment_B && (at.sh_addralign & (at.sh_addralign - 1)) == 0;
        if (!aligned || at.sh_size > kMostSection_B || at.sh_flags & SHF_TLS ||
            (inFile && !holds(bytes, at.sh_offset, at.sh_size))) {
            return false;
        }
        if (inFile) {
            section.bytes = bytes.subspan(at.sh_offset, at.sh_size);
        }
        m_sections.push_back(section);
    }
    return true;
}

bool ObjectFile::readSymbols() {
    const auto table = std::ranges::find(
        m_sections, uint32_t(SHT_SYMTAB), [](const Section& s) { return s.header.sh_type; });
    if (table == m_sections.end()) {
        return true;
    }
    const auto entries = tableOf<Elf64_Sym>(*table);
    if (!entries || table->header.sh_link >= m_sections.size()) {
        return false;
    }
    const std::span<const std::byte> bytes = m_sections[table->header.sh_link].bytes;
    const std::string_view names(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (const Elf64_Sym& entry : *entries) {
        const bool special = entry.st_shndx == SHN_UNDEF || entry.st_shndx == SHN_ABS;
        const size_t end = names.find('\0', entry.st_name);
        if (end == std::string_view::npos ||
            (!special && (entry.st_shndx >= m_sections.size() ||
                          entry.st_value > m_sections[entry.st_shndx].header.sh_size))) {
            return false;
        }
        m_symbols.push_back({entry, names.substr(entry.st_name, end - entry.st_name)});
    }
    return true;
}

bool ObjectFile::readRelocations() {
    for (const Section& section : m_sections) {
        const uint32_t target = section.header.sh_info;
        const bool relocates =
            section.header.sh_type == SHT_RELA || section.header.sh_type == SHT_REL;
        if (!relocates || target >= m_sections.size() || !m_sections[target].loaded()) {
            continue;
        }
        auto entries = tableOf<Elf64_Rela>(section);
        if (!entries || section.header.sh_type == SHT_REL) {
            return false;
        }
        for (const Elf64_Rela& entry : *entries) {
            if (ELF64_R_SYM(entry.r_info) >= m_symbols.size()) {
                return false;
            }
        }
        m_relocations.push_back({target, std::move(*entries)});
    }
    return true;
}

base::Result<ObjectFile> ObjectFile::read(std::span<const std::byte> bytes) {
    Elf64_Ehdr header;
    if (bytes.size() >= sizeof header) {
        std::memcpy(&header, bytes.data(), sizeof header);
    }
    if (bytes.size() < sizeof header || !isRelocatableX86(header)) {
        return base::Error{"not a relocatable object for x86-64"};
    }
    ObjectFile object;
    if (!object.readSections(bytes) || !object.readSymbols() || !object.readRelocations()) {
        return base::Error{"the object is damaged"};
    }
    return object;
}

} // namespace cpu::jit

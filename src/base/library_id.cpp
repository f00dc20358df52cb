// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/library_id.h"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <span>

#include <link.h>

namespace base {

namespace {

bool holds(const dl_phdr_info& object, uintptr_t address) {
    for (const auto& segment : std::span(object.dlpi_phdr, object.dlpi_phnum)) {
        const uintptr_t start = object.dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && address >= start && address - start < segment.p_memsz) {
            return true;
        }
    }
    return false;
}

std::vector<std::byte> buildId(std::span<const std::byte> notes, size_t align_B) {
    const auto padded = [&](size_t at) { return (at + align_B - 1) & ~(align_B - 1); };
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= notes.size();) {
        ElfW(Nhdr) note;
        std::memcpy(&note, notes.data() + at, sizeof note);
        const size_t name = at + sizeof note;
        const size_t value = padded(name + note.n_namesz);
        if (value + note.n_descsz > notes.size()) {
            break;
        }
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
            std::memcmp(notes.data() + name, "GNU", 4) == 0) {
            const auto id = notes.subspan(value, note.n_descsz);
            return {id.begin(), id.end()};
        }
        at = padded(value + note.n_descsz);
    }
    return {};
}

int takeOwn(dl_phdr_info* object, size_t, void* out) {
    if (!holds(*object, reinterpret_cast<uintptr_t>(&takeOwn))) {
        return 0;
    }
    auto& id = *static_cast<std::vector<std::byte>*>(out);
    for (const auto& segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
        if (segment.p_type == PT_NOTE && id.empty()) {
            const auto* notes =
                reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr);
            id = buildId({notes, segment.p_memsz}, segment.p_align == 8 ? 8 : 4);
        }
    }
    return 1;
}

} // namespace

const std::vector<std::byte>& libraryId() {
    // Never destroyed: threads may still ask while the process ends.
    static const auto& id = *[] {
        auto* const made = new std::vector<std::byte>;
        dl_iterate_phdr(takeOwn, made);
        return made;
    }();
    return id;
}

std::vector<std::byte> libraryIdOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const auto read = [&](uint64_t offset, void* to, size_t size_B) {
        file.seekg(std::streamoff(offset));
        file.read(static_cast<char*>(to), std::streamsize(size_B));
        return bool(file);
    };
    Elf64_Ehdr header;
    if (!read(0, &header, sizeof header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) {
        return {};
    }
    for (uint32_t i = 0; i < header.e_phnum; ++i) {
        constexpr uint64_t kLongest_B = 4096;
        Elf64_Phdr segment;
        if (!read(header.e_phoff + i * sizeof segment, &segment, sizeof segment)) {
            return {};
        }
        if (segment.p_type != PT_NOTE || segment.p_filesz > kLongest_B) {
            continue;
        }
        std::vector<std::byte> notes(segment.p_filesz);
        if (read(segment.p_offset, notes.data(), notes.size())) {
            if (auto id = buildId(notes, segment.p_align == 8 ? 8 : 4); !id.empty()) {
                return id;
            }
        }
    }
    return {};
}

} // namespace base

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Objects become callable without LLVM: programs whose shaders are all on disk never load it.

#include "cpu/jit/jit.h"
#include "cpu/jit/object_file.h"
#include "cpu/jit/perf_map.h"
#include "cpu/jit/runtime_symbols.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>
#include <map>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace cpu::jit {
namespace {

uint64_t padded(uint64_t at, uint64_t align_B) {
    return (at + align_B - 1) & ~(align_B - 1);
}

/// Pages of their own, written and then protected.
class Pages {
public:
    Pages() = default;
    ~Pages() {
        if (m_begin) {
            munmap(m_begin, m_size_B);
        }
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    bool map(size_t size_B) {
        void* const pages =
            mmap(nullptr, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) {
            return false;
        }
        m_begin = static_cast<std::byte*>(pages);
        m_size_B = size_B;
        return true;
    }
    std::byte* begin() const { return m_begin; }
    size_t size_B() const { return m_size_B; }

private:
    std::byte* m_begin = nullptr;
    size_t m_size_B = 0;
};

class LoadedCode final : public Code {
public:
    void* address(std::string_view symbol) const override {
        const auto it = m_symbols.find(symbol);
        return it == m_symbols.end() ? nullptr : it->second;
    }
    size_t size_B() const override { return m_pages.size_B(); }

    Pages& pages() { return m_pages; }
    void addSymbol(std::string_view name, void* address) { m_symbols.emplace(name, address); }

private:
    std::map<std::string, void*, std::less<>> m_symbols;
    Pages m_pages;
};

/// Where an object's parts lie, from the first page on: what is never written (code, constants,
/// addresses of symbols, jumps to those that are far), then whole pages of what is.
struct Layout {
    std::vector<uint64_t> sections; ///< By section; of those that are loaded.
    uint64_t addresses = 0;         ///< One of 8 bytes for each symbol.
    uint64_t jumps = 0;             ///< Likewise: jmp *address(%rip).
    uint64_t writable = 0;
    uint64_t end = 0;

    Layout(const ObjectFile& object, uint64_t page_B) : sections(object.sections().size()) {
        const uint64_t tables_B = object.symbols().size() * 8;
        place(object, false);
        addresses = padded(end, 8);
        jumps = addresses + tables_B;
        writable = end = padded(jumps + tables_B, page_B);
        place(object, true);
        end = padded(end, page_B);
    }

private:
    void place(const ObjectFile& object, bool writables) {
        for (size_t i = 0; i < sections.size(); ++i) {
            const ObjectFile::Section& section = object.sections()[i];
            if (section.loaded() && section.writable() == writables) {
                sections[i] = padded(end, std::max<uint64_t>(section.header.sh_addralign, 1));
                end = sections[i] + section.header.sh_size;
            }
        }
    }
};

class Loader {
public:
    Loader(const ObjectFile& object, const Layout& layout, std::byte* begin)
        : m_object(object), m_layout(layout), m_begin(begin) {}

    void copySections() {
        for (size_t i = 0; i < m_layout.sections.size(); ++i) {
            const ObjectFile::Section& section = m_object.sections()[i];
            if (section.loaded() && !section.bytes.empty()) {
                std::memcpy(
                    m_begin + m_layout.sections[i], section.bytes.data(), section.bytes.size());
            }
        }
    }

    base::Result<void> relocate() {
        for (const ObjectFile::Relocations& relocations : m_object.relocations()) {
            for (const Elf64_Rela& entry : relocations.entries) {
                if (auto done = relocate(relocations.section, entry); !done) {
                    return done;
                }
            }
        }
        return {};
    }

    /// Those that the object defines; null: an undefined one, or one that is nowhere.
    std::byte* defined(const ObjectFile::Symbol& symbol) const {
        const uint32_t section = symbol.entry.st_shndx;
        return section < m_layout.sections.size() && section != SHN_UNDEF &&
                       m_object.sections()[section].loaded()
                   ? m_begin + m_layout.sections[section] + symbol.entry.st_value
                   : nullptr;
    }

private:
    base::Result<uint64_t> valueOf(const ObjectFile::Symbol& symbol) const {
        if (symbol.entry.st_shndx == SHN_ABS) {
            return symbol.entry.st_value;
        }
        if (!symbol.undefined()) {
            const std::byte* const address = defined(symbol);
            return address ? base::Result<uint64_t>(reinterpret_cast<uint64_t>(address))
                           : base::Error{"the object refers to what is not loaded"};
        }
        void* const address = findSymbol(symbol.name);
        if (!address && ELF64_ST_BIND(symbol.entry.st_info) != STB_WEAK) {
            return base::Error{
                fmt::format("generated code needs the unknown symbol {}", symbol.name)};
        }
        return reinterpret_cast<uint64_t>(address);
    }

    template <typename T>
    static void write(std::byte* at, T value) {
        std::memcpy(at, &value, sizeof value);
    }

    /// The symbol's entry of the table of addresses, filled.
    uint64_t addressEntry(uint64_t symbol, uint64_t value) {
        std::byte* const at = m_begin + m_layout.addresses + symbol * 8;
        write(at, value);
        return reinterpret_cast<uint64_t>(at);
    }

    /// A jump to it that calls reach: kernels lie further away than calls do.
    uint64_t jumpTo(uint64_t symbol, uint64_t value) {
        const uint64_t entry = addressEntry(symbol, value);
        std::byte* const at = m_begin + m_layout.jumps + symbol * 8;
        write(at, uint16_t(0x25ff));
        write(at + 2, int32_t(entry - (reinterpret_cast<uint64_t>(at) + 6)));
        return reinterpret_cast<uint64_t>(at);
    }

    base::Result<void> relocate(uint32_t section, const Elf64_Rela& entry) {
        const uint64_t index = ELF64_R_SYM(entry.r_info);
        const uint32_t type = ELF64_R_TYPE(entry.r_info);
        const uint64_t size_B = m_object.sections()[section].header.sh_size;
        const uint64_t width_B = type == R_X86_64_64 || type == R_X86_64_PC64 ? 8 : 4;
        if (entry.r_offset > size_B || size_B - entry.r_offset < width_B) {
            return base::Error{"the object is damaged"};
        }
        const ObjectFile::Symbol& symbol = m_object.symbols()[index];
        const auto value = valueOf(symbol);
        if (!value) {
            return value.error();
        }
        std::byte* const at = m_begin + m_layout.sections[section] + entry.r_offset;
        const uint64_t place = reinterpret_cast<uint64_t>(at);
        const uint64_t addend = uint64_t(entry.r_addend);
        switch (type) {
        case R_X86_64_NONE:
            return {};
        case R_X86_64_64:
            write(at, *value + addend);
            return {};
        case R_X86_64_PC64:
            write(at, *value + addend - place);
            return {};
        case R_X86_64_PC32:
            return writeNear(at, *value + addend - place);
        case R_X86_64_PLT32:
            return writeNear(
                at, (symbol.undefined() ? jumpTo(index, *value) : *value) + addend - place);
        case R_X86_64_GOTPCREL:
        case R_X86_64_GOTPCRELX:
        case R_X86_64_REX_GOTPCRELX:
            return writeNear(at, addressEntry(index, *value) + addend - place);
        default:
            return base::Error{fmt::format("the object has relocations of type {}", type)};
        }
    }

    static base::Result<void> writeNear(std::byte* at, uint64_t distance) {
        if (int64_t(distance) != int32_t(distance)) {
            return base::Error{"generated code refers to what is too far away"};
        }
        write(at, int32_t(distance));
        return {};
    }

    const ObjectFile& m_object;
    const Layout& m_layout;
    std::byte* const m_begin;
};

} // namespace

base::Result<std::shared_ptr<const Code>> load(std::span<const std::byte> bytes) {
    const auto object = ObjectFile::read(bytes);
    if (!object) {
        return object.error();
    }
    const Layout layout(*object, uint64_t(sysconf(_SC_PAGESIZE)));
    auto code = std::make_shared<LoadedCode>();
    if (!code->pages().map(layout.end)) {
        throw std::bad_alloc();
    }
    std::byte* const begin = code->pages().begin();
    Loader loader(*object, layout, begin);
    loader.copySections();
    if (auto done = loader.relocate(); !done) {
        return done.error();
    }
    // Nothing is writable and executable at once.
    if (mprotect(begin, layout.writable, PROT_READ | PROT_EXEC) != 0) {
        return base::Error{"memory cannot be made executable"};
    }
    for (const ObjectFile::Symbol& symbol : object->symbols()) {
        std::byte* const address = symbol.name.empty() ? nullptr : loader.defined(symbol);
        if (!address) {
            continue;
        }
        if (symbol.exported()) {
            code->addSymbol(symbol.name, address);
        }
        if (ELF64_ST_TYPE(symbol.entry.st_info) == STT_FUNC) {
            addToPerfMap(symbol.name, reinterpret_cast<uint64_t>(address), symbol.entry.st_size);
        }
    }
    return std::shared_ptr<const Code>(std::move(code));
}

} // namespace cpu::jit

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "own_code.h"

#include <algorithm>
#include <array>
#include <elf.h>
#include <execinfo.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <span>
#include <stdexcept>
#include <string_view>

namespace process {

namespace {

constexpr std::string_view kNamespaces[] = {"2gl",
                                            "4glvk",
                                            "4glsl",
                                            "3egl",
                                            "6window",
                                            "4base",
                                            "5store",
                                            "6format",
                                            "5spirv",
                                            "6report",
                                            "3cpu"};

/// Of a mangled name (Itanium C++ ABI, 5.1): _ZN, qualifiers, length and name.
OwnCode::Owner ownerOfName(std::string_view name) {
    if (!name.starts_with("_Z")) {
        return OwnCode::Owner::Other;
    }
    name.remove_prefix(2);
    // Of what is local to a function, a lambda say, it is the function that counts.
    name.remove_prefix(std::min(name.find_first_not_of('Z'), name.size()));
    if (name.starts_with("N")) {
        name.remove_prefix(1);
        while (name.starts_with("K") || name.starts_with("V") || name.starts_with("R") ||
               name.starts_with("O")) {
            name.remove_prefix(1);
        }
    }
    if (name.starts_with("S") || name.starts_with("9__gnu_cxx")) {
        return OwnCode::Owner::Standard;
    }
    const bool ours = std::ranges::any_of(
        kNamespaces, [&](std::string_view space) { return name.starts_with(space); });
    return ours ? OwnCode::Owner::Driver : OwnCode::Owner::Other;
}

struct Loaded {
    std::string file;
    std::string path;
    uintptr_t base = 0, end = 0;
};

int find(dl_phdr_info* info, size_t, void* data) {
    auto& wanted = *static_cast<Loaded*>(data);
    if (std::string_view(info->dlpi_name).find(wanted.file) == std::string_view::npos) {
        return 0;
    }
    wanted.path = info->dlpi_name;
    wanted.base = info->dlpi_addr;
    for (const auto& header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
        if (header.p_type == PT_LOAD) {
            wanted.end = std::max(wanted.end, wanted.base + header.p_vaddr + header.p_memsz);
        }
    }
    return 1;
}

} // namespace

OwnCode::OwnCode(const std::string& file) {
    Loaded loaded;
    loaded.file = file;
    if (!dl_iterate_phdr(find, &loaded)) {
        throw std::runtime_error(file + " is not loaded");
    }
    m_begin = loaded.base;
    m_end = loaded.end;
    std::ifstream stream(loaded.path, std::ios::binary);
    const std::string image(std::istreambuf_iterator<char>(stream), {});
    const auto& header = *reinterpret_cast<const ElfW(Ehdr)*>(image.data());
    const std::span sections(reinterpret_cast<const ElfW(Shdr)*>(image.data() + header.e_shoff),
                             header.e_shnum);
    for (const ElfW(Shdr) & section : sections) {
        if (section.sh_type != SHT_SYMTAB) {
            continue;
        }
        const char* const names = image.data() + sections[section.sh_link].sh_offset;
        for (const ElfW(Sym) & symbol :
             std::span(reinterpret_cast<const ElfW(Sym)*>(image.data() + section.sh_offset),
                       section.sh_size / sizeof(ElfW(Sym)))) {
            if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value != 0) {
                const uintptr_t begin = loaded.base + symbol.st_value;
                m_functions.push_back(
                    {begin, begin + symbol.st_size, ownerOfName(names + symbol.st_name)});
            }
        }
    }
    if (m_functions.empty()) {
        throw std::runtime_error(file + " has no symbols");
    }
    std::ranges::sort(m_functions, {}, &Function::begin);
}

OwnCode::Owner OwnCode::ownerOf(const void* address) const {
    const auto at = reinterpret_cast<uintptr_t>(address);
    if (at < m_begin || at >= m_end) {
        return Owner::Elsewhere;
    }
    // A return address is behind the call, which may be the function's last.
    const auto next = std::ranges::upper_bound(m_functions, at - 1, {}, &Function::begin);
    const bool inside = next != m_functions.begin() && at - 1 < std::prev(next)->end;
    return inside ? std::prev(next)->owner : Owner::Other;
}

bool OwnCode::asks(const void* caller) const {
    return asks(caller, false);
}

bool OwnCode::asksAtAll(const void* caller) const {
    return asks(caller, true);
}

bool OwnCode::asks(const void* caller, bool others) const {
    const Owner first = ownerOf(caller);
    if (first == Owner::Driver || first == Owner::Other) {
        return first == Owner::Driver || others;
    }
    std::array<void*, 24> frames{};
    const int count = backtrace(frames.data(), int(frames.size()));
    const std::span stack(frames.data(), size_t(count));
    int outside = 0; // In the C++ library: a few frames at most.
    for (auto at = std::ranges::find(stack, caller); at != stack.end() && outside < 4; ++at) {
        const Owner owner = ownerOf(*at);
        if (owner == Owner::Driver || owner == Owner::Other) {
            return owner == Owner::Driver || others;
        }
        outside += owner == Owner::Elsewhere;
    }
    return false;
}

} // namespace process

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace process {

/// Tells the driver's own functions in a library that is loaded from those of the libraries that
/// are linked into it, by the namespaces in its symbol table.
class OwnCode {
public:
    /// Whose function an address is in.
    enum class Owner {
        Elsewhere, ///< Not in the library.
        Driver,
        Standard, ///< The C++ library's templates: it is the caller's that counts.
        Other
    };

    /// `file`: part of the library's file name. Throws std::runtime_error where it is not loaded,
    /// or stripped.
    explicit OwnCode(const std::string& file);

    Owner ownerOf(const void* address) const;
    /// Whether the calling thread asks for memory on behalf of a function of the driver.
    /// `caller`: who called operator new.
    bool asks(const void* caller) const;
    /// The same of any function of the library.
    bool asksAtAll(const void* caller) const;

private:
    bool asks(const void* caller, bool others) const;

    struct Function {
        uintptr_t begin;
        uintptr_t end;
        Owner owner;
    };

    uintptr_t m_begin = 0, m_end = 0;  ///< Of the library.
    std::vector<Function> m_functions; ///< By address.
};

} // namespace process

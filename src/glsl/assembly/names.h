// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/assembly/program.h"

#include <map>
#include <string_view>

namespace glsl::assembly {

/// What an identifier of a program stands for.
struct Name {
    enum class Kind : uint8_t { Temporary, Address, Attribute, Output, Parameter, Array };
    Kind kind = Kind::Temporary;
    int index = 0; ///< Of a register; a Result; into Program::parameters or Program::arrays.
    Attribute attribute{};
};

/// Identifiers that statements have established.
class Names {
public:
    /// Null: it has not been.
    [[nodiscard]] const Name* find(std::string_view name) const {
        const auto found = m_names.find(name);
        return found == m_names.end() ? nullptr : &found->second;
    }
    /// False: it has been already.
    [[nodiscard]] bool add(std::string_view name, const Name& what) {
        return m_names.emplace(name, what).second;
    }
    /// Keywords are no identifiers.
    [[nodiscard]] static bool isReserved(std::string_view name, bool isVertex);

private:
    std::map<std::string_view, Name> m_names; ///< They are parts of the program's text.
};

} // namespace glsl::assembly

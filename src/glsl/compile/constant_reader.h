// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/compile/frontend.h"
#include "glsl/compile/token_reader.h"
#include "glsl/interface/interface.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace glsl {

/// What a shader has declared up to where it is being read.
struct DeclaredNames {
    std::map<std::string, Type> structs;
    std::set<std::string> functions;
    std::set<std::string> constants;
    std::set<std::string> sizedArrays;      ///< variables whose length() is a constant
    std::map<std::string, size_t> literals; ///< constants of one number → its token
    /// What questions may name, as text: directives, structs and constants.
    std::string context;

    [[nodiscard]] bool isType(const std::string& name) const;
};

/// Questions to the compiler library and its answers.
struct Constants {
    ConstantValues values;
    bool areAsked = false;
};

/// Reads constant expressions. Those that are more than a number become questions when a shader is
/// read first, and have their values when it is read again.
class ConstantReader : private TokenReader {
public:
    ConstantReader(const std::vector<Token>& tokens,
                   const DeclaredNames& names,
                   Constants& constants)
        : TokenReader(tokens), m_names(names), m_constants(constants) {}

    /// Nothing of it is known at run time alone: numbers, operators, types, and names of constants
    /// and of functions that are the language's own.
    [[nodiscard]] bool isConstantExpression(size_t first, size_t end) const;
    /// Empty until the compiler library was asked.
    std::vector<std::byte> value(const ConstantExpression& expression);
    /// Of an expression of integers: none where it is no constant, or not known (yet).
    std::optional<int> integer(size_t first, size_t end);
    /// The same where the language wants a constant. Where the value stays unknown there is an
    /// error from then on.
    int requiredInteger(size_t first, size_t end);
    /// An error line; empty: every value that had to be known is.
    [[nodiscard]] const std::string& error() const { return m_error; }

private:
    [[nodiscard]] bool isArrayLength(size_t name) const;
    [[nodiscard]] bool isSequence(size_t open) const;

    const DeclaredNames& m_names;
    Constants& m_constants;
    std::string m_error;
};

} // namespace glsl

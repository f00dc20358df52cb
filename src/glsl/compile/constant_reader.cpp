// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/constant_reader.h"

#include "glsl/language/builtins.h"
#include "glsl/text/constants.h"

#include <cstring>

namespace glsl {

bool DeclaredNames::isType(const std::string& name) const {
    return structs.contains(name) || !typeNamed(name).name.empty();
}

bool ConstantReader::isConstantExpression(size_t first, size_t end) const {
    for (size_t i = first; i < end; ++i) {
        const std::string& name = m_tokens[i].text;
        if (isAt(i, "(") && isSequence(i)) {
            return false;
        }
        if (!m_tokens[i].isIdentifier() || isAt(i - 1, ".") || name == "true" || name == "false" ||
            m_names.isType(name) || m_names.constants.contains(name) ||
            name.starts_with("gl_Max") || name.starts_with("gl_Min") ||
            (isAt(i + 1, ".") && isAt(i + 2, "length") && m_names.sizedArrays.contains(name))) {
            continue;
        }
        const bool isFunction = isAt(i + 1, "(") && isBuiltinFunction(name) &&
                                !m_names.functions.contains(name) && name != "ftransform" &&
                                !name.starts_with("noise");
        if (!isFunction) {
            return false;
        }
    }
    return true;
}

// "(a, b)" that are no arguments: no constant expression.
bool ConstantReader::isSequence(size_t open) const {
    const size_t close = closing(m_tokens, open);
    const bool isCall = open > 0 && (m_tokens[open - 1].isIdentifier() || isAt(open - 1, "]"));
    return !isCall && partEnd(open + 1, close) != close;
}

std::vector<std::byte> ConstantReader::value(const ConstantExpression& expression) {
    const auto known = m_constants.values.find(expression);
    if (known != m_constants.values.end()) {
        return known->second;
    }
    if (!m_constants.areAsked) {
        m_constants.values[expression];
    }
    return {};
}

int ConstantReader::integer(size_t first, size_t end) {
    const auto literal =
        end == first + 1 ? m_names.literals.find(m_tokens[first].text) : m_names.literals.end();
    if (literal != m_names.literals.end()) {
        first = literal->second;
        end = first + 1;
    }
    if (const std::optional<int> simple = foldInteger(m_tokens, first, end)) {
        return *simple;
    }
    int result = 1;
    if (isConstantExpression(first, end)) {
        const std::vector<std::byte> bytes = value({"int", "", "int(" + textOf(first, end) + ")"});
        if (bytes.size() == sizeof result) {
            std::memcpy(&result, bytes.data(), sizeof result);
        }
    }
    return result;
}

std::optional<int> ConstantReader::index(size_t first, size_t end) {
    if (const auto simple = foldInteger(m_tokens, first, end)) {
        return simple;
    }
    return isConstantExpression(first, end) ? std::optional(integer(first, end)) : std::nullopt;
}

} // namespace glsl

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
            name.starts_with("gl_Max") || name.starts_with("gl_Min") || isArrayLength(i)) {
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

// "name.length()", "name[0].length()"
bool ConstantReader::isArrayLength(size_t name) const {
    size_t end = name + 1;
    while (isAt(end, "[")) {
        end = closing(m_tokens, end) + 1;
    }
    return isAt(end, ".") && isAt(end + 1, "length") &&
           m_names.sizedArrays.contains(m_tokens[name].text);
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

std::optional<int> ConstantReader::integer(size_t first, size_t end) {
    const auto literal =
        end == first + 1 ? m_names.literals.find(m_tokens[first].text) : m_names.literals.end();
    if (literal != m_names.literals.end()) {
        first = literal->second;
        end = first + 1;
    }
    if (const std::optional<int> simple = foldInteger(m_tokens, first, end)) {
        return simple;
    }
    int result = 0;
    if (!isConstantExpression(first, end)) {
        return std::nullopt;
    }
    const std::vector<std::byte> bytes = value({"int", "", "int(" + textOf(first, end) + ")"});
    if (bytes.size() != sizeof result) {
        return std::nullopt;
    }
    std::memcpy(&result, bytes.data(), sizeof result);
    return result;
}

int ConstantReader::requiredInteger(size_t first, size_t end) {
    const std::optional<int> known = integer(first, end);
    const bool isAsked = !m_constants.areAsked && isConstantExpression(first, end);
    if (!known && !isAsked && m_error.empty()) {
        m_error = "0:" + std::to_string(m_tokens[first].line) + ": error: '" +
                  m_tokens[first].text + "' : the value of the constant expression is not known\n";
    }
    return known.value_or(1);
}

} // namespace glsl

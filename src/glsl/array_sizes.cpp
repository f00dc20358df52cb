// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/array_sizes.h"

#include "glsl/constants.h"

#include <map>
#include <optional>

namespace glsl {

namespace {

// What was seen of an array that has no size yet.
struct Unsized {
    int highestIndex = -1;
    int line = 0; // of that index
};

class SizeCheck {
public:
    explicit SizeCheck(const std::vector<Token>& tokens) : m_tokens(tokens) {}

    std::string run() {
        for (size_t i = 1; i + 2 < m_tokens.size() && m_error.empty(); ++i) {
            if (m_tokens[i].isIdentifier() && m_tokens[i + 1].is("[") && !m_tokens[i - 1].is(".")) {
                subscript(i, closing(m_tokens, i + 1));
            }
        }
        return m_error;
    }

private:
    // "name[…]": a declaration behind a type, a use elsewhere.
    void subscript(size_t i, size_t close) {
        const Token& previous = m_tokens[i - 1];
        const bool isDeclaration =
            (previous.isIdentifier() && !previous.is("return") && !previous.is("else")) ||
            previous.is("]");
        const auto known = m_unsized.find(m_tokens[i].text);
        if (!isDeclaration) {
            const auto index = foldInteger(m_tokens, i + 2, close);
            if (known != m_unsized.end() && index && *index > known->second.highestIndex) {
                known->second = {*index, m_tokens[i].line};
            }
            return;
        }
        const std::optional<int> size =
            close == i + 2 ? initializerSize(close + 1) : foldInteger(m_tokens, i + 2, close);
        if (known == m_unsized.end()) {
            if (!size) {
                m_unsized[m_tokens[i].text] = {};
            }
        } else if (size) {
            if (known->second.highestIndex >= *size) {
                m_error = "0:" + std::to_string(known->second.line) +
                          ": error: '[' : array index out of range\n";
            }
            m_unsized.erase(known);
        }
    }

    // The elements of "[2] = float[][2](a, b)" or of "= {a, b}"; none where there is neither.
    [[nodiscard]] std::optional<int> initializerSize(size_t i) const {
        const auto isAt = [&](std::string_view text) {
            return i < m_tokens.size() && m_tokens[i].is(text);
        };
        const auto skipBrackets = [&] {
            while (isAt("[")) {
                i = closing(m_tokens, i) + 1;
            }
        };
        skipBrackets();
        if (!isAt("=")) {
            return std::nullopt;
        }
        ++i;
        if (i < m_tokens.size() && m_tokens[i].isIdentifier() && i + 1 < m_tokens.size() &&
            m_tokens[i + 1].is("[")) {
            ++i;
            skipBrackets();
        }
        return isAt("(") || isAt("{") ? std::optional(partsBetween(i)) : std::nullopt;
    }

    // The comma-separated parts between a pair of brackets.
    [[nodiscard]] int partsBetween(size_t open) const {
        const size_t close = closing(m_tokens, open);
        int parts = 1;
        for (size_t i = open + 1; i < close; ++i) {
            if (m_tokens[i].is("(") || m_tokens[i].is("[") || m_tokens[i].is("{")) {
                i = closing(m_tokens, i);
            } else if (m_tokens[i].is(",") && !m_tokens[i + 1].is("}")) {
                ++parts;
            }
        }
        return parts;
    }

    const std::vector<Token>& m_tokens;
    std::map<std::string, Unsized> m_unsized;
    std::string m_error;
};

} // namespace

std::string arraySizeError(const std::vector<Token>& tokens) {
    return SizeCheck(tokens).run();
}

} // namespace glsl

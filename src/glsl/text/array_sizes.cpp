// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/array_sizes.h"

#include "glsl/text/constants.h"

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
    // "name[…]": a declaration behind a type, or "type[…] name"; a use elsewhere.
    void subscript(size_t i, size_t close) {
        const Token& previous = m_tokens[i - 1];
        const bool isBehindType =
            (previous.isIdentifier() && !previous.is("return") && !previous.is("else")) ||
            previous.is("]");
        const size_t behind = behindBrackets(i + 1);
        if (isBehindType) {
            declaration(m_tokens[i].text, i + 2, close, behind);
        } else if (behind < m_tokens.size() && m_tokens[behind].isIdentifier()) {
            declaration(m_tokens[behind].text, i + 2, close, behind + 1);
        } else if (const auto known = m_unsized.find(m_tokens[i].text); known != m_unsized.end()) {
            const auto index = foldInteger(m_tokens, i + 2, close);
            if (index && *index > known->second.highestIndex) {
                known->second = {*index, m_tokens[i].line};
            }
        }
    }

    // Its size stands from `first` to `end`, or is that of the initializer at `rest`.
    void declaration(const std::string& name, size_t first, size_t end, size_t rest) {
        const std::optional<int> size =
            first == end ? initializerSize(rest) : foldInteger(m_tokens, first, end);
        const auto known = m_unsized.find(name);
        if (!size) {
            m_unsized.try_emplace(name);
        } else if (known != m_unsized.end()) {
            if (known->second.highestIndex >= *size) {
                m_error = "0:" + std::to_string(known->second.line) +
                          ": error: '[' : array index out of range\n";
            }
            m_unsized.erase(known);
        }
    }

    // The index of what follows "[…][…]".
    [[nodiscard]] size_t behindBrackets(size_t i) const {
        while (i < m_tokens.size() && m_tokens[i].is("[")) {
            i = closing(m_tokens, i) + 1;
        }
        return i;
    }

    // The elements of "= float[][2](a, b)" or of "= {a, b}"; none where there is neither.
    [[nodiscard]] std::optional<int> initializerSize(size_t i) const {
        const auto isAt = [&](std::string_view text) {
            return i < m_tokens.size() && m_tokens[i].is(text);
        };
        if (!isAt("=")) {
            return std::nullopt;
        }
        ++i;
        if (i + 1 < m_tokens.size() && m_tokens[i].isIdentifier() && m_tokens[i + 1].is("[")) {
            i = behindBrackets(i + 1);
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

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/text/tokens.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

/// What reads declarations asks of their tokens. An index may lie behind the last.
class TokenReader {
protected:
    explicit TokenReader(const std::vector<Token>& tokens) : m_tokens(tokens) {}

    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    [[nodiscard]] std::string textOf(size_t first, size_t end) const {
        std::string text;
        for (size_t i = first; i < end && i < m_tokens.size(); ++i) {
            text += m_tokens[i].text + " ";
        }
        return text;
    }

    /// The "," or ";" that follows, brackets skipped; `end` where none does.
    [[nodiscard]] size_t partEnd(size_t i, size_t end) const {
        while (i < end && !isAt(i, ",") && !isAt(i, ";")) {
            const bool opens = isAt(i, "(") || isAt(i, "[") || isAt(i, "{");
            i = (opens ? closing(m_tokens, i) : i) + 1;
        }
        return std::min(i, end);
    }

    const std::vector<Token>& m_tokens;
};

} // namespace glsl

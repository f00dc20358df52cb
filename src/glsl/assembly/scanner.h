// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace glsl::assembly {

/// Takes the text of an assembly program apart. What a digit begins is for the grammar to say
/// ("2D", "0..3", "1.5"), so that tokens are asked for by kind. The first error ends the text:
/// whatever is asked for then is not there.
class Scanner {
public:
    /// Of what follows `start` bytes.
    Scanner(std::string_view text, size_t start) : m_text(text), m_at(start) {}

    [[nodiscard]] bool atEnd();
    /// Of the next token, in bytes from the text's beginning.
    [[nodiscard]] size_t position();

    /// True where the punctuation came next; it is taken then.
    bool accept(char punctuation);
    bool acceptRange(); ///< ".."
    /// The same for a word that is a token.
    bool acceptWord(std::string_view word);
    /// The same for a point and that word, of which neither is taken without the other.
    bool acceptMember(std::string_view word);
    /// An error unless it comes next.
    void expect(char punctuation);
    void expectWord(std::string_view word);

    /// A name or keyword; empty: none comes next.
    std::string_view word();
    [[nodiscard]] std::string_view peekWord();
    /// The same, and it may begin with a digit.
    std::string_view wordOrNumber();
    std::optional<unsigned> integer(); ///< As large as can be where it is too large.
    std::optional<float> number();     ///< Without a sign, finite.

    /// The first error counts. At the next token, or where a token was.
    void fail(std::string message) { failAt(position(), std::move(message)); }
    void failAt(size_t position, std::string message);
    [[nodiscard]] bool failed() const { return !m_error.empty(); }
    [[nodiscard]] const std::string& error() const { return m_error; }
    [[nodiscard]] size_t errorPosition() const { return m_errorPosition; }

private:
    void skipSpace();
    [[nodiscard]] char peek(size_t ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    std::string_view take(size_t length);

    std::string_view m_text;
    size_t m_at;
    std::string m_error;
    size_t m_errorPosition = 0;
};

} // namespace glsl::assembly

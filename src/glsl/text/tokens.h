// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

enum class TokenKind : uint8_t {
    Identifier, ///< keywords too
    Number,
    Punct,     // one operator, longest match
    Directive, ///< a whole preprocessor line with its continuations
    Other,     // bytes that no token starts with
};

/// A piece of shader text. Comments and white space are no tokens; `offset` is where the text lay.
struct Token {
    TokenKind kind = TokenKind::Other;
    std::string text;
    int line = 1;
    size_t offset = 0;
    /// Text the rewriter puts around the token when writing it out.
    std::string before = {};
    std::string after = {};

    [[nodiscard]] bool is(std::string_view s) const {
        return kind != TokenKind::Directive && text == s;
    }
    [[nodiscard]] bool isIdentifier() const { return kind == TokenKind::Identifier; }
};

/// Accepts any bytes. Line continuations (backslash, newline) are honoured inside directives only:
/// the preprocessor has removed the others before rewriting looks.
[[nodiscard]] std::vector<Token> tokenize(std::string_view source);

/// The index of the bracket, of any kind, that closes the one at `open`; the last token when none
/// does.
[[nodiscard]] size_t closing(const std::vector<Token>& tokens, size_t open);

/// The tokens as text again, one space apart, each on its line.
[[nodiscard]] std::string writeTokens(const std::vector<Token>& tokens);

} // namespace glsl

// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/tokens.h"

#include <algorithm>
#include <array>

namespace glsl {

namespace {

bool isIdentifierStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isIdentifierPart(char c) {
    return isIdentifierStart(c) || isDigit(c);
}

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

constexpr std::array<std::string_view, 25> kOperators = {
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
    "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "##", "::", "->", "..",
};

/// The bytes that operators of several go on with.
bool isOperatorPart(char c) {
    return std::string_view("<>=+-&|^#:.").find(c) != std::string_view::npos;
}

/// Of a token, with the space around it.
constexpr size_t kUsualLength = 4;

class Tokenizer {
public:
    explicit Tokenizer(std::string_view source) : m_source(source) {
        m_tokens.reserve(source.size() / kUsualLength + 1);
    }

    std::vector<Token> run() {
        while (m_at < m_source.size()) {
            step();
        }
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] char peek(size_t ahead = 0) const {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
    }

    void step() {
        const char c = peek();
        if (c == '\n') {
            ++m_line;
            ++m_at;
            m_lineHasToken = false;
        } else if (isSpace(c)) {
            ++m_at;
        } else if (c == '\\' && peek(1) == '\n') {
            m_at += 2;
            ++m_line;
        } else if (c == '/' && peek(1) == '/') {
            skipLineComment();
        } else if (c == '/' && peek(1) == '*') {
            skipBlockComment();
        } else if (c == '#' && !m_lineHasToken) {
            directive();
        } else if (isIdentifierStart(c)) {
            takeWhile(TokenKind::Identifier, isIdentifierPart);
        } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            number();
        } else {
            punct();
        }
    }

    void skipLineComment() {
        while (m_at < m_source.size() && peek() != '\n') {
            m_at += peek() == '\\' && peek(1) == '\n' ? (++m_line, 2) : 1;
        }
    }

    void skipBlockComment() {
        const size_t end = m_source.find("*/", m_at + 2);
        const size_t stop = end == std::string_view::npos ? m_source.size() : end + 2;
        m_line += int(std::count(m_source.begin() + m_at, m_source.begin() + stop, '\n'));
        m_at = stop;
    }

    void directive() {
        const size_t start = m_at;
        const int line = m_line;
        std::string text;
        while (m_at < m_source.size() && peek() != '\n') {
            if (peek() == '\\' && peek(1) == '\n') {
                ++m_line;
                m_at += 2;
                text += ' ';
            } else if (peek() == '/' && peek(1) == '/') {
                skipLineComment();
            } else if (peek() == '/' && peek(1) == '*') {
                skipBlockComment();
                text += ' ';
            } else {
                text += m_source[m_at++];
            }
        }
        m_tokens.push_back({TokenKind::Directive, std::move(text), line, start});
    }

    void number() {
        const size_t start = m_at;
        const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
        while (m_at < m_source.size()) {
            const char c = peek();
            const char previous = m_at > start ? m_source[m_at - 1] : '\0';
            const bool exponentSign =
                (c == '+' || c == '-') && !hex && (previous == 'e' || previous == 'E');
            if (!isIdentifierPart(c) && c != '.' && !exponentSign) {
                break;
            }
            ++m_at;
        }
        push(TokenKind::Number, start);
    }

    void punct() {
        const size_t start = m_at++;
        if (isOperatorPart(peek())) {
            const std::string_view rest = m_source.substr(start);
            const auto op = std::ranges::find_if(kOperators, [&](std::string_view candidate) {
                return rest.starts_with(candidate);
            });
            m_at += op == kOperators.end() ? 0 : op->size() - 1;
        }
        const unsigned char c = static_cast<unsigned char>(m_source[start]);
        push(c > 0x20 && c < 0x7f ? TokenKind::Punct : TokenKind::Other, start);
    }

    template <typename Predicate>
    void takeWhile(TokenKind kind, Predicate predicate) {
        const size_t start = m_at;
        while (m_at < m_source.size() && predicate(m_source[m_at])) {
            ++m_at;
        }
        push(kind, start);
    }

    void push(TokenKind kind, size_t start) {
        m_lineHasToken = true;
        Token& token = m_tokens.emplace_back();
        token.kind = kind;
        token.text = m_source.substr(start, m_at - start);
        token.line = m_line;
        token.offset = start;
    }

    std::string_view m_source;
    size_t m_at = 0;
    int m_line = 1;
    bool m_lineHasToken = false;
    std::vector<Token> m_tokens;
};

} // namespace

std::vector<Token> tokenize(std::string_view source) {
    return Tokenizer(source).run();
}

size_t closing(const std::vector<Token>& tokens, size_t open) {
    int depth = 0;
    for (size_t i = open; i < tokens.size(); ++i) {
        const Token& t = tokens[i];
        if (t.is("(") || t.is("[") || t.is("{")) {
            ++depth;
        } else if ((t.is(")") || t.is("]") || t.is("}")) && --depth == 0) {
            return i;
        }
    }
    return tokens.size() - 1;
}

std::string writeTokens(const std::vector<Token>& tokens) {
    std::string out;
    int line = 1;
    bool lineStart = true;
    for (const Token& t : tokens) {
        if (t.text.empty() && t.before.empty() && t.after.empty()) {
            continue;
        }
        for (; line < t.line; ++line) {
            out += '\n';
            lineStart = true;
        }
        if (!lineStart) {
            out += ' ';
        }
        out += t.before;
        out += t.text;
        out += t.after;
        lineStart = false;
        if (t.kind == TokenKind::Directive) {
            out += '\n';
            ++line;
            lineStart = true;
        }
    }
    out += '\n';
    return out;
}

} // namespace glsl

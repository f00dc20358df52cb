// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/assembly/scanner.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace glsl::assembly {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isWordCharacter(char c) {
    return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$';
}

} // namespace

void Scanner::skipSpace() {
    for (; m_at < m_text.size(); ++m_at) {
        const char c = m_text[m_at];
        if (c == '#') {
            m_at = std::min(m_text.find_first_of("\n\r", m_at), m_text.size());
            if (m_at == m_text.size()) {
                return;
            }
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            return;
        }
    }
}

std::string_view Scanner::take(size_t length) {
    const std::string_view taken = m_text.substr(m_at, length);
    m_at += length;
    return taken;
}

bool Scanner::atEnd() {
    skipSpace();
    return m_at == m_text.size();
}

size_t Scanner::position() {
    skipSpace();
    return m_at;
}

bool Scanner::accept(char punctuation) {
    skipSpace();
    if (m_at == m_text.size() || peek() != punctuation) {
        return false;
    }
    ++m_at;
    return true;
}

bool Scanner::acceptRange() {
    skipSpace();
    if (peek() != '.' || peek(1) != '.') {
        return false;
    }
    m_at += 2;
    return true;
}

bool Scanner::acceptWord(std::string_view word) {
    if (peekWord() != word) {
        return false;
    }
    m_at += word.size();
    return true;
}

bool Scanner::acceptMember(std::string_view word) {
    const size_t before = position();
    if (accept('.') && acceptWord(word)) {
        return true;
    }
    m_at = before;
    return false;
}

void Scanner::expect(char punctuation) {
    if (!accept(punctuation)) {
        fail(std::string("'") + punctuation + "' is missing");
    }
}

void Scanner::expectWord(std::string_view word) {
    if (!acceptWord(word)) {
        fail("'" + std::string(word) + "' is missing");
    }
}

std::string_view Scanner::peekWord() {
    skipSpace();
    if (isDigit(peek())) {
        return {};
    }
    size_t length = 0;
    while (isWordCharacter(peek(length))) {
        ++length;
    }
    return m_text.substr(m_at, length);
}

std::string_view Scanner::word() {
    const std::string_view found = peekWord();
    m_at += found.size();
    return found;
}

std::string_view Scanner::wordOrNumber() {
    skipSpace();
    size_t length = 0;
    while (isWordCharacter(peek(length))) {
        ++length;
    }
    return take(length);
}

std::optional<unsigned> Scanner::integer() {
    skipSpace();
    size_t length = 0;
    while (isDigit(peek(length))) {
        ++length;
    }
    if (length == 0) {
        return std::nullopt;
    }
    const std::string_view digits = take(length);
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + length, value);
    return error == std::errc{} ? value : std::numeric_limits<unsigned>::max();
}

std::optional<float> Scanner::number() {
    skipSpace();
    size_t length = 0;
    const auto digits = [&] {
        const size_t before = length;
        while (isDigit(peek(length))) {
            ++length;
        }
        return length > before;
    };
    bool any = digits();
    if (peek(length) == '.') {
        ++length;
        any |= digits();
    }
    if (!any) {
        return std::nullopt;
    }
    if (peek(length) == 'e' || peek(length) == 'E') {
        const size_t before = length++;
        length += peek(length) == '+' || peek(length) == '-' ? 1 : 0;
        if (!digits()) {
            length = before; // No exponent: a word follows, which is an error of its own.
        }
    }
    const std::string_view text = take(length);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr float kLargest = std::numeric_limits<float>::max();
    if (error == std::errc::result_out_of_range) {
        // Either way out: what is below all numbers is zero.
        const size_t exponent = text.find_first_of("eE");
        const bool isSmall =
            exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
        return isSmall ? 0.0f : kLargest;
    }
    return float(std::min(value, double(kLargest)));
}

void Scanner::failAt(size_t position, std::string message) {
    if (!failed()) {
        m_error = std::move(message);
        m_errorPosition = position;
    }
    m_at = m_text.size();
}

} // namespace glsl::assembly

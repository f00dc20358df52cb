// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/switch_labels.h"

namespace glsl {

namespace {

std::string textOf(const std::vector<Token>& tokens, size_t first, size_t end) {
    std::string text;
    for (size_t i = first; i < end; ++i) {
        text += " " + tokens[i].text;
    }
    return text;
}

// The statements declare a variable of the name: behind a label it may be another one than in the
// head of the switch.
bool declare(const std::vector<Token>& tokens, size_t open, size_t close, const Token& name) {
    for (size_t i = open + 1; i < close; ++i) {
        const Token& previous = tokens[i - 1];
        const bool isBehindType = (previous.isIdentifier() && !previous.is("case") &&
                                   !previous.is("return") && !previous.is("else")) ||
                                  previous.is(",");
        if (isBehindType && tokens[i].text == name.text) {
            return true;
        }
    }
    return false;
}

// The colon of the label that starts behind `i`.
size_t labelEnd(const std::vector<Token>& tokens, size_t i, size_t end) {
    int choices = 0;
    for (; i < end; ++i) {
        choices += tokens[i].is("?") ? 1 : 0;
        if (tokens[i].is(":") && choices-- == 0) {
            break;
        }
    }
    return i;
}

// The switch at `i`.
bool compareLabels(std::vector<Token>& tokens, size_t i) {
    const size_t head = closing(tokens, i + 1);
    if (head + 1 >= tokens.size() || !tokens[head + 1].is("{")) {
        return false;
    }
    const size_t close = closing(tokens, head + 1);
    for (size_t k = i + 2; k < head; ++k) {
        if (tokens[k].isIdentifier() && declare(tokens, head + 1, close, tokens[k])) {
            return false;
        }
    }
    const std::string value = textOf(tokens, i + 2, head);
    bool has = false;
    for (size_t k = head + 2; k < close; ++k) {
        if (tokens[k].is("{")) {
            k = closing(tokens, k); // labels there are another switch's
        } else if (tokens[k].is("case")) {
            const size_t colon = labelEnd(tokens, k + 1, close);
            tokens[colon].after += " (" + value + " ) == (" + textOf(tokens, k + 1, colon) + " );";
            has = true;
        }
    }
    return has;
}

} // namespace

std::string withComparedLabels(std::vector<Token> tokens) {
    bool has = false;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (tokens[i].is("switch") && tokens[i + 1].is("(")) {
            has |= compareLabels(tokens, i);
        }
    }
    return has ? writeTokens(tokens) : std::string();
}

} // namespace glsl

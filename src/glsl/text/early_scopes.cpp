// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/early_scopes.h"

#include "glsl/text/tokens.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace glsl {

namespace {

constexpr int kMostStructs = 64; // within others
constexpr std::string_view kFunctionPrefix = "gdf_";
constexpr std::string_view kStructPrefix = "gds_";

bool isAt(const std::vector<Token>& tokens, size_t i, std::string_view text) {
    return i < tokens.size() && tokens[i].is(text);
}

/// Names of the outermost scope that are both a function's and a variable's.
std::set<std::string> sharedNames(const std::vector<Token>& tokens) {
    std::set<std::string> functions, variables, shared;
    int depth = 0;
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        const Token& t = tokens[i];
        depth += t.is("{") || t.is("(") ? 1 : t.is("}") || t.is(")") ? -1 : 0;
        if (depth != 0 || !t.isIdentifier() || !tokens[i - 1].isIdentifier()) {
            continue;
        }
        if (tokens[i + 1].is("(")) {
            functions.insert(t.text);
        } else if (tokens[i + 1].is("=") || tokens[i + 1].is(";") || tokens[i + 1].is("[")) {
            variables.insert(t.text);
        }
    }
    std::ranges::set_intersection(functions, variables, std::inserter(shared, shared.end()));
    return shared;
}

bool renameFunctions(std::string& source) {
    const std::vector<Token> tokens = tokenize(source);
    const std::set<std::string> names = sharedNames(tokens);
    for (size_t i = tokens.size(); !names.empty() && i-- > 0;) {
        if (isAt(tokens, i + 1, "(") && tokens[i].isIdentifier() &&
            names.contains(tokens[i].text)) {
            source.insert(tokens[i].offset, kFunctionPrefix);
        }
    }
    return !names.empty();
}

/// The first token of the statement that the one at `i` is in.
size_t statementStart(const std::vector<Token>& tokens, size_t i) {
    while (i > 0 && tokens[i - 1].kind != TokenKind::Directive && !tokens[i - 1].is(";") &&
           !tokens[i - 1].is("{") && !tokens[i - 1].is("}")) {
        --i;
    }
    return i;
}

/// Moves one struct out of another. False: there is none.
bool liftStruct(std::string& source, int number) {
    const std::vector<Token> tokens = tokenize(source);
    size_t outer = 0, outerClose = 0;
    for (size_t i = 0; i + 2 < tokens.size(); ++i) {
        const size_t open = isAt(tokens, i + 1, "{") ? i + 1 : i + 2;
        if (!tokens[i].is("struct") || !tokens[open].is("{")) {
            continue;
        }
        const size_t close = closing(tokens, open);
        if (i >= outerClose) {
            outer = i;
            outerClose = close;
            continue;
        }
        const size_t from = tokens[i].offset;
        const size_t end = tokens[close].offset + 1;
        std::string text = source.substr(from, end - from);
        const std::string name = open == i + 2
                                     ? tokens[i + 1].text
                                     : std::string(kStructPrefix) + std::to_string(number);
        if (open == i + 1) {
            text.insert(std::string_view("struct").size(), " " + name);
        }
        source.replace(from,
                       end - from,
                       name + " " + std::string(size_t(std::ranges::count(text, '\n')), '\n'));
        std::ranges::replace(text, '\n', ' ');
        source.insert(tokens[statementStart(tokens, outer)].offset, text + "; ");
        return true;
    }
    return false;
}

} // namespace

std::optional<std::string> withoutEarlyScopes(const std::string& preprocessed) {
    std::string source = preprocessed;
    bool isChanged = renameFunctions(source);
    for (int number = 0; number < kMostStructs && liftStruct(source, number); ++number) {
        isChanged = true;
    }
    return isChanged ? std::optional(std::move(source)) : std::nullopt;
}

} // namespace glsl

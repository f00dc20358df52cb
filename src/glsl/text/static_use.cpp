// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/static_use.h"

#include <algorithm>

namespace glsl {

namespace {

// An identifier behind which another one is no declaration.
bool isStatementWord(const Token& t) {
    return t.is("return") || t.is("else") || t.is("do") || t.is("case");
}

// A name behind a type: "vec4 a", "float[2] a".
bool isDeclared(const std::vector<Token>& tokens, size_t i) {
    if (i == 0 || !tokens[i].isIdentifier()) {
        return false;
    }
    const Token& previous = tokens[i - 1];
    return (previous.isIdentifier() && !isStatementWord(previous)) || previous.is("]");
}

// Variables and parameters that the function declares.
std::set<std::string> localNames(const std::vector<Token>& tokens, const FunctionTokens& function) {
    std::set<std::string> names;
    for (size_t i = function.parameters; i < function.close; ++i) {
        if (!isDeclared(tokens, i)) {
            continue;
        }
        names.insert(tokens[i].text);
        // "float a = f(x, y), b;"
        for (size_t k = i + 1; i > function.open && k < function.close; ++k) {
            if (tokens[k].is(";") || tokens[k].is(")")) {
                break;
            }
            if (tokens[k].is("(") || tokens[k].is("[") || tokens[k].is("{")) {
                k = closing(tokens, k);
            } else if (tokens[k].is(",") && k + 1 < function.close) {
                names.insert(tokens[k + 1].text);
            }
        }
    }
    return names;
}

} // namespace

std::set<std::string> namedInputs(const std::vector<Token>& tokens,
                                  const std::vector<FunctionTokens>& functions,
                                  const std::vector<Global>& globals) {
    std::set<std::string> inputs;
    for (const Global& global : globals) {
        if (global.storage == Storage::Input && !global.isBlock) {
            inputs.insert(global.name);
        }
    }
    std::set<std::string> named;
    for (const FunctionTokens& function : functions) {
        std::set<std::string> locals;
        bool areLocalsKnown = false;
        for (size_t i = function.open; i < function.close; ++i) {
            const Token& t = tokens[i];
            if (!t.isIdentifier() || tokens[i - 1].is(".") || !inputs.contains(t.text)) {
                continue;
            }
            if (!areLocalsKnown) {
                locals = localNames(tokens, function);
                areLocalsKnown = true;
            }
            if (!locals.contains(t.text)) {
                named.insert(t.text);
            }
        }
    }
    return named;
}

} // namespace glsl

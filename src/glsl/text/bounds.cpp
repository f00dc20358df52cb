// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/bounds.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>

namespace glsl {

namespace {

// Real shaders stay far below all of these.
constexpr int kMaxNesting = 200;          // brackets of all kinds
constexpr int kMaxExpressionDepth = 2000; // operators that may nest within one statement
constexpr int kMaxElseChain = 200;        // else if … else if …
constexpr int kMaxStatementCommas = 20000;
constexpr uint64_t kMaxExpandedTokens = 4'000'000;
constexpr uint64_t kMaxMacroTokens = 200'000;
constexpr int kMaxLabels = 1024;    // of one switch; the library compares each with all before
constexpr int kMaxGlobals = 4096;   // statements outside of functions
constexpr int kMaxNumbers = 20'000; // literals; the library looks for each among all before

std::string error(int line, std::string_view what) {
    return "0:" + std::to_string(line) + ": error: " + std::string(what) + "\n";
}

// Nesting and expression depth of one run of tokens.
class DepthMeter {
public:
    // Feeds one token; the error, or empty.
    std::string feed(const Token& t) {
        if (m_levels.back().ended && !t.is("else")) {
            m_levels.back().elseChain = 0;
        }
        m_levels.back().ended = false;
        if (t.is("(") || t.is("[") || t.is("{")) {
            m_levels.push_back({});
            if (m_levels.size() > kMaxNesting) {
                return error(t.line, "brackets nest too deeply");
            }
            if (t.is("{")) {
                m_levels.back().isBlock = true;
            }
        } else if (t.is(")") || t.is("]") || t.is("}")) {
            pop();
            if (m_total > kMaxExpressionDepth) {
                return error(t.line, "expression is too complex");
            }
        } else if (t.is(";")) {
            m_total -= m_levels.back().operators;
            m_levels.back().operators = 0;
            m_levels.back().commas = 0;
        } else if (t.is(",")) {
            m_total -= m_levels.back().operators;
            m_levels.back().operators = 0;
            if (++m_levels.back().commas > kMaxStatementCommas) {
                return error(t.line, "too many elements in a list");
            }
        } else if (t.is("else")) {
            if (++m_levels.back().elseChain > kMaxElseChain) {
                return error(t.line, "else branches nest too deeply");
            }
        } else if (t.is("if") || t.is("for") || t.is("while") || t.is("do")) {
            // "if (a) if (b) …" nests without brackets.
            if (++m_levels.back().operators; ++m_total > kMaxExpressionDepth) {
                return error(t.line, "statements nest too deeply");
            }
            if (++m_levels.back().controls > kMaxNesting) {
                return error(t.line, "statements nest too deeply");
            }
            return {};
        } else if (t.kind == TokenKind::Punct) {
            ++m_levels.back().operators;
            if (++m_total > kMaxExpressionDepth) {
                return error(t.line, "expression is too complex");
            }
        }
        if (t.is(";") || t.is("}")) {
            m_levels.back().controls = 0;
            m_levels.back().ended = true;
        }
        return {};
    }

private:
    struct Level {
        int operators = 0;
        int commas = 0;
        int controls = 0;
        int elseChain = 0;
        bool ended = false; // a statement has just ended: a chain goes on only with "else"
        bool isBlock = false;
    };

    void pop() {
        if (m_levels.size() > 1) {
            const bool isBlock = m_levels.back().isBlock;
            const int operators = m_levels.back().operators;
            m_levels.pop_back();
            m_total -= operators;
            // "a[0][0][0]" and "(a)(b)" chain: a closed bracket is one step deep itself.
            if (!isBlock) {
                ++m_levels.back().operators;
                ++m_total;
            } else {
                m_total -= m_levels.back().operators;
                m_levels.back().operators = 0;
                m_levels.back().commas = 0;
            }
        }
    }

    std::vector<Level> m_levels = std::vector<Level>(1);
    int m_total = 0;
};

struct Macro {
    std::vector<Token> body;
    std::set<std::string> parameters;
    bool isFunction = false;
};

// "#define NAME(params) body" → name and macro; an empty name for other directives.
std::pair<std::string, Macro> readDefine(const Token& directive) {
    std::string_view text = directive.text;
    text.remove_prefix(1);
    std::vector<Token> tokens = tokenize(text);
    if (tokens.size() < 2 || !tokens[0].is("define") || !tokens[1].isIdentifier()) {
        return {};
    }
    Macro macro;
    size_t i = 2;
    // A parameter list only when the parenthesis touches the name.
    const bool touches = tokens.size() > 2 && tokens[2].is("(") &&
                         tokens[2].offset == tokens[1].offset + tokens[1].text.size();
    if (touches) {
        macro.isFunction = true;
        for (++i; i < tokens.size() && !tokens[i].is(")"); ++i) {
            if (tokens[i].isIdentifier()) {
                macro.parameters.insert(tokens[i].text);
            }
        }
        ++i;
    }
    for (; i < tokens.size(); ++i) {
        macro.body.push_back(tokens[i]);
    }
    return {tokens[1].text, std::move(macro)};
}

// Upper bounds of how many tokens macros grow to. Several definitions of one name count as their
// worst.
class ExpansionMeter {
public:
    void define(const std::string& name, Macro macro) { m_macros.emplace(name, std::move(macro)); }

    // Tokens that one use makes, its arguments' not counted.
    uint64_t size(const std::string& name) {
        if (const auto known = m_sizes.find(name); known != m_sizes.end()) {
            return known->second;
        }
        m_sizes[name] = 1; // a macro does not expand within itself
        uint64_t worst = 1;
        if (m_depth > 64) {
            return kMaxMacroTokens; // chains this long are no accident
        }
        ++m_depth;
        const auto [first, last] = m_macros.equal_range(name);
        for (auto it = first; it != last; ++it) {
            worst = std::max(worst, textSize(it->second.body));
        }
        --m_depth;
        m_sizes[name] = worst;
        return worst;
    }

    // Times that an argument of the macro is repeated.
    uint64_t repeats(const std::string& name) {
        uint64_t worst = 1;
        const auto [first, last] = m_macros.equal_range(name);
        for (auto it = first; it != last; ++it) {
            worst = std::max(worst,
                             uint64_t(std::ranges::count_if(it->second.body, [&](const Token& t) {
                                 return it->second.parameters.contains(t.text);
                             })));
        }
        // A body that hands its argument to other macros multiplies theirs.
        uint64_t inner = 1;
        for (auto it = first; it != last; ++it) {
            for (const Token& t : it->second.body) {
                if (t.isIdentifier() && t.text != name && m_macros.contains(t.text) &&
                    m_repeatDepth < 16) {
                    ++m_repeatDepth;
                    inner = std::max(inner, repeats(t.text));
                    --m_repeatDepth;
                }
            }
        }
        return std::min(worst * inner, kMaxExpandedTokens);
    }

    // Tokens of a text after expansion: a function-like use multiplies what is in its parentheses.
    uint64_t textSize(const std::vector<Token>& tokens) {
        uint64_t total = 0;
        std::vector<uint64_t> factors = {1};
        for (size_t i = 0; i < tokens.size() && total < kMaxExpandedTokens; ++i) {
            const Token& t = tokens[i];
            if (t.is("(")) {
                const bool isUse =
                    i > 0 && tokens[i - 1].isIdentifier() && m_macros.contains(tokens[i - 1].text);
                const uint64_t factor = isUse ? repeats(tokens[i - 1].text) : 1;
                factors.push_back(std::min(factors.back() * factor, kMaxExpandedTokens));
            } else if (t.is(")") && factors.size() > 1) {
                factors.pop_back();
            }
            const bool isMacro = t.isIdentifier() && m_macros.contains(t.text);
            total += factors.back() * (isMacro ? size(t.text) : 1);
        }
        return std::min(total, kMaxExpandedTokens);
    }

    [[nodiscard]] bool empty() const { return m_macros.empty(); }

private:
    std::multimap<std::string, Macro> m_macros;
    std::map<std::string, uint64_t> m_sizes;
    int m_depth = 0;
    int m_repeatDepth = 0;
};

} // namespace

std::string boundsError(const std::vector<Token>& tokens) {
    DepthMeter depth;
    ExpansionMeter expansion;
    for (const Token& t : tokens) {
        if (t.kind != TokenKind::Directive) {
            if (std::string e = depth.feed(t); !e.empty()) {
                return e;
            }
            continue;
        }
        // Macro bodies and #if expressions nest on their own.
        DepthMeter line;
        for (Token inner : tokenize(std::string_view(t.text).substr(1))) {
            inner.line = t.line;
            if (std::string e = line.feed(inner); !e.empty()) {
                return e;
            }
        }
        auto [name, macro] = readDefine(t);
        if (!name.empty()) {
            expansion.define(name, std::move(macro));
        }
    }
    if (!expansion.empty() && expansion.textSize(tokens) >= kMaxExpandedTokens) {
        return error(1, "macros expand to too much text");
    }
    return {};
}

std::string countError(const std::vector<Token>& tokens) {
    int numbers = 0;
    int globals = 0;
    std::vector<int> labels(1); // by depth of braces
    for (const Token& t : tokens) {
        if (t.is("{")) {
            labels.push_back(0);
        } else if (t.is("}") && labels.size() > 1) {
            labels.pop_back();
        } else if (t.is("case") && ++labels.back() > kMaxLabels) {
            return error(t.line, "more than 1024 labels in a switch");
        } else if (t.is(";") && labels.size() == 1 && ++globals > kMaxGlobals) {
            return error(t.line, "more than 4096 declarations outside of functions");
        } else if (t.kind == TokenKind::Number && ++numbers > kMaxNumbers) {
            return error(t.line, "more than 20000 numbers");
        }
    }
    return {};
}

} // namespace glsl

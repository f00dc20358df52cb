// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/bounds.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

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
    std::vector<std::string> parameters;
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
        for (++i; i < tokens.size() && !tokens[i].is(")"); ++i) {
            if (tokens[i].isIdentifier()) {
                macro.parameters.push_back(tokens[i].text);
            }
        }
        ++i;
    }
    for (; i < tokens.size(); ++i) {
        macro.body.push_back(tokens[i]);
    }
    return {tokens[1].text, std::move(macro)};
}

// Numbers of tokens, none of which counts beyond the limit.
uint64_t sum(uint64_t a, uint64_t b) {
    return std::min(a + b, kMaxExpandedTokens);
}
uint64_t product(uint64_t a, uint64_t b) {
    return std::min(a * b, kMaxExpandedTokens);
}

// What a macro's use grows to: so many tokens of its own, and each argument so many times.
struct Expansion {
    uint64_t own = 0;
    std::vector<uint64_t> repeats{}; // by parameter

    // Of an argument beyond the last parameter: as of the most repeated.
    [[nodiscard]] uint64_t repeatsOf(size_t argument) const {
        if (argument < repeats.size()) {
            return repeats[argument];
        }
        return repeats.empty() ? 1 : *std::ranges::max_element(repeats);
    }
    // The worse of the two, in everything.
    void include(const Expansion& other) {
        own = std::max(own, other.own);
        repeats.resize(std::max(repeats.size(), other.repeats.size()));
        for (size_t i = 0; i < other.repeats.size(); ++i) {
            repeats[i] = std::max(repeats[i], other.repeats[i]);
        }
    }
};

// Upper bounds of how many tokens macros grow to. Several definitions of one name count as their
// worst.
class ExpansionMeter {
public:
    void define(const std::string& name, Macro macro) { m_macros.emplace(name, std::move(macro)); }
    [[nodiscard]] bool empty() const { return m_macros.empty(); }

    // Tokens of a text after expansion.
    uint64_t textSize(const std::vector<Token>& tokens) { return expand(tokens, {}).own; }

private:
    // Within parentheses: those of a macro's use, whose arguments are repeated, or others.
    struct Parentheses {
        const Expansion* use = nullptr;
        size_t argument = 0;
        uint64_t outside = 1; // Times that the whole use is repeated.

        [[nodiscard]] uint64_t times() const {
            return use ? product(outside, use->repeatsOf(argument)) : outside;
        }
    };

    Expansion expand(const std::vector<Token>& tokens, const std::vector<std::string>& parameters) {
        Expansion result;
        result.repeats.resize(parameters.size());
        std::vector<Parentheses> open(1);
        const Expansion* before = nullptr; // Of the macro just named.
        for (const Token& t : tokens) {
            const uint64_t times = open.back().times();
            const Expansion* const named = std::exchange(before, nullptr);
            if (t.is("(")) {
                open.push_back({.use = named, .outside = times});
            } else if (t.is(")") && open.size() > 1) {
                open.pop_back();
            } else if (t.is(",") && open.back().use) {
                ++open.back().argument;
            }
            if (const auto p = std::ranges::find(parameters, t.text); p != parameters.end()) {
                uint64_t& repeats = result.repeats[size_t(p - parameters.begin())];
                repeats = sum(repeats, times);
            } else if (t.isIdentifier() && m_macros.contains(t.text)) {
                before = &expansionOf(t.text);
                result.own = sum(result.own, product(times, before->own));
            } else {
                result.own = sum(result.own, times);
            }
        }
        return result;
    }

    const Expansion& expansionOf(const std::string& name) {
        const auto [known, isNew] = m_expansions.try_emplace(name);
        Expansion& expansion = known->second; // Elements of a map stay where they are.
        if (!isNew) {
            // While it is being measured: it does not expand within itself, and macros that come
            // back to it by way of others are no accident, nor are long chains.
            const bool measured = std::ranges::find(m_measuring, name) == m_measuring.end();
            return measured || m_measuring.back() == name ? expansion : m_suspicious;
        }
        if (m_measuring.size() > 64) {
            return expansion = m_suspicious;
        }
        expansion.own = 1;
        m_measuring.push_back(name);
        Expansion worst = expansion;
        const auto [first, last] = m_macros.equal_range(name);
        for (auto it = first; it != last; ++it) {
            worst.include(expand(it->second.body, it->second.parameters));
        }
        m_measuring.pop_back();
        expansion = std::move(worst);
        return expansion;
    }

    const Expansion m_suspicious{.own = kMaxMacroTokens};
    std::vector<std::string> m_measuring; // From the outermost to the innermost.
    std::multimap<std::string, Macro> m_macros;
    std::map<std::string, Expansion> m_expansions;
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
